"""How far something that a page computes has come, with a button that stops it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ui.answer.parts import Chip
from ui.picture.matrix_view.matrix import Blobs


@dataclass(frozen=True)
class Progress:
    """`done` of `whole`. The browser requests the areas again until there is none of it; nothing
    is computed for a page that no one looks at any more.
    """

    text: str
    done: int
    whole: int
    areas: Sequence[str]
    stop: Chip
    """Sets the page to what is there by now."""

    def header(self, blobs: Blobs) -> dict[str, Any]:
        shown = {"text": self.text, "done": self.done, "whole": self.whole}
        return {"kind": "progress"} | shown | {"areas": self.areas, "stop": self.stop.to_json()}
