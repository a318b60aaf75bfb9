"""Attention as lines between two columns of words: a part of an answer."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ui.picture.matrix_view.matrix import Blobs

HEAD_COLOURS = (
    "#3654c9",
    "#b45309",
    "#0f766e",
    "#a82f7f",
    "#5b7c12",
    "#7a4bc2",
    "#0e7490",
    "#c0392b",
    "#64748b",
    "#92700c",
    "#1f8a4c",
    "#9d5c3b",
)


@dataclass(frozen=True)
class Head:
    """One entry of the legend."""

    name: str
    on: bool


@dataclass(frozen=True)
class WordLines:
    """Keys to the left, queries to the right, a line as thick as the weight between them.

    Args:
        weights: (pictures, queries, keys): one picture for each head drawn by itself, or one
            of several heads combined.
        heads: the legend; a click toggles a head, a double click isolates it; without a head left,
            all come back.
        shown: the heads that the pictures are of, by number; empty for a combined picture.
        notes: stand behind the queries.
        threshold: weights below it are not drawn.
        aligned: pairs (query, key) that belong together, drawn dashed.
        pins: the pinned words, "q3_k1"; the field `pins_field` gets them when they change.
        link: matrix views with the same link light up what is hovered here, and the other way.
        off_field: the field that gets the heads that are off, "0_2".
        hints: what is said of a word under the pointer, by the word.
        key_meanings, query_meanings: what the words mean, in the reader's language; "" for nothing.
    """

    id: str
    weights: ArrayLike
    keys: Sequence[str]
    queries: Sequence[str]
    heads: Sequence[Head]
    shown: Sequence[int] = ()
    strings: Mapping[str, str] = field(default_factory=dict)
    notes: Sequence[str] = ()
    threshold: float = 0.05
    aligned: Collection[tuple[int, int]] = ()
    pins: str = ""
    link: str = ""
    pins_field: str = ""
    off_field: str = ""
    hints: Mapping[str, str] = field(default_factory=dict)
    key_meanings: Sequence[str] = ()
    query_meanings: Sequence[str] = ()

    def header(self, blobs: Blobs) -> dict[str, Any]:
        values = np.asarray(self.weights, dtype=np.float32)
        heads = [
            asdict(head) | {"colour": HEAD_COLOURS[place % len(HEAD_COLOURS)]}
            for place, head in enumerate(self.heads)
        ]
        return {
            "kind": "lines",
            "id": self.id,
            "shape": list(values.shape),
            "numbers": blobs.add(values, "float32"),
            "keys": list(self.keys),
            "queries": list(self.queries),
            "heads": heads,
            "shown": list(self.shown),
            "strings": dict(self.strings),
            "notes": list(self.notes),
            "threshold": self.threshold,
            "aligned": [list(pair) for pair in self.aligned],
            "pins": self.pins,
            "link": self.link,
            "pinsField": self.pins_field,
            "offField": self.off_field,
            "hints": dict(self.hints),
            "keyMeanings": list(self.key_meanings),
            "queryMeanings": list(self.query_meanings),
        }
