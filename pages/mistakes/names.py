"""Names and explanations for the numbers of a mistake."""

from pages.mistakes.comparing import Compared
from pages.mistakes.views import head_column
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import Explanation, explain
from transformer_core.explain.origin import FIGURE, Block
from transformer_lab.mistakes.mistake import COMPARED
from ui.explain.arithmetic import exact
from ui.words.language import Text

GRID = ("query", "key")
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
        self.mistake = compared.mistake
        terms = explain(compared.computation, explained).terms
        self._terms = [term.cells[-1] for term in terms if term.cells[-1] is not None]

    def title(self, tensor: str) -> str:
        """The name of a whole tensor."""
        if self.mistake.other and tensor in ("wrong", "other"):
            name = self.mistake.name if tensor == "wrong" else self.mistake.other
            return self.text(f"fills.{name}")
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
        return " · ".join([*parts, self._name_in_model(name, block)])

    def _name_in_model(self, name: str, block: Block) -> str:
        """The name without its layer: in words where the text has some."""
        if block.layer is not None:
            name = _name_in_layer(name, block)
        for words in (f"in_model.{self.mistake.name}.{name}", f"in_model.{name}"):
            if words in self.text:
                return self.text(words)
        return name

    def short(self, tensor: str) -> str:
        """The name of a whole tensor; in a model without the side and the layer."""
        origin = self.compared.computation.origins.get(tensor)
        if origin and origin.block:
            return self._name_in_model(origin.name, origin.block)
        return self.title(tensor)

    def place(self, cell: Cell) -> str:
        """The position of a cell; "" if the tensor is a single number."""
        axes = self._axes(cell)
        places = [self.at(axis, at) for axis, at in zip(axes, cell.index, strict=False)]
        return f"[ {', '.join(places)} ]" if places else ""

    def name(self, cell: Cell) -> str:
        return f"{self.title(cell.tensor)}{self.place(cell)}"

    def term(self, cell: Cell) -> str:
        """What tells a term from the others: its tensor, or its place on the axis they span."""
        if len({one.tensor for one in self._terms}) > 1:
            return self.short(cell.tensor)
        places = zip(*(one.index for one in self._terms), strict=True)
        spans = [which for which, at in enumerate(places) if len({*at}) > 1]
        which = spans[0] if spans else -1
        return self.at(self._axes(cell)[which], cell.index[which])

    def role(self, cell: Cell) -> str:
        return {"Q": "query", "K": "key"}.get(cell.tensor, "")

    def in_words(self, explanation: Explanation) -> str:
        """Explain why a mask hides, which head a number comes from, or that a number is random."""
        cell, numbers = explanation.cell, explanation.numbers
        if explanation.kind == "shifted_mask":
            rule = "hidden" if explanation.value else "visible"
            diagonal = int(numbers["diagonal"])
            query, key = (self.at(axis, at) for axis, at in zip(GRID, cell.index, strict=True))
            return self.text(f"arithmetic.triu_{rule}", diagonal=diagonal, query=query, key=key)
        if explanation.kind == "input":
            if self.mistake.is_random:
                return self.text("explanation.untrained")
            return self._note(cell)
        return self.beside(cell)

    def beside(self, cell: Cell) -> str:
        """A note on one of the compared numbers, besides its arithmetic."""
        return self._note(cell) if cell.tensor in ("right", "wrong") else ""

    def _note(self, cell: Cell) -> str:
        if self.mistake.note is None:
            return ""
        tensor = self.compared.computation.tensors[cell.tensor]
        name, figures = self.mistake.note(float(tensor[cell.index]), tensor[cell.index[0]])
        written = {n: exact(v) if isinstance(v, float) else v for n, v in figures.items()}
        return self.text(f"arithmetic.{name}", **written)

    @property
    def _d_k(self) -> int:
        return self.compared.comparison.right.size(-1)

    def _axes(self, cell: Cell) -> tuple[str, ...]:
        picture = self.mistake.picture
        if cell.tensor in COMPARED and picture:
            return (picture.rows, picture.cols)
        origin = self.compared.computation.origins.get(cell.tensor)
        if origin is None or origin.block:
            return ("",) * len(cell.index)
        axes = (axis.role for axis in origin.axes if axis != FIGURE)
        return tuple(self.mistake.position if role == "position" else role for role in axes)

    def at(self, axis: str, place: int) -> str:
        """The label of a row or column, as in its matrix."""
        if axis == "d_k":
            return f"d{place}"
        if axis == "column" and self.mistake.picture and self.mistake.picture.heads:
            return f"{self.text('axes.column')} {head_column(place, self._d_k)}"
        return f"{self.text(f'axes.{axis}')} {place}" if axis else f"{place:,}"
