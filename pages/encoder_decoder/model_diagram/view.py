"""The Streamlit component that draws the model as two stacks of blocks."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import streamlit as st

from ui.picture.javascript import SHARED, joined

_FOLDER = Path(__file__).parent

_component = st.components.v2.component(
    "model_diagram",
    html='<div class="diagram"></div>',
    css=(_FOLDER / "model_diagram.css").read_text(encoding="utf-8"),
    js=joined(SHARED / "element.js", _FOLDER / "model_diagram.js"),
)


@dataclass(frozen=True)
class Block:
    """A part of the model: a button. `shape` stands on the arrow that leaves it."""

    id: str
    title: str
    note: str = ""
    shape: str = ""
    mask: str = ""
    kind: Literal["plain", "attention", "cross", "feed_forward", "norm", "layer"] = "plain"


@dataclass(frozen=True)
class Group:
    """Blocks that belong together: an opened layer, or a sublayer with its residual connection."""

    parts: Sequence["Block | Group"]
    title: str = ""
    shape: str = ""
    kind: Literal["open", "sublayer"] = "open"


def model_diagram(
    columns: dict[str, Sequence[Block | Group]],
    *,
    selected: str,
    key: str,
    on_choose: Callable[[str], None],
) -> None:
    """Draw stacks of blocks, each from the bottom up; `on_choose` gets the id of a clicked one."""

    def chosen() -> None:
        block = st.session_state[key].get("block")
        if block:
            on_choose(block["id"])

    data = {
        "columns": [
            {"title": title, "parts": [asdict(part) for part in parts]}
            for title, parts in columns.items()
        ],
        "selected": selected,
    }
    _component(key=key, data=data, on_block_change=chosen)
