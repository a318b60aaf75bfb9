"""The matrices of the step in which heads attend: weights, what they look at, scores."""

from math import ceil, sqrt
from typing import Unpack

import numpy as np
from torch import Tensor

from pages.multi_head_attention.matrices import MultiHeadMatrices
from ui.picture.attention import entropy_bars
from ui.picture.matrix_view import Bars, Break, Matrix, Operator
from ui.picture.matrix_view.matrix import Item, MatrixOptions

HEAD = "weights_"
"""Before the number of a head that is not the opened one, in the id of its matrix."""
MOST_IN_LINE = 12
"""With more keys, only two heads share a line."""


class AttendViews(MultiHeadMatrices):
    """The pictures of the step in which heads attend."""

    def attend(self) -> list[Item]:
        """The weights of all heads and of one head of full width, and what they look at; of random
        numbers the scores, too, which fit the window there. With dropout, the opened head's weights
        before and after it.
        """
        behind = [] if self.setting.is_trained else self._behind()
        heads = self._named_heads() if self.setting.is_trained else [self._small_heads()]
        if self.setting.drops:
            return [*heads, *self._dropped(), *behind]
        return [*heads, *self._one_head(), *self._jobs(), *behind]

    def _dropped(self) -> list[Item]:
        """The opened head's weights before and after dropout, with the sum of each row."""
        values, head = self.run.dropped[self.head], self.head
        before = self.run.head(head).weights
        most, name = float(values.sum(-1).max()), self.names[head]
        sides = {"weights": (before, (name, self._d_k())), "dropped": (values, self._after())}
        limit = max(1.0, float(values.max()))
        return [
            self._weights(
                id,
                one,
                title,
                fixed={"head": head},
                bars=Bars(self.text("sum"), one.sum(-1).tolist(), max(1.0, most)),
                limit=limit,
                row_labels=id == "weights",
            )
            for id, (one, title) in sides.items()
        ]

    def _after(self) -> tuple[str, str]:
        return self.text("matrices.dropped"), self.names[self.head]

    def _named_heads(self) -> list[Item]:
        """Every head with its words, and what it looks at most."""
        count = len(self.names) if len(self.keys) <= MOST_IN_LINE else 2
        items: list[Item] = []
        for head, name in enumerate(self.names):
            is_first = head % count == 0
            if is_first and head:
                items.append(Break())
            id = "weights" if head == self.head else f"{HEAD}{head}"
            weights, title = self.run.head(head).weights, (name, self._most(head))
            fixed = {"head": head}
            items.append(self._weights(id, weights, title, fixed=fixed, row_labels=is_first))
        return [*items, Break()]

    def _small_heads(self) -> Item:
        """Every head small."""
        return self._tiles(
            "heads",
            self.run.records["weights"][0],
            "query",
            "key",
            self.text("all_heads"),
            note=self.text("click_opens") if self.setting.heads > 1 else "",
            scale="weights",
            hidden=self.hidden,
            columns=ceil(sqrt(self.setting.heads)),
        )

    def _one_head(self) -> list[Item]:
        """The head that is not split, after the opened one where all heads are small."""
        alone, full = self.setting.is_trained, self.run.full.weights
        title = self.text("full_width"), f"d_k = {self.setting.width}"
        bars = entropy_bars(self.text, full)
        one = self._weights("full_weights", full, title, row_labels=alone, bars=bars)
        if alone:
            return [one]
        weights, head = self.run.head(self.head).weights, self.head
        title, bars = (self.names[head], self._d_k()), entropy_bars(self.text, weights)
        opened = self._weights("weights", weights, title, fixed={"head": head}, bars=bars)
        return [opened, one, Break()]

    def _d_k(self) -> str:
        return f"d_k = {self.setting.d_k}"

    def _weights(
        self, id: str, weights: Tensor, title: tuple[str, str], **more: Unpack[MatrixOptions]
    ) -> Matrix:
        """The weights of one head, with its name and a note."""
        more |= {"name": title[0], "note": title[1], "scale": "weights", "hidden": self.hidden}
        return self._grid(id, weights, **more)

    def _jobs(self) -> list[Item]:
        """The share of its weight that each head gives to each job; that of one not split."""
        run, jobs = self.run, self.on["job"]
        heads = Matrix(
            "jobs",
            run.job_shares.T,
            jobs,
            self.on["numbered_head"],
            name=self.text("matrices.jobs"),
            scale="weights",
            marks=self._named() if self.setting.is_trained else None,
        )
        full = Matrix(
            "full_jobs",
            run.full_job_shares.T,
            jobs,
            self.on["not_split"],
            name=self.text("not_split"),
            scale="weights",
            row_labels=False,
        )
        return [heads, full]

    def _named(self) -> np.ndarray:
        """The job that each head is named after: (jobs, heads) of bool."""
        marks = np.zeros((len(self.run.jobs), len(self.names)), dtype=bool)
        for head in range(len(self.names)):
            job, _ = self.run.job(head)
            if job:
                marks[[*self.run.jobs].index(job), head] = True
        return marks

    def _behind(self) -> list[Item]:
        """The scores from which the opened head's weights come, scaled and masked."""
        steps, fixed = self.run.head(self.head), {"head": self.head}
        scaled = "scaled" if self.run.mask is None else "masked"
        note = f"÷ √{self.setting.d_k}"
        return [
            Break(self.text("behind", head=self.names[self.head])),
            self._projected("queries"),
            Operator("×"),
            self._projected("keys", row_labels=False),
            Operator("→"),
            self._grid(
                "scores",
                steps.scores,
                name=self.text("matrices.scores"),
                note="Q Kᵀ",
                fixed=fixed,
                row_labels=False,
            ),
            Operator("→"),
            self._grid(
                scaled,
                steps.masked,
                name=self.text(f"matrices.{scaled}"),
                note=note,
                hidden=self.hidden,
                fixed=fixed,
                row_labels=False,
            ),
        ]
