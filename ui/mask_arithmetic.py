"""Why a cell is hidden or visible, and what the softmax makes of it."""

from torch import Tensor

from transformer_core import AttentionSteps
from transformer_core.arithmetic import dot_product, softmax_share
from ui.arithmetic import Line, arithmetic, chart_of, exact, span
from ui.language import Text
from ui.mask_setting import D_K, KINDS, MaskSetting
from ui.matrix_view import Pin
from ui.page import Page

MOST_BARS = 16


def _named(setting: MaskSetting, place: int) -> str:
    return f"{place} “{setting.labels[place]}”"


def reasons(kind: str, masks: dict[str, Tensor], row: int, col: int) -> list[str]:
    """Which rules hide a cell of a mask, by their names; none when it is visible."""
    rules = {
        "padding": kind in ("padding", "decoder") and bool(masks["padding"][0, col]),
        "look_ahead": kind in ("look_ahead", "decoder") and bool(masks["look_ahead"][row, col]),
        "painted": kind == "painted" and bool(masks["painted"][row, col]),
    }
    return [name for name, hides in rules.items() if hides]


def _reason_line(text: Text, setting: MaskSetting, hidden_by: list[str], pin: Pin) -> Line:
    query, key = _named(setting, pin.row), _named(setting, pin.col)
    names = hidden_by or ["visible"]
    said = [text(f"reason.{name}", query=query, key=key) for name in names]
    return text("arithmetic.why"), [span(text("reason.and").join(said))]


def _scaled_line(text: Text, setting: MaskSetting, pin: Pin, hidden: bool) -> Line:
    Q, K = setting.queries_and_keys()
    products = dot_product(Q[pin.row], K[pin.col])
    spans = [span("(")]
    for place, (left, right) in enumerate(zip(products.left, products.right, strict=True)):
        spans += [span("+")] if place else []
        spans += [span(left, "query"), span("·"), span(right, "key")]
    spans += [span(f") / √{D_K}"), span(f"= {exact(products.total / D_K**0.5)}", "result")]
    return text("arithmetic.scaled"), [*spans, *([span("→ −∞", "result")] if hidden else [])]


def _softmax_lines(text: Text, steps: AttentionSteps, pin: Pin) -> list[Line]:
    share = softmax_share(steps.masked[pin.row], pin.col)
    seen = sum(exponential > 0 for exponential in share.exponentials)
    label, means = text("arithmetic.softmax"), text("arithmetic.means")
    if share.total == 0:
        return [(label, [span(text("arithmetic.empty_row"))])]
    below = [span(f"Σ e^({text('arithmetic.each_score')} − {exact(share.maximum)})")]
    value = share.values[pin.col]
    shown = "−∞" if value == -float("inf") else exact(value)
    top = f"e^({shown} − {exact(share.maximum)})" if shown != "−∞" else "e^(−∞)"
    numbers = f"= {exact(share.exponentials[pin.col])} / {exact(share.total)}"
    line = (
        label,
        [
            span(top),
            span("/"),
            *below,
            span(numbers),
            span(f"= {exact(share.share)}", "result"),
        ],
    )
    said = "hidden_weight" if shown == "−∞" else "visible_weight"
    percent = f"{100 * share.share:.1f}"
    words = text(f"arithmetic.{said}", seen=seen, size=len(share.values), percent=percent)
    return [line, (means, [span(words)])]


def default_pin(masks: dict[str, Tensor]) -> Pin:
    """The first key hidden from the last query, else the first hidden cell: what to explain."""
    mask = masks["decoder"]
    for row in (mask.size(0) - 1, 0):
        if mask[row].any():
            return Pin("decoder_weights", row, int(mask[row].int().argmax()))
    return Pin("decoder_weights", 0, 0)


def mask_lines(
    text: Text, setting: MaskSetting, steps: dict[str, AttentionSteps], pin: Pin
) -> tuple[str, list[Line]]:
    """Title and lines for a cell of a mask or of its weights."""
    kind = pin.matrix.removesuffix("_weights")
    masks = setting.masks()
    hidden_by = reasons(kind, masks, pin.row, pin.col)
    name, key = text(f"matrices.{pin.matrix}"), _named(setting, pin.col)
    reason = _reason_line(text, setting, hidden_by, pin)
    state = text("matrix_view.hidden" if hidden_by else "visible")
    if pin.matrix == "padding":
        title = f"{name}[ {text('axes.key')} {key} ] = {state}"
        said = "broadcast_hidden" if hidden_by else "broadcast_visible"
        return title, [reason, (text("arithmetic.means"), [span(text(f"arithmetic.{said}"))])]
    if pin.matrix != kind:
        state = exact(float(steps[kind].weights[pin.row, pin.col]))
    query = f"{text('axes.query')} {_named(setting, pin.row)}"
    title = f"{name}[ {query}, {text('axes.key')} {key} ] = {state}"
    scaled = _scaled_line(text, setting, pin, bool(hidden_by))
    return title, [reason, scaled, *_softmax_lines(text, steps[kind], pin)]


def show_mask_arithmetic(
    page: Page, setting: MaskSetting, steps: dict[str, AttentionSteps]
) -> None:
    """The arithmetic of the pinned cell, or of one that is worth it while none is pinned."""
    masks = setting.masks()
    limit = {kind: tuple(mask.shape) for kind, mask in masks.items()}
    limit |= {f"{kind}_weights": (setting.size, setting.size) for kind in KINDS}
    pin = page.pinned(*limit, limit=limit) or default_pin(masks)
    title, lines = mask_lines(page.text, setting, steps, pin)
    kind = pin.matrix.removesuffix("_weights")
    bars = None
    if setting.size <= MOST_BARS and pin.matrix != "padding":
        row = steps[kind].weights[pin.row].tolist()
        labels = [_named(setting, place) for place in range(setting.size)]
        bars = chart_of(page.text("arithmetic.row_weights"), labels, row)
    question = page.text("arithmetic.why_question")
    arithmetic(title, question, lines, key=page.key("arithmetic"), bars=bars)
