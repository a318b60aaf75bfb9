"""Right, wrong and their difference side by side."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np
from torch import Tensor

from transformer_core.explain.figures import spread
from transformer_lab.measures import attention_entropy
from transformer_lab.mistakes import MISTAKES, Comparison
from transformer_lab.mistakes.computations import as_matrix
from ui.picture.matrix_view import Axis, Bars, Matrix, Operator
from ui.picture.matrix_view.matrix import Item
from ui.words.language import Text

EQUATIONS = {
    "unscaled_scores": r"\mathrm{softmax}\big(QK^{T}/\sqrt{d_k}\big)",
    "softmax_over_queries": r"\textstyle\sum_j w_{ij} = 1",
    "mask_after_softmax": r"\mathrm{softmax}\big(QK^{T}/\sqrt{d_k} + M\big)",
    "mask_hides_itself": r"M_{ij} = -\infty \;\Leftrightarrow\; j > i",
    "mask_leaks_next": r"M_{ij} = -\infty \;\Leftrightarrow\; j > i",
    "minus_1e9": r"M_{ij} \in \{0, -\infty\}",
    "minus_infinity": r"M_{ij} \in \{0, -\infty\}",
    "one_speed": r"\mathrm{PE}_{pos,2i} = \sin\big(pos/10000^{2i/d_{\mathrm{model}}}\big)",
    "unscaled_embeddings": r"X = \sqrt{d_{\mathrm{model}}}\,E + \mathrm{PE}",
    "heads_without_transpose": r"(seq,\, h \cdot d_k) \to (h,\, seq,\, d_k)",
    "pre_norm": r"\mathrm{LayerNorm}\big(x + \mathrm{Sublayer}(x)\big)",
    "loss_over_padding": r"\textstyle\frac{1}{|real|}\sum_{t \in real} -\log p_t",
    "warmup_exponent": (
        r"d_{\mathrm{model}}^{-0.5} \cdot \min(step^{-0.5},\; step \cdot warmup\_steps^{-1.5})"
    ),
}
"""The correct form of the equation that each mistake breaks."""

FILLS = ("minus_1e9", "minus_infinity")
"""Two wrong answers to one question; each is shown next to the other."""


@dataclass(frozen=True)
class Look:
    """How a mistake's results are drawn. `masked` hatches cells with zero weight."""

    rows: str = "query"
    cols: str = "key"
    scale: Literal["weights", "diverging"] = "weights"
    masked: bool = False
    compact: bool = False
    bars: Literal["sum", "entropy", "deviation"] | None = None


LOOKS = {
    "unscaled_scores": Look(bars="entropy"),
    "softmax_over_queries": Look(bars="sum"),
    "mask_after_softmax": Look(masked=True, bars="sum"),
    "mask_hides_itself": Look(masked=True),
    "mask_leaks_next": Look(masked=True),
    "minus_1e9": Look(masked=True),
    "minus_infinity": Look(masked=True),
    "one_speed": Look("position", "dimension", "diverging"),
    "unscaled_embeddings": Look("position", "dimension", "diverging", compact=True),
    "heads_without_transpose": Look("row", "column", "diverging"),
    "pre_norm": Look("position", "dimension", "diverging", compact=True, bars="deviation"),
}
"""The other mistakes result in a single number or a curve, so they have no matrix."""


class Ends(NamedTuple):
    """The ends of colour scale and bars, the same for the right and the wrong result."""

    colour: float
    bar: float


def comparison_items(text: Text, name: str, comparison: Comparison) -> list[Item]:
    """Right, wrong and difference, on the same axes."""
    right, wrong = (as_matrix(name, result) for result in comparison[1:])
    heads = comparison.right.size(1) if name == "heads_without_transpose" else 0
    on = _axes(text, LOOKS[name], right.shape, heads)
    ends = _ends(LOOKS[name], (right, wrong))
    words = {"right": text("matrices.right"), "wrong": text("matrices.wrong")}
    results = {"right": right, "wrong": wrong}
    if name in FILLS:
        other = FILLS[1 - FILLS.index(name)]
        results["other"] = MISTAKES[other].wrong(**comparison.given)
        words |= {"wrong": text(f"fills.{name}"), "other": text(f"fills.{other}")}
    # The two fills keep their order, whichever of them is selected.
    order = ("right", "other", "wrong") if name == FILLS[1] else ("right", "wrong", "other")
    items: list[Item] = [
        _result(text, LOOKS[name], results[side], on, ends, id=side, name=words[side])
        for side in order
        if side in results
    ]
    items.append(_difference(text, LOOKS[name], right, wrong, on))
    if LOOKS[name].bars:
        items[2:2], items[1:1] = [Operator("→")], [Operator("≠")]
    return items


