"""A model's map as lines: its words, its columns with their numbers, and where it leads."""

from collections.abc import Iterator

import numpy as np

from tests.pages.snapshots.figures import figure, shortened
from tests.pages.snapshots.plainly import INDENT, Header, Lines, indented, named, plain, without

SAID = ("kind", "id", "src", "tgt", "next", "sections", "tensors", "numbers", "links", "strings")
SAID += ("lines", "pool", "glossesNext", "vocabulary", "vocabularyGlosses", "colours")
SAID += ("isCompared", "written", "before")
SHOWN_STRINGS = ("sides", "hint", "hide")
"""What a page may say in its own words."""


def model_map(part: Header, setting: Header) -> Lines:
    """`setting` is the one in force."""
    compared = " · compared with another" if part["isCompared"] else ""
    yield f"map {part['id']}: {part['lines']} lines a vector, pool {part['pool']}{compared}"
    yield from indented(named(without(part, *SAID), setting))
    for side in ("src", "tgt"):
        yield from indented(_words(side, part))
    for name in ("written", "before"):
        if part[name]:
            yield f"{INDENT}{name}: {part[name]}"
    for section in part["sections"]:
        yield from indented(_section(section, part))
    yield from indented(_next(part))
    if part["vocabulary"] is not None:
        yield f"{INDENT}logits of {plain(part['vocabulary'].split(chr(10)))}"
    for link in part["links"]:
        at = f"{link['tensor'] or 'the end'} ({link['kind']})"
        yield f"{INDENT}link to {link['page']} at {at}: {link['title']} | {link['about']}"
    yield from indented(_strings(part["strings"]))


def _words(side: str, part: Header) -> Lines:
    words = part[side]
    yield f"{side} “{part['strings']['sides'][side]}”: {plain(words['labels'])}"
    for name in ("glosses", "hidden"):
        if words[name]:
            yield f"{INDENT}{name}: {plain(words[name])}"


def _section(section: Header, part: Header) -> Lines:
    layer = "" if section["layer"] is None else f" {section['layer']}"
    yield f"section {section['stack']}{layer} {section['part']}"
    for at in section["tensors"]:
        yield INDENT + _column(at, part)


def _column(at: int, part: Header) -> str:
    """Its name, its shape, whose rows it has, its numbers, the parameters that make it."""
    column = part["tensors"][at]
    total = sum(one["count"] for one in part["tensors"])
    start = column["at"]
    now = _rows(part["numbers"][start : start + column["count"]], column)
    shape = " × ".join(map(str, column["shape"]))
    rows = f"{column['rows']} × {column['axis']}{' of ' + column['of'] if column['of'] else ''}"
    said = [f"{column['name']}: {shape}", rows, f"numbers {shortened(now)}"]
    if part["isCompared"]:
        start += total
        other = _rows(part["numbers"][start : start + column["count"]], column)
        said.append(f"other {shortened(other)}")
    if column["masked"] >= 0:
        said.append(f"hidden where {part['tensors'][column['masked']]['own']}")
    if column["parameters"]:
        said.append(f"made by {plain([one['name'] for one in column['parameters']])}")
    return " · ".join(said)


def _rows(numbers: np.ndarray, column: Header) -> np.ndarray:
    """What was sent of a tensor, row by row."""
    *_, rows, size = column["shape"]
    is_whole = numbers.size == np.prod(column["shape"])
    return numbers.reshape(-1, size) if is_whole else numbers.reshape(rows, -1)


def _next(part: Header) -> Iterator[str]:
    glosses = part["glossesNext"] or [""] * len(part["next"])
    for after, one, gloss in zip(part["tgt"]["labels"], part["next"], glosses, strict=True):
        token, share = one["chosen"]
        meaning = f" “{gloss}”" if gloss else ""
        likeliest = ", ".join(f"{name} {figure(p)}" for name, p in one["likeliest"])
        yield f"after {after}: {token}{meaning} {figure(share)} of {likeliest}"


def _strings(strings: Header) -> Lines:
    """The names of all; the words of those that are not the same on every map."""
    names = [
        f"{name} ({len(words)})" if isinstance(words, dict) else name
        for name, words in strings.items()
    ]
    yield f"strings {', '.join(names)}"
    for name in SHOWN_STRINGS:
        if name in strings:
            yield from indented(named({name: strings[name]}, {}))
    yield f"{INDENT}the other is called {strings['tools']['seen_other']}"
