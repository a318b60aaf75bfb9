"""The self-attention page starts with the trained translator, whose own numbers it shows."""

from dataclasses import replace
from urllib.parse import parse_qsl

import pytest
import torch

from pages.self_attention.arithmetic import self_attention_board, self_attention_computation
from pages.self_attention.setting import NOTEBOOK, STACKS, VIEWS
from pages.translator.trained_attention import trained_attention, translator_config
from tests.pages.answers import Asked
from tests.pages.printed_code import run
from transformer_core.explain.explanation import explain
from ui.answer.parts import Link, Note
from ui.picture.matrix_view import Pin

SENTENCES = (NOTEBOOK, "the cat saw the dog", "Zoe saw a quokka", "나는 책을 읽는다", "a a")
SIZES = translator_config()


def trained(language="en", **values):
    return Asked("self_attention", language, **values)


def every():
    return [(stack, view) for stack in STACKS for view in VIEWS]


def test_the_page_opens_with_trained_numbers(language):
    asked = Asked.at("self_attention", language)
    assert asked.setting.is_trained and asked.setting.view == "heads"
    assert asked.pressed("presets.trained").setting == asked.setting
    assert "sa_source" in asked.address
    assert Asked.at("self_attention", language, **asked.address).setting == asked.setting


@pytest.mark.parametrize("address", [{"v": "4"}, {"v": "3"}, {"sa_seed": "123"}])
def test_a_link_from_before_shows_random_numbers(address):
    setting = Asked.at("self_attention", **address).setting
    assert (setting.source, setting.view) == ("random", "plain")


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize(("stack", "view"), every())
def test_every_matrix_has_the_models_own_numbers(sentence, stack, view):
    layer = SIZES.num_layers - 1
    asked = trained(sentence=sentence, stack=stack, view=view, layer=layer, head=1)
    own = trained_attention(sentence, stack, layer)
    if view == "plain":
        scores = own.X @ own.X.T
        masked = scores if own.mask is None else scores.masked_fill(own.mask, -torch.inf)
        expected = {"X": own.X, "scores": scores, "weights": torch.softmax(masked, -1)}
    else:
        steps = own.head_steps(1)
        expected = {
            "queries": own.Q[1], "values": own.V[1], "weights": steps.weights,
            "K" if view == "weighted" else "keys": own.K[1],
        }  # fmt: skip
        of_view = {
            "weighted": {"scores": steps.scores, "output": steps.output, "embedding": own.X},
            "heads": {"heads": own.steps.weights},
        }
        expected |= of_view[view]
    for name, tensor in expected.items():
        torch.testing.assert_close(asked.values(name), tensor, msg=name)


@pytest.mark.parametrize(("stack", "view"), every())
def test_a_hidden_key_is_hatched_and_has_no_weight(stack, view):
    weights = trained(stack=stack, view=view).matrices["weights"]
    is_hidden = weights.hidden is not None
    assert is_hidden == (stack == "decoder")
    if is_hidden:
        assert not torch.as_tensor(weights.values)[torch.as_tensor(weights.hidden)].any()


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize(("stack", "view"), every())
def test_it_is_said_how_much_a_token_gathers_of_itself(language, sentence, stack, view):
    asked = trained(language, sentence=sentence, stack=stack, view=view)
    shown = asked.setting.trained
    ids = shown.computation.tensors["tgt_ids" if stack == "decoder" else "src_ids"]
    own = (asked.values("weights") * (ids[:, None] == ids)).sum() / len(ids)
    notes = [note.text for note in asked.all(Note, "picture")]
    if len(set(ids.tolist())) == 1:
        assert notes[0] == asked.text("itself.alone_trained") and float(own) == pytest.approx(1)
        return
    note = next(note for note in notes if "**" in note)
    value = note.split("**")[1].rstrip("%").removeprefix("<").removeprefix(">")
    assert float(value) == pytest.approx(100 * float(own), abs=0.51)


