"""Prepares the messages that a visitor sends while moving one control repeatedly.

The visitors of a page are assigned its number fields and sliders in turn, and move them to values
from half to twice the default; on a page without any, they move another control. If a page has a
seed, each visitor opens it with a different one, so that no one gets an answer cached for another.
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
from ui.answer.page_handler import PageHandler
from ui.state.address import State, write_state
from ui.state.control import Choice, Control, GradedSlider, Number, Slider, Stepped, Toggle
from ui.state.setting import Setting
from ui.words.pages import page_names

SEED = "seed"
OTHERS = "hugging_face"
"""A choice that needs a Hugging Face model; it is never selected."""
MANY_VALUES = 20
MOST_TRIES = 50
"""The most attempts per change: values that do not fit the rest of the setting are redrawn."""


@dataclass(frozen=True)
class Change:
    """One move of a control."""

    field: str
    value: Any
    address: str
    """The page's URL after it, from its own path on."""
    message: bytes
    """The message to Streamlit."""
    request: bytes
    """The request to the route."""
    later: bytes
    """The request for the remaining areas after the answer; empty if there are none."""
    alike: frozenset[Any] = frozenset()
    """Other values that mean the same: of a layer, all from the last one on."""

    def check(self, answer: bytes) -> None:
        """Check that an answer is to this change. Raises: Trouble."""
        answered = header(answer)["state"]["setting"][self.field]
        if answered != self.value and answered not in self.alike:
            raise Trouble(f"{self.field} is {answered!r}, not {self.value!r}")


def opening(page: str, language: str, number: int) -> tuple[Setting, bytes]:
    """Return the setting with which a visitor opens a page, and the message that opens it."""
    handler = PageHandler(page, language)
    setting = handler.page.setting.default(handler.text)
    if SEED in setting.controls():
        setting = next(_settings(SEED, setting, random.Random(number)), setting)
    message = _rerun(setting, language)
    # The first page has no name in the URL.
    message.rerun_script.page_name = "" if page == page_names()[0] else page
    return setting, message.SerializeToString()


def changes(opened: Opened, start: Setting, language: str, number: int, count: int) -> list[Change]:
    """Return up to `count` moves of one control. Raises: ValueError if the page has no control."""
    fields = movable(opened, start)
    if not fields:
        raise ValueError(f"{type(start).__name__} has no control to move")
    name = fields[number % len(fields)]
    settings = [start, *islice(_settings(name, start, random.Random(number)), count)]
    return [_change(opened, name, before, after, language) for before, after in pairwise(settings)]


def movable(opened: Opened, setting: Setting) -> list[str]:
    """Return the fields to move: numbers if there are any, else the other controls of the page.

    Numbers with few values are skipped if possible, because all answers would soon be cached.
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
    """Return the range of values: half to twice the default, or the full range for a seed."""
    if name == SEED:
        return control.low, control.high
    value = getattr(start, name)
    # At least one step on either side, so that a default of 0 has other values too.
    low, high = min(value / 2, value - control.step), max(2 * value, value + control.step)
    return max(low, control.low), min(high, control.high)


def _grain(control: Number) -> float:
    """Return the least step between two values: a slider's step, or that of a typed number."""
    if isinstance(control, Slider):
        return control.step
    return 1 if control.is_whole else 0.01


def widget_of(setting: Setting, name: str) -> str:
    """Return the app's key of a field's widget (ui/state/widgets.py)."""
    control = setting.controls()[name]
    options = control.options(setting) if isinstance(control, Stepped) else ()
    return "_".join([setting.PREFIX, name, *map(str, options)])


def _change(opened: Opened, name: str, before: Setting, after: Setting, language: str) -> Change:
    asked = {
        "setting": after.to_json(),
        "selection": {"pin": "", "trail": ""},
        "before": before.to_json(),
    }
    later = json.dumps(asked | {"areas": list(opened.areas)}).encode() if opened.areas else b""
    message = _moved(opened, name, before, after, language)
    request = json.dumps(asked).encode()
    address = write_state(State(after), language)
    value = after.to_json()[name]
    return Change(name, value, address, message, request, later, _alike(name, after))


def _alike(name: str, setting: Setting) -> frozenset[int]:
    """Return the numbers that count as the same option as the setting's own."""
    control = setting.controls()[name]
    if not isinstance(control, Stepped):
        return frozenset()
    option = control.chosen(setting, getattr(setting, name))
    wanted = range(control.low, control.high + 1)
    return frozenset(one for one in wanted if control.chosen(setting, one) == option)


def _moved(opened: Opened, name: str, before: Setting, after: Setting, language: str) -> bytes:
    """Return the browser's message to Streamlit: all controls, with the moved one's new value."""
    message = _rerun(after, language)
    state = message.rerun_script
    state.page_script_hash, state.fragment_id = opened.script, opened.fragment
    moved, value = widget_of(before, name), after.to_json()[name]
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
    """Yield settings, each with another value of a field, until no valid value is found."""
    setting, control = start, start.controls()[name]
    refused = 0
    while refused < MOST_TRIES:
        try:
            other = setting.with_values(**{name: _drawn(name, control, start, chance)})
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
    """Return the values that are sent by their label; empty for a number."""
    return control.options if isinstance(control, GradedSlider) else _options(control, setting)


def _options(control: Control, setting: Setting) -> Sequence[Any]:
    """Return the options of a choice; empty for a number."""
    if isinstance(control, Stepped):
        return list(control.options(setting))
    if isinstance(control, Choice):
        return [one for one in control.options if one != OTHERS]
    return [False, True] if isinstance(control, Toggle) else []
