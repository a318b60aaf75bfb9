"""The Streamlit component that mounts the matrix view."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from ui.picture.javascript import SHARED, joined
from ui.picture.matrix_view.matrix import Item, encode

_FOLDER = Path(__file__).parent
# Each module uses only those before it (board and interaction meet in matrix_view).
_MODULES = (
    "numbers",
    "colour",
    "payload",
    "selection",
    "geometry",
    "lines",
    "fit",
    "draw",
    "draw_selection",
    "board",
    "link",
    "ahead",
    "interaction",
    "matrix_view",
)

SCRIPT = joined(
    SHARED / "element.js",
    SHARED / "pixel_ratio.js",
    *(_FOLDER / f"{name}.js" for name in _MODULES),
)

_component = st.components.v2.component(
    "matrix_view",
    html='<div class="board"></div>',
    css=(_FOLDER / "matrix_view.css").read_text(encoding="utf-8"),
    js=SCRIPT,
)


@dataclass(frozen=True)
class Pin:
    """The cell that a person pinned: the matrix's id and the places on its axes."""

    matrix: str
    row: int
    col: int
    tile: int = 0

    @classmethod
    def parse(cls, text: str) -> "Pin | None":
        """From "weights.2.1" or, in tiles, "heads.3.2.1"; None for anything else."""
        found = re.fullmatch(r"(\w+)(?:\.(\d{1,4}))?\.(\d{1,4})\.(\d{1,4})", text, flags=re.ASCII)
        if found is None:
            return None
        matrix, tile, row, col = found.groups()
        return cls(matrix, int(row), int(col), int(tile or 0))


def matrix_view(
    items: Sequence[Item],
    *,
    key: str,
    strings: dict[str, str],
    pin: str = "",
    run: str = "",
    ahead: dict[str, Any] | None = None,
    link: str = "",
    on_pin: Callable[[str], None] | None = None,
    on_change: Callable[[dict[str, Any]], None] | None = None,
) -> None:
    """Draw linked matrices and hand on what a person does to them.

    `run` names this run of the page to those who wait for the picture (`ui.state.follow`). `ahead`
    says where the matrices come from when a control is moved, before the page runs
    (`ui.picture.pictures`).
    `link` joins it to other views on the page: what is hovered in one lights up in all.
    `pin` is the pinned cell as text ("weights.2.1"); `on_pin` gets that text. `on_change` gets
    an edited cell as {"matrix", "row", "col", "value"}, a stroke of paint as
    {"matrix", "cells": [[row, col], ...], "hidden"}. Both run before the script does, as
    Streamlit's own callbacks.
    """

    def pinned() -> None:
        if on_pin is not None:
            on_pin((st.session_state[key].get("pin") or "").partition("#")[0])

    def changed() -> None:
        done = st.session_state.get(f"{key}.changes_done", 0)
        for change in st.session_state[key].get("changes") or []:
            if change["number"] > done and on_change is not None:
                on_change(change)
                done = change["number"]
        st.session_state[f"{key}.changes_done"] = done

    _component(
        key=key,
        data=encode(items, pin=pin, strings=strings, run=run, ahead=ahead, link=link),
        on_pin_change=pinned,
        on_changes_change=changed,
    )