def sources(computation, tensor):
    """All tensors from which a tensor is made."""
    found, new = set(), {tensor}
    while new:
        found |= new
        steps = (computation.steps[name] for name in new if name in computation.steps)
        new = {name for step in steps for name in step.inputs.values()} - found
    return found


@pytest.mark.parametrize(("stack", "view"), every())
def test_every_matrix_is_explained_and_leads_back_to_the_embeddings(language, stack, view):
    asked = trained(language, stack=stack, view=view, layer=SIZES.num_layers - 1)
    computation = self_attention_computation(asked.setting)
    board = self_attention_board(asked.text, asked.setting)
    for id in asked.matrices.keys() - {"heads"}:
        title = asked.done(pin=f"{id}.1.0").arithmetic.title
        assert title.startswith(asked.matrices[id].name.split(" · ")[0])
        cell = board.cell_at(Pin(id, 1, 0))
        number = float(asked.values(id)[1, 0])
        assert computation.value(cell) == pytest.approx(number, rel=1e-5, abs=1e-6)
        told = explain(computation, cell)
        assert told.recomputed() == pytest.approx(told.value, rel=2e-5, abs=3e-5)
        side = "tgt" if stack == "decoder" else "src"
        assert f"{side}_embedding.weight" in sources(computation, cell.tensor)


def test_a_number_that_no_matrix_shows_is_named_by_its_place_in_the_model(language):
    asked = trained(language, layer=SIZES.num_layers - 1)
    trail = "encoder.layers.0.self_attention.weights@0.1.0"
    title = asked.moved(
        replace(asked.state, selection=replace(asked.state.selection, trail=trail))
    ).arithmetic.title
    assert title and not title.startswith("encoder.layers")


@pytest.mark.parametrize(("stack", "view"), every())
def test_the_program_gives_these_numbers(stack, view):
    asked = trained(sentence="the cat saw the dog", stack=stack, view=view, layer=1, head=3)
    assert asked.program.torch == ""
    names = run(asked.program.core)
    if view != "heads":
        torch.testing.assert_close(names["context"], asked.values("output"))
    weights = names["weights"] if view == "plain" else names["weights"][3]
    torch.testing.assert_close(weights, asked.values("weights"))


def test_random_numbers_have_a_badge_and_trained_ones_have_none(language):
    def badges(asked):
        return [note for note in asked.all(Note, "chips") if note.tone == "untrained"]

    assert badges(trained(language)) == []
    (badge,) = badges(trained(language, source="random"))
    assert badge.about == trained(language).text("frame.untrained_help")


def test_the_numbers_can_be_changed_for_the_others_on_the_same_sentence(language):
    asked = trained(language, sentence="the cat saw the dog")
    random = asked.pressed("try.random")
    assert (random.setting.source, random.setting.sentence) == ("random", asked.setting.sentence)
    assert random.pressed("try.trained").setting == asked.setting


def test_the_link_leads_to_all_heads_of_the_layer(language):
    asked = trained(language, stack="decoder", layer=1)
    (link,) = asked.all(Link, "picture")
    page, _, query = link.address.partition("?")
    opened = Asked.at(page, language, **dict(parse_qsl(query))).setting
    assert (page, opened.kind, opened.layer) == ("your_sentence", "decoder", 2)
    assert opened.sentence == asked.setting.sentence
    assert asked.setting.trained.written.translation.written in link.text


@pytest.mark.sampled
@pytest.mark.parametrize("layer", range(12))
@pytest.mark.parametrize("head", range(8))
def test_a_layer_or_head_that_the_model_does_not_have_counts_as_its_last(layer, head):
    asked = trained(layer=layer, head=head)
    shown = asked.setting
    assert shown.shown_layer == min(layer, SIZES.num_layers - 1)
    assert torch.equal(asked.values("weights"), shown.trained.steps.weights[shown.shown_head])
