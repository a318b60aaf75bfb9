"""The matrices of multi-head attention, step by step, and the arithmetic of their numbers."""

from typing import Any

import streamlit as st
from torch import Tensor

from pages.multi_head_attention.setting import (
    MOST_EDITABLE,
    PROJECTIONS,
    WEIGHTS,
    MultiHeadRun,
    entropies,
)
from ui.explain.arithmetic import percent
from ui.picture.attention import axes, entropy_bars
from ui.picture.matrix_view import Axis, Break, Matrix, Operator, Tiles
from ui.picture.matrix_view.matrix import Item
from ui.shell.page import Page

MOST_WITH_VALUES = 8
"""Wider matrices are drawn with small cells, without their numbers."""
MOST_NAMED = 24
"""With more words the rows of wide matrices are numbered instead of named."""
MOST_LARGE = 16
"""With more words the weights of the opened head are drawn with small cells too."""
WIDE_GAP = Operator("\u2003")
"""Keeps one group of tiles apart from the next."""
BESIDE = {"row_labels": False}
"""How a matrix looks to the right of one with the same rows."""


def _batched(*sizes: int) -> str:
    """A shape, batch first."""
    return f"(1, {', '.join(map(str, sizes))})"


def _shape(tensor: Tensor) -> str:
    return f"({', '.join(map(str, tensor.shape))})"


def head_names(page: Page, count: int) -> list[str]:
    return [page.text("head", head=number) for number in range(count)]


