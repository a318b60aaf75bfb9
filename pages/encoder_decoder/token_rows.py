"""Rows of tokens, position under position, each of which can be picked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ui.answer.parts import Chip
from ui.picture.label import gloss_field
from ui.picture.matrix_view.matrix import Blobs

SCRIPT = "pages/encoder_decoder/token_rows.js"
Tone = Literal["", "right", "wrong", "first", "other", "padding", "dropped"]


@dataclass(frozen=True)
class TokenCell:
    """A token, a line about it, and what picking it sets. `tone` sets its style."""

    text: str = ""
    about: str = ""
    tone: Tone = ""
    picked: Chip | None = None

    def to_json(self) -> dict[str, Any]:
        chip = self.picked.to_json() if self.picked else None
        return {"text": self.text, "about": self.about, "tone": self.tone, "picked": chip} | (
            gloss_field(self.text)
        )


@dataclass(frozen=True)
class TokenRow:
    """The cells of a row, from the first column on. `code` follows the label, as code.

    `heading` starts a group of rows.
    """

    label: str
    cells: Sequence[TokenCell]
    code: str = ""
    heading: str = ""

    def to_json(self) -> dict[str, Any]:
        cells = [cell.to_json() for cell in self.cells]
        return {"label": self.label, "code": self.code, "heading": self.heading, "cells": cells}


@dataclass(frozen=True)
class TokenRows:
    """A table of tokens. `name` is its text for screen readers."""

    id: str
    name: str
    rows: Sequence[TokenRow]

    def header(self, blobs: Blobs) -> dict[str, Any]:
        rows = [row.to_json() for row in self.rows]
        return {"kind": "token_rows", "id": self.id, "name": self.name, "rows": rows}
