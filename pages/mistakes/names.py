"""What the numbers of a mistake are called, and what they say."""

import re
from collections.abc import Mapping

from pages.mistakes.comparing import Compared
from pages.mistakes.views import FILLS, LOOKS
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import Explanation
from transformer_core.measures.activity import spread
from ui.explain.arithmetic import exact
from ui.shell.language import Text

COMPARED = ("right", "wrong", "other", "difference")
_GRID = ("query", "key")
_AXES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("scores", "scaled", "masked", "wrong_masked", "unmasked", "filled"), _GRID),
    **dict.fromkeys(("mask", "wrong_mask", "look_ahead"), _GRID),
    "padding": ("row", "key"),
    "Q": ("query", "d"),
    "K": ("key", "d"),
    "x": ("token", "dimension"),
    "table": ("token", "dimension"),
    "embedding": ("position", "dimension"),
    "encoding": ("position", "dimension"),
    "losses": ("position",),
    "logits": ("position", "token"),
}
_WITHOUT_MATRIX = {"loss_over_padding": (), "warmup_exponent": ("step",)}
"""The axes of what is compared where no matrix shows it: one number, or one a step."""
_BY_NAME = ("sum", "scaled_sum", "difference")
"""Kinds whose terms stand in different tensors, in the same place."""


class MistakeNames:
    """Implements `ui.explain.equation.Naming` for the cell of a mistake that is explained."""

    def __init__(self, text: Text, compared: Compared, explained: Cell) -> None:
        self.text, self.compared = text, compared
        self._kind = compared.computation.step(explained).kind

    def title(self, tensor: str) -> str:
        """The name of a whole tensor."""
        if self.compared.name in FILLS and tensor in ("wrong", "other"):
            here, there = self.compared.name, FILLS[1 - FILLS.index(self.compared.name)]
            return self.text(f"fills.{here if tensor == 'wrong' else there}")
        if found := re.fullmatch(r"(right|wrong)\.(?:layers\.(\d+)\.)?(.+)", tensor):
            side, layer, name = found.groups()
            parts = [self.text(f"matrices.{side}")]
            parts += [self.text("layer", number=int(layer) + 1)] if layer else []
            return " · ".join([*parts, name])
        for section in ("matrices", "tensors"):
            if f"{section}.{tensor}" in self.text:
                return self.text(f"{section}.{tensor}")
        return tensor

    def place(self, cell: Cell) -> str:
        """Where a cell stands; nothing where there is one number only."""
        axes = self._axes(cell)
        places = [self._at(axis, at) for axis, at in zip(axes, cell.index, strict=False)]
        return f"[ {', '.join(places)} ]" if places else ""

    def name(self, cell: Cell) -> str:
        return f"{self.title(cell.tensor)}{self.place(cell)}"

    def term(self, cell: Cell) -> str:
        if self._kind in _BY_NAME:
            return self.title(cell.tensor)
        which = -2 if self._kind == "softmax_over_queries" else -1
        return self._at(self._axes(cell)[which], cell.index[which])

    def role(self, cell: Cell) -> str:
        return {"Q": "query", "K": "key"}.get(cell.tensor, "")

    def means(self, explanation: Explanation) -> str:
        """Why a mask hides; where a number of a head is from; that a number is random."""
        cell, numbers = explanation.cell, explanation.numbers
        if explanation.kind == "shifted_mask":
            rule = "hidden" if explanation.value else "visible"
            diagonal = int(numbers["diagonal"])
            query, key = (self._at(axis, at) for axis, at in zip(_GRID, cell.index, strict=True))
            return self.text(f"arithmetic.triu_{rule}", diagonal=diagonal, query=query, key=key)
        if explanation.kind == "input":
            told = cell.tensor != "x" or self.compared.name != "heads_without_transpose"
            return self.text("explanation.untrained") if told else self._origin(explanation.value)
        return self.beside(cell)

    def beside(self, cell: Cell) -> str:
        """What is worth saying of one of the compared numbers, beside how it is made."""
        if cell.tensor not in ("right", "wrong"):
            return ""
        if self.compared.name == "heads_without_transpose":
            return self._origin(self.compared.computation.value(cell))
        if self.compared.name == "pre_norm":
            row = self.compared.computation.tensors[cell.tensor][cell.index[0]]
            return self.text("arithmetic.deviation", value=exact(float(spread(row).deviation)))
        return ""

    def _origin(self, value: float) -> str:
        token, dimension = divmod(round(100 * value), 100)
        return self.text("arithmetic.origin", token=token, dimension=dimension)

    def _axes(self, cell: Cell) -> tuple[str, ...]:
        if cell.tensor in COMPARED:
            if look := LOOKS.get(self.compared.name):
                return (look.rows, look.cols)
            return _WITHOUT_MATRIX[self.compared.name]
        return _AXES.get(cell.tensor, ("",) * len(cell.index))

    def _at(self, axis: str, place: int) -> str:
        if axis == "d":
            return f"d{place}"
        return f"{self.text(f'axes.{axis}')} {place}" if axis else f"{place:,}"
