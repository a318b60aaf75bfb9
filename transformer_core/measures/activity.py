"""What layers do to the numbers that pass through them, as a few figures."""

from collections.abc import Mapping
from typing import NamedTuple

import torch
from torch import Tensor


class Spread(NamedTuple):
    """Mean and standard deviation of each position's vector, (...,) each."""

    mean: Tensor
    deviation: Tensor


def spread(x: Tensor) -> Spread:
    """Over the last dimension, dividing by its size as layer norm does. `x` is (..., d_model)."""
    return Spread(x.mean(-1), x.std(-1, correction=0))


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
    profile: dict[str, list[Tensor]] = {"residual": [], "normed": []}
    for name, tensor in records.items():
        kind = name.rsplit(".")[-1].split("_")[0]
        if name.startswith(f"{stack}.layers.") and kind in profile:
            profile[kind].append(spread(tensor).deviation.mean())
    return {kind: torch.stack(values) for kind, values in profile.items()}


class Likely(NamedTuple):
    """The likeliest tokens at each position, most likely first: (..., k) each."""

    tokens: Tensor
    probabilities: Tensor


def likeliest(logits: Tensor, k: int = 5) -> Likely:
    """The k likeliest next tokens at each position of logits (..., vocab)."""
    probabilities = torch.softmax(logits, dim=-1)
    top = probabilities.topk(min(k, logits.size(-1)), dim=-1)
    return Likely(top.indices, top.values)
