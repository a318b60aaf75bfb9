"""The Streamlit component that draws attention as lines between two columns of words."""

import json
import struct
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import streamlit as st
from numpy.typing import ArrayLike

from ui.picture.javascript import SHARED, joined

_FOLDER = Path(__file__).parent
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

SCRIPT = joined(SHARED / "element.js", SHARED / "pixel_ratio.js", _FOLDER / "word_lines.js")

_component = st.components.v2.component(
    "word_lines",
    html='<div class="lines"></div>',
    css=(_FOLDER / "word_lines.css").read_text(encoding="utf-8"),
    js=SCRIPT,
)


@dataclass(frozen=True)
class Head:
    """One entry of the legend."""

    name: str
    on: bool


def word_lines(
    weights: ArrayLike,
    keys: Sequence[str],
    queries: Sequence[str],
    *,
    key: str,
    heads: Sequence[Head],
    shown: Sequence[int],
    strings: dict[str, str],
    notes: Sequence[str] = (),
    threshold: float = 0.05,
    aligned: Collection[tuple[int, int]] = (),
    pins: str = "",
    link: str = "",
    on_pins: Callable[[str], None] | None = None,
    on_heads: Callable[[list[int]], None] | None = None,
) -> None:
    """Keys to the left, queries to the right, a line as thick as the weight between them.

    Args:
        weights: (pictures, queries, keys): one picture for each head drawn by itself, or one
            of several heads combined.
        heads: the legend; a click toggles a head, a double click isolates it.
        shown: the heads that the pictures are of, by number; empty for a combined picture.
        notes: stand behind the queries.
        threshold: weights below it are not drawn.
        aligned: pairs (query, key) that belong together, drawn dashed.
        pins: the pinned words, "q3_k1"; `on_pins` gets them when they change.
        link: matrix views with the same link light up what is hovered here, and the other way.
        on_heads: gets the numbers of the heads that are on.
    """

    def pinned() -> None:
        if on_pins is not None:
            on_pins(st.session_state[key].get("pins") or "")

    def headed() -> None:
        chosen = st.session_state[key].get("heads")
        if on_heads is not None and chosen is not None:
            on_heads([int(head) for head in chosen["on"]])

    values = np.ascontiguousarray(weights, dtype=np.float32)
    header = {
        "shape": values.shape,
        "keys": list(keys),
        "queries": list(queries),
        "heads": [
            asdict(head) | {"colour": HEAD_COLOURS[place % len(HEAD_COLOURS)]}
            for place, head in enumerate(heads)
        ],
        "shown": list(shown),
        "notes": list(notes),
        "threshold": threshold,
        "aligned": [list(pair) for pair in aligned],
        "pins": pins,
        "link": link,
        "strings": strings,
    }
    text = json.dumps(header, ensure_ascii=False).encode()
    _component(
        key=key,
        data=struct.pack("<I", len(text)) + text + values.tobytes(),
        on_pins_change=pinned,
        on_heads_change=headed,
    )
