"""All that a page says in its presets, as one text."""

import runpy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from unittest.mock import patch

from tests.pages.answers import Asked
from tests.pages.snapshots.described import described
from tests.pages.snapshots.explanations import Explained, explanations
from tests.pages.snapshots.plainly import (
    INDENT,
    Header,
    Lines,
    differences,
    indented,
    plain,
)
from tests.pages.snapshots.states import nearest
from tests.pages.snapshots.travelled import travelled
from ui.answer.page_handler import ASKED, CORRIDOR
from ui.answer.parts import Chips
from ui.shell.navigation import page_file
from ui.shell.page import Layout
from ui.state.address import State
from ui.state.control import Choice, Control
from ui.state.setting import Setting
from ui.words.language import Text
from ui.words.pages import page_names

ROOT = Path(__file__).parents[3]
LIMITS = ("low", "high", "step", "longest")


def answering_pages() -> list[str]:
    """Those with an answer of their own."""
    return [name for name in page_names() if find_spec(f"pages.{name}.answer") is not None]


def states(name: str, language: str = "en") -> Iterator[tuple[str, Asked]]:
    """The page as it starts in English, and each of its presets, by their labels."""
    start = Asked(name)
    shown = Asked(name, language)
    yield "start", shown.moved(State(start.setting))
    for row in start.all(Chips):
        for chip in row.chips if row.name.startswith("presets") else ():
            setting = type(start.setting).read(chip.setting)
            if setting != start.setting:
                yield chip.label, shown.moved(State(setting))


def page_text(name: str) -> str:
    """The snapshot of a page."""
    return "".join(f"{line.rstrip()}\n" for line in _lines(name))


def _lines(name: str) -> Lines:
    start = Asked(name)
    yield f"# {start.text('title')}: {start.text('question')}"
    yield "# Written by python -m tests.pages.snapshots --write"
    yield from _head(_Opened.of(name))
    yield from _controls(start.setting, start.text)
    done, before = Explained(), {}
    for label, asked in states(name):
        yield ""
        yield f"== {label}: {differences(start.setting.to_json(), asked.setting.to_json())}"
        # Head and end of a page have tests of their own: tests/ui/questions/test_asked.py,
        # tests/ui/answer/test_corridor.py.
        own = {
            name: area for name, area in asked.answer.areas.items() if name not in (ASKED, CORRIDOR)
        }
        areas = {name: travelled(area) for name, area in own.items()}
        texts = list(_answer(asked, areas))
        yield from nearest(texts, before)
        yield from explanations(asked, areas, done)
        before[label] = texts


def _answer(asked: Asked, areas: Mapping[str, Sequence[Header]]) -> Lines:
    answer, setting = asked.answer, asked.setting.to_json()
    yield f"equation {answer.equation}"
    for name, parts in areas.items():
        later = " later" if name in answer.later else ""
        yield f"area {name}{later}{' follows the pin' if answer.areas[name].follows_pin else ''}"
        for part in parts:
            yield from indented(described(part, setting))


@dataclass
class _Opened:
    """What a page's script hands to its frame."""

    equations: Mapping[str, str]
    layout: Layout

    @classmethod
    def of(cls, name: str) -> "_Opened":
        found: list[_Opened] = []

        def record(
            name: str,
            controls: object,
            *,
            equations: Mapping[str, str],
            layout: Layout | None = None,
        ) -> None:
            found.append(cls(equations, layout or Layout()))

        with patch("ui.shell.page.WorkbenchPage", record):
            runpy.run_path(str(ROOT / page_file(name)))
        (only,) = found
        return only


def _head(opened: _Opened) -> Lines:
    for name, equation in opened.equations.items():
        yield f"equation {name}: {equation}"
    for place in ("above", "main", "below", "expanders"):
        if areas := getattr(opened.layout, place):
            yield f"{place}: {plain(areas)}"


def _controls(setting: Setting, text: Text) -> Lines:
    """What can be set, from where to where, from what it starts, and what it is called."""
    for name, control in type(setting).controls().items():
        limits = [f"{key} {plain(v)}" for key, v in vars(control).items() if key in LIMITS]
        start = f"starts at {plain(control.write(getattr(setting, name)))}"
        words = list(_words(text, name, control))
        called = words[0] if words else []
        about = ", ".join([type(control).__name__, *limits, start])
        yield " | ".join([f"control {name}: {about}", *called])
        yield from (INDENT + " | ".join(named) for named in words[1:])


def _words(text: Text, name: str, control: Control) -> Iterator[list[str]]:
    """Its label and its help, and what its options are called, where it has them."""
    words = control.words or name
    keys = [f"controls.{words}", f"controls.{words}_help"]
    if found := [text(key) for key in keys if key in text]:
        yield found
    options = control.options if isinstance(control, Choice) else ()
    called = {one: f"{control.section or name}.{one}" for one in options}
    if named := [f"{one}: {text(key)}" for one, key in called.items() if key in text]:
        yield named
