"""A vector of another sentence in a model of somebody else's: what changes, and what cannot."""

import json

import pytest
import torch
from transformers import AutoModelForCausalLM

from tests.ui.models.board.test_board import KINDS, PLAIN, parts_of
from transformer_core.explain.computation import Cell
from transformer_lab.measures.patching import Place
from transformer_lab.pretrained.errors import PretrainedError
from ui.models.board.board import Board
from ui.models.board.forward import forward
from ui.models.board.patch_pins import PatchPin
from ui.models.board.patched import BoardPatched, other_given, patch_of, stacks_of
from ui.models.board.patching import PatchingParts
from ui.models.board.question import BoardQuestion
from ui.models.board.vector_patch import Patch, Patching
from ui.picture.word_grid import WordGrid
from ui.words.language import LANGUAGES, text_of

pytestmark = pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")

OTHER = "the sat cat"
PATCHES = {
    "bert": ["e0.2.2", "e1.2.2", "e2.1.2"],
    "gpt2": ["d0.1.1", "d1.1.1", "d2.2.1"],
    "marian": ["e1.1.1", "d0.0.0", "d2.2.1"],
}


def patched(model, patch=""):
    made = forward(model, PLAIN)
    other = other_given(made, OTHER)
    return BoardPatched(made, other, patch_of(made, other, patch))


def parts(model, patch="", other=OTHER, language="en"):
    return PatchingParts(
        text_of("overview", language), forward(model, PLAIN), Patching(other, patch)
    ).parts()


def grids(made):
    return {part.id: part for part in made if isinstance(part, WordGrid)}


@pytest.mark.parametrize(("kind", "patch"), [(k, p) for k in KINDS for p in PATCHES[k]])
def test_what_is_said_to_be_the_same_is_the_same(opened, kind, patch):
    done, shown = patched(opened(kind), patch), grids(parts(opened(kind), patch))
    assert done.patch.written() == patch
    for stack in stacks_of(done.made):
        names, grid = done.names(stack), shown[f"patch_{stack}"]
        assert len(names) == len(grid.cells) == 1 + 2
        for name, row in zip(names, grid.cells, strict=True):
            quiet = torch.tensor([cell.is_quiet for cell in row])
            assert torch.equal(done.after[name][0][quiet], done.before[name][0][quiet])
            assert torch.equal(~quiet, done.cone[name])
    quiet = torch.tensor([cell.is_quiet for cell in shown["patch_said"].cells[1]])
    assert torch.equal(done.after["logits"][0][quiet], done.before["logits"][0][quiet])
    stack, layer, token = done.patch.place
    name = done.names(stack)[layer]
    taken = done.made.opened.recorded(done.other)[name][0, done.patch.token]
    assert torch.equal(done.after[name][0, token], taken)


@pytest.mark.parametrize("kind", KINDS)
def test_before_is_what_the_model_says(opened, kind):
    done, shown = patched(opened(kind)), grids(parts(opened(kind)))
    own = done.made.computation.tensors["probabilities"].max(-1)
    names = [done.made.token(number, done.made.predicting) for number in own.indices.tolist()]
    assert [cell.text for cell in shown["patch_said"].cells[0]] == names
    shares = torch.tensor([cell.share for cell in shown["patch_said"].cells[0]])
    assert torch.allclose(shares, own.values, atol=1e-6)


def test_after_is_what_transformers_says_with_the_vector_exchanged(opened, saved):
    """A hook on GPT-2's first layer puts the other sentence's vector there."""
    done = patched(opened("gpt2"), "d1.1.1")
    theirs = AutoModelForCausalLM.from_pretrained(saved("gpt2")).eval()
    with torch.inference_mode():
        hidden = theirs(done.other.tgt_ids, output_hidden_states=True).hidden_states

        def put(module, given, output):
            vectors = (output[0] if isinstance(output, tuple) else output).clone()
            vectors[0, 1] = hidden[1][0, 1]
            return (vectors, *output[1:]) if isinstance(output, tuple) else vectors

        theirs.transformer.h[0].register_forward_hook(put)
        logits = theirs(done.made.given.tgt_ids).logits
    assert torch.allclose(logits, done.after["logits"], atol=1e-5)
    assert not torch.allclose(logits, done.before["logits"], atol=1e-5)


