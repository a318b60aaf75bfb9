"""Attention as lines between two columns of words, as one part of an answer."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ui.picture.label import glosses_of
from ui.picture.matrix_view.matrix import Blobs

HEAD_COLOURS = (
    "#1d7779",
    "#b15901",
    "#c661b1",
    "#17a92a",
    "#6c652a",
    "#a030bf",
    "#299f9c",
    "#c50677",
    "#858d41",
    "#7d5c7a",
    "#137f1f",
    "#9b858f",
)
"""Apart from each other and from what else has a colour: signed values, weights, selections. Each
has a contrast of 3 on the light and on the dark surface.
"""


@dataclass(frozen=True)
class Head:
    """One entry of the legend."""

    name: str
    on: bool


@dataclass(frozen=True)
class WordLines:
    """Keys on the left, queries on the right, joined by lines as thick as the attention weights.

    Args:
        weights: (pictures, queries, keys): one picture per head, or one of several heads
            combined.
        heads: the legend; a click toggles a head, a double click isolates it; switching off the
            last head switches all on.
        shown: the numbers of the heads in the pictures; empty for a combined picture.
        notes: notes shown after the queries.
        threshold: attention weights below it are not drawn.
        aligned: pairs (query, key) that belong together, drawn dashed.
        pins: the pinned words, "q3_k1"; stored in the field `pins_field` when they change.
        link: matrix views with the same link highlight what is hovered here, and vice versa.
        off_field: the field that stores the heads that are off, "0_2".
        hints: tooltips, by word.
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
            "keyGlosses": glosses_of(self.keys),
            "queryGlosses": glosses_of(self.queries),
        }
