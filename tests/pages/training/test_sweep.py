"""A sweep: up to nine runs of one or two fields, written in a link, and what a changed setting does
to them.
"""

import pytest

from pages.training.part import charts_of
from pages.training.run_model import config_of
from pages.training.setting import SWEEP, TrainingSetting
from pages.training.sweep import SWEPT, USUAL, axes_of, read_runs, read_sweep
from pages.training.sweep_part import runs_of, sweep_header
from ui.words.language import LANGUAGES, text_of

TWO = "factor=0.5,1,2;num_heads=1,2,4"


def test_two_fields_of_three_values_are_nine_runs_row_by_row() -> None:
    runs = runs_of(TrainingSetting(sweep=TWO))
    wanted = [(factor, heads) for factor in (0.5, 1.0, 2.0) for heads in (1, 2, 4)]
    assert [(one.config.factor, one.config.num_heads) for one in runs] == wanted


def test_the_runs_differ_from_the_setting_in_nothing_else() -> None:
    setting = TrainingSetting(task="copy", d_model=64, seed=7, sweep="factor=0.5,2")
    left = {name: value for name, value in config_of(setting).plain.items() if name != "factor"}
    for one in runs_of(setting):
        assert {name: one.config.plain[name] for name in left} == left


def test_values_that_make_no_other_run_are_left_out() -> None:
    # 3 heads do not divide 32: it is the same run as with 2
    assert [one.config.num_heads for one in runs_of(TrainingSetting(sweep="num_heads=2,3"))] == [2]


@pytest.mark.parametrize(
    "text",
    ["", "task=copy", "factor", "factor=1;factor=2", "factor=1,2,3,4", "run=x", "a=1;b=2;c=3"],
)
def test_what_is_no_sweep_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"sweep|swept"):
        read_sweep(text)


def test_a_value_that_its_control_cannot_have_is_left_out() -> None:
    controls = TrainingSetting.controls()
    assert axes_of("factor=nan,99,1,", controls) == [("factor", (1.0,))]
    assert axes_of("schedule=paper,none", controls) == [("schedule", ("paper",))]


@pytest.mark.parametrize("text", ["a b", "x" * 65, ".".join("abcdefghij"), "é"])
def test_what_are_no_runs_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="runs"):
        read_runs(text)


def test_another_setting_has_no_runs_of_a_sweep_yet() -> None:
    before = TrainingSetting(sweep_runs="a.b.c")
    assert before.with_values(seed=2).reset_dependents(before).sweep_runs == ""
    assert before.with_values(sweep=TWO).reset_dependents(before).sweep_runs == ""


def test_opening_one_of_its_runs_keeps_the_sweep() -> None:
    before = TrainingSetting(sweep_runs="a.b.c", chart=SWEEP)
    after = before.with_values(factor=0.5, run="a", chart="learning").reset_dependents(before)
    assert (after.run, after.sweep_runs, after.swept) == ("a", "a.b.c", before.swept)


def test_nothing_is_sent_of_a_sweep_that_nobody_sees() -> None:
    text = text_of("training", "en")
    assert sweep_header(text, TrainingSetting()) is None
    assert sweep_header(text, TrainingSetting(chart=SWEEP)) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_can_be_swept_and_has_a_title(language: str) -> None:
    text = text_of("training", language)
    header = sweep_header(text, TrainingSetting(chart=SWEEP))
    assert header is not None
    assert [one["name"] for one in header["fields"]] == list(SWEPT)
    for field in header["fields"]:
        values = [one for one, _ in field["options"]] or [str(field["low"]), str(field["high"])]
        sweep = f"{field['name']}={','.join(values[:3])}"
        made = sweep_header(text, TrainingSetting(chart=SWEEP, sweep=read_sweep(sweep)))
        assert made is not None
        titles = [one["title"] for one in made["runs"]]
        assert len(set(titles)) == len(titles) >= 1 and all(titles)


def test_a_run_that_is_not_here_counts_as_not_begun() -> None:
    text = text_of("training", "en")
    header = sweep_header(text, TrainingSetting(sweep_runs="gone.."))
    assert header is not None and [one["run"] for one in header["runs"]] == ["", "", ""]


def test_a_text_has_its_sweep_too() -> None:
    assert SWEEP in charts_of(config_of(TrainingSetting()))
    assert read_sweep(USUAL) == USUAL
