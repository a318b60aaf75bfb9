"""What the training page answers: before a run, with one, and when it is gone."""

import time
from collections.abc import Iterator

import numpy as np
import pytest
import torch

from pages.training.part import PendingNote, TrainingPicture
from pages.training.run_model import RunModel
from pages.training.run_snapshot import find_run
from pages.training.setting import NEWEST
from tests.pages.answers import Asked
from transformer_lab.learning import RunConfig, RunState, explained, learn
from ui.answer.page_handler import answer_of
from ui.answer.parts import Note
from ui.explain.arithmetic import Arithmetic
from ui.picture.matrix_view.matrix import Blobs
from ui.picture.model_map import ModelMap
from ui.runs.route import engine
from ui.runs.run import Run
from ui.words.language import text_of

SMALL = {"d_model": 8, "d_ff": 8, "batch_size": 4, "steps": 2}


@pytest.fixture(scope="module")
def run() -> Iterator[str]:
    """A short run that is over, computed here: no worker is asked for any of its steps."""
    config, state = RunConfig(**SMALL), RunState()
    made = Run("a-short-run", config, "me", time.monotonic(), status="done")
    for record in learn(config, state):
        made.take(*made.packed((record,)), state.copy())
    yield engine().add(made)


def picture(asked: Asked) -> TrainingPicture:
    (part,) = asked.all(TrainingPicture, "picture")
    return part


def notes(asked: Asked, area: str) -> list[str]:
    return [note.text for note in asked.all(Note, area)]


def test_before_a_run_the_untrained_model_is_explained() -> None:
    asked = Asked("training")
    assert "(step 0)" in asked.arithmetic.question
    assert asked.parts("verdict") == []
    assert picture(asked).setting.step == NEWEST


def test_a_pinned_weight_is_explained() -> None:
    asked = Asked("training", pin="weights.2.3")
    first = Asked("training")
    assert asked.arithmetic.title != first.arithmetic.title
    assert asked.explained_number == pytest.approx(0.13, abs=0.13)


def test_a_step_of_a_run_has_its_record_as_results(run: str) -> None:
    """A lesson checks them."""
    page = answer_of("training")
    setting = page.setting().with_values(**SMALL)
    assert page.results(setting) == {}
    for step, shown in ((0, 0), (2, 2), (NEWEST, 2)):
        made = page.results(setting.with_values(run=run, step=step))
        (record,) = (one for one in find_run(run).records if one.step == shown)
        assert made == {
            "step": shown,
            "held_out_loss": record.held_out_loss,
            "held_out_exact": record.held_out_exact,
        }


def test_a_run_is_explained_at_its_step(run: str) -> None:
    newest = Asked("training", run=run, **SMALL)
    first = Asked("training", run=run, step=0, **SMALL)
    assert "(step 2)" in newest.arithmetic.question
    assert "(step 0)" in first.arithmetic.question
    assert newest.explained_number != first.explained_number


