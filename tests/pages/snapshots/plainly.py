"""Anything that travels, as plain lines: what to do with kinds that nobody described."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from tests.pages.snapshots.figures import figure, sized

Header = Mapping[str, Any]
Lines = Iterator[str]
INDENT = "  "
MOST_LISTED = 16
LONG = re.compile(r"\d+\.\d{6,}")
CHIP = ("label", "setting", "selection", "hint", "on")


def indented(lines: Lines) -> Lines:
    for line in lines:
        yield INDENT + line


def plain(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return figure(value)
    if isinstance(value, np.ndarray):
        return sized(value)
    if isinstance(value, list | tuple):
        return _listed([plain(one) for one in value])
    return str(value)


def _listed(texts: list[str]) -> str:
    if len(texts) > MOST_LISTED:
        texts = [*texts[: MOST_LISTED - 2], f"… {len(texts)} in all …", texts[-1]]
    return ", ".join(texts)


def differences(setting: Header, to: Header) -> str:
    """What another setting changes. Edited cells keep more digits than machines agree on."""
    changed = {name: plain(value) for name, value in to.items() if value != setting[name]}
    texts = [f"{name}={LONG.sub(_shorter, text)}" for name, text in changed.items()]
    return ", ".join(texts) or "no change"


def _shorter(found: re.Match[str]) -> str:
    return figure(float(found[0]))


def chip(one: Header, setting: Header, *, is_marked: bool = True) -> str:
    """Filled where it is on, what it changes, where it leads, and what to watch for."""
    place, mark = one["selection"], "● " if one["on"] else "○ "
    mark = mark if is_marked else ""
    there = " · place stays" if place is None else f" · at {place['pin']}" if place["pin"] else ""
    watch = f" | {one['hint']}" if one["hint"] else ""
    gloss = f" “{one['gloss']}”" if one.get("gloss") else ""
    group = f"{one['group']} · " if one.get("group") else ""
    text = f"{group}{one['label']}{gloss}"
    return f"{mark}{text}: {differences(setting, one['setting'])}{there}{watch}"


def anything(part: Header, setting: Header) -> Lines:
    """A part of any kind. `setting` is the one in force, from which those in the part differ."""
    title = " ".join(str(part[name]) for name in ("kind", "id") if part.get(name))
    rest = without(part, "kind", "id")
    if is_chip(part):
        title, rest = f"{title} {chip(part, setting)}".strip(), without(rest, *CHIP)
    yield from _under(title or "-", " · " if title else " ", named(rest, setting))


def _under(title: str, sign: str, lines: Lines) -> Lines:
    """Lines below their title; behind it where they say nothing that has lines of its own."""
    below = list(lines)
    if any(line.startswith(INDENT) for line in below):
        yield title
        yield from indented(iter(below))
    else:
        yield sign.join(filter(None, [title, " · ".join(below)]))


def is_chip(value: Any) -> bool:
    return isinstance(value, dict) and set(CHIP) <= set(value)


def without(part: Header, *names: str) -> Header:
    return {name: value for name, value in part.items() if name not in names}


def named(values: Header, setting: Header) -> Lines:
    """All that is there, by its name."""
    for name, value in values.items():
        if _is_nothing(value) or isinstance(value, np.ndarray):
            continue
        if is_chip(value):
            yield f"{name}: {chip(value, setting)}"
        elif isinstance(value, dict):
            yield from _under(f"{name}:", " ", named(value, setting))
        elif isinstance(value, list) and any(isinstance(one, dict) for one in value):
            lines = [line for one in value for line in anything(one, setting)]
            if len(lines) == len(value):
                yield f"{name}: {'; '.join(line.removeprefix('- ') for line in lines)}"
            else:
                yield f"{name}:"
                yield from indented(iter(lines))
        else:
            yield f"{name}: {plain(value)}"


def _is_nothing(value: Any) -> bool:
    return value is None or value is False or (isinstance(value, str | list | dict) and not value)
