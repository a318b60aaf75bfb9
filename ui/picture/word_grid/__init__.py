"""A table of words by layer and token that can be pinned or chosen: a part of the answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ui.picture.label import gloss_of
from ui.picture.matrix_view.matrix import Blobs
from ui.state.control import JsonValue

SCRIPT = "ui/picture/word_grid/word_grid.js"


@dataclass(frozen=True)
class WordCell:
    """One cell: a word or nothing, and a small text.

    share: how strongly it is coloured, from 0 to 1.
    spoken: all that it says, for screen readers and as a tooltip.
    pin: what a click pins; `sets`: fields that a click sets instead.
    is_marked: whether its word is in bold, such as the one that is written in the end.
    is_quiet: whether it stays what it was.
    is_chosen: whether it is the one that was chosen; a pinned one the browser knows itself.
    takes: the name under which it takes what is dragged; gives: what is dragged from it.
    """

    text: str
    note: str
    share: float
    spoken: str
    pin: str = ""
    sets: Mapping[str, JsonValue] = field(default_factory=dict)
    is_marked: bool = False
    is_quiet: bool = False
    is_chosen: bool = False
    takes: str = ""
    gives: str = ""

    def header(self) -> dict[str, Any]:
        return {
            "text": str(self.text),
            "gloss": gloss_of(self.text),
            "note": self.note,
            "share": round(self.share, 4),
            "spoken": self.spoken,
            "pin": self.pin,
            "sets": dict(self.sets),
            "marked": self.is_marked,
            "quiet": self.is_quiet,
            "chosen": self.is_chosen,
            "takes": self.takes,
            "gives": self.gives,
        }


@dataclass(frozen=True)
class WordGrid:
    """Rows are layers, columns tokens. `drop_field` is set by what is dragged onto a cell."""

    id: str
    title: str
    rows: Sequence[str]
    cols: Sequence[str]
    cells: Sequence[Sequence[WordCell]]
    corner: str = ""
    drop_field: str = ""

    def header(self, blobs: Blobs) -> dict[str, Any]:
        return {"kind": "word_grid", "id": self.id, "title": self.title, "corner": self.corner} | {
            "rows": list(self.rows),
            "cols": [{"label": str(one), "gloss": gloss_of(one)} for one in self.cols],
            "cells": [[cell.header() for cell in row] for row in self.cells],
            "dropField": self.drop_field,
        }
