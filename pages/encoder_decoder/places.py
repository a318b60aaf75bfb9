"""Where each tensor of the encoder-decoder stands on its page: block, matrix, row and column."""

import re
from dataclasses import dataclass

from pages.encoder_decoder.blocks import SUBLAYERS
from transformer_core.explain.computation import Cell
from ui.picture.matrix_view import Pin

ATTENTION = {
    name: name
    for name in (
        "queries",
        "keys",
        "values",
        "scores",
        "scaled",
        "masked",
        "weights",
        "concatenated",
        "projected",
    )
} | {"output": "heads"}
IN_HEADS = {*ATTENTION} - {"concatenated", "projected"}
TRANSPOSED = {"keys"}
PARTS = {
    "weights": ("all_heads", "masked", "weights"),
    "products": ("queries", "keys", "scores", "scaled"),
    "output": ("weights", "values", "output", "concatenated", "projected"),
    "norm": ("summed", "normed", "spread"),
    "sum": ("x", "sublayer", "summed"),
}
"""The parts in which large blocks are shown, and the matrices of each."""
SINGLE = {
    "src_embedding": {"embedding": "src_embeddings", "scaled": "src_scaled"},
    "tgt_embedding": {"embedding": "tgt_embeddings", "scaled": "tgt_scaled"},
    "src_encoded": {
        "scaled": "src_scaled",
        "encoding": "src_positions",
        "summed": "src_summed",
        "encoded": "src_encoded",
    },
    "tgt_encoded": {
        "scaled": "tgt_scaled",
        "encoding": "tgt_positions",
        "summed": "tgt_summed",
        "encoded": "tgt_encoded",
    },
    "encoder.output": {"encoder_output": "encoder.output"},
    "decoder.output": {"decoder_output": "decoder.output"},
    "output": {"decoded": "decoder.output", "logits": "logits"},
    "softmax": {"probabilities": "probabilities", "losses": "losses"},
}


def stream_before(block: str, norm_first: bool) -> str:
    """What enters the sublayer that an Add & Norm closes: the residual stream."""
    path, name = block.rsplit(".", 1)
    stack, _, layer = path.split(".")
    number, kept = int(name[-1]), "residual" if norm_first else "normed"
    if number > 1:
        return f"{path}.{kept}_{number - 1}"
    if int(layer):
        return f"{stack}.layers.{int(layer) - 1}.{kept}_{len(SUBLAYERS[stack])}"
    return "src_encoded" if stack == "encoder" else "tgt_encoded"


def tensors_of(block: str, norm_first: bool) -> dict[str, str]:
    """The tensors that a block shows, by the ids of their matrices."""
    if block in SINGLE:
        return SINGLE[block]
    if block.endswith("attention"):
        return {matrix: f"{block}.{tensor}" for matrix, tensor in ATTENTION.items()}
    if block.endswith("feed_forward"):
        return {name: f"{block}.{name}" for name in ("hidden", "activated", "output")}
    path, name = block.rsplit(".", 1)
    number = name[-1]
    return {
        "x": stream_before(block, norm_first),
        "sublayer": f"{path}.sublayer_{number}",
        "summed": f"{path}.residual_{number}",
        "normed": f"{path}.normed_{number}",
        "spread": f"{path}.spread_{number}",
    }


def parts_of(block: str, norm_first: bool) -> tuple[str, ...]:
    """The parts of a block, the first one first to be seen; none where it is shown whole."""
    if block.endswith("attention"):
        return "weights", "products", "output"
    if ".norm_" in block and not norm_first:
        return "norm", "sum"
    return ()


def part_showing(matrix: str, part: str, block: str, norm_first: bool) -> str:
    """The part of a block that shows a matrix: `part`, if it does, else the first that does."""
    possible = parts_of(block, norm_first)
    wanted = (part, *possible) if part in possible else possible
    return next((one for one in wanted if matrix in PARTS[one]), part)


def home_of(tensor: str, norm_first: bool) -> str | None:
    """The block in which a tensor is made; None for parameters and other inputs."""
    single = {name: block for block in reversed(SINGLE) for name in SINGLE[block].values()}
    if tensor in single:
        return "decoder.output" if tensor == "decoder.output" else single[tensor]
    inside = re.fullmatch(r"(.+\.(?:self_attention|cross_attention|feed_forward))\.(\w+)", tensor)
    if inside:
        known = tensors_of(inside[1], norm_first).values()
        return inside[1] if tensor in known else None
    summed = re.fullmatch(r"(.+)\.(residual|normed|sublayer|spread)_(\d)", tensor)
    if not summed:
        return None
    path, name, number = summed.groups()
    is_sum = norm_first and name in ("residual", "sublayer")
    return f"{path}.residual_{number}" if is_sum else f"{path}.norm_{number}"


@dataclass(frozen=True)
class Place:
    """A block, one of its heads, and a cell in it."""

    block: str
    head: int | None
    pin: Pin

    @property
    def pinned(self) -> str:
        return f"{self.pin.matrix}.{self.pin.row}.{self.pin.col}"


def place_of(cell: Cell, norm_first: bool) -> Place | None:
    """Where a cell is shown; None where it is nowhere."""
    block = home_of(cell.tensor, norm_first)
    if block is None:
        return None
    shown = tensors_of(block, norm_first)
    matrix = next(name for name, tensor in shown.items() if tensor == cell.tensor)
    *head, row, col = cell.index if len(cell.index) > 1 else (*cell.index, 0)
    if matrix in TRANSPOSED:
        row, col = col, row
    return Place(block, head[0] if head else None, Pin(matrix, row, col))


def cell_at(block: str, head: int, pin: Pin, norm_first: bool) -> Cell | None:
    """The cell that is pinned in a block's matrices; None in a matrix that is none of them."""
    tensor = tensors_of(block, norm_first).get(pin.matrix)
    if tensor is None:
        return None
    if tensor == "losses":
        return Cell(tensor, (pin.row,))
    row, col = (pin.col, pin.row) if pin.matrix in TRANSPOSED else (pin.row, pin.col)
    in_heads = block.endswith("attention") and pin.matrix in IN_HEADS
    return Cell(tensor, (head, row, col) if in_heads else (row, col))
