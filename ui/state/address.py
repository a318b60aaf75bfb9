"""A page's state in the address: one codec, which has a version.

Version 2 writes every value that is not the page's own default, every text whose default depends
on the language, and the language; many edited cells are packed. What was written before it had no
version; it is read in the same way, since each value says by itself how it is written.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar
from urllib.parse import urlencode

from ui.shell.language import Text
from ui.state.control import Typed
from ui.state.setting import Setting

VERSION = "2"
PLACES = ("pin", "trail", "view")
_VIEW = re.compile(r"[0-9._-]{0,60}", flags=re.ASCII)
S = TypeVar("S", bound=Setting)


@dataclass(frozen=True)
class Place:
    """What is looked at: the pinned cell, and the way taken from it to where its number is from."""

    pin: str = ""
    trail: str = ""
    view: str = ""
    """What of a large picture is in sight, as the browser wrote it; nothing else depends on it."""


@dataclass(frozen=True)
class State(Generic[S]):
    """All that a page's answer follows from, beside the language."""

    setting: S
    place: Place = field(default_factory=Place)
    before: S | None = None
    """The setting before the last change, where a page is asked what that changed."""


def read_state(cls: type[S], text: Text, parameters: Mapping[str, str]) -> State[S]:
    """From an address. What it does not say, or says wrongly, is as the page starts."""
    values = {}
    for name, control in cls.controls().items():
        called = (f"{cls.PREFIX}_{name}", *cls.FORMER.get(name, ()))
        said = next((parameters[one] for one in called if one in parameters), None)
        if said is None:
            continue
        try:
            values[name] = control.from_text(said)
        except ValueError:
            continue
    start = cls.default(text)
    try:
        setting = start.having(**values)
    except ValueError:
        setting = start
    written = {name: parameters.get(f"{cls.PREFIX}_{name}", "") for name in PLACES}
    if not _VIEW.fullmatch(written["view"]):
        written["view"] = ""
    return State(setting, Place(**written))


def write_state(state: State[Setting], language: str) -> str:
    """The address behind the page's own path, "?v=2&lang=en..."."""
    setting, place = state.setting, state.place
    parameters = {"v": VERSION, "lang": language}
    plain, start = setting.plain(), type(setting)().plain()
    for name, control in type(setting).controls().items():
        depends = isinstance(control, Typed) and bool(control.default_words)
        if depends or plain[name] != start[name]:
            parameters[f"{setting.PREFIX}_{name}"] = setting.in_address(name)
    for name in PLACES:
        if written := getattr(place, name):
            parameters[f"{setting.PREFIX}_{name}"] = written
    return f"?{urlencode(parameters, safe='~@=,')}"
