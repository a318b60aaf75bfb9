"""How the right and the wrong number of one cell come about."""

import math
from collections.abc import Callable
from typing import NamedTuple

from torch import Tensor

from pages.mistakes.views import LOOKS, as_matrix
from transformer_core import attention
from transformer_core.explain.arithmetic import encoding_angle, softmax_share
from transformer_core.measures.activity import spread
from transformer_core.mistakes import Comparison
from ui.explain.arithmetic import exact
from ui.explain.arithmetic.numbers import in_brackets_if_negative, read_back, relation
from ui.shell.language import Text


class Told(NamedTuple):
    """What stands before and after a number.

    `worked_out` is what the digits before it give; None where they are a formula of whole numbers,
    or words.
    """

    before: str
    after: str = ""
    worked_out: float | None = None
    sign: str = ""

    def relation_to(self, value: float, written: Callable[[float], str]) -> str:
        """The sign between what stands before and the number."""
        if self.sign or self.worked_out is None:
            return self.sign or "="
        return relation(self.worked_out, value, written)


def told(text: Text, name: str, comparison: Comparison, row: int, col: int) -> list[Told]:
    """Of the cell at (row, col): what makes the right number, and what makes the wrong one."""
    return _TELL.get(name, _weights)(text, name, comparison, row, col)


def _number(value: float) -> str:
    return "−1e9" if value == -1e9 else exact(value)


def _share(text: Text, terms: Tensor, place: int) -> Told:
    """One place's part in a softmax."""
    share = softmax_share(terms, place)
    if share.total == 0:
        return Told(text("arithmetic.empty"))
    value, maximum = share.values[place], in_brackets_if_negative(_number(share.maximum))
    top = "e^(−∞)" if value == -math.inf else f"e^({_number(value)} − {maximum})"
    below = f"Σ e^({text('arithmetic.each')} − {maximum})"
    part, total = exact(share.exponentials[place]), exact(share.total)
    # −1e9 is far more than the digits shown of the score beside it
    exponent = value - share.maximum if abs(value) >= 1e8 else _shown(value) - _shown(share.maximum)
    sign = relation(math.exp(exponent), share.exponentials[place])
    return Told(
        f"{top} / {below} {sign} {part} / {total}", worked_out=read_back(part) / read_back(total)
    )


def _shown(value: float) -> float:
    return read_back(exact(value))


def _weights(text: Text, name: str, comparison: Comparison, row: int, col: int) -> list[Told]:
    given = comparison.given
    steps = attention(given["Q"], given["K"], given["K"])

    def visible(weights: Tensor) -> Tensor:
        """The scores of this row, without those that got no weight."""
        scaled = steps.scaled[row]
        return scaled.masked_fill(weights[row] == 0, -math.inf) if LOOKS[name].masked else scaled

    right = _share(text, visible(comparison.right), col)
    if name == "minus_infinity" and comparison.wrong[row].isnan().all():
        return [right, Told("e^(−∞) / Σ e^(−∞) = 0 / 0")]
    if name == "mask_after_softmax" and given["mask"][row, col]:
        share = softmax_share(steps.scaled[row], col).share
        told = _share(text, steps.scaled[row], col)
        before = f"{told.before} {told.relation_to(share, exact)} {exact(share)}"
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
    return [right, _share(text, terms, place)]


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
    d_model, added = model.config.d_model, in_brackets_if_negative(encoding)
    scaled = read_back(number) * math.sqrt(d_model)
    sums = ((f"{number} · √{d_model}", scaled), (number, read_back(number)))
    return [Told(f"{left} + {added}", worked_out=part + read_back(encoding)) for left, part in sums]


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
    return [
        Told(f"{total} / {count}", worked_out=read_back(total) / count)
        for count in (real, targets.numel())
    ]


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
