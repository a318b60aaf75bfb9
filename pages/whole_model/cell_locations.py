"""Where the page shows each tensor of the encoder-decoder: block, matrix, row and column."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.origin import HEAD, Block, Part
from ui.picture.matrix_view import Pin

ATTENTIONS = ("self_attention", "cross_attention")
OUTPUT = Block("output")

_ATTENTION = {
    **{
        name: name
        for name in ("queries", "keys", "values", "scores", "scaled", "masked", "weights")
    },
    "output": "heads",
    **{name: name for name in ("concatenated", "projected")},
}
_MATRICES: Mapping[Part, Mapping[str, str]] = {
    "embedding": {"embedding": "embeddings", "scaled": "scaled"},
    "positional_encoding": {"encoding": "positions", "summed": "summed", "encoded": "encoded"},
    "self_attention": _ATTENTION,
    "cross_attention": _ATTENTION,
    "feed_forward": {name: name for name in ("hidden", "activated", "output")},
    "residual": {"sublayer": "sublayer", "summed": "residual"},
    "norm": {"normed": "normed", "spread": "spread"},
    "softmax": {"probabilities": "probabilities", "losses": "losses"},
}
"""The matrices that a block shows, in the order of computation: the names of the tensors by the
ids of the matrices.
"""
TRANSPOSED = {"keys"}


@dataclass(frozen=True)
class CellLocation:
    """A block, one of its heads, and a cell in it."""

    block: Block
    head: int | None
    pin: Pin

    @property
    def pinned(self) -> str:
        return f"{self.pin.matrix}.{self.pin.row}.{self.pin.col}"


class CellLocations:
    """Maps the tensors of a computation to the blocks and matrices that show them."""

    def __init__(self, computation: Computation, norm_first: bool) -> None:
        self.computation, self.norm_first = computation, norm_first
        self._tensors: dict[Block, dict[str, str]] = {}

    def tensors_of(self, block: Block) -> dict[str, str]:
        """The tensors that a block shows, by the ids of their matrices."""
        if block not in self._tensors:
            self._tensors[block] = self._found(block)
        return self._tensors[block]

    def _found(self, block: Block) -> dict[str, str]:
        if block == OUTPUT:
            decoded, made = replace(block, stack="decoder"), self.computation.blocks[block]
            return {"decoded": self._output_of(decoded), "logits": made["logits"]}
        if block.part == "output":
            return {f"{block.stack}_output": self._output_of(block)}
        if block.part == "positional_encoding":
            embedded = self._made(replace(block, part="embedding"))
            return {"scaled": embedded["scaled"], **self._made(block)}
        if block.part in ("residual", "norm"):
            added = self._made(replace(block, part="residual"))
            made = {**added, **self._made(replace(block, part="norm"))}
            if "summed" not in added:  # a model without residual connections
                return made
            return {"x": self.computation.steps[added["summed"]].inputs["x"], **made}
        return self._made(block)

    def _made(self, block: Block) -> dict[str, str]:
        made = self.computation.blocks.get(block, {})
        matrices = _MATRICES.get(block.part, {}).items()
        return {matrix: made[name] for matrix, name in matrices if name in made}

    def _output_of(self, stack: Block) -> str:
        return self.computation.blocks[stack]["output"]

    def home_of(self, tensor: str) -> Block | None:
        """The block that shows how a tensor is computed; None if its origin is not known."""
        origin = self.computation.origins.get(tensor)
        if origin is None or origin.block is None:
            return None
        if origin.block.part == "residual" and not self.norm_first:
            return replace(origin.block, part="norm")
        return origin.block

    def location_of(self, cell: Cell) -> CellLocation | None:
        """Where a cell is shown; None if it is not shown, as with parameters."""
        block = self.home_of(cell.tensor)
        if block is None:
            return None
        shown = self.tensors_of(block).items()
        matrix = next((matrix for matrix, tensor in shown if tensor == cell.tensor), None)
        if matrix is None:
            return None
        places = self.computation.coordinates(cell)
        head = places.pop(HEAD, None)
        row, col = (*places.values(), 0)[:2]
        if matrix in TRANSPOSED:
            row, col = col, row
        return CellLocation(block, head, Pin(matrix, row, col))

    def cell_at(self, block: Block, head: int, pin: Pin) -> Cell | None:
        """The cell pinned in a block's matrices; None if the block has no such matrix."""
        tensor = self.tensors_of(block).get(pin.matrix)
        if tensor is None:
            return None
        axes = self.computation.origins[tensor].axes
        row, col = (pin.col, pin.row) if pin.matrix in TRANSPOSED else (pin.row, pin.col)
        places = iter((row, col))
        return Cell(tensor, tuple(head if axis == HEAD else next(places) for axis in axes))
