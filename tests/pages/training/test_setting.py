"""What can be changed on the training page, and what becomes of a run when it is."""

import pytest

from pages.training.part import TrainingPicture
from pages.training.presets import PRESETS
from pages.training.run_model import config_of
from pages.training.setting import BEGIN, NEWEST, TrainingSetting, read_run, read_step
from tests.pages.answers import Asked
from transformer_lab.learning import RunConfig
from transformer_lab.learning.presets import FAILING, WORKING
from ui.picture.matrix_view.matrix import Blobs
from ui.questions.register import question_of
from ui.words.language import LANGUAGES

RUN = "Zr3q-run_1"


def changed(before: TrainingSetting, **values: object) -> TrainingSetting:
    return before.with_values(**values).reset_dependents(before)


def test_another_training_has_no_run_yet_and_the_one_before_stands_beside_it() -> None:
    before = TrainingSetting(run=RUN, step=30, expected="learned")
    after = changed(before, d_model=64)
    assert (after.run, after.beside, after.step, after.expected) == ("", RUN, NEWEST, "")


def test_what_only_shows_it_otherwise_keeps_the_run() -> None:
    before = TrainingSetting(run=RUN, step=30, expected="learned")
    after = changed(before, chart="rate", lines=True, step=40)
    assert (after.run, after.step, after.expected) == (RUN, 40, "learned")


def test_without_a_run_a_guess_belongs_to_the_training_it_was_made_for() -> None:
    assert changed(TrainingSetting(expected="not"), seed=2).expected == ""


def test_a_guess_is_a_step_so_that_undo_never_gives_it_to_another_run() -> None:
    assert "expected" not in TrainingSetting.views()


def test_undo_brings_a_run_back() -> None:
    before = TrainingSetting(run=RUN)
    after = changed(before, d_model=64)
    assert before.reset_dependents(after).run == RUN


def test_heads_part_the_width() -> None:
    assert TrainingSetting(d_model=40, num_heads=6).heads == 5
    assert config_of(TrainingSetting(d_model=40, num_heads=6)).num_heads == 5


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_trained(name: str) -> None:
    config = config_of(TrainingSetting(**PRESETS[name]))
    assert config.steps / config.every <= 400


@pytest.mark.parametrize("text", ["../x", "a b", "x" * 65, "é"])
def test_what_no_run_is_called_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a run"):
        read_run(text)


@pytest.mark.parametrize("text", ["-2", "4001", "1.5", "", "١"])
def test_what_is_no_step_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a step"):
        read_step(text)


def test_a_run_that_a_link_begins_does_not_stay_beside_another_training() -> None:
    begun = TrainingSetting(run=BEGIN)
    changed = begun.with_values(seed=2).reset_dependents(begun)
    assert (changed.run, changed.beside) == ("", "")


def test_the_question_whose_answer_is_a_run_begins_it() -> None:
    for language in LANGUAGES:
        assert question_of("nonsense").state(language).setting.run == BEGIN


def test_the_run_without_warm_up_begins_next_to_the_one_with_it() -> None:
    asked = Asked("training", **PRESETS["no_warm_up"], run=BEGIN, beside=BEGIN)
    (picture,) = asked.all(TrainingPicture, "picture")
    header = picture.header(Blobs())
    assert (header["run"], header["beside"]) == (BEGIN, "")
    assert RunConfig(**header["control"]) == WORKING["no_warm_up"]
    assert header["config"] == FAILING["no_warm_up"].plain
    (alone,) = Asked("training", run=BEGIN).all(TrainingPicture, "picture")
    assert alone.header(Blobs())["control"] is None
