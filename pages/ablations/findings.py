"""What the stored trainings say about a missing part, as numbers for a sentence."""

from statistics import fmean
from typing import Literal, NamedTuple

import torch
from torch import Tensor

from pages.ablations.forward import forward_of, weights_of
from transformer_lab.learning.ablated import Ablated, ablated
from transformer_lab.learning.ablations import SEEDS, WHOLE

Verdict = Literal["fails", "worse", "as_well", "better"]
NEAR = 0.05
"""Mean exact shares that are no further apart count as equal: the whole's own seeds lie further
apart than this."""
FAILED = 0.1
"""Below this part of the whole's mean exact share a variant has not learned the task."""
LEARNED = 0.9
"""The exact share from which on a training has learned the task."""


class Finding(NamedTuple):
    """The whole next to a variant, over all seeds."""

    verdict: Verdict
    whole: tuple[float, float]
    """The least and the largest settled exact share."""
    without: tuple[float, float]
    losses: tuple[float, float]
    """The settled held-out losses of the whole and of the variant, in nats per token."""
    first: tuple[int | None, int | None]
    """The step by which every seed has been at LEARNED; None if one never was."""


def finding(variant: str) -> Finding:
    """Compare a variant with the whole."""
    whole, without = _runs("whole"), _runs(variant)
    shares = [[run.settled.exact for run in runs] for runs in (whole, without)]
    return Finding(
        verdict_of(*map(fmean, shares)),
        (min(shares[0]), max(shares[0])),
        (min(shares[1]), max(shares[1])),
        (_loss(whole), _loss(without)),
        (_first(whole), _first(without)),
    )


def verdict_of(whole: float, without: float) -> Verdict:
    """What two mean exact shares say."""
    if without > whole + NEAR:
        return "better"
    if without >= whole - NEAR:
        return "as_well"
    return "fails" if without < FAILED * whole else "worse"


def right_places(weights: Tensor) -> Tensor:
    """The weight on the digit to write, of cross-attention on the reversed example: (heads,).

    Args:
        weights: (heads, seq_q, seq_k).
    """
    length = weights.size(2)
    places = torch.arange(length)
    return weights[:, places, length - 1 - places].mean(dim=1)


def shown_head(kind: str, weights: Tensor) -> int:
    """The head that the picture shows: in cross-attention the one with most weight on the digit to
    write, in self-attention the one whose queries give one key the most.

    Args:
        weights: (heads, seq_q, seq_k).
    """
    by_head = right_places(weights) if kind == "cross" else weights.amax(-1).mean(-1)
    return int(by_head.argmax())


def largest_shares(variant: str, seed: int) -> tuple[float, float]:
    """The largest weight of a row of the encoder's attention, on average over the rows of the head
    that is shown: of the whole and of a variant; 0 to 1.
    """
    runs = (weights_of(run, seed, "encoder") for run in ("whole", variant))
    whole, without = (
        weights[shown_head("encoder", weights)].amax(-1).mean().item() for weights in runs
    )
    return whole, without


def right_shares(variant: str, seed: int) -> tuple[float, float]:
    """The weight on the digit to write, of the best head: of the whole and of a variant; 0 to 1."""
    runs = (weights_of(run, seed, "cross") for run in ("whole", variant))
    whole, without = (right_places(weights).max().item() for weights in runs)
    return whole, without


def spreads(run: str, seed: int) -> tuple[float, float]:
    """The least and the largest standard deviation of a position's numbers, of those that the
    decoder's last layer hands on.
    """
    output = forward_of(run, seed).computation.tensors["decoder.output"]
    by_position = output.std(-1, correction=0)
    return by_position.min().item(), by_position.max().item()


def parameters() -> int:
    """The numbers in the whole's norms: two each in 2 + 3 norms a layer."""
    return 2 * WHOLE.d_model * 5 * WHOLE.num_layers


def _runs(name: str) -> list[Ablated]:
    return [ablated(name, seed) for seed in SEEDS]


def _loss(runs: list[Ablated]) -> float:
    return fmean(run.settled.loss for run in runs)


def _first(runs: list[Ablated]) -> int | None:
    steps = [run.first_at(LEARNED) for run in runs]
    known = [step for step in steps if step is not None]
    return max(known) if len(known) == len(steps) else None
