"""How the right and the wrong number of one cell come about."""

import math
from collections.abc import Callable
from typing import NamedTuple

from torch import Tensor

from transformer_core import attention
from transformer_core.activity import spread
from transformer_core.arithmetic import encoding_angle, softmax_share
from transformer_core.mistakes import Comparison
from ui.arithmetic import exact
from ui.language import Text
from ui.mistake_views import LOOKS, as_matrix


class Told(NamedTuple):
    """What stands before and after a number."""

    before: str
    after: str = ""
    sign: str = "="


def told(text: Text, name: str, comparison: Comparison, row: int, col: int) -> list[Told]:
    """Of the cell at (row, col): what makes the right number, and what makes the wrong one."""
    return _TELL.get(name, _weights)(text, name, comparison, row, col)


def _number(value: float) -> str:
    return "−1e9" if value == -1e9 else exact(value)


def _share(text: Text, terms: Tensor, place: int) -> str:
    """One place's part in a softmax."""
    share = softmax_share(terms, place)
    if share.total == 0:
        return text("arithmetic.empty")
    value, maximum = share.values[place], _number(share.maximum)
    if share.maximum < 0:
        maximum = f"({maximum})"
    top = "e^(−∞)" if value == -math.inf else f"e^({_number(value)} − {maximum})"
    below = f"Σ e^({text('arithmetic.each')} − {maximum})"
    return f"{top} / {below} = {exact(share.exponentials[place])} / {exact(share.total)}"


def _weights(text: Text, name: str, comparison: Comparison, row: int, col: int) -> list[Told]:
    given = comparison.given
    steps = attention(given["Q"], given["K"], given["K"])

    def visible(weights: Tensor) -> Tensor:
        """The scores of this row, without those that got no weight."""
        scaled = steps.scaled[row]
        return scaled.masked_fill(weights[row] == 0, -math.inf) if LOOKS[name].masked else scaled

    right = Told(_share(text, visible(comparison.right), col))
    if name == "minus_infinity" and comparison.wrong[row].isnan().all():
        return [right, Told("e^(−∞) / Σ e^(−∞) = 0 / 0")]
    if name == "mask_after_softmax" and given["mask"][row, col]:
        share = softmax_share(steps.scaled[row], col).share
        before = f"{_share(text, steps.scaled[row], col)} = {exact(share)}"
        return [right, Told(f"{before}, {text('arithmetic.hidden_afterwards')}", sign="→")]
    terms, place = visible(comparison.wrong), col
    if name == "unscaled_scores":
        terms = steps.scores[row]
    elif name == "softmax_over_queries":
        terms, place = steps.scaled[:, col], row
    elif name == "mask_after_softmax":
        terms = steps.scaled[row]
    elif name == "minus_1e9":
        terms = steps.scaled[row] + given["mask"][row] * -1e9
    return [right, Told(_share(text, terms, place))]


def _one_speed(text: Text, name: str, comparison: Comparison, row: int, col: int) -> list[Told]:
    d_model = comparison.given["d_model"]
    function = encoding_angle(row, col, d_model).function
    powers = (col - col % 2, 0)
    return [Told(f"{function}({row} / 10000^({power}/{d_model}))") for power in powers]


def _unscaled_embeddings(
    text: Text, name: str, comparison: Comparison, row: int, col: int
) -> list[Told]:
    model = comparison.given["model"]
    token = comparison.given["token_ids"][0, row]
    number = exact(float(model.src_embedding.weight[token, col]))
    encoding = exact(float(model.positional_encoding.encoding[row, col]))
    d_model = model.config.d_model
    return [Told(f"{number} · √{d_model} + {encoding}"), Told(f"{number} + {encoding}")]


def _heads(text: Text, name: str, comparison: Comparison, row: int, col: int) -> list[Told]:
    def origin(result: Tensor) -> Told:
        hundredths = round(100 * float(as_matrix(name, result)[row, col]))
        token, dimension = divmod(hundredths, 100)
        return Told(text("arithmetic.origin", token=token, dimension=dimension))

    return [origin(comparison.right), origin(comparison.wrong)]


def _pre_norm(text: Text, name: str, comparison: Comparison, row: int, col: int) -> list[Told]:
    sums = ("LayerNorm(x + Sublayer(x))", "x + Sublayer(LayerNorm(x))")
    deviations = [spread(as_matrix(name, result)[row]).deviation for result in comparison[1:]]
    return [
        Told(formula, text("arithmetic.deviation", value=exact(float(deviation))))
        for formula, deviation in zip(sums, deviations, strict=True)
    ]


def _loss(text: Text, name: str, comparison: Comparison, row: int, col: int) -> list[Told]:
    targets = comparison.given["targets"]
    real = int((targets != 0).sum())
    total = exact(float(comparison.right) * real)
    return [Told(f"{total} / {count}") for count in (real, targets.numel())]


def _rates(text: Text, name: str, comparison: Comparison, row: int, col: int) -> list[Told]:
    given = comparison.given
    step, warmup = int(given["steps"][row]), given["warmup_steps"]
    start = f"{given['d_model']}^(−0.5) · min({step}^(−0.5), {step} · {warmup}^"
    return [Told(f"{start}({power}))") for power in ("−1.5", "−0.25")]


_TELL: dict[str, Callable[[Text, str, Comparison, int, int], list[Told]]] = {
    "one_speed": _one_speed,
    "unscaled_embeddings": _unscaled_embeddings,
    "heads_without_transpose": _heads,
    "pre_norm": _pre_norm,
    "loss_over_padding": _loss,
    "warmup_exponent": _rates,
}
