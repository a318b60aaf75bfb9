"""Right, wrong and their difference side by side."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from torch import Tensor

from transformer_core.explain.figures import spread
from transformer_lab.measures import attention_entropy
from transformer_lab.mistakes import MISTAKES, Comparison, Mistake
from transformer_lab.mistakes.mistake import Picture
from transformer_lab.mistakes.padding import PAD_ID
from ui.picture.matrix_view import Axis, Bars, Matrix, Operator
from ui.picture.matrix_view.matrix import Item
from ui.words.language import Text


class Ends(NamedTuple):
    """The ends of colour scale and bars, the same for the right and the wrong result."""

    colour: float
    bar: float


def comparison_items(text: Text, mistake: Mistake, comparison: Comparison) -> list[Item]:
    """Right, wrong and difference, on the same axes."""
    right, wrong = map(mistake.shown, comparison[1:])
    picture = _picture_of(mistake)
    heads = comparison.right.size(1) if picture.heads else 0
    on = _axes(text, mistake, comparison, right.shape, heads)
    ends = _ends(picture, (right, wrong))
    titles = {"right": text("matrices.right"), "wrong": text("matrices.wrong")}
    results = {"right": right, "wrong": wrong}
    if mistake.other:
        results["other"] = MISTAKES[mistake.other].wrong(**comparison.given)
        titles |= {"wrong": text(f"fills.{mistake.name}"), "other": text(f"fills.{mistake.other}")}
        # Both wrong results keep their order, whichever of them is selected.
        names = [*MISTAKES]
        if names.index(mistake.other) < names.index(mistake.name):
            results["wrong"] = results.pop("wrong")
    items: list[Item] = [
        _result(text, picture, values, on, ends, id=side, name=titles[side])
        for side, values in results.items()
    ]
    items.append(_difference(text, picture, right, wrong, on))
    if picture.bars:
        items[2:2], items[1:1] = [Operator("→")], [Operator("≠")]
    return items


def wrong_items(text: Text, mistake: Mistake, comparison: Comparison) -> list[Item]:
    """The wrong result only, with axes, name and bars that give nothing away."""
    wrong, picture = mistake.shown(comparison.wrong), _picture_of(mistake)
    is_weights = picture.scale == "weights"
    plain = replace(picture, bars="sum" if is_weights and wrong.isfinite().all() else None)
    names = ("query", "key") if is_weights else ("row", "column")
    labels = _padding_labels(text, picture, comparison)
    rows, cols = (
        Axis(axis, labels=own, spoken=text(f"axes.{axis}"))
        for axis, own in zip(names, labels, strict=True)
    )
    title = text("quiz.weights" if is_weights else "quiz.numbers")
    ends = _ends(plain, (wrong,))
    return [_result(text, plain, wrong, (rows, cols), ends, id="wrong", name=title)]


def _picture_of(mistake: Mistake) -> Picture:
    """Return how a mistake that has matrices is drawn."""
    assert mistake.picture is not None
    return mistake.picture


def head_column(col: int, d_k: int) -> str:
    """Label a column of concatenated heads: its head, from 1, and its index in it, from 0."""
    head, place = divmod(col, d_k)
    return f"{head + 1}.{place}"


def _padding_labels(
    text: Text, picture: Picture, comparison: Comparison
) -> tuple[list[str] | None, list[str] | None]:
    """The labels of rows and columns where padding is named; None where they are counted."""

    def labels(ids: str) -> list[str] | None:
        if not ids:
            return None
        padding = (comparison.given[ids] == PAD_ID).tolist()
        return [text("pad", number=at) if is_pad else str(at) for at, is_pad in enumerate(padding)]

    return labels(picture.row_ids), labels(picture.col_ids)


def _axes(
    text: Text, mistake: Mistake, comparison: Comparison, shape: Sequence[int], heads: int
) -> tuple[Axis, Axis]:
    picture = _picture_of(mistake)
    rows, cols = text(f"axes.{picture.rows}"), text(f"axes.{picture.cols}")
    tokens, places = _padding_labels(text, picture, comparison)
    if picture.compact:
        # Labelled rows stay tall enough for their labels, however many columns there are.
        tokens = [str(row) for row in range(shape[0])]
    if heads:
        places = [head_column(col, shape[1] // heads) for col in range(shape[1])]
    return Axis(picture.rows, labels=tokens, spoken=rows), Axis(
        picture.cols, labels=places, spoken=cols
    )


def _result(
    text: Text,
    picture: Picture,
    values: Tensor,
    on: tuple[Axis, Axis],
    ends: Ends,
    *,
    id: str,
    name: str,
) -> Matrix:
    return Matrix(
        id=id,
        name=name,
        rows=on[0],
        cols=on[1],
        values=values,
        scale=picture.scale,
        limit=ends.colour,
        hidden=(values == 0).numpy() if picture.masked else None,
        marks=_no_numbers(values),
        bars=_bars(text, picture, values, ends.bar),
        compact=picture.compact,
    )


def _difference(
    text: Text, picture: Picture, right: Tensor, wrong: Tensor, on: tuple[Axis, Axis]
) -> Matrix:
    return Matrix(
        "difference",
        wrong - right,
        *on,
        name=text("matrices.difference"),
        note=text("matrices.wrong_minus_right"),
        limit=1.0 if picture.scale == "weights" else None,
        hidden=((wrong == 0) & (right == 0)).numpy() if picture.masked else None,
        marks=_no_numbers(wrong),
        compact=picture.compact,
    )


def _no_numbers(values: Tensor) -> np.ndarray | None:
    """Mark NaN cells, which have no colour and, if small, no room for a label."""
    return values.isnan().numpy() if values.isnan().any() else None


def _measured(picture: Picture, values: Tensor) -> Tensor:
    """The values of the bars next to the rows: (rows,)."""
    if picture.bars == "entropy":
        return attention_entropy(values)
    return spread(values).deviation if picture.bars == "deviation" else values.sum(-1)


def _ends(picture: Picture, results: Sequence[Tensor]) -> Ends:
    colour = 1.0
    if picture.scale == "diverging":
        colour = max(float(values.abs().max()) for values in results)
    bar = max(float(_measured(picture, values).max()) for values in results)
    return Ends(colour, bar)


def _bars(text: Text, picture: Picture, values: Tensor, end: float) -> Bars | None:
    if picture.bars is None:
        return None
    title = {"sum": "Σ", "deviation": "σ", "entropy": text("matrices.entropy")}[picture.bars]
    return Bars(title, _measured(picture, values).tolist(), end)
