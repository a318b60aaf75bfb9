"""Mistakes in the loss and in the learning-rate schedule (sections 5.3 and 5.4)."""

import math
from functools import lru_cache

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_core.explain.computation import Step, Term
from transformer_core.explain.kind import Kind, average
from transformer_core.explain.kinds.formulas import PLACE, RATE
from transformer_core.explain.origin import FIGURE, Axis
from transformer_core.explain.reading import (
    UNUSED,
    Dependents,
    Input,
    Numbers,
    OutputCell,
    Reading,
    alike,
)
from transformer_core.learning_rate import learning_rate
from transformer_core.loss import masked_cross_entropy
from transformer_core.random_tensors import generator
from transformer_lab.measures.schedule import schedule_steps
from transformer_lab.mistakes.derivation import Derivation
from transformer_lab.mistakes.mistake import Comparison, Curve, Figures, Mistake, Points, Sizes

REAL_TOKENS, MOST_PADDING, VOCAB = 8, 24, 10
PAD_ID = 0
D_MODEL = 512
LAST_STEP = 100_000


def padded_batch(padded: int = 8, seed: int = 11) -> dict[str, Tensor]:
    """One sentence of REAL_TOKENS tokens, then `padded` positions of padding (id 0).

    The real tokens and their logits do not change with the padding.

    Returns: logits (1, seq_len, VOCAB), random; targets (1, seq_len).
    """
    draw = generator(seed)
    logits = torch.randn(1, REAL_TOKENS + MOST_PADDING, VOCAB, generator=draw)
    targets = torch.zeros(1, REAL_TOKENS + padded, dtype=torch.long)
    targets[0, :REAL_TOKENS] = torch.randint(1, VOCAB, (REAL_TOKENS,), generator=draw)
    return {"logits": logits[:, : REAL_TOKENS + padded], "targets": targets}


def loss_over_real_tokens(logits: Tensor, targets: Tensor) -> Tensor:
    """The core's loss, in nats: a tensor of one number."""
    return masked_cross_entropy(logits, targets)


def loss_averaged_over_padding(logits: Tensor, targets: Tensor) -> Tensor:
    """Padding adds nothing to the sum, but it is counted: the more of it, the smaller the loss."""
    total = F.cross_entropy(
        logits.flatten(0, 1), targets.flatten(), ignore_index=0, reduction="sum"
    )
    # right: return total / (targets != 0).sum()
    return total / targets.numel()


def test_loss_ignores_padding(loss: Tensor, logits: Tensor, targets: Tensor) -> None:
    real = targets != 0
    assert torch.allclose(loss, F.cross_entropy(logits[real], targets[real]), atol=1e-5)


def steps_to_draw(warmup: int = 4000) -> dict[str, Tensor | int]:
    """Steps from 0 to LAST_STEP, close together where the schedule bends: (points,) float64."""
    steps = schedule_steps(LAST_STEP, warmup).double()
    return {"steps": steps, "d_model": D_MODEL, "warmup_steps": warmup}


def rates(steps: Tensor, d_model: int, warmup_steps: int) -> Tensor:
    """The core's schedule: (points,)."""
    return learning_rate(steps, d_model, warmup_steps)


def rates_with_misprinted_exponent(steps: Tensor, d_model: int, warmup_steps: int) -> Tensor:
    """The rising line is far too steep: the warm-up is over after a handful of steps."""
    falling = steps**-0.5
    # right: rising = steps * warmup_steps**-1.5
    rising = steps * warmup_steps**-0.25
    return (d_model**-0.5 * torch.minimum(falling, rising)).float()


def test_the_rate_peaks_at_the_end_of_the_warm_up(
    rates: Tensor, steps: Tensor, warmup_steps: int
) -> None:
    assert steps[rates.argmax()] == warmup_steps


class FirstFew(Reading):
    """The first `count` numbers of a vector."""

    def terms(self, cell: OutputCell) -> list[Term]:
        return [cell.term("x", place) for place in range(int(cell.step.constants["count"]))]

    def dependents(self, number: Input) -> Dependents:
        found = alike(number, (slice(None),) * number.output.dim())
        if number.place[0] >= number.step.constants["count"]:
            found.sizes.fill_(UNUSED)
        return found


AVERAGE = Kind("average", FirstFew(), "({terms}) / {count}", average)


def _averages(comparison: Comparison) -> Derivation:
    logits, targets = comparison.given["logits"][0], comparison.given["targets"][0]
    of = {"logits": "logits", "targets": "targets"}
    steps = {
        "losses": Step("cross_entropy", of, {"smoothing": 0.0, "pad_id": PAD_ID}),
        "right": Step(AVERAGE.name, {"x": "losses"}, {"count": int((targets != PAD_ID).sum())}),
        "wrong": Step(AVERAGE.name, {"x": "losses"}, {"count": len(targets)}),
    }
    losses = F.cross_entropy(logits, targets, ignore_index=PAD_ID, reduction="none")
    position = Axis("position")
    derived = Derivation({"logits": logits}, {}, {"logits": (position, Axis("token"))})
    return derived.also({"targets": targets, "losses": losses}, steps, (position,))


