"""The picture: each word by its weight, by what it passes on, and by what hiding it changes."""

import torch
from torch import Tensor

from pages.attention_limits.compared import ORDERS, row_of
from pages.attention_limits.setting import LimitsSetting
from ui.picture.matrix_view import Axis, Matrix
from ui.picture.matrix_view.matrix import Item, Scale
from ui.words.language import Text


class LimitsViews:
    """The matrices of one setting in one language."""

    def __init__(self, text: Text, setting: LimitsSetting) -> None:
        self.text, self.setting, self.row = text, setting, row_of(setting)
        keys = setting.keys_in(text.language)
        self.words = Axis("key", labels=keys, spoken=text("axes.word"))

    def items(self) -> list[Item]:
        """One row for each word, one column for each measure, then their places."""
        row = self.row
        return [
            self._column("weight", row.weight, "weights", is_first=True),
            self._column("token_change", row.token_change, limit=1.0),
            self._column("length", row.length, "weights", limit=float(row.length.max())),
            self._column("share", row.share, "weights"),
            self._column("translation_change", row.translation_change),
            self._places(),
        ]

    def _column(
        self,
        name: str,
        numbers: Tensor,
        scale: Scale = "diverging",
        *,
        limit: float | None = None,
        is_first: bool = False,
    ) -> Matrix:
        most = torch.zeros(len(numbers), 1, dtype=torch.bool)
        most[int(numbers.abs().argmax())] = True
        return Matrix(
            name,
            numbers[:, None],
            self.words,
            Axis(f"measure_{name}", labels=[self.text(f"columns.{name}")]),
            self.text(f"measures.{name}"),
            scale=scale,
            limit=limit,
            marks=most.numpy(),
            row_labels=is_first,
            fixed={"query": self.setting.row} if is_first else {},
        )

    def _places(self) -> Matrix:
        """The place of each word in the order of each measure."""
        columns = [self.text(f"columns.{name}") for name in ORDERS]
        return Matrix(
            "order",
            self.row.places.float(),
            self.words,
            Axis("order", labels=columns),
            self.text("measures.order"),
            scale="places",
            limit=float(len(self.row.weight)),
            row_labels=False,
            marks=(self.row.places == 1).numpy(),
        )

    def all_weights(self) -> list[Item]:
        """The weights of the head in every row; the row that is shown is outlined."""
        setting = self.setting
        head = setting.shown_head
        weights = setting.trained.steps.weights[head]
        shown = torch.zeros_like(weights, dtype=torch.bool)
        shown[setting.row] = True
        queries = setting.queries_in(self.text.language)
        name = self.text(f"all.{setting.shown_kind}", layer=setting.shown_layer + 1, head=head + 1)
        return [
            Matrix(
                "all",
                weights,
                Axis("query", labels=queries, spoken=self.text("axes.query")),
                self.words,
                name,
                scale="weights",
                marks=shown.numpy(),
                compact=True,
            ),
        ]
