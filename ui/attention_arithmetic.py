"""The arithmetic of a pinned cell of attention, as lines."""

from collections.abc import Sequence
from typing import Any

from torch import Tensor

from transformer_core import AttentionSteps
from transformer_core.arithmetic import Products, dot_product, largest_terms, softmax_share
from ui.arithmetic import Line, arithmetic, chart_of, exact, span
from ui.language import Text
from ui.matrix_view import Pin
from ui.page import Page

STEPS = ("scores", "scaled", "masked", "weights", "output")

MOST_TERMS = 16
"""Sums of so many products are written out; of longer ones the LARGEST_TERMS."""
LARGEST_TERMS = 8


def _shown(terms: Sequence[float]) -> tuple[list[int], int, float]:
    """Which terms of a sum to write out, how many that leaves, and what those add up to."""
    most = len(terms) if len(terms) <= MOST_TERMS else LARGEST_TERMS
    places, rest = largest_terms(terms, most)
    return places, len(terms) - most, rest


def sum_line(
    text: Text, label: str, products: Products, left_role: str = "", right_role: str = ""
) -> Line:
    """A sum of products; of a long one the largest terms, in their order, and the rest as one."""
    spans = []
    places, left_out, rest = _shown(products.products)
    for place in places:
        spans += [span("+")] if spans else []
        spans += [span(products.left[place], left_role), span("·")]
        spans += [span(products.right[place], right_role)]
    if left_out:
        spans.append(span(f"+ {text('arithmetic.more_terms', count=left_out)} ({exact(rest)})"))
    return label, [*spans, span(f"= {exact(products.total)}", "result")]


def sum_chart(
    text: Text, title: str, labels: Sequence[str], terms: Sequence[float]
) -> dict[str, Any]:
    """The bars of the same terms."""
    places, left_out, rest = _shown(terms)
    names, values = [labels[place] for place in places], [terms[place] for place in places]
    if left_out:
        names = [*names, text("arithmetic.more_terms", count=left_out)]
        values = [*values, rest]
    return chart_of(title, names, values)


def _softmax_line(text: Text, steps: AttentionSteps, row: int, col: int) -> Line:
    share = softmax_share(steps.masked[row], col)
    label = text("arithmetic.softmax")
    if share.total == 0:
        return label, [span(text("arithmetic.empty_row"))]
    if share.exponentials[col] == 0 and share.values[col] == -float("inf"):
        return label, [span(text("arithmetic.hidden_cell"))]
    if len(share.values) > 6:
        below = [span(exact(share.total * 1.0))]
        top = f"e^({exact(share.values[col])} − {exact(share.maximum)})"
        return label, [span(top), span("/"), *below, span(f"= {exact(share.share)}", "result")]
    shown = [f"e^{exact(value)}" for value in share.values if value != -float("inf")]
    spans = [span(f"e^{exact(share.values[col])}"), span("/ ("), span(" + ".join(shown)), span(")")]
    return label, [*spans, span(f"= {exact(share.share)}", "result")]


def _score_lines(
    text: Text, Q: Tensor, K: Tensor, steps: AttentionSteps, scale: float, row: int, col: int
) -> list[Line]:
    products = dot_product(Q[row], K[col])
    score, scaled = float(steps.scores[row, col]), float(steps.scaled[row, col])
    d_k = Q.size(1)
    scaling = [span(exact(score)), span(f"/ √{d_k}")]
    if scale == 1.0:
        scaling = [span(text("arithmetic.not_scaled"))]
    return [
        sum_line(text, text("arithmetic.score"), products, "query", "key"),
        (text("arithmetic.scaled"), [*scaling, span(f"= {exact(scaled)}", "result")]),
    ]


def attention_lines(
    text: Text,
    pin: Pin,
    Q: Tensor,
    K: Tensor,
    V: Tensor,
    steps: AttentionSteps,
    scale: float,
    queries: Sequence[str],
    keys: Sequence[str],
) -> tuple[str, list[Line], dict[str, Any]]:
    """Title, lines and bars for a cell of any step. Q, K, V are (seq, d), the steps 2-D."""
    row, col = pin.row, pin.col
    if pin.matrix == "output":
        products = dot_product(steps.weights[row], V[:, col])
        title = f"{text('matrices.output')}[ {queries[row]}, {col} ] = {exact(products.total)}"
        lines = [sum_line(text, text("arithmetic.output"), products, "", "value")]
        if not any(products.left):
            lines.append((text("arithmetic.means"), [span(text("arithmetic.empty_row"))]))
        bars = sum_chart(text, text("arithmetic.from_values"), keys, products.products)
        return title, lines, bars
    lines = _score_lines(text, Q, K, steps, scale, row, col)
    weight = float(steps.weights[row, col])
    if pin.matrix in ("masked", "weights"):
        lines.append(_softmax_line(text, steps, row, col))
    if pin.matrix == "weights" and weight > 0:
        percent = f"{100 * weight:.0f}" if weight >= 0.005 else "< 1"
        hears = text("arithmetic.hears", percent=percent, key=keys[col], query=queries[row])
        lines.append((text("arithmetic.means"), [span(hears)]))
    value = float(getattr(steps, pin.matrix)[row, col])
    shown = text("arithmetic.hidden_value") if value == -float("inf") else exact(value)
    title = f"{text(f'matrices.{pin.matrix}')}[ {queries[row]}, {keys[col]} ] = {shown}"
    products = dot_product(Q[row], K[col])
    labels = [f"d{place}" for place in range(Q.size(1))]
    return title, lines, sum_chart(text, text("arithmetic.products"), labels, products.products)


def show_arithmetic(
    page: Page,
    Q: Tensor,
    K: Tensor,
    V: Tensor,
    steps: AttentionSteps,
    scale: float,
    words: Sequence[str] = (),
) -> None:
    """The arithmetic of the pinned cell, or of the strongest weight while none is pinned."""
    sizes = {name: tuple(getattr(steps, name).shape) for name in STEPS}
    pin = page.pinned(*STEPS, limit=sizes)
    if pin is None:
        row, col = divmod(int(steps.weights.argmax()), steps.weights.size(1))
        pin = Pin("weights", row, col)
    queries = words or [str(row) for row in range(Q.size(0))]
    keys = words or [str(row) for row in range(K.size(0))]
    title, lines, bars = attention_lines(page.text, pin, Q, K, V, steps, scale, queries, keys)
    question = page.text("arithmetic.question")
    arithmetic(title, question, lines, key=page.key("arithmetic"), bars=bars)
