"""Q, K and V of a head of the translator under two masks: the page has the model's own numbers."""

from urllib.parse import parse_qsl

import pytest
import torch

from pages.masks.comparison import comparison_of
from pages.masks.comparison_arithmetic import comparison_board, comparison_computation
from pages.masks.setting import COMPARED, TRAINED_SENTENCE, MaskSetting
from pages.masks.tokens import PAD_ID
from pages.translator.padded_sentence import padded_sentence
from pages.translator.trained_attention import trained_attention, translator_config
from tests.pages.answers import Asked
from tests.pages.printed_code import run
from tests.ui.explained_numbers import assert_recomputed
from transformer_core import attention as attention_under
from transformer_core.explain.computation import Cell, Computation
from ui.answer.parts import Link, Note
from ui.state.typed_input import InputError

SIZES = translator_config()
SENTENCES = (TRAINED_SENTENCE, "Zoe saw a quokka", "나는 책을 읽는다", "run")
PAIRS = [(one, name) for one, names in COMPARED.items() for name in names]
EVERY = [(kind, layer) for kind in COMPARED for layer in range(SIZES.num_layers)]
every_pair = pytest.mark.parametrize(("which", "name"), PAIRS)


def trained(language: str = "en", **values: object) -> Asked:
    start = {"attention": "cross", "source": "trained", "sentence": TRAINED_SENTENCE}
    return Asked("masks", language, **{**start, "length": 9, "target_length": 11, **values})


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize(("kind", "layer"), EVERY)
@pytest.mark.parametrize("length", [1, 13])
def test_under_the_right_mask_words_have_the_numbers_that_they_have_without_padding(
    sentence, kind, layer, length
):
    head = SIZES.num_heads - 1
    values = {"sentence": sentence, "attention": kind, "layer": layer, "head": head}
    of = comparison_of(trained(**values, length=length, target_length=length).setting)
    own = trained_attention(sentence, kind, layer)
    steps, queries, keys = own.head_steps(head), own.Q.size(1), own.K.size(1)
    assert len(of.query_ids) == max(queries, length)
    assert (of.query_ids[queries:] == PAD_ID).all() and (of.query_ids[:queries] != PAD_ID).all()
    expected = {"weights": steps.weights, "output": steps.output}
    seen = {"weights": of.right.weights[:queries, :keys], "output": of.right.output[:queries]}
    for name, tensor in expected.items():
        torch.testing.assert_close(seen[name], tensor, rtol=1e-4, atol=1e-5, msg=name)
    assert (of.right.weights[:, keys:] == 0).all()


@pytest.mark.parametrize("first", [False, True])
def test_the_rows_of_padding_start_from_the_embedding_of_padding(first):
    padded = padded_sentence(TRAINED_SENTENCE, 9, 11, first)
    tensors = padded.computation.tensors
    for side, ids in (("src", padded.src_ids[0]), ("tgt", padded.tgt_ids[0])):
        rows = tensors[f"{side}_embeddings"][ids == PAD_ID]
        assert len(rows)
        own = tensors[f"{side}_embedding.weight"][PAD_ID]
        torch.testing.assert_close(rows, own.expand_as(rows))
    assert (padded.src_ids[0] == PAD_ID).tolist() == [label == "⟨pad⟩" for label in padded.source]
    assert (padded.tgt_ids[0] == PAD_ID).tolist() == [label == "⟨pad⟩" for label in padded.read]


@pytest.mark.parametrize("place", range(len(PAIRS)), ids=lambda place: "-".join(PAIRS[place]))
def test_every_number_is_recomputed_from_its_terms(place):
    """The sides on which padding can be take turns."""
    which, name = PAIRS[place]
    values = {"attention": which, "compare": name, "padding_first": place % 2 == 0, "gain": 3}
    of = comparison_of(trained(**values, length=7, target_length=10).setting)
    of_the_model = of.trained.shown.computation.tensors.keys()
    assert_recomputed(comparison_computation(of), but=of_the_model)


