"""Names and explanations for the numbers of a mistake."""

from pages.mistakes.comparing import Compared
from pages.mistakes.views import FILLS, LOOKS, head_column
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import Explanation
from transformer_core.explain.figures import spread
from transformer_core.explain.origin import Block, Role
from transformer_lab.mistakes.computations import COMPARED
from ui.explain.arithmetic import exact
from ui.words.language import Text

GRID = ("query", "key")
_POSITION = {"heads_without_transpose": "token"}
"""The word for a position, where it differs."""
_WITHOUT_MATRIX = {"loss_over_padding": (), "warmup_exponent": ("step",)}
"""The axes of a comparison without a matrix: a single number, or one number per step."""
_BY_NAME = ("sum", "scaled_sum", "difference")
"""Kinds of step whose terms come from different tensors, at the same index."""

AROUND = ("residual", "sublayer", "normed", "spread")
"""Tensors that a model numbers by the sublayer that they surround."""


def _name_in_layer(name: str, block: Block) -> str:
    if block.number is None:
        return f"{block.part}.{name}"
    return f"{name}_{block.number}" if name in AROUND else f"{block.part}_{block.number}.{name}"


class MistakeNames:
    """Implements `ui.explain.equation.Naming` for the cell that is explained."""

    def __init__(self, text: Text, compared: Compared, explained: Cell) -> None:
        self.text, self.compared = text, compared
        self._kind = compared.computation.step(explained).kind

    def title(self, tensor: str) -> str:
        """The name of a whole tensor."""
        if self.compared.name in FILLS and tensor in ("wrong", "other"):
            here, there = self.compared.name, FILLS[1 - FILLS.index(self.compared.name)]
            return self.text(f"fills.{here if tensor == 'wrong' else there}")
        origin = self.compared.computation.origins.get(tensor)
        if origin and origin.block:
            return self._title_in_model(origin.name, origin.block)
        # A tensor's own name comes first: a matrix of the page may have the name of another tensor.
        for section in ("tensors", "matrices"):
            if f"{section}.{tensor}" in self.text:
                return self.text(f"{section}.{tensor}")
        return tensor

    def _title_in_model(self, name: str, block: Block) -> str:
        """The name in the model, with its layer and its encoder."""
        parts = [self.text(f"matrices.{block.model}")]
        if block.layer is not None:
            parts.append(self.text("layer", number=block.layer + 1))
            name = _name_in_layer(name, block)
        return " · ".join([*parts, name])

    def place(self, cell: Cell) -> str:
        """The position of a cell; "" if the tensor is a single number."""
        axes = self._axes(cell)
        places = [self.at(axis, at) for axis, at in zip(axes, cell.index, strict=False)]
        return f"[ {', '.join(places)} ]" if places else ""

    def name(self, cell: Cell) -> str:
        return f"{self.title(cell.tensor)}{self.place(cell)}"

    def term(self, cell: Cell) -> str:
        if self._kind in _BY_NAME:
            return self.title(cell.tensor)
        which = -2 if self._kind == "softmax_over_queries" else -1
        return self.at(self._axes(cell)[which], cell.index[which])

    def role(self, cell: Cell) -> str:
        return {"Q": "query", "K": "key"}.get(cell.tensor, "")

    def means(self, explanation: Explanation) -> str:
        """Explain why a mask hides, which head a number comes from, or that a number is random."""
        cell, numbers = explanation.cell, explanation.numbers
        if explanation.kind == "shifted_mask":
            rule = "hidden" if explanation.value else "visible"
            diagonal = int(numbers["diagonal"])
            query, key = (self.at(axis, at) for axis, at in zip(GRID, cell.index, strict=True))
            return self.text(f"arithmetic.triu_{rule}", diagonal=diagonal, query=query, key=key)
        if explanation.kind == "input":
            told = cell.tensor != "x" or self.compared.name != "heads_without_transpose"
            return self.text("explanation.untrained") if told else self._origin(explanation.value)
        return self.beside(cell)

    def beside(self, cell: Cell) -> str:
        """A note on one of the compared numbers, besides its arithmetic."""
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

    @property
    def _d_k(self) -> int:
        return self.compared.comparison.right.size(-1)

    def _axes(self, cell: Cell) -> tuple[str, ...]:
        if cell.tensor in COMPARED:
            if look := LOOKS.get(self.compared.name):
                return (look.rows, look.cols)
            return _WITHOUT_MATRIX[self.compared.name]
        origin = self.compared.computation.origins.get(cell.tensor)
        if origin is None or origin.block:
            return ("",) * len(cell.index)
        return tuple(self._word(role) for role in origin.roles)

    def _word(self, role: Role) -> str:
        return _POSITION.get(self.compared.name, role) if role == "position" else role

    def at(self, axis: str, place: int) -> str:
        """The label of a row or column, as in its matrix."""
        if axis == "d_k":
            return f"d{place}"
        if axis == "column" and self.compared.name == "heads_without_transpose":
            return f"{self.text('axes.column')} {head_column(place, self._d_k)}"
        return f"{self.text(f'axes.{axis}')} {place}" if axis else f"{place:,}"
