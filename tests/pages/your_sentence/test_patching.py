"""The tab "Patching": a vector of another sentence in the place of one of this sentence."""

import pytest
import torch

from pages.your_sentence.patch_arithmetic import computations
from pages.your_sentence.patching import patched
from tests.pages.your_sentence.sentence_page import AskedSentence
from ui.explain.arithmetic import Arithmetic
from ui.picture.word_grid import WordGrid
from ui.state.typed_input import InputError
from ui.words.language import LANGUAGES


def grids(page):
    return {grid.id: grid for grid in page.all(WordGrid, "patching")}


def page_of(language="en", **values):
    return AskedSentence(language, below="patching", **values)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_opens_with_the_first_word_that_differs(language):
    page = page_of(language)
    assert patched(page.setting).patch.written() == "e1.2.2", "student and teacher"
    shown = grids(page)
    assert shown.keys() == {"patch_given", "patch_encoder", "patch_decoder", "patch_said"}
    chosen = [cell.is_chosen for cell in shown["patch_encoder"].cells[1]]
    assert chosen == [at == 2 for at in range(7)]


@pytest.mark.parametrize("patch", ["e0.2.2", "e1.2.2", "e2.4.3", "d0.3.3", "d1.5.2", "d2.1.1"])
def test_what_is_said_to_be_the_same_is_the_same(patch):
    page = page_of(patch=patch)
    done = patched(page.setting)
    for stack in ("encoder", "decoder"):
        for name, row in zip(done.names(stack), grids(page)[f"patch_{stack}"].cells, strict=True):
            quiet = torch.tensor([cell.is_quiet for cell in row])
            before, after = done.before.records[name][0], done.after.records[name][0]
            assert torch.equal(before[quiet], after[quiet])
            assert all((cell.note == page.text("patching.same")) == cell.is_quiet for cell in row)
    quiet = torch.tensor([cell.is_quiet for cell in grids(page)["patch_said"].cells[1]])
    before, after = done.before.records["logits"][0], done.after.records["logits"][0]
    assert torch.equal(before[quiet], after[quiet])


def test_all_that_is_taken_changes_what_is_written():
    """After the encoder's last layer the noun's vector decides on the noun that is written."""
    page = page_of(patch="e2.2.2")
    said = grids(page)["patch_said"]
    changed = [(one.text, other.text) for one, other in zip(*said.cells, strict=True)
               if other.is_marked]  # fmt: skip
    assert ("학생", "선생님") in [(str(one), str(other)) for one, other in changed]
    summary = next(note for note in page.notes if note.startswith("7 of") or "vectors can" in note)
    assert f"At {len(changed)} of" in summary


def test_a_press_or_a_drag_puts_it_elsewhere():
    page = page_of()
    cell = grids(page)["patch_decoder"].cells[1][4]
    moved = page_of(**cell.sets)
    assert patched(moved.setting).patch.written() == "d1.4.4"
    given = grids(moved)["patch_given"]
    assert list(map(str, (one.text for one in given.cells[0]))) == [
        str(label) for label in grids(moved)["patch_decoder"].cols
    ]
    dragged = f"{cell.takes}.{given.cells[0][1].gives}"
    assert patched(page_of(patch=dragged).setting).patch.written() == "d1.4.1"


def test_sentences_of_other_lengths_say_so_and_show_nothing():
    page = page_of(other="the dog slept")
    assert grids(page) == {}
    assert page.text("patching.lengths", count=7, other=3) in page.notes


@pytest.mark.parametrize("patch", ["e9.0.0", "e1.99.0", "d0.0.99"])
def test_a_place_that_there_is_not_is_the_first_one(patch):
    assert patched(page_of(patch=patch).setting).patch.written() == "e1.2.2"


@pytest.mark.parametrize("patch", ["x1.0.0", "e1.0", "e1.0.0.0", "1"])
def test_no_place_at_all_is_refused(patch):
    with pytest.raises((ValueError, InputError)):
        type(page_of().setting).read(page_of().setting.to_json() | {"patch": patch})


def test_of_two_sentences_that_are_the_same_nothing_changes():
    page = page_of(other="the happy student bought a book yesterday")
    done = patched(page.setting)
    assert torch.equal(done.before.records["logits"], done.after.records["logits"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_can_be_pinned_and_explained(language):
    """In the other mode of a press; what is said always. The pin stays while it is followed."""
    page = page_of(language, press="explain")
    done = patched(page.setting)
    cell = grids(page)["patch_decoder"].cells[2][3]
    assert cell.pin == "patch_decoder.2.3" and not cell.sets
    page.state = page.after(pin=cell.pin)
    (arithmetic,) = page.all(Arithmetic, "arithmetic")
    name = done.names("decoder")[2]
    assert arithmetic.here == f"moved.{name}@3.0"
    assert page.text("patching.parts.moved") in arithmetic.title
    page.state = page.after(follow=f"distance.{name}@3.0", here=arithmetic.here)
    assert page.state.selection.pin == cell.pin
    (distance,) = page.all(Arithmetic, "arithmetic")
    assert page.text("patching.parts.distance") in distance.title
    stack, layer, token = done.patch.place
    page.state = page.after(follow=f"{done.names(stack)[layer]}@{token}.0", here=distance.here)
    (put,) = page.all(Arithmetic, "arithmetic")
    taken = page.text("patching.taken", word="|").partition("|")[0]
    assert taken in str(put.lines) and ("teacher" in str(put.lines))


@pytest.mark.parametrize("row", [0, 1])
def test_what_is_said_is_explained_before_and_after(row):
    page = page_of(patch="e2.2.2", pin=f"patch_said.{row}.1")
    (arithmetic,) = page.all(Arithmetic, "arithmetic")
    cell = grids(page)["patch_said"].cells[row][1]
    assert cell.pin == f"patch_said.{row}.1"
    share = patched(page.setting).likeliest[row][0][1]
    tensor, _, index = arithmetic.here.partition("@")
    place = tuple(map(int, index.split(".")))
    computation = computations(page.setting)[row]
    assert float(computation.tensors[tensor][place]) == pytest.approx(float(share), abs=1e-6)
