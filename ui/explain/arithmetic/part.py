"""The arithmetic of one number as a part of an answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ui.explain.arithmetic.spans import Chart, Line, Span
from ui.picture.matrix_view.matrix import Blobs


@dataclass(frozen=True)
class Arithmetic:
    """How one number is computed. `here` is its cell, from which the terms can be followed."""

    title: str
    question: str
    lines: Sequence[Line]
    charts: Sequence[Chart] = ()
    crumbs: Sequence[Span] = ()
    here: str = ""

    def header(self, blobs: Blobs) -> dict[str, Any]:
        lines = [{"label": label, "spans": list(spans)} for label, spans in self.lines]
        return {"kind": "arithmetic", "title": self.title, "question": self.question} | {
            "lines": lines,
            "bars": list(self.charts),
            "crumbs": list(self.crumbs),
            "here": self.here,
        }
