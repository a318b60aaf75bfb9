"""A model's map as lines: its words, its columns, and where it leads."""

import re
from collections.abc import Iterator

from tests.pages.snapshots.plainly import INDENT, Header, Lines, indented, named, plain, without

SAID = ("kind", "id", "src", "tgt", "next", "sections", "tensors", "numbers", "links", "strings")
SAID += ("lines", "pool", "glossesNext", "vocabulary", "vocabularyGlosses", "colours")
SAID += ("isCompared", "written", "before")
LAYER = re.compile(r"(?<=layers\.)\d+")
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
    yield f"{INDENT}sizes: {plain(_sizes(part))}"
    seen: dict[tuple[str, ...], str] = {}
    for section in part["sections"]:
        yield from indented(_section(section, part, seen))
    yield f"{INDENT}next: {', '.join(_next(part))}"
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


def _section(section: Header, part: Header, seen: dict[tuple[str, ...], str]) -> Lines:
    """`seen` are the columns above, without the number of their layer."""
    layer = "" if section["layer"] is None else f" {section['layer']}"
    columns = [_column(at, part) for at in section["tensors"]]
    name = f"{section['stack']}{layer} {section['part']}"
    first = seen.setdefault(tuple(LAYER.sub("", column) for column in columns), name)
    yield f"section {name}{'' if first == name else f': as {first}'}"
    if first == name:
        yield from (INDENT + column for column in columns)


def _column(at: int, part: Header) -> str:
    """Its name, whose rows it has and of what, the parameters that make it."""
    column = part["tensors"][at]
    heads = "heads × " * (len(column["shape"]) - 2)
    rows = (
        f"{heads}{column['rows']} × {column['axis']}{' of ' + column['of'] if column['of'] else ''}"
    )
    texts = [f"{column['name']}: {rows}"]
    if column["masked"] >= 0:
        texts.append(f"hidden where {part['tensors'][column['masked']]['own']}")
    if column["parameters"]:
        texts.append(f"made by {plain([one['name'] for one in column['parameters']])}")
    return " · ".join(texts)


def _sizes(part: Header) -> list[str]:
    """Each axis with its size, and with each if it has several."""
    found: dict[str, None] = {}
    for column in part["tensors"]:
        *heads, rows, size = column["shape"]
        axis = f"{column['axis']}{' of ' + column['of'] if column['of'] else ''}"
        sizes = [
            *(f"heads {count}" for count in heads),
            f"{column['rows']} {rows}",
            f"{axis} {size}",
        ]
        found |= dict.fromkeys(sizes)
    return list(found)


def _next(part: Header) -> Iterator[str]:
    glosses = part["glossesNext"] or [""] * len(part["next"])
    for after, one, gloss in zip(part["tgt"]["labels"], part["next"], glosses, strict=True):
        token, _ = one["chosen"]
        meaning = f" “{gloss}”" if gloss else ""
        yield f"{after} → {token}{meaning} of {len(one['likeliest'])}"


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