class MultiHeadViews:
    """The pictures of one run, in one language, with one head opened large."""

    def __init__(self, page: Page, run: MultiHeadRun, head: int) -> None:
        self.page, self.run, self.head = page, run, head
        self.setting, self.text = run.setting, page.text
        self.words = self.setting.labels
        self.hidden = None if run.mask is None else run.mask.numpy()
        self.names = head_names(page, self.setting.num_heads)
        labels = self.words if len(self.words) <= MOST_NAMED else None
        dimension, word = self.text("axes.dimension"), self.text("axes.word")
        self.on = axes(page.text, self.words) | {
            "word": Axis("query", labels=labels, also=("key",), spoken=word),
            "wide_query": Axis("query", labels=labels, spoken=self.text("axes.query")),
            "wide_key": Axis("key", labels=labels, spoken=self.text("axes.key")),
            "input": Axis("d_model", spoken=dimension),
            "projected": Axis("projected", spoken=dimension),
            "concatenated": Axis("concatenated", spoken=dimension),
            "out": Axis("out", spoken=dimension),
            "head": Axis("head", labels=self.names),
        }

    def _wide(self, id: str, values: Tensor, rows: str, cols: str, **looks: Any) -> Matrix:
        """A matrix as wide as d_model."""
        note = _batched(*values.shape)
        small = self.setting.d_model > MOST_WITH_VALUES
        looks = {"note": note, "compact": small, "flat": small} | looks
        return Matrix(id, values, self.on[rows], self.on[cols], **looks)

    def _columns(self) -> int:
        """Tiles on a line, where three groups of tiles share it."""
        heads = self.setting.num_heads
        return min(heads, 4 if heads <= 16 else 8)

    def _step(self, name: str, *shapes: tuple[int, ...]) -> Break:
        flow = " → ".join(_batched(*shape) for shape in shapes)
        return Break(f"{self.text(f'steps.{name}')}  ·  {flow}")

    def project_and_split(self) -> list[Item]:
        """Steps 1 and 2."""
        words, d_model, heads = len(self.words), self.setting.d_model, self.setting.num_heads
        whole, split = (words, d_model), (heads, words, self.setting.d_k)
        items: list[Item] = [*self._inputs(), self._step("project", whole, whole)]
        items += self._weights()
        rows = {"queries": "wide_query", "keys": "wide_key", "values": "wide_key"}
        for name, (letter, role) in PROJECTIONS.items():
            projected = self.run.projected(name)[0]
            looks = {"name": letter, "role": role} | ({} if name == "queries" else BESIDE)
            items.append(self._wide(name, projected, rows[name], "projected", **looks))
        items.append(self._step("split", whole, split))
        for name, (letter, role) in PROJECTIONS.items():
            if name != "queries":
                items.append(WIDE_GAP)
            items.append(
                Tiles(
                    f"{name}_heads",
                    self.run.records[name][0],
                    self.on["query" if name == "queries" else "key"],
                    self.on["d_v" if name == "values" else "d_k"],
                    name=self.text("split_into", letter=letter),
                    role=role,
                    note=_batched(*split),
                    tile_axis=self.on["head"],
                    columns=self._columns(),
                )
            )
        return items

    def attend(self) -> list[Item]:
        """Step 3: the weights of all heads, then one head large beside one head of full width."""
        words, heads, d_k = len(self.words), self.setting.num_heads, self.setting.d_k
        grid = {"rows": self.on["query"], "cols": self.on["key"]}
        looks = {"scale": "weights", "hidden": self.hidden, "compact": words > MOST_LARGE}
        opened, full = self.run.head(self.head), self.run.full
        name = self.names[self.head]
        return [
            self._step("attend", (heads, words, d_k), (heads, words, words)),
            Tiles(
                "heads",
                self.run.records["weights"][0],
                **grid,
                name=self.text("all_heads"),
                note=self.text("click_opens"),
                scale="weights",
                hidden=self.hidden,
                tile_axis=self.on["head"],
            ),
            Break(self.text("beside", head=name)),
            Matrix(
                "weights",
                opened.weights,
                **grid,
                **looks,
                name=name,
                note=f"d_k = {d_k}",
                bars=entropy_bars(self.page.text, opened.weights),
                fixed={"head": self.head},
            ),
            Matrix(
                "full_weights",
                full.weights,
                **grid,
                **looks,
                name=self.text("full_width"),
                note=f"d_k = {self.setting.d_model}",
                bars=entropy_bars(self.page.text, full.weights),
            ),
            *self._behind(),
        ]

    def _behind(self) -> list[Item]:
        """Where the opened head's numbers come from."""
        name, head = self.names[self.head], self.head
        Q, K, V = (self.run.of_head(which, head) for which in PROJECTIONS)
        steps = self.run.head(head)
        on, fits = self.on, max(len(self.words), Q.size(1)) <= MOST_WITH_VALUES
        looks = {"compact": not fits, "fixed": {"head": head}}
        second = looks | (BESIDE if fits else {})
        return [
            Break(self.text("behind", head=name)),
            Matrix("Q", Q, on["query"], on["d_k"], role="query", note=_shape(Q), **looks),
            Matrix("K", K, on["key"], on["d_k"], role="key", note=_shape(K), **looks, **BESIDE),
            Operator("→"),
            Matrix(
                "scores",
                steps.scores,
                on["query"],
                on["key"],
                name=self.text("matrices.scores"),
                note="Q Kᵀ",
                **looks,
                **BESIDE,
            ),
            *([] if fits else [Break()]),
            Matrix("V", V, on["key"], on["d_v"], role="value", note=_shape(V), **second),
            Operator("→"),
            Matrix(
                "output",
                steps.output,
                on["query"],
                on["d_v"],
                name=self.text("matrices.output"),
                note=self.text("weights_times_v"),
                **looks,
                **BESIDE,
            ),
        ]

    def _inputs(self) -> list[Item]:
        """Embedding + positional encoding = X, in one colour scale."""
        parts = self.run.embedding, self.run.encoding, self.run.X[0]
        limit = max(float(part.abs().max()) for part in parts)
        names = self.text("matrices.embedding"), "PE", "X"
        embedding, encoding, X = (
            self._wide(
                id,
                part,
                "word",
                "input",
                name=name,
                limit=limit,
                row_labels=not place,
                editable=id == "embedding" and self.setting.d_model <= MOST_EDITABLE,
            )
            for place, (id, part, name) in enumerate(
                zip(("embedding", "encoding", "X"), parts, names, strict=True)
            )
        )
        step = Break(f"{self.text('steps.input')}  ·  {_batched(*self.run.X[0].shape)}")
        return [step, embedding, Operator("+"), encoding, Operator("="), X]

    def _weights(self) -> list[Item]:
        """W_Q, W_K and W_V on a line of their own, where they are small enough to edit."""
        if self.setting.d_model > MOST_EDITABLE:
            return []
        items: list[Item] = []
        for name, (letter, role) in PROJECTIONS.items():
            looks = {"role": role} | ({} if name == "queries" else BESIDE)
            items.append(self._weight(f"W_{letter}", "input", "projected", **looks))
        return [*items, Break()]

    def _weight(self, id: str, rows: str, cols: str, **looks: Any) -> Matrix:
        """A weight matrix, one input a row."""
        weight = getattr(self.run.module, WEIGHTS[id]).weight.detach().mT  # (d_model, d_model)
        return self._wide(id, weight, rows, cols, note=_shape(weight), editable=True, **looks)

    def _off(self, shape: tuple[int, ...]) -> Any:
        """True where a head is off, for tiles (heads, 1, 1) or for columns (1, d_model)."""
        if not self.run.off:
            return None
        off = [head in self.run.off for head in range(self.setting.num_heads)]
        if len(shape) == 3:
            return [[[each]] for each in off]
        return [[each for each in off for _ in range(self.setting.d_k)]]

    def concatenate_and_project(self) -> list[Item]:
        """Steps 4 and 5, and what the output loses without the heads that are off."""
        words, d_model, heads = len(self.words), self.setting.d_model, self.setting.num_heads
        split, whole = (heads, words, self.setting.d_k), (words, d_model)
        outputs = self.run.records["heads"][0]
        items: list[Item] = [
            self._step("concatenate", split, whole),
            Tiles(
                "outputs_heads",
                outputs,
                self.on["query"],
                self.on["d_v"],
                name=self.text("head_outputs"),
                note=_batched(*split),
                hidden=self._off(split),
                tile_axis=self.on["head"],
                columns=self._columns(),
            ),
            Operator("→"),
            self._wide(
                "concatenated",
                self.run.concatenated[0],
                "wide_query",
                "concatenated",
                name=self.text("concatenated"),
                hidden=self._off(whole),
                limit=float(outputs.abs().max()) or None,
            ),
            self._step("project_back", whole, whole),
        ]
        if d_model <= MOST_EDITABLE:
            items += [self._weight("W_O", "concatenated", "out"), Operator("=")]
        items.append(self._output("projected", self.run.without, "output"))
        if self.run.off:
            items += self._comparison()
        return items

    def _output(self, id: str, values: Tensor, name: str, **looks: Any) -> Matrix:
        limit = float(max(self.run.output.abs().max(), self.run.without.abs().max())) or None
        looks = {"name": self.text(f"outputs.{name}"), "limit": limit} | looks
        return self._wide(id, values[0], "wide_query", "out", **looks)

    def _comparison(self) -> list[Item]:
        """The output of all heads - the output without those that are off = what is lost."""
        return [
            Break(self.text("loses")),
            self._output("all", self.run.output, "all"),
            Operator("−"),
            self._output("without", self.run.without, "without", **BESIDE),
            Operator("="),
            self._output("lost", self.run.lost, "lost", **BESIDE),
        ]

    def show_comparison(self) -> None:
        """What splitting changes, in figures."""
        bits = entropies(self.run, self.head)
        values = {name: f"{value:.2f}" for name, value in vars(bits).items()}
        sentence = "one_head" if self.setting.num_heads == 1 else "comparison"
        sizes = {"d_k": self.setting.d_k, "d_model": self.setting.d_model}
        figures = values | {"heads": self.setting.num_heads, "number": self.head, **sizes}
        st.markdown(self.text(sentence, **figures))

    def shares(self) -> list[str]:
        """What stands on the heads' switches: how much of the output's length each makes."""
        named = zip(self.names, self.run.shares, strict=True)
        return [f"{name} · {percent(share)}%" for name, share in named]

    def show_lost_share(self) -> None:
        share = percent(self.run.lost_share)
        off = ", ".join(map(str, sorted(self.run.off)))
        sentence = "loses_share" if off else "loses_nothing"
        st.markdown(self.text(sentence, heads=off, percent=share))
