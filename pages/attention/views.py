"""The matrices of one attention, in the order of the equation."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import torch
from torch import Tensor

from pages.attention.projections import given_options, shape_of
from pages.attention.setting import AttentionSetting
from ui.picture.attention import axes, entropy_bars
from ui.picture.matrix_view import Axis, Break, Matrix, Operator
from ui.picture.matrix_view.matrix import Item, MatrixOptions
from ui.words.language import Text

OUTLYING = 10
"""A number this many times the median would leave the others without colour."""


def outlying_limit(*matrices: Tensor) -> float | None:
    """The end of the colour scale if the largest numbers would leave the others none; else None."""
    sizes = torch.cat([matrix.flatten().abs() for matrix in matrices])
    sizes = sizes[sizes.isfinite() & (sizes > 0)]
    if not len(sizes):
        return None
    # Numbers below the rounding error of the largest one count as 0.
    sizes = sizes[sizes > torch.finfo(sizes.dtype).eps * sizes.max()]
    usual = float(sizes[sizes <= OUTLYING * sizes.median()].max())
    return usual if usual < float(sizes.max()) else None


def coloured(matrix: Matrix) -> Matrix:
    """Limit the colours to the usual numbers if the largest would leave them none."""
    return replace(matrix, limit=outlying_limit(torch.as_tensor(matrix.values)))


def early_colours(text: Text, items: Sequence[Item]) -> str:
    """State in which matrices the colours end before the largest number; "" if in none."""
    ends = [
        f"{item.name or item.id} (±{item.limit:.3g})"
        for item in items
        if isinstance(item, Matrix) and item.limit is not None and _exceeds(item, item.limit)
    ]
    return text("colours_end", where=", ".join(ends)) if ends else ""


def _exceeds(item: Matrix, limit: float) -> bool:
    values = torch.as_tensor(item.values).abs()
    return bool(values[values.isfinite()].gt(limit).any())


def step_items(
    text: Text, setting: AttentionSetting, on: Mapping[str, Axis], hidden: Tensor | None
) -> list[Item]:
    """Scaled scores, masked scores if there is a mask, and weights."""
    steps = setting.steps
    grid = on["query"], on["key"]
    note = f"÷ √{setting.sizes.d_k}" if setting.scaling else text("matrices.not_scaled")
    items: list[Item] = [
        coloured(Matrix("scaled", steps.scaled, *grid, name=text("matrices.scaled"), note=note)),
        Operator("→"),
    ]
    if hidden is not None:
        masked = Matrix(
            "masked",
            steps.masked,
            *grid,
            name=text("matrices.masked"),
            note=text("matrices.hidden_is_minus_infinity"),
            hidden=hidden.numpy(),
            row_labels=False,
        )
        items += [coloured(masked), Operator("→")]
    weights = Matrix(
        "weights",
        steps.weights,
        *grid,
        name=text("matrices.weights"),
        note="softmax",
        scale="weights",
        hidden=None if hidden is None else hidden.numpy(),
        bars=entropy_bars(text, steps.weights),
        row_labels=False,
    )
    return [*items, weights]


def mask_to_paint(text: Text, mask: Tensor, on: Mapping[str, Axis]) -> list[Item]:
    matrix = Matrix(
        "mask",
        mask.float(),
        on["query"],
        on["key"],
        name=text("matrices.mask"),
        note=text("matrices.paint_here"),
        scale="mask",
        hidden=mask.numpy(),
        paintable=True,
        row_labels=False,
    )
    return [Operator("+"), matrix]


def _beside(items: list[Item], setting: AttentionSetting) -> list[Item]:
    """Without the row labels of the scores, where they are on the same line."""
    if not setting.is_trained:
        return items
    return [replace(one, row_labels=False) if isinstance(one, Matrix) else one for one in items]


def attention_items(text: Text, setting: AttentionSetting) -> list[Item]:
    """Q x K^T = scores, then scaled -> masked -> weights x V = output."""
    hidden, (queries, keys) = setting.hidden, setting.labels_in(text.language)
    key = Axis("key", labels=keys or None, spoken=text("axes.key"))
    on = axes(text, queries or None) | {"key": key}
    given, steps, options = setting.matrices, setting.steps, given_options(text, setting)
    Q = Matrix("Q", given.Q, on["query"], on["d_k"], **options["Q"])
    K = Matrix("K", given.K.T, on["d_k"], on["key"], **options["K"])
    if setting.is_trained:
        K = Matrix("K", given.K, on["key"], on["d_k"], **options["K"])
    V = Matrix("V", given.V, on["key"], on["d_v"], **options["V"])
    named: MatrixOptions = {"name": text("matrices.scores"), "note": "QKᵀ", "row_labels": False}
    scores = Matrix("scores", steps.scores, on["query"], on["key"], **named)
    named = {"name": text("matrices.output"), "note": shape_of(steps.output), "row_labels": False}
    output = Matrix("output", steps.output, on["query"], on["d_v"], **named)
    painted: list[Item] = []
    if setting.mask == "painted" and hidden is not None:
        painted = mask_to_paint(text, hidden, on)
    if setting.is_trained:
        output = replace(output, compact=True, row_labels=True)
        scores = replace(scores, row_labels=True)
    return [
        coloured(Q),
        Operator("" if setting.is_trained else "×"),
        coloured(K),
        Break() if setting.is_trained else Operator("="),
        coloured(scores),
        *painted,
        Operator("→") if setting.is_trained else Break(),
        *_beside(step_items(text, setting, on, hidden), setting),
        Break() if setting.is_trained else Operator("×"),
        coloured(V),
        Operator("" if setting.is_trained else "="),
        coloured(output),
    ]
