"""What a setting declares, and what follows from that."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import pytest

from ui.state.cells import Edits
from ui.state.control import GradedSlider
from ui.state.setting import Setting, choice, edited_cells, number, slider, stepped, toggle, typed
from ui.state.typed_input import InputError, read_sentence
from ui.words.language import text_of


@dataclass(frozen=True, eq=False)
class Example(Setting):
    PREFIX = "ex"

    size: int = slider(1, 8, 4)
    rate: float = number(0.0, 1.0, 0.5, step=0.1)
    heads: int = stepped(1, 64, 4, lambda setting: [1, 2, 4, 8])
    mask: str = choice(("none", "padding"), "none")
    scaling: bool = toggle(True)
    sentence: str = typed(read_sentence, default_words="controls.sentence_default")
    edits: Edits = edited_cells(("Q", "K"))

    def check(self) -> None:
        if self.size == 7:
            raise InputError("not_divisible", d_model=7, num_heads=2)


TEXT = text_of("masks", "en")
START = Example.default(TEXT)


def plain(**values: Any) -> dict[str, Any]:
    return START.to_json() | values


def test_what_is_written_is_read_back() -> None:
    setting = START.with_values(
        size=8, rate=0.25, mask="padding", scaling=False, edits={("Q", 0, 1): 0.5}
    )
    assert Example.read(setting.to_json()) == setting


def test_a_page_starts_in_the_words_of_its_language() -> None:
    assert START.sentence == TEXT("controls.sentence_default")
    assert Example.default(text_of("masks", "ko")).sentence != START.sentence


def test_settings_are_equal_when_all_of_their_values_are() -> None:
    same, other = Example.read(START.to_json()), START.with_values(edits={("Q", 0, 0): 1.0})
    assert same == START and hash(same) == hash(START)
    assert other != START


@pytest.mark.parametrize(
    "values",
    [
        {"size": 0},
        {"size": 9},
        {"size": 2.5},
        {"size": True},
        {"size": "four"},
        {"size": None},
        {"rate": float("nan")},
        {"rate": 1.01},
        {"mask": "look_ahead"},
        {"mask": 3},
        {"scaling": "yes"},
        {"scaling": 1},
        {"sentence": ""},
        {"sentence": 5},
        {"sentence": "a " * 3000},
        {"edits": "V.0.0=1"},
        {"edits": {"Q": 1}},
        {"heads": 65},
    ],
)
def test_what_no_control_would_give_is_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        Example.read(plain(**values))


def test_a_missing_value_is_refused() -> None:
    values = plain()
    del values["rate"]
    with pytest.raises(ValueError, match="rate"):
        Example.read(values)


@pytest.mark.parametrize("change", [START.with_values, lambda **v: Example.read(plain(**v))])
def test_what_does_not_go_together_is_refused(change: Callable[..., Any]) -> None:
    with pytest.raises(InputError, match="not_divisible"):
        change(size=7)


def test_a_whole_number_stays_whole_and_a_broken_one_broken() -> None:
    setting = Example.read(plain(size=3.0, rate=1))
    assert type(setting.size) is int and setting.size == 3
    assert type(setting.rate) is float


def test_a_number_that_is_no_option_counts_as_the_next_smaller() -> None:
    control = Example.controls()["heads"]
    assert control.chosen(START, 6) == 4
    assert control.chosen(START, 8) == 8


@pytest.mark.parametrize(("low", "high"), [(1, 2048), (1, 1024), (1, 1000), (3, 70)])
def test_a_long_slider_has_every_small_number_and_no_large_step(low: int, high: int) -> None:
    options = GradedSlider(low=low, high=high).options
    assert (options[0], options[-1]) == (low, high)
    assert options[: 65 - low] == list(range(low, 65))
    assert all(0 < next_ - one <= max(1, one / 32) for one, next_ in pairwise(options))
    assert {2**power for power in range(12) if low <= 2**power <= high} <= set(options)


def test_a_number_between_two_steps_of_a_long_slider_is_taken_as_it_is() -> None:
    control = GradedSlider(low=1, high=2048)
    assert 1001 not in control.options
    assert control.from_text("1001") == 1001
    assert control.with_options([1001, 50]) == sorted([*control.options, 1001])
    with pytest.raises(ValueError, match="range"):
        control.read(2049)


def test_what_was_done_elsewhere_keeps_what_a_control_says_meanwhile() -> None:
    """An edit was made to one setting; the mask was chosen before the session heard of it."""
    edited = START.with_values(edits={("Q", 0, 0): 2.5}, rate=0.25)
    chosen = START.with_values(mask="padding", rate=0.75)
    merged = chosen.apply_change(START, edited)
    assert (merged.mask, merged.edits, merged.rate) == ("padding", edited.edits, 0.25)
    assert START.apply_change(START, edited) == edited
    assert chosen.apply_change(edited, edited) == chosen


def test_what_cannot_be_beside_what_a_control_says_comes_alone() -> None:
    odd = replace(START, heads=2)
    assert replace(START, size=7).apply_change(START, odd) == odd
