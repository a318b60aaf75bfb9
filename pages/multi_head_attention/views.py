"""The matrices of multi-head attention, one step of it at a time."""

from math import ceil, sqrt
from typing import Unpack

from torch import Tensor

from pages.multi_head_attention.matrices import MOST_WITH_VALUES, MultiHeadMatrices, shape_of
from pages.multi_head_attention.run import PROJECTIONS
from pages.multi_head_attention.setting import MultiHeadSetting
from ui.picture.attention import entropy_bars
from ui.picture.matrix_view import Bars, Break, Matrix, Operator
from ui.picture.matrix_view.matrix import Item, MatrixOptions

HEAD = "weights_"
"""Before the number of a head that is not the opened one, in the id of its matrix."""
MOST_IN_LINE = 12
"""With more keys, only two heads share a line."""


def to_pin(setting: MultiHeadSetting, step: str) -> tuple[str, ...]:
    """The matrices of a step whose cells can be pinned: all except those of every head."""
    has_weights, is_masked = setting.is_editable, setting.hides
    weights = ("W_Q", "W_K", "W_V") if has_weights else ()
    read = ("X", "memory") if setting.is_cross else ("X",)
    losses = ("all", "without", "lost") if setting.heads_off else ()
    return {
        "input": read if setting.is_trained else ("embedding", "encoding", "X"),
        "project": (*(() if has_weights else read), *weights, *PROJECTIONS),
        "split": ("Q", "K", "V", "X", "own_W_Q", "own_Q"),
        "attend": ("weights", "Q", "K", "scores")
        + (("dropped",) if setting.drops else ("full_weights", "jobs", "full_jobs"))
        + (("masked",) if is_masked else ("scaled",)),
        "concatenate": ("weights", "V", "output", "concatenated"),
        "project_back": ("concatenated", *(("W_O",) if has_weights else ()), "projected", *losses),
    }[step]


class MultiHeadViews(MultiHeadMatrices):
    """The pictures of one run, step by step."""

    def items(self, step: str) -> list[Item]:
        """The matrices of one step."""
        made = {
            "input": self._input,
            "project": self._project,
            "split": self._split,
            "attend": self._attend,
            "concatenate": self._concatenate,
            "project_back": self._project_back,
        }
        return made[step]()

    def _input(self) -> list[Item]:
        """Embedding + positional encoding = X, in one colour scale; or what the model passes on."""
        run = self.run
        if self.setting.is_trained:
            return self._read(Break())
        parts = {**run.parts, "X": run.X[0]}
        limit = max(float(part.abs().max()) for part in parts.values())
        options: dict[str, MatrixOptions] = {
            "embedding": {
                "name": self.text("matrices.embedding"),
                "editable": self.setting.is_editable,
                "limit": limit,
            },
            "encoding": {"name": "PE", "limit": limit, "row_labels": False},
            "X": {"name": "X", "limit": limit, "row_labels": False},
        }
        embedding, encoding, X = (
            self._wide(id, part, "word", "input", **options[id]) for id, part in parts.items()
        )
        return [embedding, Operator("+"), encoding, Operator("="), X]

    def _read(self, *between: Item) -> list[Item]:
        """What the queries are made from, and where it is something else what the keys are."""
        X = self._wide("X", self.run.X[0], "word", "input", name="X")
        if not self.setting.is_cross:
            return [X]
        name = self.text("matrices.memory")
        memory = self._wide("memory", self.run.memory[0], "wide_key", "input", name=name)
        return [X, *between, memory]

    def _project(self) -> list[Item]:
        """W_Q, W_K and W_V above the result of each with X; wide ones are left out, X is on top."""
        has_weights = self.setting.is_editable
        items: list[Item] = []
        if not has_weights:
            items += [*self._read(), Break()]
        rows = {"queries": "wide_query", "keys": "wide_key", "values": "wide_key"}
        for name, (letter, role) in PROJECTIONS.items():
            options: MatrixOptions = {"role": role, "row_labels": name == "queries"}
            if has_weights:
                items.append(self._weight(f"W_{letter}", "input", "projected", **options))
            options = {"name": letter, "below": has_weights, **options}
            projected = self.run.projected(name)[0]
            items.append(self._wide(name, projected, rows[name], "projected", **options))
        return items

    def _split(self) -> list[Item]:
        """Q, K and V of every head, then those of the opened head."""
        items: list[Item] = []
        for name, (letter, role) in PROJECTIONS.items():
            split = self.run.records[name][0]
            rows, cols = self._sides(name)
            message = self.text("split_into", letter=letter)
            items.append(self._tiles(f"{name}_heads", split, rows, cols, message, role=role))
        items.append(Break(self.text("opened", head=self.names[self.head])))
        return [*items, *(self._projected(name) for name in PROJECTIONS), *self._own_projection()]

    def _own_projection(self) -> list[Item]:
        """The opened head's queries once more, with a projection of its own."""
        weight, _, queries = self.run.own_projection(self.head)
        name, wide = self.names[self.head], self.setting.width > MOST_WITH_VALUES
        return [
            Break(self.text("own_projection", head=name)),
            self._wide("X", self.run.X[0], "word", "input", name="X"),
            Operator("×"),
            Matrix(
                "own_W_Q",
                weight.mT,
                self.on["input"],
                self.on["d_k"],
                name=f"W_Q · {name}",
                note=shape_of(weight.mT),
                role="query",
                compact=wide,
                flat=wide,
            ),
            Operator("="),
            self._of_head("own_Q", queries, "query", "d_k", name=self.text("own_Q"), role="query"),
        ]

    def _attend(self) -> list[Item]:
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

    def _concatenate(self) -> list[Item]:
        """The opened head's weights times V; then all heads concatenated."""
        steps, fixed = self.run.head(self.head), {"head": self.head}
        outputs = self.run.records["heads"][0]
        name = self.names[self.head]
        weights = self._grid(
            "weights", steps.weights, name=name, note="softmax", scale="weights", fixed=fixed
        )
        output = self._of_head("output", steps.output, "query", "d_v", row_labels=False)
        return [
            weights,
            Operator("×"),
            self._projected("values"),
            Operator("="),
            output,
            Break(),
            self._tiles(
                "outputs_heads",
                outputs,
                "query",
                "d_v",
                self.text("head_outputs"),
                hidden=self._off(tiles=True),
            ),
            Operator("→"),
            self._concatenated(limit=float(outputs.abs().max()) or None),
        ]

    def _project_back(self) -> list[Item]:
        """The concatenated heads times W_O, and what is lost without the heads that are off."""
        items: list[Item] = [*self._losses(), Break()] if self.run.off else []
        items.append(self._concatenated())
        if self.setting.is_editable:
            items += [Operator("×"), self._weight("W_O", "concatenated", "out")]
        items += [Operator("=" if self.setting.is_editable else "→")]
        return [*items, self._output("projected", self.run.without, "output", row_labels=False)]

    def _losses(self) -> list[Item]:
        """The output of all heads minus the output without those that are off = what is lost."""
        return [
            self._output("all", self.run.output, "all"),
            Operator("−"),
            self._output("without", self.run.without, "without", row_labels=False),
            Operator("="),
            self._output("lost", self.run.lost, "lost", row_labels=False),
        ]
