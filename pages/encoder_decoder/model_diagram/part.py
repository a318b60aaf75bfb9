"""The model as two stacks of blocks: a part of the page's answer."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from ui.picture.matrix_view.matrix import Blobs


@dataclass(frozen=True)
class Button:
    """A part of the model: a button. `shape` is that of what leaves it."""

    id: str
    title: str
    note: str = ""
    shape: str = ""
    mask: str = ""
    kind: Literal["plain", "attention", "cross", "feed_forward", "norm", "layer"] = "plain"
    opens: str = ""
    """The block that a press opens, where it is not this one."""


@dataclass(frozen=True)
class Group:
    """Blocks that belong together: an opened layer, or a sublayer with its residual connection."""

    parts: Sequence["Button | Group"]
    title: str = ""
    shape: str = ""
    kind: Literal["open", "sublayer"] = "open"


@dataclass(frozen=True)
class Column:
    """One stack, from the bottom up."""

    title: str
    parts: Sequence[Button | Group]


@dataclass(frozen=True)
class ModelDiagram:
    """Both stacks, each block a button that sets the field "block"."""

    columns: Sequence[Column]
    selected: str
    name: str
    """What it shows, for those who cannot see it."""

    def header(self, blobs: Blobs) -> dict[str, Any]:
        return {"kind": "diagram", "id": "model"} | asdict(self)
