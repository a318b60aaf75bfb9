"""The matrices of multi-head attention, one step of it at a time."""

from pages.multi_head_attention.attend_views import AttendViews
from pages.multi_head_attention.matrices import MOST_WITH_VALUES, shape_of
from pages.multi_head_attention.run import PROJECTIONS
from pages.multi_head_attention.setting import MultiHeadSetting
from ui.picture.matrix_view import Break, Matrix, Operator
from ui.picture.matrix_view.matrix import Item, MatrixOptions


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


class MultiHeadViews(AttendViews):
    """The pictures of one run, step by step."""

    def items(self, step: str) -> list[Item]:
        """The matrices of one step."""
        made = {
            "input": self._input,
            "project": self._project,
            "split": self._split,
            "attend": self.attend,
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
                "given": True,
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
        X = self._wide("X", self.run.X[0], "word", "input", name="X", given=True)
        if not self.setting.is_cross:
            return [X]
        name = self.text("matrices.memory")
        memory = self._wide(
            "memory", self.run.memory[0], "wide_key", "input", name=name, given=True
        )
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
            if self.setting.shares and name != "queries":
                kv_heads = self.setting.used_kv_heads
                message = self.text("sharing.split", letter=letter, kv_heads=kv_heads)
            items.append(self._tiles(f"{name}_heads", split, rows, cols, message, role=role))
        items.append(Break(self.text("opened", head=self.names[self.head])))
        return [*items, *(self._projected(name) for name in PROJECTIONS), *self._own_projection()]

    def _own_projection(self) -> list[Item]:
        """The opened head's queries once more, with a projection of its own."""
        weight, _, queries = self.run.own_projection(self.head)
        name, wide = self.names[self.head], self.setting.width > MOST_WITH_VALUES
        return [
            Break(self.text("own_projection", head=name)),
            self._wide("X", self.run.X[0], "word", "input", name="X", given=True),
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
                given=True,
            ),
            Operator("="),
            self._of_head("own_Q", queries, "query", "d_k", name=self.text("own_Q"), role="query"),
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
