"""The pinned cell, as written in the URL."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Pin:
    """The pinned cell: the matrix's id and the indices on its axes."""

    matrix: str
    row: int
    col: int
    tile: int = 0

    @classmethod
    def parse(cls, text: str) -> "Pin | None":
        """Parse "weights.2.1" or, in tiles, "heads.3.2.1"; None for anything else."""
        found = re.fullmatch(r"(\w+)(?:\.(\d{1,4}))?\.(\d{1,4})\.(\d{1,4})", text, flags=re.ASCII)
        if found is None:
            return None
        matrix, tile, row, col = found.groups()
        return cls(matrix, int(row), int(col), int(tile or 0))
