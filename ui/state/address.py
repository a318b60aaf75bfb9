"""A page's state in the URL: one codec, with a version.

Version 4 writes every value that differs from the page's default, every text whose default depends
on the language, every field with a `former` value, and the language. Many edited cells are packed,
and a text that is the default in some language is written as that language, "~ko". In version 3
some pages had other default texts, which the text files keep under that version's number. Version 2
wrote these texts out; earlier URLs had no version. All are read in the same way, since each value
shows how it is written.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar
from urllib.parse import urlencode

from ui.state.control import Control, Typed
from ui.state.setting import Setting
from ui.words.language import LANGUAGES, Text, text_of

VERSION = "4"
_MARKED = re.compile(f"~+({'|'.join(LANGUAGES)})")
"""A text that stands for a default text; a real text of this form gets one more ~."""
_WRONG = object()
SELECTION_FIELDS = ("pin", "trail", "view")
_VIEW = re.compile(r"[0-9._-]{0,60}", flags=re.ASCII)
S = TypeVar("S", bound=Setting)


@dataclass(frozen=True)
class Selection:
    """The pinned cell, and the trail from it to the cells that its number comes from."""

    pin: str = ""
    trail: str = ""
    view: str = ""
    """The map position, as the browser wrote it; nothing else depends on it."""


@dataclass(frozen=True)
class State(Generic[S]):
    """Everything that a page's answer depends on, besides the language."""

    setting: S
    selection: Selection = field(default_factory=Selection)
    before: S | None = None
    """The setting before the last change, if the page shows what that change did."""


def _starts(control: Control, text: Text, version: str = VERSION) -> dict[str, str]:
    """Return a field's default texts in a version of the URL, by language; empty if the default
    does not depend on the language.
    """
    if not isinstance(control, Typed) or not control.default_words or not text.page:
        return {}
    starts = {}
    for code in LANGUAGES:
        words = text_of(text.page, code)
        starts[code] = words(_former(control, words, version) or control.default_words)
    return starts


def _former(control: Control, text: Text, version: str) -> str:
    """The name of the text with which a field started in an earlier version of the address; an
    empty string where it starts with the same one today.
    """
    words = getattr(control, "default_words", "")
    return former if words and (former := f"{words}_v{version}") in text else ""


def _written_out(control: Control, text: Text, raw: str, version: str) -> str:
    if not (starts := _starts(control, text, version)) or not _MARKED.fullmatch(raw):
        return raw
    return starts.get(raw.removeprefix("~"), raw.removeprefix("~"))


def _shortened(control: Control, text: Text, raw: str) -> str:
    starts = _starts(control, text)
    if starts and _MARKED.fullmatch(raw):
        return f"~{raw}"
    return next((f"~{code}" for code, start in starts.items() if raw == start), raw)


def _values(cls: type[S], text: Text, parameters: Mapping[str, str]) -> dict[str, object]:
    """Return the fields in the URL, by name; `_WRONG` for an invalid value."""
    values: dict[str, object] = {}
    version, is_link = parameters.get("v", VERSION), is_link_to(cls, parameters)
    for name, control in cls.controls().items():
        called = (f"{cls.PREFIX}_{name}", *cls.FORMER.get(name, ()))
        raw = next((parameters[one] for one in called if one in parameters), None)
        if raw is None and (former := _former(control, text, version)):
            raw = text(former)
        if raw is None and is_link and isinstance(control, Typed) and control.opens_with:
            raw = text(control.default_words)
        if raw is None:
            if is_link and control.former is not None:
                values[name] = control.read(control.former)
            continue
        try:
            values[name] = control.from_text(_written_out(control, text, raw, version))
        except ValueError:
            values[name] = _WRONG
    return values


def is_link_to(cls: type[Setting], parameters: Mapping[str, str]) -> bool:
    """Return whether a page wrote this URL, rather than somebody who opens the page as it starts.

    A link has a version; those of the first releases had only the page's own parameters.
    """
    return "v" in parameters or any(name.startswith(f"{cls.PREFIX}_") for name in parameters)


def read_state(cls: type[S], text: Text, parameters: Mapping[str, str]) -> State[S]:
    """Read the state from a URL. Fields that are missing or invalid get their defaults."""
    values = _values(cls, text, parameters)
    start = cls.default(text)
    try:
        setting = start.with_values(
            **{name: one for name, one in values.items() if one is not _WRONG}
        )
    except ValueError:
        setting = start
    written = {name: parameters.get(f"{cls.PREFIX}_{name}", "") for name in SELECTION_FIELDS}
    if not _VIEW.fullmatch(written["view"]):
        written["view"] = ""
    return State(setting, Selection(**written))


def unrestored_fields(cls: type[S], text: Text, parameters: Mapping[str, str]) -> list[str]:
    """Return what a URL has for a page but cannot be restored: fields, and unknown names."""
    values, setting = _values(cls, text, parameters), read_state(cls, text, parameters).setting
    controls = cls.controls()
    lost = []
    for name, value in values.items():
        if value is _WRONG or controls[name].write(value) != setting.to_json()[name]:
            lost.append(name)
    known = {f"{cls.PREFIX}_{name}" for name in (*controls, *SELECTION_FIELDS)}
    known.update(*cls.FORMER.values())
    strange = (name for name in parameters if name.startswith(f"{cls.PREFIX}_"))
    return lost + sorted(name for name in strange if name not in known)


def is_newer(parameters: Mapping[str, str]) -> bool:
    """Return whether a URL was written by a later version than this one."""
    raw = parameters.get("v", "")
    return raw.isascii() and raw.isdigit() and int(raw[:9]) > int(VERSION)


def write_state(state: State[Setting], language: str, text: Text | None = None) -> str:
    """Return the URL after the page's own path, "?v=4&lang=en...".

    With the page's `text`, a default text is written as its language.
    """
    setting, selection = state.setting, state.selection
    parameters = {"v": VERSION, "lang": language}
    plain, start = setting.to_json(), type(setting)().to_json()
    for name, control in type(setting).controls().items():
        depends = isinstance(control, Typed) and bool(control.default_words)
        if depends or control.former is not None or plain[name] != start[name]:
            raw = setting.in_address(name)
            parameters[f"{setting.PREFIX}_{name}"] = (
                _shortened(control, text, raw) if text is not None else raw
            )
    for name in SELECTION_FIELDS:
        if written := getattr(selection, name):
            parameters[f"{setting.PREFIX}_{name}"] = written
    return f"?{urlencode(parameters, safe='~@=,')}"
