"""The tensors shown by one board of matrices: their names and positions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.explanation import Explanation
from ui.explain.arithmetic import Arithmetic, Chart
from ui.explain.explanation import explained
from ui.explain.trail import has_cell
from ui.picture.matrix_view import Pin
from ui.state.address import Selection
from ui.words.language import Text


@dataclass(frozen=True)
class BoardTensor:
    """A tensor on the board; one without a `matrix` is explained but not shown.

    `rows` and `cols` label the tensor's own rows and columns (numbers if None), even if the matrix
    shows it `transposed`. `head` is the index on the first axis of a tensor with all heads.
    `told_by` is what distinguishes its cells as terms of a sum.
    """

    matrix: str
    name: str
    rows: Sequence[str] | None = None
    cols: Sequence[str] | None = None
    role: Literal["", "query", "key", "value"] = ""
    transposed: bool = False
    head: int | None = None
    told_by: Literal["row", "col", "name"] = "col"

    def pinned(self, cell: Cell) -> str:
        *_, row, col = cell.index
        row, col = (col, row) if self.transposed else (row, col)
        return f"{self.matrix}.{row}.{col}"

    def labels(self, cell: Cell) -> tuple[str, str]:
        *_, row, col = cell.index
        return (
            self.rows[row] if self.rows else str(row),
            self.cols[col] if self.cols else str(col),
        )


@dataclass(frozen=True)
class BoardNames:
    """Implements `ui.explain.equation.Naming` for one board. `tensors` are keyed by name."""

    tensors: Mapping[str, BoardTensor]
    meaning: Callable[[Explanation], str] = field(default=lambda _: "")

    def name(self, cell: Cell) -> str:
        shown = self.tensors.get(cell.tensor)
        if shown is None:
            return f"{cell.tensor}[ {', '.join(map(str, cell.index))} ]"
        return f"{shown.name}[ {', '.join(shown.labels(cell))} ]"

    def term(self, cell: Cell) -> str:
        shown = self.tensors.get(cell.tensor)
        if shown is None or (shown.told_by == "col" and shown.cols is None):
            return f"d{cell.index[-1]}"
        row, col = shown.labels(cell)
        return {"row": row, "col": col, "name": shown.name}[shown.told_by]

    def role(self, cell: Cell) -> str:
        return self.tensors[cell.tensor].role if cell.tensor in self.tensors else ""

    def pinned(self, cell: Cell) -> str:
        """Return the pin of a cell in the matrices; empty if no matrix shows it."""
        shown = self.tensors.get(cell.tensor)
        if shown is None or not shown.matrix or shown.head not in (None, cell.index[0]):
            return ""
        return shown.pinned(cell)

    def in_words(self, explanation: Explanation) -> str:
        return self.meaning(explanation)

    def cell_at(self, pin: Pin) -> Cell | None:
        """Return the pinned cell; None in a matrix that belongs to no tensor."""
        for tensor, shown in self.tensors.items():
            if shown.matrix == pin.matrix:
                row, col = (pin.col, pin.row) if shown.transposed else (pin.row, pin.col)
                return Cell(tensor, (row, col) if shown.head is None else (shown.head, row, col))
        return None


def board_arithmetic(
    text: Text,
    computation: Computation,
    board: BoardNames,
    selection: Selection,
    otherwise: Cell,
    more_charts: Callable[[Explanation], list[Chart]] = lambda _: [],
) -> Arithmetic:
    """Return the arithmetic of the pinned cell; of `otherwise` if none on the board is pinned."""
    pin = Pin.parse(selection.pin)
    cell = board.cell_at(pin) if pin else None
    if cell is None or not has_cell(computation, cell):
        cell = otherwise
    return explained(text, computation, cell, board, selection.trail, more_charts)