def test_how_far_a_vector_moves_is_its_distance_by_its_length(opened):
    done = patched(opened("gpt2"), "d1.1.1")
    name = done.names("decoder")[1]
    before, after = done.before[name][0, 1].double(), done.after[name][0, 1].double()
    expected = sum((after - before) ** 2) ** 0.5 / sum(before**2) ** 0.5
    assert done.moved(name) == pytest.approx(
        [0, float(expected), *[0] * (len(done.moved(name)) - 2)]
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_made_by_the_process_in_both_languages(opened, kind, language):
    board = Board(opened(kind))
    made = parts_of(board.encoded(PLAIN, "patching", language, "", "", None, Patching(OTHER, "")))
    assert text_of("your_sentence", language)("patching.title") in made[0].values()
    stacks = [f"patch_{stack}" for stack in stacks_of(forward(opened(kind), PLAIN))]
    shown = [part["id"] for part in made if part["kind"] == "word_grid"]
    assert shown == ["patch_given", *stacks, "patch_said"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_press_or_a_drag_puts_it_elsewhere(opened, kind):
    shown = grids(parts(opened(kind)))
    stack = stacks_of(forward(opened(kind), PLAIN))[-1]
    cell = shown[f"patch_{stack}"].cells[2][1]
    letter = stack[0]
    assert patched(opened(kind), cell.sets["patch"]).patch == Patch(Place(stack, 2, 1), 1)
    moved = grids(parts(opened(kind), cell.sets["patch"]))
    assert moved[f"patch_{stack}"].cells[2][1].is_chosen
    dragged = f"{cell.takes}.{moved['patch_given'].cells[0][0].gives}"
    assert patched(opened(kind), dragged).patch.written() == f"{letter}2.1.0"


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_of_other_lengths_say_so_and_show_nothing(opened, language):
    _, note = parts(opened("gpt2"), other="the cat sat on the cat", language=language)
    own = forward(opened("gpt2"), PLAIN).given.tgt_ids.size(1)
    other = forward(opened("gpt2"), BoardQuestion("the cat sat on the cat")).given.tgt_ids.size(1)
    said = text_of("models", language)("patching.lengths", count=own, other=other)
    assert note.text == said and note.tone == "warning"


@pytest.mark.parametrize("patch", ["", "d9.0.0", "d11.0.0", "d1.99.0", "d0.0.99", "e1.0.0", "x"])
def test_a_place_that_there_is_not_is_the_first_token_that_differs(opened, patch):
    done = patched(opened("gpt2"), patch)
    ids, others = done.made.given.tgt_ids[0].tolist(), done.other.tgt_ids[0].tolist()
    first = next(at for at, pair in enumerate(zip(ids, others, strict=True)) if len({*pair}) > 1)
    assert done.patch == Patch(Place("decoder", 1, first), first)


def test_a_model_without_a_head_shows_its_vectors_alone(opened, monkeypatch):
    monkeypatch.setattr(opened("bert").model, "output", None)
    done, made = patched(opened("bert")), parts(opened("bert"))
    assert [*grids(made)] == ["patch_given", "patch_encoder"]
    assert text_of("models", "en")("patching.no_head") in made[-2].text
    assert "logits" not in done.after


def test_the_counts_are_those_of_the_board(opened):
    made = parts(opened("gpt2"), "d1.1.1")
    cells = [cell for row in grids(made)["patch_decoder"].cells for cell in row]
    same = sum(cell.is_quiet for cell in cells)
    assert f"{len(cells) - same} of {len(cells)} vectors" in made[-2].text
    assert f"other {same} are" in made[-2].text
    changed = sum(cell.is_marked for cell in grids(made)["patch_said"].cells[1])
    assert f"At {changed} of" in made[-2].text
    json.dumps([part.header(None) for part in made], allow_nan=False)


def test_nothing_but_spaces_is_no_sentence(opened):
    with pytest.raises(PretrainedError):
        parts(opened("gpt2"), other="")


def test_layers_of_two_digits_are_read():
    patch = Patch(Place("decoder", 31, 127), 5)
    assert patch.written() == "d31.127.5" and Patch.read("d31.127.5") == patch
    assert Patch.read("d311.1.1") is None


@pytest.mark.sampled
@pytest.mark.parametrize(("kind", "pin"), [
    ("bert", "patch_encoder.2.1"), ("gpt2", "patch_decoder.2.2"), ("marian", "patch_decoder.2.1"),
    ("gpt2", "patch_said.0.1"), ("gpt2", "patch_said.1.1"), ("bert", "patch_said.1.2"),
])  # fmt: skip
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pinned_number_leads_to_the_vector_that_was_put_in(opened, language, kind, pin):
    """Through the terms, largest way down; the number before leads to none."""
    patching = Patching(OTHER, PATCHES[kind][1], "explain")
    made = forward(opened(kind), PLAIN)
    text, page = text_of("overview", language), text_of("your_sentence", language)
    shown = PatchingParts(text, made, patching)
    (arithmetic,) = shown.arithmetic(text, pin, "")
    done, found = shown.done, PatchPin.parse(pin)
    wanted = (
        done.moved(done.names(found.stack)[found.row])[found.place]
        if found.stack
        else done.likeliest[found.row][0][found.place]
    )
    tensor, _, index = arithmetic.here.partition("@")
    computation = made.computation if found == ("", 0, found.place) else done.computation
    cell = Cell(tensor, tuple(map(int, index.split("."))))
    assert computation.value(cell) == pytest.approx(float(wanted), abs=1e-6)
    stack, layer, token = done.patch.place
    put, ways, met = f"{done.names(stack)[layer]}@{token}.0", [arithmetic.here], set()
    while ways and put not in met:
        way = ways.pop()
        if way in met or len(met) > 400:
            continue
        met.add(way)
        (one,) = shown.arithmetic(text, pin, way)
        ways += [span["to"] for _, spans in one.lines for span in spans if span.get("to")]
        ways = [to for to in ways if "weight" not in to and "bias" not in to]
    assert "unpatched" not in arithmetic.title
    (one,) = shown.arithmetic(text, pin, put)
    is_before = pin.startswith("patch_said.0")
    assert (page("patching.taken", word=shown._labels()[done.patch.token]) in str(one.lines)) == (
        not is_before
    )
    if not is_before:
        (old,) = shown.arithmetic(text, pin, f"unpatched.{put}")
        assert page("patching.without") in str(old.lines)


def test_pins_of_no_number_explain_nothing(opened):
    made = forward(opened("gpt2"), PLAIN)
    shown = PatchingParts(text_of("overview", "en"), made, Patching(OTHER, "", "explain"))
    for pin in ("", "weights.0.0", "patch_encoder.0.0", "patch_decoder.9.0", "patch_said.2.0",
                "patch_decoder.0.99", "patch_said.1.99"):  # fmt: skip
        assert shown.arithmetic(shown.page, pin, "") == []
    cells = [cell for row in grids(shown.parts())["patch_decoder"].cells for cell in row]
    assert all(PatchPin.parse(cell.pin) and not cell.sets and cell.takes for cell in cells)
