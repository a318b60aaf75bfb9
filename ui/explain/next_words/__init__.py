"""The probabilities of the next token: a part of the page's answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ui.explain.arithmetic import percent
from ui.picture.label import gloss_of
from ui.picture.matrix_view.matrix import Blobs

SCRIPT = "ui/explain/next_words/next_words.js"


@dataclass(frozen=True)
class NextWords:
    """The most probable tokens as bars; `chosen` is the written token, however probable.

    pins: what a press on each of the likeliest pins, where it pins anything. texts: what is written
    next to each of them, its percentage where there are none.
    """

    title: str
    before: str
    """The text written before this token."""
    likeliest: Sequence[tuple[str, float]]
    chosen: tuple[str, float]
    """("", ...) where none is marked."""
    id: str = "next_words"
    pins: Sequence[str] = ()
    texts: Sequence[str] = ()

    @property
    def rows(self) -> list[tuple[str, float]]:
        """The most probable tokens, followed by the written one if it is not among them."""
        names = ["", *(name for name, _ in self.likeliest)]
        return [*self.likeliest, *([] if self.chosen[0] in names else [self.chosen])]

    def header(self, blobs: Blobs) -> dict[str, Any]:
        rows = [
            {
                "name": name,
                "gloss": gloss_of(name),
                "share": share,
                "text": self.texts[at] if at < len(self.texts) else f"{percent(share)}%",
                "chosen": name == self.chosen[0],
                "pin": self.pins[at] if at < len(self.pins) else "",
            }
            for at, (name, share) in enumerate(self.rows)
        ]
        return {"kind": "next_words", "id": self.id} | {
            "title": self.title,
            "before": self.before,
            "rows": rows,
        }