def test_a_weight_shows_the_numbers_of_its_update_without_being_asked_for_all(
    run: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = text_of("training", "en")
    update = explained(-0.02, 0.25, first=0.03, second=0.0018, step=2, rate=0.0125)
    monkeypatch.setattr(RunModel, "adam_update", lambda *_: update)
    weight = "decoder.layers.0.cross_attention.w_q.weight@0.0"
    shown = Asked("training", run=run, pin=weight, **SMALL).arithmetic
    numbers = [label for label, _ in shown.lines if shown.levels.get(label) == "numbers"]
    assert text("explained.gradient") in numbers and text("explained.new_weight") in numbers
    assert "" not in numbers, "the sentences between them are for who asks for all"


def test_what_came_is_said_beside_what_was_expected(run: str) -> None:
    (text,) = notes(Asked("training", run=run, expected="not", **SMALL), "verdict")
    assert "and that is what happened" in text


def test_an_input_is_decoded_at_the_step(run: str) -> None:
    asked = Asked("training", run=run, written="1234567890", step=1, **SMALL)
    (text,) = notes(asked, "own")
    assert text.startswith("At step 1 the model writes")
    (refused,) = notes(asked.with_values(written="12x"), "own")
    assert "“x” is not part of this task" in refused


@pytest.mark.parametrize(
    ("task", "written", "lengths"),
    [
        ("reverse", "123", "exactly 10 tokens"),
        ("reverse", "1234567890", ""),
        ("translate", "not", "3 to 8 tokens"),
        ("translate", "my friend will not write a book tomorrow", ""),
    ],
)
def test_an_input_of_a_length_that_is_never_trained_on_is_said_to_be_one(
    task: str, written: str, lengths: str
) -> None:
    asked = Asked("training", task=task, written=written)
    texts = [note for note in asked.all(Note, "own") if "trains only" in note.text]
    assert [note.tone for note in texts] == (["warning"] if lengths else [])
    assert all(lengths in note.text for note in texts)


def test_what_is_typed_is_in_every_picture(run: str) -> None:
    asked = Asked("training", run=run, written="9870123456", step=1, pin="weights.2.3", **SMALL)
    header = picture(asked).header(Blobs())
    own = header["own"]
    assert own["step"] == 1
    assert own["source"] == list("9870123456")
    assert own["due"] == list("6543210789")
    assert own["caption"] == "Your input, step 1"
    example, typed = header["items"]
    assert typed["cols"]["labels"][:3] == ["9", "8", "7"]
    assert example["cols"]["labels"][0] == "3 (1)"
    start, count = own["places"]["decoder.layers.0.cross_attention.weights"]
    numbers = np.frombuffer(_numbers(asked), np.float32)
    weights = numbers[start : start + count].reshape(-1, 10)
    assert weights.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert asked.explained_number == pytest.approx(float(weights[2, 3]), abs=1e-4)
    (board,) = asked.with_values(map=True).all(ModelMap, "map")
    assert list(board.src.labels) == list("9870123456")


def _numbers(asked: Asked) -> bytes:
    blobs = Blobs()
    place = picture(asked).header(blobs)["numbers"]
    return b"".join(blobs.parts)[place["offset"] : place["offset"] + place["bytes"]]


def test_the_example_is_shown_again_at_a_press_and_instead_of_what_cannot_be_read() -> None:
    typed = Asked("training", written="987")
    assert picture(typed).own is not None
    assert picture(typed.pressed("own.example")).own is None
    assert picture(Asked("training", written="12x")).own is None
    assert picture(Asked("training", written="3141592653")).own is None


def test_a_run_of_another_model_than_the_controls_say_shows_no_own_input(run: str) -> None:
    other = Asked("training", run=run, written="987", num_layers=2, **SMALL)
    assert picture(other).own is None


def test_a_run_that_is_not_started_beside_one_that_is_says_so(run: str) -> None:
    assert "has not started" in picture(Asked("training", beside=run)).header(Blobs())["before"]
    assert "Untrained" in picture(Asked("training")).header(Blobs())["before"]


def test_heads_that_do_not_divide_the_width_are_said() -> None:
    (text,) = notes(Asked("training", d_model=30, num_heads=4), "picture")
    assert text == "4 heads do not divide d_model = 30 evenly. Heads used: 3."
    assert notes(Asked("training", d_model=32, num_heads=4), "picture") == []


@pytest.mark.parametrize(
    ("values", "word"),
    [
        ({"d_model": 8, "num_heads": 8}, "√d_k"),
        ({"d_model": 8, "num_heads": 8, "scaled": False}, "√d_k"),
        ({"warmup_steps": 1, "exponent": "mistake"}, "exponent"),
    ],
)
def test_a_control_that_changes_nothing_is_said_to_be_one(
    values: dict[str, object], word: str
) -> None:
    (text,) = notes(Asked("training", **values), "picture")
    assert word in text
    assert "changes nothing" in text


def test_a_step_opens_on_the_map(run: str) -> None:
    asked = Asked("training", run=run, map=True, written="987", step=1, **SMALL)
    (made,) = asked.all(ModelMap, "map")
    assert list(made.src.labels) == ["9", "8", "7"]
    assert asked.answer.area("origins") is not None
    assert Asked("training", run=run, **SMALL).parts("map") == []


def test_two_runs_on_one_task_stand_side_by_side(run: str) -> None:
    asked = Asked("training", beside=run)
    part = picture(asked)
    assert part.other is not None
    assert part.labels[1].startswith("Other run: ")
    other = Asked("training", beside=run, pin="heads.1.0.0")
    own = Asked("training", beside=run, pin="heads.0.0.0")
    assert "(step 2)" in other.arithmetic.question
    assert "(step 0)" in own.arithmetic.question


def test_a_run_that_is_gone_leaves_the_untrained_model() -> None:
    asked = Asked("training", run="nothing-of-this-name", beside="nor-this")
    assert "(step 0)" in asked.arithmetic.question
    assert picture(asked).other is None
    assert not asked.all(PendingNote)


def test_the_code_trains_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    asked = Asked("training", **SMALL)
    by_core, by_torch = asked.ran("core"), asked.ran("torch")
    assert by_core["record"].step == SMALL["steps"]
    assert torch.equal(by_core["weights"], by_torch["weights"])
    assert capsys.readouterr().out.count("step     2") == 2


@pytest.mark.parametrize("look_ahead", [True, False])
def test_a_title_names_the_mask_of_the_decoder_only_where_it_has_one(look_ahead, language):
    asked = Asked("training", language, look_ahead=look_ahead, attention="decoder")
    (shown,) = asked.all(Arithmetic, "arithmetic")
    name = "masked_self_attention" if look_ahead else "unmasked_self_attention"
    assert text_of("whole_model", language)(f"blocks.{name}") in shown.title
