"""The cell that a person pinned, as it stands in the address."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Pin:
    """The cell that a person pinned: the matrix's id and the places on its axes."""

    matrix: str
    row: int
    col: int
    tile: int = 0

    @classmethod
    def parse(cls, text: str) -> "Pin | None":
        """From "weights.2.1" or, in tiles, "heads.3.2.1"; None for anything else."""
        found = re.fullmatch(r"(\w+)(?:\.(\d{1,4}))?\.(\d{1,4})\.(\d{1,4})", text, flags=re.ASCII)
        if found is None:
            return None
        matrix, tile, row, col = found.groups()
        return cls(matrix, int(row), int(col), int(tile or 0))
