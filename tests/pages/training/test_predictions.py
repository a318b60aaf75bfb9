"""What is expected of a training, and what is said of what came."""

import pytest

from pages.training.outcome import OUTCOMES, Result
from pages.training.predictions import LOW_PEAK, control_row, preset_of, reason, verdict, watch_text
from pages.training.presets import MISSING, PRESETS
from pages.training.run_model import config_of
from pages.training.setting import TrainingSetting
from tests.pages.answers import Asked
from transformer_lab.learning.presets import WORKING
from ui.answer.parts import Chip, Note
from ui.words.language import LANGUAGES, text_of

BAD, GOOD = Result(600, 2.3, 0.0, 3.1), Result(600, 0.001, 1.0, 3.1, 160)


def verdict_of(setting: TrainingSetting, result: Result, language: str = "en") -> Note:
    (note,) = verdict(text_of("training", language), setting, config_of(setting), result)
    assert isinstance(note, Note)
    return note


def test_before_a_run_one_outcome_is_chosen() -> None:
    asked = Asked("training")
    row = asked.row("expect")
    assert len(row) == len(OUTCOMES)
    chosen = asked.pressed("expect.not")
    assert chosen.setting.expected == "not"
    assert chosen.chip(asked.text("expect.not")).is_on
    assert chosen.pressed("expect.not").setting.expected == ""


@pytest.mark.parametrize(
    ("result", "reordered", "figures"),
    [
        (Result(600, 0.01, 63 / 64, 3.1), 0.0, ("“Nearly all exact”", "63 of 64")),
        (Result(600, 0.02, 0.0, 3.1), 0.0, ("“Low loss only”", "98%", "0.020", "0 of 64")),
        (Result(600, 1.2, 0.0, 3.1), 1.0, ("“Wrong order”", "64 of 64", "0 are")),
        (Result(600, 1.2, 0.0, 3.1), 0.0, ("“Better than guessing”", "1.200", "2.39", "3.100")),
        (Result(600, float("nan"), 0.0, 3.1), 0.0, ("“Guessing”", "NaN")),
        (Result(600, 2.38, 0.0, 3.1), 0.0, ("“Guessing”", "2.380", "5%", "2.39")),
    ],
)
def test_a_verdict_has_the_figures_that_it_follows_from(
    result: Result, reordered: float, figures: tuple[str, ...]
) -> None:
    setting = TrainingSetting()
    (note,) = verdict(text_of("training", "en"), setting, config_of(setting), result, reordered)
    assert isinstance(note, Note)
    assert all(one in note.text for one in figures)


