"""Names for the numbers of a model, in the words of its map and its tokens."""

from collections.abc import Mapping
from dataclasses import replace

from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import Explanation
from transformer_core.explain.origin import HEAD, KV_HEAD, SUBLAYERS, Axis, Block, Origin
from transformer_lab.measures.first_token import (
    first_token_length,
    first_token_share,
    is_first_token_sink,
)
from ui.explain.arithmetic import percent
from ui.models.board.forward import BoardForward
from ui.words.language import Text, text_of

ROLES = {"queries": "query", "keys": "key", "values": "value"}
ADDED = frozenset({"embeddings", "scaled", "positions", "token_types", "encoded", "sublayer",
                   "outer_normed", "residual", "normed", "projected", "output"})  # fmt: skip
"""Tensors that are added to another one cell by cell; each part of such a sum has a name."""


class BoardNaming:
    """Implements `ui.explain.equation.Naming` for any assembled model.

    Args:
        names: the map's names of tensors (`map.tensors`), true for this model.
    """

    def __init__(self, text: Text, made: BoardForward, names: Mapping[str, str]) -> None:
        self.text, self.made, self.names = text, made, names
        self.computation = made.computation

    def name(self, cell: Cell) -> str:
        origin = self.computation.origins.get(cell.tensor)
        if origin is None:
            return f"{cell.tensor}[ {', '.join(map(str, cell.index))} ]"
        return f"{' · '.join(self._where(cell, origin))}[ {', '.join(self._labels(cell))} ]"

    def term(self, cell: Cell) -> str:
        """What varies along a sum: the key, the token, the dimension, or which of two tensors."""
        origin = self.computation.origins.get(cell.tensor)
        if origin is None:
            return f"d{cell.index[-1]}"
        if origin.name == "values":
            return self._labels(cell)[0]
        if origin.axes[-1].role in ("key", "token"):
            return self._labels(cell)[-1]
        return self._column(origin) if origin.name in ADDED else f"d{cell.index[-1]}"

    def role(self, cell: Cell) -> str:
        origin = self.computation.origins.get(cell.tensor)
        return "" if origin is None else ROLES.get(origin.name, "")

    def in_words(self, explanation: Explanation) -> str:
        cell = explanation.cell
        origin = self.computation.origins.get(cell.tensor)
        if origin is None:
            return ""
        if explanation.kind == "embedding" and origin.name == "embeddings":
            number = int(explanation.numbers["token"])
            word = self.made.token(number, origin.axes[0].tokens)
            return self.text("explanation.token", token=number, word=word)
        if explanation.kind == "softmax" and origin.name == "weights" and explanation.value:
            query, key = self._labels(cell)
            share = percent(explanation.value)
            hears = self.text("arithmetic.hears", percent=share, key=key, query=query)
            return f"{hears} {self._sink(cell, key)}".strip()
        return ""

    def _sink(self, cell: Cell, key: str) -> str:
        """Why a weight on the first token may be large, where the head's own numbers say so."""
        head, _, column = cell.index[-3:]
        prefix = cell.tensor.removesuffix("weights")
        if column or not prefix.endswith("self_attention."):
            return ""
        tensors = self.computation.tensors
        weights, values = tensors[cell.tensor], tensors[f"{prefix}values"]
        if not is_first_token_sink(weights, values)[head]:
            return ""
        share = float(first_token_share(weights)[head])
        length = float(first_token_length(values, weights.size(0))[head])
        words = text_of("models", self.text.language)
        return words("board.sink", token=key, share=percent(share), length=percent(length))

    def _where(self, cell: Cell, origin: Origin) -> list[str]:
        """The layer, its sublayer, the head and the column."""
        block, column = origin.block, self._column(origin)
        if block is None or block.layer is None:
            return [column or cell.tensor]
        title = block.stack if self.made.given.src_ids is not None else "layer"
        title = "layer" if self.made.given.tgt_ids is None else title
        where = [self.text(f"map.titles.{title}", number=block.layer + 1)]
        where.append(self.text(f"map.parts.{self._part(block)}"))
        places = self.computation.coordinates(cell)
        for axis in (HEAD, KV_HEAD):
            if axis in places:
                where.append(self.text("map.head", number=places[axis] + 1))
        return [*where, column or origin.name]

    def _part(self, block: Block) -> str:
        """The sublayer; for a residual or a norm, the sublayer that it surrounds."""
        if block.part not in ("residual", "norm") or block.number is None:
            return block.part
        parts = [
            part
            for part in SUBLAYERS[block.stack]
            if replace(block, part=part, number=None) in self.computation.blocks
        ]
        return parts[block.number - 1]

    def _column(self, origin: Origin) -> str:
        """The name of a tensor's column on the map; "" if it has none there."""
        name = origin.name
        if name == "scaled" and origin.axes[-1].role == "key":
            name = "scaled_scores"
        if name == "output" and origin.block is not None and origin.block.part == "output":
            name = f"{origin.block.stack}.output"
        return self.names.get(name, "")

    def _labels(self, cell: Cell) -> list[str]:
        places = self.computation.coordinates(cell).items()
        return [self._label(axis, place) for axis, place in places if axis not in (HEAD, KV_HEAD)]

    def _label(self, axis: Axis, place: int) -> str:
        if axis.role in ("query", "key", "position"):
            labels = self.made.labels[axis.tokens]
            return labels[place] if place < len(labels) else str(place)
        return self.made.token(place, axis.tokens) if axis.role == "token" else str(place)
