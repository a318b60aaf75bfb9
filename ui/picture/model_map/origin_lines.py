"""The lines that lead from a number back to the words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ui.picture.matrix_view.matrix import Blobs


@dataclass(frozen=True)
class OriginLines:
    """The origins of a number: the edges leading back to the words, and a text about them."""

    edges: Sequence[tuple[str, str, float]]
    ends: Sequence[tuple[str, int, float]]
    """The share that each word contributes, as (side, row, share)."""
    text: str

    def header(self, blobs: Blobs) -> dict[str, Any]:
        edges = [
            {"output": output, "input": source, "share": share}
            for output, source, share in self.edges
        ]
        ends = [{"side": side, "row": row, "share": share} for side, row, share in self.ends]
        return {"kind": "origins", "edges": edges, "ends": ends, "text": self.text}
