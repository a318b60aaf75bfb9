"""The hypotheses of beam search: a part of the page's answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ui.picture.matrix_view.matrix import Blobs

SCRIPT = "pages/translator/hypotheses/hypotheses.js"


class Row(NamedTuple):
    """One hypothesis."""

    text: str
    """In Korean spelling if it is finished, else its tokens so far."""
    glosses: str
    """The glosses of the tokens of a finished one, in the reader's language."""
    log_probability: float
    score: float
    finished: bool
    chosen: bool
    """True if it is, or becomes part of, the translation."""


@dataclass(frozen=True)
class Hypotheses:
    """A table of hypotheses, the best first."""

    title: str
    about: str
    columns: Sequence[str]
    """The headings of the text and of the two numbers."""
    rows: Sequence[Row]

    def header(self, blobs: Blobs) -> dict[str, Any]:
        rows = [
            {
                "text": row.text if row.finished else f"{row.text} …",
                "glosses": row.glosses,
                "numbers": [_signed(row.log_probability), _signed(row.score)],
                "finished": row.finished,
                "chosen": row.chosen,
            }
            for row in self.rows
        ]
        return {"kind": "hypotheses", "id": "hypotheses", "title": self.title} | {
            "about": self.about,
            "columns": list(self.columns),
            "rows": rows,
        }


def _signed(number: float) -> str:
    """Format with a real minus sign, and with none for zero."""
    text = f"{number:.3f}"
    return "0.000" if float(text) == 0 else text.replace("-", "\u2212")
