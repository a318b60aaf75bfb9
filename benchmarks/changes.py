"""The messages that a visitor sends for one control that is moved repeatedly, made in advance.

Visitors of one page move its number fields and sliders in turn, each to values from half to twice
its default; on a page without any, another control. Where a page has a seed, each visitor opens it
with their own value, so that no one gets an answer cached for another.
"""

import json
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg

from benchmarks.opened import Opened, Trouble, header, widget_state
from ui.answer.trip import Trip
from ui.shell.navigation import page_names
from ui.state.address import State, write_state
from ui.state.control import Choice, Control, GradedSlider, Number, Slider, Stepped, Toggle
from ui.state.setting import Setting

SEED = "seed"
OTHERS = "hugging_face"
"""A choice that needs other people's files, which not every page offers."""
MANY_VALUES = 20
MOST_TRIES = 50
"""For each change: values that do not go together with the rest are drawn again."""


@dataclass(frozen=True)
class Change:
    """One move of a control."""

    field: str
    value: Any
    message: bytes
    """The messages to Streamlit."""
    request: bytes
    """The request to the route."""
    later: bytes
    """The request after the answer; empty where the page shows nothing else."""

    def check(self, answer: bytes) -> None:
        """Raises: Trouble where an answer is to anything else."""
        answered = header(answer)["state"]["setting"][self.field]
        if answered != self.value:
            raise Trouble(f"{self.field} is {answered!r}, not {self.value!r}")


def opening(page: str, language: str, number: int) -> tuple[Setting, bytes]:
    """The setting with which a visitor opens a page, and the message that does so."""
    trip = Trip(page, language)
    setting = trip.page.setting.default(trip.text)
    if SEED in setting.controls():
        setting = next(_settings(SEED, setting, random.Random(number)), setting)
    message = _rerun(setting, language)
    # The first page is known by no name.
    message.rerun_script.page_name = "" if page == page_names()[0] else page
    return setting, message.SerializeToString()


def changes(opened: Opened, start: Setting, language: str, number: int, count: int) -> list[Change]:
    """At most `count` moves of one control. Raises: ValueError where a page has none to move."""
    fields = movable(opened, start)
    if not fields:
        raise ValueError(f"{type(start).__name__} has no control to move")
    name = fields[number % len(fields)]
    settings = [start, *islice(_settings(name, start, random.Random(number)), count)]
    return [_change(opened, name, before, after, language) for before, after in pairwise(settings)]


def movable(opened: Opened, setting: Setting) -> list[str]:
    """The fields that can be moved: numbers, else whatever else has a control on the page.

    Numbers that hardly have values are left to others: all answers would soon be kept.
    """
    controls = setting.controls()
    drawn = [name for name in controls if widget_of(setting, name) in opened.widgets]
    for kinds in (Number, Stepped, (Choice, Toggle)):
        if fields := [name for name in drawn if isinstance(controls[name], kinds)]:
            return [name for name in fields if _has_many_values(name, setting)] or fields
    return []


def _has_many_values(name: str, setting: Setting) -> bool:
    control = setting.controls()[name]
    if not isinstance(control, Number):
        return False
    low, high = _range(name, control, setting)
    return high - low >= MANY_VALUES * _grain(control)


def _range(name: str, control: Number, start: Setting) -> tuple[float, float]:
    """From half to twice the value with which a page starts, all of it for a seed."""
    if name == SEED:
        return control.low, control.high
    value = getattr(start, name)
    # With a step of play on either side, so that what starts with 0 has other values too.
    low, high = min(value / 2, value - control.step), max(2 * value, value + control.step)
    return max(low, control.low), min(high, control.high)


def _grain(control: Number) -> float:
    """The least step between two values: any number can be typed, but a slider goes in steps."""
    if isinstance(control, Slider):
        return control.step
    return 1 if control.is_whole else 0.01


def widget_of(setting: Setting, name: str) -> str:
    """The app's name of a field's widget (ui/state/widgets.py)."""
    control = setting.controls()[name]
    options = control.options(setting) if isinstance(control, Stepped) else ()
    return "_".join([setting.PREFIX, name, *map(str, options)])


def _change(opened: Opened, name: str, before: Setting, after: Setting, language: str) -> Change:
    asked = {"setting": after.plain(), "place": {"pin": "", "trail": ""}, "before": before.plain()}
    later = json.dumps(asked | {"areas": list(opened.areas)}).encode() if opened.areas else b""
    message = _moved(opened, name, before, after, language)
    return Change(name, after.plain()[name], message, json.dumps(asked).encode(), later)


def _moved(opened: Opened, name: str, before: Setting, after: Setting, language: str) -> bytes:
    """The browser's message to Streamlit: every control, the moved one with its new value."""
    message = _rerun(after, language)
    state = message.rerun_script
    state.page_script_hash, state.fragment_id = opened.script, opened.fragment
    moved, value = widget_of(before, name), after.plain()[name]
    options = _places(before.controls()[name], before)
    for key, element in opened.widgets.items():
        if key == moved:
            place = options.index(value) if options else 0
            state.widget_states.widgets.append(widget_state(element, value, place))
        else:
            state.widget_states.widgets.append(widget_state(element))
    return message.SerializeToString()


def _rerun(setting: Setting, language: str) -> BackMsg:
    message = BackMsg()
    state = message.rerun_script
    state.query_string = write_state(State(setting), language).removeprefix("?")
    state.context_info.timezone, state.context_info.locale = "Europe/London", "en-US"
    return message


def _settings(name: str, start: Setting, chance: random.Random) -> Iterator[Setting]:
    """One after the other, each with another value of a field; it ends where none fits."""
    setting, control = start, start.controls()[name]
    refused = 0
    while refused < MOST_TRIES:
        try:
            other = setting.having(**{name: _drawn(name, control, start, chance)})
        except ValueError:
            refused += 1
            continue
        if other == setting:
            refused += 1
            continue
        refused, setting = 0, other
        yield setting


def _drawn(name: str, control: Control, start: Setting, chance: random.Random) -> Any:
    if options := _options(control, start):
        return chance.choice(options)
    assert isinstance(control, Number)
    low, high = _range(name, control, start)
    if isinstance(control, GradedSlider):
        return chance.choice([one for one in control.options if low <= one <= high])
    grain, origin = _grain(control), control.low
    first, last = math.ceil((low - origin) / grain), math.floor((high - origin) / grain)
    value = origin + grain * chance.randint(first, last)
    return int(value) if control.is_whole else round(value, 2)


def _places(control: Control, setting: Setting) -> Sequence[Any]:
    """The values that are said by their label; empty for a number."""
    return control.options if isinstance(control, GradedSlider) else _options(control, setting)


def _options(control: Control, setting: Setting) -> Sequence[Any]:
    """The options of a choice; empty for a number."""
    if isinstance(control, Stepped):
        return list(control.options(setting))
    if isinstance(control, Choice):
        return [one for one in control.options if one != OTHERS]
    return [False, True] if isinstance(control, Toggle) else []
