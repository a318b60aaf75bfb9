"""The single matrices in the pictures of multi-head attention."""

from collections.abc import Sequence
from typing import Any, Unpack

from torch import Tensor

from pages.multi_head_attention.jobs import job_key
from pages.multi_head_attention.run import PROJECTIONS, MultiHeadRun
from pages.multi_head_attention.setting import WEIGHTS, MultiHeadSetting
from ui.explain.arithmetic import percent
from ui.picture.attention import axes
from ui.picture.matrix_view import Axis, Matrix, Tiles
from ui.picture.matrix_view.matrix import MatrixOptions
from ui.words.language import Text

MOST_WITH_VALUES = 8
"""Wider matrices are drawn with small cells, without numbers."""
MOST_NAMED = 24
"""With more words, the rows of wide matrices have numbers instead of words."""
MOST_LARGE = 16
"""With more words, the weights of the opened head are drawn with small cells, too."""


def batched(*sizes: int) -> str:
    """A shape, batch first."""
    return f"(1, {', '.join(map(str, sizes))})"


def shape_of(tensor: Tensor) -> str:
    return f"({', '.join(map(str, tensor.shape))})"


def head_name(text: Text, head: int) -> str:
    """The name of a head, which is counted from 0: the first one is head 1."""
    return text("head", head=head + 1)


def head_names(text: Text, count: int) -> list[str]:
    return [head_name(text, head) for head in range(count)]


def job_name(text: Text, job: str) -> str:
    return text(f"jobs.{job_key(job)}")


def job_names(text: Text, run: MultiHeadRun) -> list[str]:
    return [job_name(text, job) for job in run.jobs]


class MultiHeadMatrices:
    """The matrices of one run, with one head opened."""

    def __init__(self, text: Text, setting: MultiHeadSetting, run: MultiHeadRun) -> None:
        self.text, self.setting, self.run = text, setting, run
        self.head = setting.opened
        self.queries, self.keys = setting.labels(text.language)
        self.hidden = None if run.mask is None else run.mask.numpy()
        self.names = head_names(text, setting.heads)
        self.on = self._axes()

    def _axes(self) -> dict[str, Axis]:
        text = self.text
        queries, keys = (
            words if len(words) <= MOST_NAMED else None for words in (self.queries, self.keys)
        )
        also = () if self.setting.is_cross else ("key",)
        dimension = text("axes.dimension")
        return axes(text, self.queries) | {
            "key": Axis("key", labels=self.keys, spoken=text("axes.key")),
            "word": Axis("query", labels=queries, also=also, spoken=text("axes.word")),
            "wide_query": Axis("query", labels=queries, spoken=text("axes.query")),
            "wide_key": Axis("key", labels=keys, spoken=text("axes.key")),
            "input": Axis("d_model", spoken=dimension),
            "projected": Axis("projected", spoken=dimension),
            "concatenated": Axis("concatenated", spoken=dimension),
            "out": Axis("out", spoken=dimension),
            "head": Axis("head", labels=self.names),
            "numbered_head": Axis("head", labels=list(map(str, range(1, len(self.names) + 1)))),
            "not_split": Axis("not_split", labels=[text("one")]),
            "job": Axis("job", labels=job_names(text, self.run), spoken=text("axes.job")),
        }

    def _most(self, head: int) -> str:
        """What a head gives most of its weight to, with the share; "" if that is little."""
        job, share = self.run.job(head)
        return f"{job_name(self.text, job)} {percent(share)}%" if job else ""

    def _wide(
        self, id: str, values: Tensor, rows: str, cols: str, **options: Unpack[MatrixOptions]
    ) -> Matrix:
        """A matrix as wide as d_model."""
        small = self.setting.width > MOST_WITH_VALUES
        options = {"note": batched(*values.shape), "compact": small, "flat": small, **options}
        return Matrix(id, values, self.on[rows], self.on[cols], **options)

    def _weight(self, id: str, rows: str, cols: str, **options: Unpack[MatrixOptions]) -> Matrix:
        """A weight matrix, with one row per input."""
        weight = getattr(self.run.module, WEIGHTS[id]).weight.detach().mT  # (d_model, d_model)
        options = {"note": shape_of(weight), "editable": True, "given": True, **options}
        return self._wide(id, weight, rows, cols, **options)

    def _tiles(
        self,
        id: str,
        values: Tensor,
        rows: str,
        cols: str,
        title: str,
        *,
        columns: int | None = None,
        **options: Unpack[MatrixOptions],
    ) -> Tiles:
        """One small matrix per head: values (heads, rows, cols)."""
        options = {"name": title, "note": batched(*values.shape), **options}
        sides, heads = (self.on[rows], self.on[cols]), self.on["head"]
        columns = columns or self._columns()
        return Tiles(id, values, *sides, tile_axis=heads, columns=columns, **options)

    def _columns(self) -> int:
        """The number of tiles in a line that several groups of tiles share."""
        heads = self.setting.heads
        return min(heads, 4 if heads <= 16 else 8)

    def _grid(self, id: str, values: Tensor, **options: Unpack[MatrixOptions]) -> Matrix:
        """A matrix of queries by keys."""
        small = max(len(self.queries), len(self.keys)) > MOST_LARGE
        options = {"compact": small, **options}
        return Matrix(id, values, self.on["query"], self.on["key"], **options)

    def _of_head(
        self, id: str, values: Tensor, rows: str, cols: str, **options: Unpack[MatrixOptions]
    ) -> Matrix:
        """The output of one head for each word."""
        small = max(values.shape) > MOST_WITH_VALUES
        options = {
            "name": self.text("matrices.output"),
            "note": shape_of(values),
            "compact": small,
            "fixed": {"head": self.head},
            **options,
        }
        return Matrix(id, values, self.on[rows], self.on[cols], **options)

    def _projected(self, projection: str, **options: Unpack[MatrixOptions]) -> Matrix:
        """Q, K or V of the opened head."""
        letter, role = PROJECTIONS[projection]
        values = self.run.of_head(projection, self.head)
        options = {"name": letter, "role": role, **options}
        return self._of_head(letter, values, *self._sides(projection), **options)

    @staticmethod
    def _sides(name: str) -> tuple[str, str]:
        return "query" if name == "queries" else "key", "d_v" if name == "values" else "d_k"

    def _concatenated(self, **options: Unpack[MatrixOptions]) -> Matrix:
        concatenated = self.run.concatenated[0]
        options = {"name": self.text("concatenated"), "hidden": self._off(), **options}
        sides = ("wide_query", "concatenated")
        return self._wide("concatenated", concatenated, *sides, **options)

    def _output(
        self, id: str, values: Tensor, which: str, **options: Unpack[MatrixOptions]
    ) -> Matrix:
        limit = float(max(self.run.output.abs().max(), self.run.without.abs().max())) or None
        options = {"name": self.text(f"outputs.{which}"), "limit": limit, **options}
        return self._wide(id, values[0], "wide_query", "out", **options)

    def _off(self, *, tiles: bool = False) -> Sequence[Any] | None:
        """True where a head is off, for tiles (heads, 1, 1) or for columns (1, d_model)."""
        if not self.run.off:
            return None
        off = [head in self.run.off for head in range(self.setting.heads)]
        if tiles:
            return [[[each]] for each in off]
        return [[each for each in off for _ in range(self.setting.d_k)]]