@pytest.mark.parametrize(("expected", "name"), [("not", "agreed"), ("learned", "otherwise")])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_run_that_was_stopped_says_what_happened_so_far(language, expected, name) -> None:
    setting, text = TrainingSetting(expected=expected), text_of("training", language)
    whole, stopped = (
        verdict_of(setting, Result(step, 3.0, 0.0, 3.1), language).text
        for step in (setting.steps, setting.steps // 2)
    )
    values = {"expected": text(f"expect.{expected}"), "outcome": text("expect.not")}
    steps = {"step": f"{setting.steps // 2:,}", "steps": f"{setting.steps:,}"}
    assert whole.startswith(text(f"verdict.{name}", **values))
    assert stopped.startswith(text(f"verdict.{name}_so_far", **values, **steps))


@pytest.mark.parametrize("name", MISSING)
def test_a_preset_leads_to_the_training_that_it_has_to_be_compared_with(name: str) -> None:
    asked = Asked("training", **PRESETS[name])
    (chip,) = asked.row("control").values()
    control = asked.pressed(chip).setting
    assert config_of(control) == WORKING[name]
    assert control_row(asked.text, asked.setting, WORKING[name]) == [], "it is beside already"
    assert not asked.pressed(chip).row("control")


@pytest.mark.parametrize(("name", "says"), [("no_scaling", True), ("no_positions", False)])
def test_a_preset_says_what_else_it_changes(name: str, says: bool) -> None:
    watch = watch_text(text_of("training", "en"), TrainingSetting(**PRESETS[name]))
    assert ("d_model 64, Factor 2" in watch) == says
    assert ("differs from “Reverse”" in watch) == says


def test_during_and_after_a_run_the_guess_stands_and_cannot_be_changed() -> None:
    asked, words = (
        Asked("training", run="r1", expected="not"),
        text_of("training", "en")("expect.not"),
    )
    assert list(asked.row("expect")) == [words]
    assert asked.chip(words).is_on
    assert asked.chip(words).is_fixed
    assert not list(Asked("training", run="r1").row("expect"))
    assert not Asked("training", expected="not").chip(words).is_fixed


def test_a_guess_is_compared_with_what_came() -> None:
    assert verdict_of(TrainingSetting(expected="learned"), GOOD).tone == "good"
    assert verdict_of(TrainingSetting(expected="learned"), BAD).tone == "bad"
    assert verdict_of(TrainingSetting(), GOOD).tone == "plain"
    assert "step 160" in verdict_of(TrainingSetting(), GOOD).text


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize(
    "name", [name for name in PRESETS if f"why.{name}" in text_of("training", "en")]
)
def test_a_missing_part_is_said_to_be_the_reason_only_where_it_fails(
    name: str, language: str
) -> None:
    setting = TrainingSetting(**PRESETS[name])
    why = reason(text_of("training", language), setting, config_of(setting))
    assert why
    assert why in verdict_of(setting, BAD, language).text
    assert why not in verdict_of(setting, GOOD, language).text


def test_no_reason_is_given_where_another_may_be_the_true_one() -> None:
    words = text_of("training", "en")("why.no_warm_up").partition(",")[0]
    preset = TrainingSetting(**PRESETS["no_warm_up"])
    assert words in verdict_of(preset, BAD).text
    assert words in verdict_of(preset.with_values(seed=2), BAD).text
    assert words not in verdict_of(preset.with_values(factor=0.01), BAD).text, "it is far too slow"
    assert words not in verdict_of(preset, BAD._replace(step=30)).text, "it was stopped"


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_warm_up_the_same_run_at_the_low_peak_is_one_press_away(language: str) -> None:
    asked = Asked("training", language, **PRESETS["no_warm_up"])
    target = asked.pressed("try.low_peak").setting
    assert (target.warmup_steps, target.factor) == (1, LOW_PEAK)
    assert not Asked("training", language).row("low_peak")


def test_the_peak_of_the_steep_warm_up_is_that_of_its_schedule() -> None:
    setting = TrainingSetting(exponent="mistake")
    why = reason(text_of("training", "en"), setting, config_of(setting))
    assert "0.1021" in why
    assert "8.2 times" in why


def test_a_missing_part_counts_before_a_task() -> None:
    text = text_of("training", "en")
    both = TrainingSetting(task="sort", look_ahead=False)
    assert preset_of(both) == "no_look_ahead"
    assert preset_of(TrainingSetting(task="sort")) == ""
    assert watch_text(text, TrainingSetting(task="sort")) == text("watch.sort")
    assert watch_text(text, TrainingSetting(d_model=64)) == text("watch.reverse")
    assert watch_text(text, both).startswith(text("to_do.sort"))


def test_a_run_that_was_stopped_is_judged_so_far() -> None:
    assert "Stopped at step 30" in verdict_of(TrainingSetting(), Result(30, 2.0, 0.0, 3.1)).text


def test_a_preset_starts_another_training_beside_the_run() -> None:
    asked = Asked("training", run="abc", step=5, expected="not")
    chip = asked.chip(asked.text("presets.copy"))
    assert isinstance(chip, Chip)
    setting = type(asked.setting).read(chip.setting).reset_dependents(asked.setting)
    assert (setting.task, setting.run, setting.beside, setting.expected) == ("copy", "", "abc", "")
