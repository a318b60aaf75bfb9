"""The matrices of self-attention on a sentence: without projections, with them, with heads."""

from typing import Unpack

from numpy.typing import ArrayLike
from torch import Tensor

from pages.self_attention.setting import SelfAttentionSetting
from transformer_lab.examples import SelfAttentionSteps
from ui.picture.attention import axes, entropy_bars
from ui.picture.matrix_view import Axis, Break, Matrix, Operator, Tiles
from ui.picture.matrix_view.matrix import Item, MatrixOptions, Role
from ui.words.language import Text

ROLES: dict[str, Role] = {"Q": "query", "K": "key", "V": "value"}


def shape_of(matrix: Tensor) -> str:
    return f"({', '.join(map(str, matrix.shape))})"


class SelfAttentionViews:
    """The pictures of one setting in one language."""

    def __init__(self, text: Text, setting: SelfAttentionSetting) -> None:
        self.text, self.setting = text, setting
        self.labels = setting.labels_in(text.language)
        self.names = [text("notebook.head", head=head + 1) for head in range(setting.num_heads)]
        words, word, dimension = self.labels, text("axes.word"), text("axes.dimension")
        self.on = axes(text, words) | {
            "word": Axis("query", labels=words, also=("key",), spoken=word),
            "dimension": Axis("d_v", spoken=dimension),
            "x": Axis("d_model", also=("d_v",), spoken=dimension),
            "numbered": Axis("query", labels=self._numbered(), also=("key",), spoken=word),
        }

    def _numbered(self) -> list[str]:
        """Each word with its id in the random table; the translator's tokens alone."""
        if self.setting.is_trained:
            return [*self.labels]
        words = zip(self.setting.labels, self.setting.ids, strict=True)
        return [f"{word} · {number}" for word, number in words]

    def items(self) -> list[Item]:
        views = {"plain": self._plain, "weighted": self._weighted, "heads": self._heads}
        return views[self.setting.view]()

    def embedding(self) -> list[Item]:
        """The words with their ids, and the table rows of these; empty if already shown above, and
        where a trained model's heads fill the page.
        """
        setting = self.setting
        if setting.view == "plain" or (setting.is_trained and setting.view == "heads"):
            return []
        X = self.setting.X
        on, note = self.on, shape_of(X)
        return [
            Matrix(
                "embedding",
                X,
                on["numbered"],
                on["x"],
                "X",
                note,
                compact=True,
                flat=True,
                given=True,
            )
        ]

    def _divided(self) -> str:
        """The weights of the scores, divided."""
        scores = "Q Kᵀ" if self.setting.is_trained else "ω"
        return f"softmax({scores} / √{self.setting.d})"

    def _told(self, symbol: str, formula: str) -> str:
        """A formula, with the symbol that the source of the random example has for its result."""
        return formula if self.setting.is_trained else f"{symbol} = {formula}"

    def _hidden(self) -> ArrayLike | None:
        mask = self.setting.mask
        return None if mask is None else mask.numpy()

    def _plain(self) -> list[Item]:
        """X with its ids, the scores X X^T, their softmax, and the output made from the same X."""
        steps, X = self.setting.plain_steps, self.setting.X
        is_trained = self.setting.is_trained
        formula = "softmax(X Xᵀ)" if is_trained else "softmax(ω)"
        return [
            self._wide("X", X, "numbered", "x", name="X", note=shape_of(X)),
            Break() if is_trained else Operator("→"),
            self._scores(steps.scores, "X Xᵀ", row_labels=is_trained),
            Operator("→"),
            self._weights(steps.weights, formula, bars=None, row_labels=False),
            Break(),
            self._output(steps.output, "α X"),
        ]

    def _weighted(self) -> list[Item]:
        """Queries, keys and values, followed by the other steps in the order of the equation."""
        steps = self.setting.head_steps
        return [
            *self._all_projected(steps),
            Break(),
            self._scores(steps.scores, "Q Kᵀ"),
            Operator("→"),
            self._weights(steps.weights, self._divided(), bars=None, row_labels=False),
            Operator("→"),
            self._output(steps.output, "α V", row_labels=False),
        ]

    def _heads(self) -> list[Item]:
        """The weights of all heads as small matrices, then every step of the opened head."""
        setting, steps = self.setting, self.setting.head_steps
        all_heads, names = setting.weighted_steps.weights, self.names
        fixed = {"head": setting.shown_head}
        tiles = Tiles(
            "heads",
            all_heads,
            self.on["query"],
            self.on["key"],
            name=self.text("notebook.all_heads"),
            note=shape_of(all_heads),
            scale="weights",
            tile_axis=Axis("head", labels=names),
            columns=2 if setting.is_trained else 4,
            hidden=self._hidden(),
        )
        title = f"{self.text('matrices.weights')} · {names[setting.shown_head]}"
        opened = self._weights(steps.weights, self._divided(), name=title, fixed=fixed)
        projected = [
            *((opened, tiles) if setting.is_trained else (tiles, opened)),
            Break(self.text("notebook.behind", head=names[setting.shown_head])),
            *self._all_projected(steps, fixed=fixed),
        ]
        if setting.is_trained:  # as wide as they are, the rest is in the view of one head
            return projected
        return [
            *projected,
            Break(),
            self._scores(steps.scores, "Q Kᵀ", fixed=fixed),
            Operator("→"),
            self._output(steps.output, "α V", fixed=fixed, row_labels=False),
        ]

    def _wide(
        self, id: str, values: Tensor, rows: str, cols: str, **options: Unpack[MatrixOptions]
    ) -> Matrix:
        """A matrix with a column or a row for each dimension."""
        options = {"compact": True, **options}
        return Matrix(id, values, self.on[rows], self.on[cols], **options)

    def _grid(self, id: str, values: Tensor, **options: Unpack[MatrixOptions]) -> Matrix:
        """A matrix of queries by keys."""
        return Matrix(id, values, self.on["query"], self.on["key"], **options)

    def _scores(self, scores: Tensor, formula: str, **options: Unpack[MatrixOptions]) -> Matrix:
        options = {
            "name": self.text("matrices.scores"),
            "note": self._told("ω", formula),
            **options,
        }
        return self._grid("scores", scores, **options)

    def _weights(self, weights: Tensor, formula: str, **options: Unpack[MatrixOptions]) -> Matrix:
        options = {
            "name": self.text("matrices.weights"),
            "note": self._told("α", formula),
            "scale": "weights",
            "hidden": self._hidden(),
            "bars": entropy_bars(self.text, weights),
            **options,
        }
        return self._grid("weights", weights, **options)

    def _all_projected(
        self, steps: SelfAttentionSteps, **options: Unpack[MatrixOptions]
    ) -> list[Item]:
        """The queries, keys and values of one head or of all heads."""
        keys = "K" if not options else "keys"
        queries = self._projected("Q", "queries", steps.queries, **options)
        options = {**options, "row_labels": False}
        return [
            queries,
            self._projected("K", keys, steps.keys, **options),
            self._projected("V", "values", steps.values, **options),
        ]

    def _projected(
        self, letter: str, id: str, values: Tensor, **options: Unpack[MatrixOptions]
    ) -> Matrix:
        """The queries, the keys or the values."""
        note = f"X W_{letter}{' + b' if self.setting.is_trained else ''}"
        rows, cols = "query" if letter == "Q" else "key", "dimension" if letter == "V" else "d_k"
        options = {"name": letter, "note": note, "role": ROLES[letter], **options}
        return self._wide(id, values, rows, cols, **options)

    def _output(self, values: Tensor, formula: str, **options: Unpack[MatrixOptions]) -> Matrix:
        options = {
            "name": self.text("matrices.output"),
            "note": self._told("z", formula),
            **options,
        }
        return self._wide("output", values, "query", "dimension", **options)
