"""The matrices of self-attention on a sentence: without weights, with them, with several heads."""

from typing import Any

from torch import Tensor

from pages.self_attention.setting import HEADS, D, SelfAttentionSetting
from ui.picture.attention import axes, entropy_bars
from ui.picture.matrix_view import Axis, Break, Matrix, Operator, Tiles
from ui.picture.matrix_view.matrix import Item
from ui.shell.language import Text

ROLES = {"Q": "query", "K": "key", "V": "value"}
BESIDE = {"row_labels": False}
"""How a matrix looks to the right of one with the same rows."""


def shape_of(matrix: Tensor) -> str:
    return f"({', '.join(map(str, matrix.shape))})"


class SelfAttentionViews:
    """The pictures of one setting in one language."""

    def __init__(self, text: Text, setting: SelfAttentionSetting) -> None:
        self.text, self.setting = text, setting
        words, word, dimension = setting.labels, text("axes.word"), text("axes.dimension")
        self.on = axes(text, words) | {
            "word": Axis("query", labels=words, also=("key",), spoken=word),
            "dimension": Axis("d_v", spoken=dimension),
            "x": Axis("d_model", also=("d_v",), spoken=dimension),
        }

    def items(self) -> list[Item]:
        views = {"plain": self._plain, "weighted": self._weighted, "heads": self._heads}
        return views[self.setting.view]()

    def embedding(self) -> list[Item]:
        """The words with their ids, and the rows of the table that these pick."""
        setting = self.setting
        labels = [
            f"{word} · {number}" for word, number in zip(setting.labels, setting.ids, strict=True)
        ]
        rows = Axis("query", labels=labels, also=("key",), spoken=self.text("axes.word"))
        X, looks = setting.X, {"compact": True, "flat": True}
        return [Matrix("embedding", X, rows, self.on["x"], name="X", note=shape_of(X), **looks)]

    def _plain(self) -> list[Item]:
        """X times X^T = omega, its softmax alpha, and alpha times the same X = z."""
        steps, X = self.setting.plain_steps, self.setting.X
        return [
            self._wide("X", X, "word", "x", note=shape_of(X)),
            Operator("→"),
            self._grid("scores", steps.scores, name="ω", note="X Xᵀ", **BESIDE),
            Operator("→"),
            self._alpha(steps.weights, "softmax(ω)", bars=None, **BESIDE),
            Break(),
            self._output(steps.output, "α X", row_labels=True),
        ]

    def _weighted(self) -> list[Item]:
        """Where X stood without weights stand queries, keys and values, made by U."""
        steps = self.setting.weighted_steps
        return [
            self._projected("Q", "queries", steps.queries),
            Operator("→"),
            self._grid("scores", steps.scores, name="ω", note="Q Kᵀ", **BESIDE),
            Operator("→"),
            self._alpha(steps.weights, f"softmax(ω / √{D})", bars=None, **BESIDE),
            Break(),
            self._projected("K", "K", steps.keys),
            self._projected("V", "values", steps.values, **BESIDE),
            Operator("→"),
            self._output(steps.output, "α V"),
        ]

    def _heads(self) -> list[Item]:
        """The weights of all heads as tiles, then every step of the opened one."""
        setting, steps = self.setting, self.setting.head_steps
        names = [self.text("notebook.head", head=number) for number in range(HEADS)]
        all_heads = setting.weighted_steps.weights
        fixed = {"head": setting.head}
        tiles = Tiles(
            "heads",
            all_heads,
            self.on["query"],
            self.on["key"],
            name=self.text("notebook.all_heads"),
            note=shape_of(all_heads),
            scale="weights",
            tile_axis=Axis("head", labels=names),
            columns=4,
        )
        return [
            tiles,
            self._alpha(
                steps.weights, f"softmax(ω / √{D})", name=f"α · {names[setting.head]}", fixed=fixed
            ),
            Break(self.text("notebook.behind", head=names[setting.head])),
            self._projected("Q", "queries", steps.queries, fixed=fixed),
            self._projected("K", "keys", steps.keys, fixed=fixed, **BESIDE),
            Operator("→"),
            self._grid("scores", steps.scores, name="ω", note="Q Kᵀ", fixed=fixed, **BESIDE),
            Break(),
            self._projected("V", "values", steps.values, fixed=fixed),
            Operator("→"),
            self._output(steps.output, "α V", fixed=fixed),
        ]

    def _wide(self, id: str, values: Tensor, rows: str, cols: str, **looks: Any) -> Matrix:
        """A matrix with a column, or a row, for each dimension."""
        return Matrix(id, values, self.on[rows], self.on[cols], compact=True, **looks)

    def _grid(self, id: str, values: Tensor, **looks: Any) -> Matrix:
        """Queries by keys."""
        return Matrix(id, values, self.on["query"], self.on["key"], **looks)

    def _alpha(self, weights: Tensor, note: str, **looks: Any) -> Matrix:
        looks = {"name": "α", "note": note, "scale": "weights"} | looks
        return self._grid("weights", weights, **{"bars": entropy_bars(self.text, weights)} | looks)

    def _projected(self, letter: str, id: str, values: Tensor, **looks: Any) -> Matrix:
        """Queries, keys or values."""
        role = ROLES[letter]
        rows, cols = "query" if letter == "Q" else "key", "dimension" if letter == "V" else "d_k"
        looks = {"name": letter, "note": f"X U_{role}ᵀ", "role": role} | looks
        return self._wide(id, values, rows, cols, **looks)

    def _output(self, values: Tensor, note: str, **looks: Any) -> Matrix:
        looks = {"name": "z", "note": note} | BESIDE | looks
        return self._wide("output", values, "query", "dimension", **looks)
