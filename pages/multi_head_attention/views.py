"""The matrices of multi-head attention, one step of it at a time."""

from math import ceil, sqrt

from pages.multi_head_attention.matrices import MultiHeadMatrices
from pages.multi_head_attention.run import PROJECTIONS
from pages.multi_head_attention.setting import MultiHeadSetting
from ui.picture.attention import entropy_bars
from ui.picture.matrix_view import Break, Operator
from ui.picture.matrix_view.matrix import Item, MatrixOptions


def to_pin(setting: MultiHeadSetting, step: str) -> tuple[str, ...]:
    """The matrices of a step whose cells can be pinned: all except those of every head."""
    has_weights, is_masked = setting.is_editable, setting.mask != "none"
    weights = ("W_Q", "W_K", "W_V") if has_weights else ()
    losses = ("all", "without", "lost") if setting.heads_off else ()
    return {
        "input": ("embedding", "encoding", "X"),
        "project": (*(() if has_weights else ("X",)), *weights, *PROJECTIONS),
        "split": ("Q", "K", "V"),
        "attend": ("weights", "full_weights", "Q", "K", "scores")
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
        """Embedding + positional encoding = X, in one colour scale."""
        run = self.run
        parts = {"embedding": run.embedding, "encoding": run.encoding, "X": run.X[0]}
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

    def _project(self) -> list[Item]:
        """W_Q, W_K and W_V above the result of each with X; wide ones are left out, X is on top."""
        has_weights = self.setting.is_editable
        items: list[Item] = []
        if not has_weights:
            items += [self._wide("X", self.run.X[0], "word", "input", name="X"), Break()]
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
        return [*items, *(self._projected(name) for name in PROJECTIONS)]

    def _attend(self) -> list[Item]:
        """The weights of all heads; the opened head next to one head of full width; its scores."""
        opened, full = self.run.head(self.head), self.run.full
        sizes = {"weights": self.setting.d_k, "full_weights": self.setting.width}
        names = {"weights": self.names[self.head], "full_weights": self.text("full_width")}
        shown = {"weights": opened.weights, "full_weights": full.weights}
        all_heads = self.run.records["weights"][0]
        items: list[Item] = [
            self._tiles(
                "heads",
                all_heads,
                "query",
                "key",
                self.text("all_heads"),
                note=self.text("click_opens") if self.setting.heads > 1 else "",
                scale="weights",
                hidden=self.hidden,
                columns=ceil(sqrt(self.setting.heads)),
            )
        ]
        for id, weights in shown.items():
            is_opened = id == "weights"
            matrix = self._grid(
                id,
                weights,
                name=names[id],
                note=f"d_k = {sizes[id]}",
                scale="weights",
                bars=entropy_bars(self.text, weights),
                row_labels=is_opened,
                fixed={"head": self.head} if is_opened else {},
            )
            items.append(matrix)
        return [*items, *self._behind()]

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
