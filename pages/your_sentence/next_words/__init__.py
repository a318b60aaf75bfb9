"""The probabilities of the next token: a part of the page's answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ui.explain.arithmetic import percent
from ui.picture.matrix_view.matrix import Blobs

SCRIPT = "pages/your_sentence/next_words/next_words.js"


@dataclass(frozen=True)
class NextWords:
    """The likeliest tokens as bars; `chosen` is what was written, however probable."""

    title: str
    before: str
    """What had been written until then."""
    likeliest: Sequence[tuple[str, float]]
    chosen: tuple[str, float]
    meanings: Mapping[str, str] = field(default_factory=dict)
    """What the tokens mean, in the reader's language; "" for nothing."""

    @property
    def rows(self) -> list[tuple[str, float]]:
        """The likeliest, and behind them what was written where it is none of these."""
        names = [name for name, _ in self.likeliest]
        return [*self.likeliest, *([] if self.chosen[0] in names else [self.chosen])]

    def header(self, blobs: Blobs) -> dict[str, Any]:
        rows = [
            {
                "name": name,
                "meaning": self.meanings.get(name, ""),
                "share": share,
                "text": f"{percent(share)}%",
                "chosen": name == self.chosen[0],
            }
            for name, share in self.rows
        ]
        return {"kind": "next_words", "id": "next_words"} | {
            "title": self.title,
            "before": self.before,
            "rows": rows,
        }
