"""The arithmetic of one number as a part of an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from ui.explain.arithmetic.spans import Chart, Line, Span
from ui.picture.matrix_view.matrix import Blobs

Level = Literal["idea", "numbers", "all"]
"""How much a person wants to see of a number; each level also shows what is in those before it."""


@dataclass(frozen=True)
class Arithmetic:
    """How one number is computed. `here` is its cell, from which the terms can be followed.

    `sentence` says what its step does and why it is there, `question` how it computes. `levels` are
    those of the lines by their labels, "all" where none is named.
    """

    title: str
    question: str
    lines: Sequence[Line]
    charts: Sequence[Chart] = ()
    crumbs: Sequence[Span] = ()
    here: str = ""
    sentence: str = ""
    levels: Mapping[str, Level] = field(default_factory=lambda: MappingProxyType({}))

    def header(self, blobs: Blobs) -> dict[str, Any]:
        lines = [
            {"label": label, "spans": list(spans), "level": self.levels.get(label, "all")}
            for label, spans in self.lines
        ]
        return {"kind": "arithmetic", "title": self.title, "question": self.question} | {
            "sentence": self.sentence,
            "lines": lines,
            "bars": list(self.charts),
            "crumbs": list(self.crumbs),
            "here": self.here,
        }
