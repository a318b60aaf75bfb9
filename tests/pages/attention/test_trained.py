"""Q, K and V of a head of the trained translator: the page computes what the model computes."""

from urllib.parse import parse_qsl

import pytest
import torch

from pages.attention.arithmetic import setting_computation
from pages.attention.baseline import write_baseline
from pages.attention.setting import TRAINED_SENTENCE, read_baseline
from pages.translator.trained_attention import KINDS, trained_attention, translator_config
from tests.pages.answers import Asked
from tests.pages.printed_code import run
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from ui.answer.parts import Link, Note
from ui.state.address import State
from ui.state.change import CellEdit
from ui.state.typed_input import InputError

SIZES = translator_config()
MASKS = {"encoder": "none", "decoder": "look_ahead", "cross": "none"}
SENTENCES = (TRAINED_SENTENCE, "Zoe saw a quokka", "나는 책을 읽는다", "run")
EVERY = [(kind, layer) for kind in KINDS for layer in range(SIZES.num_layers)]


def trained(language="en", **values):
    start = {"source": "trained", "sentence": TRAINED_SENTENCE}
    return Asked("attention", language, **{**start, **values})


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize(("kind", "layer"), EVERY)
def test_under_the_models_mask_every_matrix_has_the_models_own_numbers(sentence, kind, layer):
    head = SIZES.num_heads - 1
    asked = trained(sentence=sentence, kind=kind, layer=layer, head=head, mask=MASKS[kind])
    own = trained_attention(sentence, kind, layer)
    steps = own.head_steps(head)
    shown = ("scores", "scaled", "weights", "output")
    expected = {"Q": own.Q[head], "K": own.K[head], "V": own.V[head]}
    expected |= {name: getattr(steps, name) for name in shown}
    for name, tensor in expected.items():
        torch.testing.assert_close(asked.values(name), tensor, rtol=1e-4, atol=1e-5, msg=name)


@pytest.mark.parametrize(("kind", "layer"), EVERY)
def test_queries_and_keys_are_named_by_their_tokens(language, kind, layer):
    asked = trained(language, kind=kind, layer=layer)
    weights = asked.matrices["weights"]
    queries, keys = asked.setting.trained.labels(language)
    assert (tuple(weights.rows.labels), tuple(weights.cols.labels)) == (queries, keys)
    assert tuple(asked.matrices["K"].rows.labels) == keys


@pytest.mark.parametrize(("kind", "layer"), EVERY)
def test_every_number_is_explained_back_to_what_the_layer_reads(language, kind, layer):
    asked = trained(language, kind=kind, layer=layer)
    computation = setting_computation(asked.setting)
    steps = computation.steps
    for id in asked.matrices:
        number = float(asked.values(id)[0, 0])
        title = asked.done(pin=f"{id}.0.0").arithmetic.title
        assert title.startswith(asked.matrices[id].name or id)
        assert float(computation.tensors[id][0, 0]) == pytest.approx(number)
    steps = computation.steps
    root = asked.setting.sizes.d_k**-0.5
    assert steps["scaled"].constants["factor"] == pytest.approx(root)
    assert asked.matrices["scaled"].note == f"÷ √{asked.setting.sizes.d_k}"
    for id in asked.matrices:
        for place in ((0, 0), (1, 1)):
            told = explain(computation, Cell(id, place))
            assert told.recomputed() == pytest.approx(told.value, rel=2e-5, abs=3e-5), id
    assert steps["Q"].inputs["x"] == asked.setting.trained.names["X"] in steps
    assert steps["K"].inputs["x"] == asked.setting.trained.names["memory"] in steps


def test_a_number_can_be_changed_in_any_column_and_says_so(language):
    asked = trained(language)
    col = asked.setting.sizes.d_k - 1
    for name in ("Q", "K", "V"):
        edit = CellEdit(name, 1, col, 2.5)
        setting = asked.handler.page.changed(asked.setting, edit)
        changed = asked.moved(State(setting))
        assert float(changed.values(name)[1, col]) == 2.5
        assert Asked.at("attention", language, **changed.address).setting == setting
        step = setting_computation(setting)
        assert any(cell.tensor == name and cell.index == (1, col) for cell in step.by_hand)


@pytest.mark.parametrize(("kind", "layer"), EVERY)
def test_a_comparison_keeps_the_head(kind, layer):
    setting = trained(kind=kind, layer=layer, head=1).setting
    baseline = read_baseline(write_baseline(setting))
    assert baseline.trained is setting.trained and baseline.shown_head == 1
    torch.testing.assert_close(baseline.steps.weights, setting.steps.weights)


def test_a_comparison_with_a_sentence_that_cannot_be_read_is_refused():
    written = write_baseline(trained().setting).replace(TRAINED_SENTENCE, "🙂")
    with pytest.raises(InputError):
        read_baseline(written)
    opened = Asked.at("attention", v="4", at_show="compare", at_baseline=written)
    assert opened.handler.encoded(opened.state)


def test_the_program_gives_these_numbers():
    asked = trained(kind="decoder", mask="look_ahead")
    for source in asked.program.sources.values():
        names = run(source)
        torch.testing.assert_close(names["weights"], asked.values("weights"))
        torch.testing.assert_close(names["output"], asked.values("output"))


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_said_where_they_come_from(language, kind):
    asked = trained(language, kind=kind)
    link = asked.all(Link, "picture")[0]
    page, _, query = link.address.partition("?")
    opened = Asked.at(page, language, **dict(parse_qsl(query))).setting
    assert (page, opened.kind, opened.layer) == ("your_sentence", kind, SIZES.num_layers)
    assert asked.setting.trained.written.translation.written in link.text
    assert not [note for note in asked.all(Note, "chips") if note.tone == "untrained"]


def test_the_preset_keeps_an_english_sentence_and_no_other(language):
    own = Asked("attention", language, source="sentence", sentence="she reads a book")
    assert own.pressed("presets.trained").setting.sentence == "she reads a book"
    korean = Asked("attention", language, source="sentence", sentence="나는 책을 읽는다")
    assert korean.pressed("presets.trained").setting.sentence == TRAINED_SENTENCE


def test_turning_the_scaling_off_in_the_first_example_leads_to_trained_numbers(language):
    tried = Asked("attention", language).pressed("try.scaling_trained")
    assert tried.setting.is_trained and not tried.setting.scaling
    on = tried.with_values(scaling=True)
    assert not torch.equal(tried.values("weights"), on.values("weights"))


def test_a_sentence_without_words_is_refused():
    with pytest.raises(InputError):
        trained().setting.with_values(sentence=" ")


def test_a_link_from_before_shows_the_worked_example():
    assert Asked.at("attention", v="4").setting.source == "three_queries"


def test_another_attention_comes_with_its_mask():
    before = trained().setting
    for kind, mask in MASKS.items():
        changed = before.with_values(kind=kind).reset_dependents(before)
        assert changed.mask == mask
    painted = trained(mask="painted").setting
    assert painted.with_values(kind="decoder").reset_dependents(painted).mask == "painted"