@pytest.mark.parametrize("first", [False, True])
def test_every_number_of_the_padded_sentences_is_recomputed_from_its_terms(first):
    assert_recomputed(padded_sentence(TRAINED_SENTENCE, 7, 10, first).computation)


@every_pair
def test_a_weight_leads_back_to_the_embeddings(which, name):
    of = comparison_of(trained(attention=which, compare=name, length=7, target_length=7).setting)
    reached = made_from(comparison_computation(of), "right_weights")
    side = {"encoder": {"src_embedding.weight"}, "decoder": {"tgt_embedding.weight"}}
    both = {"src_embedding.weight", "tgt_embedding.weight"}
    assert side.get(which, both) <= reached
    assert not {"Q", "K", "V"} & reached


def made_from(computation: Computation, tensor: str) -> set[str]:
    """The tensors at the start of the way to this one, which no step makes."""
    found, waiting, ends = {tensor}, [tensor], set()
    while waiting:
        step = computation.steps.get(name := waiting.pop())
        inputs = set() if step is None else {*step.inputs.values()}
        ends |= set() if inputs else {name}
        waiting += inputs - found
        found |= inputs
    return ends


@every_pair
def test_every_matrix_is_named_and_its_cells_are_explained(language, which, name):
    asked = trained(language, attention=which, compare=name)
    tensors = asked.handler.page.tensors(asked.setting)
    for matrix in asked.matrices:
        assert torch.equal(asked.values(matrix), tensors[matrix].float()), matrix
        told = asked.done(pin=f"{matrix}.0.0").arithmetic
        assert told.sentence, matrix
    of = comparison_of(asked.setting).labelled(language)
    board = comparison_board(asked.text, of)
    for cell in (Cell("Q", (0, 0)), Cell("W_Q", (0, 0)), Cell("b_V", (0,))):
        assert board.name(cell)


@pytest.mark.parametrize("sentence", SENTENCES)
@every_pair
def test_the_change_of_each_output_is_shown_and_counted(which, name, sentence):
    same = {"length": 16, "target_length": 16}
    asked = trained(attention=which, compare=name, sentence=sentence, **same)
    of = comparison_of(asked.setting)
    if of.is_leak_test or of.other is None:
        assert "change" not in asked.matrices
        return
    apart = (of.other.output - of.right.output).abs().amax(-1)
    torch.testing.assert_close(asked.values("change")[:, 0], apart, rtol=0, atol=1e-5)
    words = asked.values("change")[:, 0][of.query_ids != PAD_ID]
    (note,) = asked.all(Note, "picture")
    if name != "half":
        assert f"**{int((words > 0).sum())} of {len(words)}** tokens" in note.text


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("gain", [1, 40])
def test_changes_that_are_not_counted_are_said_to_be_rounding(language, sentence, gain):
    values = {"attention": "decoder", "compare": "half", "sentence": sentence, "gain": gain}
    asked = trained(language, **values)
    of = comparison_of(asked.setting)
    changed = int((of.change[of.query_ids != PAD_ID] > 0).sum())
    (note,) = asked.all(Note, "picture")
    said = asked.text("more.rounded", most="~").partition("~")[2] in note.text
    assert said == (of.effect.changed_words < changed)


def test_the_cell_explained_first_is_the_largest_leak():
    asked = trained(compare="none")
    of = comparison_of(asked.setting)
    leaks = of.other.weights[of.query_ids != PAD_ID][:, of.key_ids == PAD_ID]
    assert asked.arithmetic.title.endswith(f"= {float(leaks.max()):.4f}")


def test_the_preset_keeps_an_english_sentence_and_no_other(language):
    own = Asked("masks", language, given="sentence", sentence="she reads a book")
    pressed = own.pressed("presets.trained")
    assert pressed.setting.sentence == "she reads a book" and pressed.setting.is_trained
    chip = pressed.row("presets")[pressed.text("presets.trained")]
    assert chip.is_on and chip.hint == pressed.text("watch.trained")
    korean = Asked("masks", language, given="sentence", sentence="나는 책을 읽는다")
    assert korean.pressed("presets.trained").setting.sentence == TRAINED_SENTENCE


