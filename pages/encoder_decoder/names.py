"""What the encoder-decoder page calls its cells."""

from pages.encoder_decoder.blocks import layer_of
from pages.encoder_decoder.places import Place, place_of
from pages.encoder_decoder.sentences import Sentences
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import Explanation
from ui.explain.arithmetic import percent
from ui.shell.language import Text

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
"""Matrices called otherwise than their text in "tensors" or "matrices"."""


def spread_labels(text: Text) -> list[str]:
    """The columns of a spread: mean and deviation before the norm, then after it."""
    figures = [text(f"spread.{name}") for name in ("mean", "deviation")]
    return [text(f"spread.{when}", of=of) for when in ("before", "after") for of in figures]


def layer_title(text: Text, block: str, norm_first: bool) -> str:
    """The stack and, inside a layer, the layer and its part; nothing for what is obvious."""
    if (layer := layer_of(block)) is None:
        sides = {"src": "encoder", "tgt": "decoder"}
        return text(f"diagram.{sides[block[:3]]}") if block[:3] in sides else ""
    stack, _, _, part = block.split(".")
    name = {"norm": "norm", "residual": "add"}.get(part.rpartition("_")[0], part)
    if name == "norm" and not norm_first:
        name = "add_and_norm"
    if (stack, part) == ("decoder", "self_attention"):
        name = "masked_self_attention"
    layer_name = text("diagram.layer", number=layer + 1)
    return f"{text(f'diagram.{stack}')} {layer_name} · {text(f'blocks.{name}')}"


def block_title(text: Text, block: str, norm_first: bool) -> str:
    """What an open block is called."""
    if layer_of(block) is not None:
        return layer_title(text, block, norm_first)
    names = {"embedding": "embedding", "encoded": "positional_encoding"}
    side, _, kind = block.partition("_")
    if name := names.get(kind):
        return f"{layer_title(text, side, norm_first)} · {text(f'blocks.{name}')}"
    return text(f"blocks.{block.replace('.', '_')}")


class EncoderDecoderNaming:
    """Cells by their block, matrix and words."""

    def __init__(self, text: Text, sentences: Sentences, norm_first: bool) -> None:
        self.text, self.sentences, self.norm_first = text, sentences, norm_first

    def name(self, cell: Cell) -> str:
        place = place_of(cell, self.norm_first)
        if place is None:
            return f"{cell.tensor}[ {', '.join(map(str, cell.index))} ]"
        where = [layer_title(self.text, place.block, self.norm_first), self._matrix(place)]
        if place.head is not None:
            where.insert(1, self.text("tensors.head", number=place.head + 1))
        return f"{' · '.join(filter(None, where))}[ {', '.join(self._labels(cell))} ]"

    def term(self, cell: Cell) -> str:
        """What varies along a sum: the key, the dimension, or which of two parts."""
        place = place_of(cell, self.norm_first)
        if place is None:
            return f"d{cell.index[-1]}"
        matrix = place.pin.matrix
        if matrix == "values":
            return self._labels(cell)[0]
        if matrix in ("masked", "logits"):
            return self._labels(cell)[1]
        if matrix in ("scaled", "encoding", "sublayer", "x") or "residual" in cell.tensor:
            return self._matrix(place)
        return f"d{cell.index[-1]}"

    def role(self, cell: Cell) -> str:
        return ROLES.get(cell.tensor.rpartition(".")[2], "")

    def means(self, explanation: Explanation) -> str:
        text, cell = self.text, explanation.cell
        if explanation.kind == "embedding":
            token = int(explanation.numbers["token"])
            said = text("explanation.token", token=token, word=self.sentences.name(token))
            return f"{said}; {text('explanation.untrained')}"
        if explanation.kind == "softmax" and cell.tensor.endswith("weights") and explanation.value:
            query, key = self._labels(cell)
            share = percent(explanation.value)
            return text("arithmetic.hears", percent=share, key=key, query=query)
        return ""

    def _matrix(self, place: Place) -> str:
        matrix = place.pin.matrix
        if matrix == "output" and not place.block.endswith("attention"):
            return self.text("tensors.ff_output")
        if matrix == "scaled" and place.block.endswith("attention"):
            return self.text("matrices.scaled")
        if name := NAMES.get(matrix):
            return self.text(name) if "." in name else name
        section = "tensors" if f"tensors.{matrix}" in self.text else "matrices"
        return self.text(f"{section}.{matrix}")

    def _labels(self, cell: Cell) -> list[str]:
        """The words that a cell's row and column are, or their numbers."""
        place = place_of(cell, self.norm_first)
        side = place.block.startswith(("encoder", "src"))
        queries = self.sentences.src_names if side else self.sentences.tgt_names
        keys = self.sentences.src_names if side or "cross" in place.block else queries
        tensor = cell.tensor.rpartition(".")[2]
        rows = keys if tensor in ("keys", "values") else queries
        *_, row, col = cell.index if len(cell.index) > 1 else (*cell.index, None)
        if col is None:
            return [rows[row]]
        if tensor in ("scores", "scaled", "masked", "weights"):
            return [rows[row], keys[col]]
        if tensor in ("logits", "probabilities"):
            return [rows[row], self.sentences.name(col)]
        if tensor.startswith("spread_"):
            return [rows[row], spread_labels(self.text)[col]]
        return [rows[row], str(col)]