def _counted(comparison: Comparison, _: Sizes) -> Figures:
    targets = comparison.given["targets"]
    return {"real": int((targets != PAD_ID).sum()), "counted": targets.numel()}


def _over_padding(_: Comparison, sizes: Sizes) -> Points:
    return _padded_losses(sizes["seed"])


@lru_cache(maxsize=64)
def _padded_losses(seed: int) -> Points:
    amounts = range(MOST_PADDING + 1)
    losses = [LOSS_OVER_PADDING.compare(padded=padded, seed=seed) for padded in amounts]
    right, wrong = [float(loss.right) for loss in losses], [float(loss.wrong) for loss in losses]
    return list(amounts), right, wrong


def _misprinted_numbers(cell: OutputCell) -> Numbers:
    """The learning rate with −0.25 where −1.5 belongs."""
    (at,), constants = cell.index, cell.step.constants
    slope = constants["warmup_steps"] ** -0.25
    falling = at**-0.5 if at else math.inf
    numbers = {"step": at, **constants, "width": constants["d_model"] ** -0.5, "slope": slope}
    return numbers | {"falling": falling, "rising": at * slope, "smaller": min(falling, at * slope)}


MISPRINTED_RATE = Kind(
    "misprinted_learning_rate",
    PLACE,
    "{d_model}^−0.5 · min({step}^−0.5, {step} · {warmup_steps}^−0.25) = {width} · {smaller}",
    lambda _, n: n["width"] * min(n["falling"], n["rising"]),
    _misprinted_numbers,
    RATE,
)


def _both_rates(comparison: Comparison) -> Derivation:
    every = torch.arange(LAST_STEP + 1, dtype=torch.float64)
    sizes = {name: comparison.given[name] for name in ("d_model", "warmup_steps")}
    tensors = {
        "right": rates(every, **sizes),
        "wrong": rates_with_misprinted_exponent(every, **sizes),
    }
    steps = {
        "right": Step("learning_rate", {}, sizes | {"factor": 1.0}),
        "wrong": Step(MISPRINTED_RATE.name, {}, sizes),
    }
    return Derivation(tensors, steps)


def _peaks(comparison: Comparison, _: Sizes) -> Figures:
    given, right, wrong = comparison
    return {
        "d_model": given["d_model"],
        "warmup": given["warmup_steps"],
        "step": int(given["steps"][wrong.argmax()]),
        "times": float(torch.max(wrong) / torch.max(right)),
        "last": LAST_STEP,
    }


def _over_steps(comparison: Comparison, _: Sizes) -> Points:
    # A logarithmic axis has no step 0.
    x, right, wrong = (
        values[1:].tolist() for values in (comparison.given["steps"], *comparison[1:])
    )
    return x, right, wrong


LOSS_OVER_PADDING = Mistake(
    name="loss_over_padding",
    topic="training",
    equation=r"\textstyle\frac{1}{|real|}\sum_{t \in real} -\log p_t",
    given=padded_batch,
    right=loss_over_real_tokens,
    wrong=loss_averaged_over_padding,
    test=test_loss_ignores_padding,
    derivation=_averages,
    sizes=("padded", "seed"),
    suggestions={"little_padding": {"padded": 1}, "much_padding": {"padded": MOST_PADDING}},
    kinds=(AVERAGE,),
    figures=_counted,
    shown=lambda loss: loss.reshape(-1),
    axes=(FIGURE,),
    picture=None,
    curve=Curve(_over_padding, "padded"),
)
WARMUP_EXPONENT = Mistake(
    name="warmup_exponent",
    topic="training",
    equation=(
        r"d_{\mathrm{model}}^{-0.5} \cdot \min(step^{-0.5},\; step \cdot warmup\_steps^{-1.5})"
    ),
    given=steps_to_draw,
    right=rates,
    wrong=rates_with_misprinted_exponent,
    test=test_the_rate_peaks_at_the_end_of_the_warm_up,
    derivation=_both_rates,
    sizes=("warmup",),
    suggestions={"short_warmup": {"warmup": 400}, "long_warmup": {"warmup": 16_000}},
    kinds=(MISPRINTED_RATE,),
    figures=_peaks,
    axes=(Axis("step"),),
    picture=None,
    curve=Curve(_over_steps, is_logarithmic=True),
)
MISTAKES = (LOSS_OVER_PADDING, WARMUP_EXPONENT)