@pytest.mark.parametrize("attention", ["all", *COMPARED])
@pytest.mark.parametrize("sentence", [TRAINED_SENTENCE, "run", "a " * 60])
def test_what_the_preset_says_is_so_in_every_attention(attention, sentence):
    asked = Asked("masks", attention=attention, given="sentence", sentence=sentence)
    pressed = asked.pressed("presets.trained")
    of = comparison_of(pressed.setting)
    assert of.trained and of.other and not of.is_leak_test
    assert torch.equal(of.other.weights, attention_under(*of.vectors, of.other.mask).weights)
    assert "change" in pressed.matrices and pressed.all(Note, "picture")


@pytest.mark.parametrize("preset", ["padded", "gap", "sentence"])
def test_the_other_presets_lead_back_to_random_numbers(preset):
    asked = trained().pressed(f"presets.{preset}")
    assert (asked.setting.attention, asked.setting.source) == ("all", "random")


@pytest.mark.parametrize("sentence", ["🙂", " ".join(["dog."] * 64)])
def test_with_a_sentence_that_cannot_be_read_every_question_leads_to_random_numbers(sentence):
    asked = trained(attention="all", given="sentence", sentence=sentence)
    assert asked.row("questions")
    setting = asked.setting
    if sentence == "🙂":
        assert not setting.for_one_attention().with_values(attention="encoder").is_trained
        with pytest.raises(InputError):
            setting.with_values(attention="encoder")


@pytest.mark.parametrize("kind", COMPARED)
def test_it_is_said_where_the_numbers_come_from(language, kind):
    asked = trained(language, attention=kind)
    (link,) = asked.all(Link, "picture")
    page, _, query = link.address.partition("?")
    opened = Asked.at(page, language, **dict(parse_qsl(query))).setting
    assert (page, opened.kind, opened.layer) == ("your_sentence", kind, SIZES.num_layers)
    written = asked.setting.padded.written.translation.written
    assert written in link.text and asked.text("from_trained.padding") in link.text
    bare = trained(language, attention=kind, length=1, target_length=1).all(Link, "picture")[0]
    assert asked.text("from_trained.padding") not in bare.text
    louder = trained(language, attention=kind, gain=7).all(Link, "picture")[0]
    assert asked.text("from_trained.gain", gain=7) in louder.text


def test_a_leak_test_names_the_token_whose_vectors_come_in():
    asked = trained(attention="decoder", compare="norm", length=1, target_length=1)
    labels = comparison_of(asked.setting).key_labels
    for place, other in ((1, 2), (len(labels) - 1, 0)):
        said = asked.done(pin=f"other_reach.0.{place}").lines[asked.text("arithmetic.means")]
        assert said.startswith("Q, K and V of “" + labels[other]), said


@pytest.mark.sampled
@every_pair
def test_the_program_gives_these_numbers(which, name):
    asked = trained(attention=which, compare=name, gain=2, target_length=9, layer=0, head=1)
    assert list(asked.program.sources) == ["core"]
    names = run(asked.program.sources["core"])
    for matrix in asked.matrices:
        shown = asked.values(matrix)
        torch.testing.assert_close(names[matrix].float(), shown, rtol=1e-5, atol=1e-5)


def test_the_address_keeps_the_head():
    asked = trained(layer=0, head=2)
    assert Asked.at("masks", **asked.address).setting == asked.setting


def test_a_link_from_before_shows_random_numbers():
    asked = Asked.at("masks", v="4", ma_attention="cross", ma_sentence="the cat saw the dog")
    assert not asked.setting.is_trained and asked.setting == MaskSetting(
        attention="cross", sentence="the cat saw the dog", target="je suis étudiant"
    )
