"""Figures of what layers do to the numbers that pass through them."""

from collections.abc import Iterator, Mapping
from itertools import count, takewhile
from typing import NamedTuple

import torch
from torch import Tensor

from transformer_core.checks import require_sizes
from transformer_core.explain.figures import spread


def silent_share(activated: Tensor) -> float:
    """The share of hidden numbers that ReLU has set to zero (section 3.3)."""
    return float((activated == 0).float().mean())


def depth_profile(records: Mapping[str, Tensor], stack: str) -> dict[str, Tensor]:
    """The average deviation over positions at each residual sum and each norm of a stack.

    Args:
        records: of a trace of a Transformer.
        stack: "encoder" or "decoder".

    Returns: residual and normed, (sublayers,) each, from the first sublayer to the last.
    """
    profile = {
        kind: [spread(sums).deviation.mean() for sums in _of_sublayers(records, stack, kind)]
        for kind in ("residual", "normed")
    }
    return {kind: torch.stack(values) for kind, values in profile.items()}


def _of_sublayers(records: Mapping[str, Tensor], stack: str, kind: str) -> Iterator[Tensor]:
    """A stack's records of one kind that each sublayer has, from the first sublayer to the last."""
    for layer in count():
        names = (f"{stack}.layers.{layer}.{kind}_{number}" for number in count(1))
        found = [records[name] for name in takewhile(records.__contains__, names)]
        if not found:
            return
        yield from found


class Likely(NamedTuple):
    """The likeliest tokens at each position, most likely first: (..., k) each."""

    tokens: Tensor
    probabilities: Tensor


def likeliest(logits: Tensor, k: int = 5) -> Likely:
    """The k likeliest next tokens at each position of logits (..., vocab); all, where k is more."""
    require_sizes({"k": k})
    probabilities = torch.softmax(logits, dim=-1)
    top = probabilities.topk(min(k, logits.size(-1)), dim=-1)
    return Likely(top.indices, top.values)
