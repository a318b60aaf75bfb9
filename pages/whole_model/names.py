"""Names for the numbers of an encoder-decoder."""

from pages.whole_model.cell_locations import ATTENTIONS, CellLocation, CellLocations
from pages.whole_model.sentences import Sentences
from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.explanation import Explanation
from transformer_core.explain.origin import HEAD, Axis, Block
from ui.explain.arithmetic import percent
from ui.picture.label import with_gloss
from ui.words.language import Text

BEFORE_LAYERS = ("embedding", "positional_encoding")
ROLES = {"queries": "query", "keys": "key", "values": "value"}
NAMES = {
    "queries": "Q",
    "keys": "K",
    "values": "V",
    "encoding": "PE",
    "output": "tensors.head_output",
    "decoded": "blocks.decoder_output",
    "encoder_output": "blocks.encoder_output",
    "decoder_output": "blocks.decoder_output",
    "spread": "spread.name",
}
"""Matrices whose name differs from their text in "tensors" or "matrices"."""
ADDED = frozenset({"scaled", "positions", "encoded", "sublayer", "residual", "normed", "projected",
                   "output"})  # fmt: skip
"""Tensors that are added to another one cell by cell; each part of such a sum has a name."""


def spread_labels(text: Text) -> list[str]:
    """The columns of a spread: mean and standard deviation before the norm, then after it."""
    figures = [text(f"spread.{name}") for name in ("mean", "deviation")]
    return [text(f"spread.{when}", of=of) for when in ("before", "after") for of in figures]


def layer_title(text: Text, block: Block, norm_first: bool, *, look_ahead: bool = True) -> str:
    """The stack and, inside a layer, the layer and its part; "" if that is obvious."""
    if block.layer is None:
        return text(f"diagram.{block.stack}") if block.part in BEFORE_LAYERS else ""
    around = {"norm": "norm" if norm_first else "add_and_norm", "residual": "add"}
    name = around.get(block.part, block.part)
    if (block.stack, block.part) == ("decoder", "self_attention"):
        name = "masked_self_attention" if look_ahead else "unmasked_self_attention"
    layer_name = text("diagram.layer", number=block.layer + 1)
    return f"{text(f'diagram.{block.stack}')} {layer_name} · {text(f'blocks.{name}')}"


def block_title(text: Text, block: Block, norm_first: bool) -> str:
    """The title of an open block."""
    if block.layer is not None:
        return layer_title(text, block, norm_first)
    if block.part in BEFORE_LAYERS:
        return f"{layer_title(text, block, norm_first)} · {text(f'blocks.{block.part}')}"
    return text(f"blocks.{block.stack}_output" if block.stack else f"blocks.{block.part}")


class EncoderDecoderNaming:
    """Names cells by their block, matrix and words."""

    look_ahead = True
    """Whether the decoder's self-attention has its mask."""

    def __init__(
        self, text: Text, sentences: Sentences, computation: Computation, norm_first: bool
    ) -> None:
        self.text, self.sentences, self.norm_first = text, sentences, norm_first
        self.computation, self.locations = computation, CellLocations(computation, norm_first)

    def name(self, cell: Cell) -> str:
        location = self.locations.location_of(cell)
        if location is None:
            return f"{self._parameter(cell)}[ {', '.join(map(str, cell.index))} ]"
        where = [self._title(location.block), self._matrix(location)]
        if location.head is not None:
            where.insert(1, self.text("tensors.head", number=location.head + 1))
        return f"{' · '.join(filter(None, where))}[ {self._in_words(cell)} ]"

    def _parameter(self, cell: Cell) -> str:
        """A parameter, which no block shows, by its layer and its name there."""
        origin = self.computation.origins.get(cell.tensor)
        if origin is None or origin.block is None or origin.block.layer is None:
            return cell.tensor
        return f"{self._title(origin.block)} · {origin.name}"

    def _title(self, block: Block) -> str:
        return layer_title(self.text, block, self.norm_first, look_ahead=self.look_ahead)

    def term(self, cell: Cell) -> str:
        """What varies along a sum: the key, the dimension, or which of two tensors."""
        location = self.locations.location_of(cell)
        name = self._own_name(cell)
        if location is None:
            return f"d{cell.index[-1]}"
        if name == "values":
            return self._labels(cell)[0]
        if name in ("masked", "logits"):
            return self._labels(cell)[1]
        if name in ADDED:
            return self._matrix(location)
        return f"d{cell.index[-1]}"

    def role(self, cell: Cell) -> str:
        return ROLES.get(self._own_name(cell), "")

    def in_words(self, explanation: Explanation) -> str:
        text, cell = self.text, explanation.cell
        if explanation.kind == "embedding":
            token = int(explanation.numbers["token"])
            message = text("explanation.token", token=token, word=self.sentences.name(token))
            return f"{message}; {text('explanation.untrained')}"
        is_weight = explanation.kind == "softmax" and self._own_name(cell) == "weights"
        if is_weight and explanation.value:
            query, key = map(with_gloss, self._labels(cell))
            share = percent(explanation.value)
            return text("arithmetic.hears", percent=share, key=key, query=query)
        return ""

    def _own_name(self, cell: Cell) -> str:
        origin = self.computation.origins.get(cell.tensor)
        return origin.name if origin else ""

    def _matrix(self, location: CellLocation) -> str:
        matrix, is_attention = location.pin.matrix, location.block.part in ATTENTIONS
        if matrix == "output" and not is_attention:
            return self.text("tensors.ff_output")
        if matrix == "scaled" and is_attention:
            return self.text("matrices.scaled")
        if name := NAMES.get(matrix):
            return self.text(name) if "." in name else name
        section = "tensors" if f"tensors.{matrix}" in self.text else "matrices"
        return self.text(f"{section}.{matrix}")

    def _labels(self, cell: Cell) -> list[str]:
        """The words of a cell's row and column, or their numbers."""
        places = self.computation.coordinates(cell).items()
        return [self._label(axis, place) for axis, place in places if axis != HEAD]

    def _in_words(self, cell: Cell) -> str:
        if self._own_name(cell) == "losses":
            # Of the token that is due, not of the one that is read there.
            due, (read,) = self.sentences.target_names[cell.index[0]], self._labels(cell)
            return self.text("tensors.loss_of", token=with_gloss(due), before=with_gloss(read))
        return ", ".join(map(with_gloss, self._labels(cell)))

    def _label(self, axis: Axis, place: int) -> str:
        if axis.role in ("query", "key", "position"):
            return self.sentences.words(axis.tokens)[place]
        if axis.role == "token":
            return self.sentences.name(place)
        return spread_labels(self.text)[place] if axis.role == "figure" else str(place)