def wrong_items(text: Text, name: str, comparison: Comparison) -> list[Item]:
    """The wrong result only, with axes, name and bars that give nothing away."""
    wrong = as_matrix(name, comparison.wrong)
    is_weights = LOOKS[name].scale == "weights"
    look = replace(LOOKS[name], bars="sum" if is_weights and wrong.isfinite().all() else None)
    plain = ("query", "key") if is_weights else ("row", "column")
    rows, cols = (Axis(axis, spoken=text(f"axes.{axis}")) for axis in plain)
    title = text("quiz.weights" if is_weights else "quiz.numbers")
    ends = _ends(look, (wrong,))
    return [_result(text, look, wrong, (rows, cols), ends, id="wrong", name=title)]


def head_column(col: int, d_k: int) -> str:
    """Label a column of concatenated heads: its head, from 1, and its index in it, from 0."""
    head, place = divmod(col, d_k)
    return f"{head + 1}.{place}"


def _axes(text: Text, look: Look, shape: Sequence[int], heads: int) -> tuple[Axis, Axis]:
    rows, cols = text(f"axes.{look.rows}"), text(f"axes.{look.cols}")
    # Labelled rows stay tall enough for their labels, however many columns there are.
    tokens = [str(row) for row in range(shape[0])] if look.compact else None
    places = None
    if heads:
        places = [head_column(col, shape[1] // heads) for col in range(shape[1])]
    return Axis(look.rows, labels=tokens, spoken=rows), Axis(look.cols, labels=places, spoken=cols)


def _result(
    text: Text,
    look: Look,
    values: Tensor,
    on: tuple[Axis, Axis],
    ends: Ends,
    **named: str,
) -> Matrix:
    return Matrix(
        rows=on[0],
        cols=on[1],
        values=values,
        scale=look.scale,
        limit=ends.colour,
        hidden=(values == 0).numpy() if look.masked else None,
        marks=_no_numbers(values),
        bars=_bars(text, look, values, ends.bar),
        compact=look.compact,
        **named,
    )


def _difference(
    text: Text, look: Look, right: Tensor, wrong: Tensor, on: tuple[Axis, Axis]
) -> Matrix:
    return Matrix(
        "difference",
        wrong - right,
        *on,
        name=text("matrices.difference"),
        note=text("matrices.wrong_minus_right"),
        limit=1.0 if look.scale == "weights" else None,
        hidden=((wrong == 0) & (right == 0)).numpy() if look.masked else None,
        marks=_no_numbers(wrong),
        compact=look.compact,
    )


def _no_numbers(values: Tensor) -> np.ndarray | None:
    """Mark NaN cells, which have no colour and, if small, no room for a label."""
    return values.isnan().numpy() if values.isnan().any() else None


def _measured(look: Look, values: Tensor) -> Tensor:
    """The values of the bars next to the rows: (rows,)."""
    if look.bars == "entropy":
        return attention_entropy(values)
    return spread(values).deviation if look.bars == "deviation" else values.sum(-1)


def _ends(look: Look, results: Sequence[Tensor]) -> Ends:
    colour = 1.0
    if look.scale == "diverging":
        colour = max(float(values.abs().max()) for values in results)
    bar = max(float(_measured(look, values).max()) for values in results)
    return Ends(colour, bar)


def _bars(text: Text, look: Look, values: Tensor, end: float) -> Bars | None:
    if look.bars is None:
        return None
    title = {"sum": "Σ", "deviation": "σ", "entropy": text("matrices.entropy")}[look.bars]
    return Bars(title, _measured(look, values).tolist(), end)
