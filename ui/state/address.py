"""A page's state in the address: one codec, which has a version.

Version 2 writes every value that is not the page's own default, every text whose default depends
on the language, and the language; many edited cells are packed. What was written before it had no
version; it is read in the same way, since each value says by itself how it is written.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar
from urllib.parse import urlencode

from ui.shell.language import Text
from ui.state.control import Typed
from ui.state.setting import Setting

VERSION = "2"
S = TypeVar("S", bound=Setting)


@dataclass(frozen=True)
class Place:
    """What is looked at: the pinned cell, and the way taken from it to where its number is from."""

    pin: str = ""
    trail: str = ""


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
        written = parameters.get(f"{cls.PREFIX}_{name}")
        if written is None:
            continue
        try:
            values[name] = control.from_text(written)
        except ValueError:
            continue
    start = cls.default(text)
    try:
        setting = start.having(**values)
    except ValueError:
        setting = start
    place = (parameters.get(f"{cls.PREFIX}_{name}", "") for name in ("pin", "trail"))
    return State(setting, Place(*place))


def write_state(state: State[Setting], language: str) -> str:
    """The address behind the page's own path, "?v=2&lang=en..."."""
    setting, place = state.setting, state.place
    parameters = {"v": VERSION, "lang": language}
    plain, start = setting.plain(), type(setting)().plain()
    for name, control in type(setting).controls().items():
        depends = isinstance(control, Typed) and bool(control.default_words)
        if depends or plain[name] != start[name]:
            parameters[f"{setting.PREFIX}_{name}"] = setting.in_address(name)
    for name in ("pin", "trail"):
        if written := getattr(place, name):
            parameters[f"{setting.PREFIX}_{name}"] = written
    return f"?{urlencode(parameters, safe='~@=,')}"
