"""Walking through the tree of a sentence, and changing what is in it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Any, TypeVar

from english_korean.language.syntax import (
    Adverbial,
    Clause,
    NounPhrase,
    Quality,
    Sentence,
    replace,
)

NODES = (Sentence, Clause, NounPhrase, Adverbial, Quality)
Node = Sentence | Clause | NounPhrase | Adverbial | Quality
Same = TypeVar("Same", Sentence, Clause, NounPhrase, Adverbial, Quality)


PLACES = {
    kind: tuple(
        each.name for each in fields(kind) if any(one.__name__ in str(each.type) for one in NODES)
    )
    for kind in NODES
}
"""The fields of each that can hold a node or, as adverbials, several."""


def inner_nodes(node: Node) -> Iterator[Node]:
    """The nodes directly inside one."""
    for place in PLACES[type(node)]:
        value = getattr(node, place)
        if type(value) is tuple:
            yield from value
        elif value is not None:
            yield value


def changed_inside(node: Node, change: Callable[[Any], Any]) -> dict[str, Any]:
    """The fields whose nodes a change makes others, with those."""
    found: dict[str, Any] = {}
    for place in PLACES[type(node)]:
        value = getattr(node, place)
        if type(value) is tuple:
            found[place] = tuple(map(change, value))
        elif value is not None:
            found[place] = change(value)
    return found


def with_changes(node: Same, changes: Mapping[str, Any]) -> Same:
    """The node with other values in these fields; itself where they are the same."""
    if all(getattr(node, name) == value for name, value in changes.items()):
        return node
    return replace(node, **changes)
