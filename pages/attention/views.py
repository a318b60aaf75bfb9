"""The matrices of one attention, in the order of the equation."""

from torch import Tensor

from pages.attention.projections import given_looks, projection_items
from pages.attention.setting import AttentionSetting
from transformer_core import AttentionSteps
from ui.picture.attention import axes, entropy_bars
from ui.picture.matrix_view import Axis, Break, Matrix, Operator
from ui.picture.matrix_view.matrix import Item
from ui.shell.page import Page


def step_items(
    page: Page,
    steps: AttentionSteps,
    mask: Tensor | None,
    on: dict[str, Axis],
    scale: float | None,
    d_k: int,
) -> list[Item]:
    """Scaled, masked and weights."""
    text = page.text
    grid = {"rows": on["query"], "cols": on["key"]}
    hidden = None if mask is None else mask.numpy()
    note = text("matrices.not_scaled") if scale == 1.0 else f"÷ √{d_k}"
    items: list[Item] = [
        Matrix("scaled", steps.scaled, **grid, name=text("matrices.scaled"), note=note),
        Operator("→"),
    ]
    masked_note = (
        text("matrices.no_mask") if mask is None else text("matrices.hidden_is_minus_infinity")
    )
    return [
        *items,
        Matrix(
            "masked",
            steps.masked,
            **grid,
            name=text("matrices.masked"),
            note=masked_note,
            hidden=hidden,
            row_labels=False,
        ),
        Operator("→"),
        Matrix(
            "weights",
            steps.weights,
            **grid,
            name=text("matrices.weights"),
            note="softmax",
            scale="weights",
            hidden=hidden,
            bars=entropy_bars(page.text, steps.weights),
            row_labels=False,
        ),
    ]


def paint_items(page: Page, mask: Tensor, on: dict[str, Axis]) -> list[Item]:
    """The mask to paint on."""
    return [
        Operator("+"),
        Matrix(
            "mask",
            mask.float(),
            on["query"],
            on["key"],
            name=page.text("matrices.mask"),
            note=page.text("matrices.paint_here"),
            scale="mask",
            hidden=mask.numpy(),
            paintable=True,
            row_labels=False,
        ),
    ]


def attention_items(page: Page, setting: AttentionSetting) -> list[Item]:
    """Q x K^T = scores, then scaled -> masked -> weights x V = output; what makes Q, K, V first."""
    text, mask = page.text, setting.mask
    on = axes(page.text, setting.labels or None)
    given, steps = setting.matrices(), setting.steps()
    looks = given_looks(text, setting)
    paintable = setting.mask_kind == "painted"
    return [
        *projection_items(page, setting, on),
        Matrix("Q", given.Q, on["query"], on["d_k"], role="query", **looks["Q"]),
        Operator("×"),
        Matrix("K", given.K.T, on["d_k"], on["key"], name="Kᵀ", role="key", **looks["K"]),
        Operator("="),
        Matrix(
            "scores",
            steps.scores,
            on["query"],
            on["key"],
            name=text("matrices.scores"),
            note="QKᵀ",
            row_labels=False,
        ),
        *(paint_items(page, mask, on) if paintable and mask is not None else []),
        Break(),
        *step_items(page, steps, mask, on, setting.scale, setting.d_k),
        Operator("×"),
        Matrix("V", given.V, on["key"], on["d_v"], role="value", **looks["V"]),
        Operator("="),
        Matrix(
            "output",
            steps.output,
            on["query"],
            on["d_v"],
            name=text("matrices.output"),
            note=f"({setting.queries}, {setting.d_v})",
            row_labels=False,
        ),
    ]
