"""The tensors of one multi-head attention block: all heads as tiles, one head step by step."""

from collections.abc import Mapping, Sequence

from torch import Tensor

from pages.encoder_decoder.diagram import shape_text
from ui.picture.attention import entropy_bars
from ui.picture.matrix_view import Axis, Break, Matrix, Operator, Tiles
from ui.picture.matrix_view.matrix import Item
from ui.shell.language import Text

LEAST_COLUMNS = 6
"""Of the tiles, so that those of a few heads stay small."""


def attention_items(
    text: Text,
    of: Mapping[str, Tensor],
    mask: Tensor | None,
    words: tuple[Sequence[str], Sequence[str]],
    head: int,
    part: str,
) -> list[Item]:
    """One part of the block, up to the heads' outputs.

    `of` holds the tensors of all heads, (heads, seq, d), by the ids of their matrices; `mask`,
    True = hidden, broadcasts to (heads, seq_q, seq_k); `words` name the queries and the keys.
    """
    return _AttentionViews(text, of, mask, words, head).items(part)


class _AttentionViews:
    def __init__(
        self,
        text: Text,
        of: Mapping[str, Tensor],
        mask: Tensor | None,
        words: tuple[Sequence[str], Sequence[str]],
        head: int,
    ) -> None:
        self.text, self.of, self.head = text, of, head
        self.one = {name: tensor[head] for name, tensor in of.items()}
        is_hiding = mask is not None and bool(mask.any())
        self.masks = mask.expand_as(of["weights"]) if mask is not None and is_hiding else None
        self.mask = None if self.masks is None else self.masks[head]
        queries, keys = words
        self.on = {
            "query": Axis("query", labels=queries, spoken=text("axes.query")),
            "key": Axis("key", labels=keys, spoken=text("axes.key")),
            "d_k": Axis("d_k", spoken="d_k"),
            "d_v": Axis("d_v", spoken="d_v"),
        }
        self.names = [text("tensors.head", number=one + 1) for one in range(of["weights"].size(0))]

    def items(self, part: str) -> list[Item]:
        return {"weights": self._steps, "products": self._products, "output": self._brought}[part]()

    @property
    def _hatched(self) -> dict[str, Tensor]:
        return {} if self.mask is None else {"hidden": self.mask}

    def _tiles(self) -> Tiles:
        weights = self.of["weights"]
        return Tiles(
            "all_heads",
            weights,
            self.on["query"],
            self.on["key"],
            name=self.text("tensors.all_heads"),
            note=self.text("tensors.press_opens"),
            scale="weights",
            tile_axis=Axis("head", labels=self.names),
            columns=max(LEAST_COLUMNS, min(weights.size(0), 12)),
            hidden=self.masks,
        )

    def _products(self) -> list[Item]:
        """Q x K^T, and the scores that this makes, scaled."""
        Q, K = self.one["queries"], self.one["keys"].T
        wide = Q.size(1) > 4
        names = (shape_text(tuple(Q.shape)), "query"), (shape_text(tuple(K.shape)), "key")
        on = self.on
        return [
            Matrix("queries", Q, on["query"], on["d_k"], "Q", *names[0], compact=wide, flat=True),
            Operator("×"),
            Matrix(
                "keys", K, on["d_k"], on["key"], "Kᵀ", *names[1], compact=wide, row_labels=not wide
            ),
            Break(),
            self._grid("scores", "QKᵀ", row_labels=True),
            Operator("→"),
            self._grid("scaled", f"÷ √{Q.size(1)}"),
        ]

    def _grid(self, name: str, note: str, **looks: object) -> Matrix:
        """One of the steps that are (seq_q, seq_k), small."""
        values = self.one[name]
        if "hidden" in looks:
            values = values.masked_fill(self.mask, 0.0)
        return Matrix(
            name,
            values,
            self.on["query"],
            self.on["key"],
            name=self.text(f"matrices.{name}"),
            note=note,
            **{"row_labels": False, **looks},
        )

    def _steps(self) -> list[Item]:
        """All heads, and how the weights of one come about."""
        hiding = "no_mask" if self.mask is None else "hidden_is_minus_infinity"
        return [
            self._tiles(),
            Break(),
            self._grid("masked", self.text(f"matrices.{hiding}"), row_labels=True, **self._hatched),
            Operator("→"),
            self._weights(bars=entropy_bars(self.text, self.one["weights"]), row_labels=False),
        ]

    def _weights(self, **looks: object) -> Matrix:
        return Matrix(
            "weights",
            self.one["weights"],
            self.on["query"],
            self.on["key"],
            name=self.text("matrices.weights"),
            note=f"{self.names[self.head]} · softmax",
            scale="weights",
            fixed={"head": self.head},
            **self._hatched,
            **looks,
        )

    def _brought(self) -> list[Item]:
        """The weights, V, and what the head makes of it; the caller puts the heads together."""
        V, output = self.one["values"], self.one["output"]
        looks = {"compact": V.size(1) > 4, "flat": True}
        name, on = self.text("tensors.head_output"), self.on
        shapes = [shape_text(tuple(one.shape)) for one in (V, output)]
        return [
            self._weights(),
            Operator("×"),
            Matrix("values", V, on["key"], on["d_v"], "V", shapes[0], "value", **looks),
            Operator("="),
            Matrix("output", output, on["query"], on["d_v"], name, shapes[1], **looks),
            Break(self.text("tensors.all_heads_again")),
        ]
