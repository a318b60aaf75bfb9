"""What a model must come below that has learnt more than counts."""

import math
from typing import NamedTuple

import torch
from torch import Tensor


class Floors(NamedTuple):
    """Entropies of a text's own counts, in nats a token: nobody who knows these counts alone
    predicts that text with a lower loss.
    """

    unigram: float
    """Of a token, knowing how often each one comes."""
    bigram: float
    """Of a token given the one before it, knowing how often each one follows each."""


def floors(ids: Tensor) -> Floors:
    """The floors of a text.

    Args:
        ids: (tokens,) at least two.
    """
    single, pairs = ids.long(), ids[:-1].long() * (int(ids.max()) + 1) + ids[1:].long()
    before = entropy(single[:-1])
    return Floors(entropy(single), max(0.0, entropy(pairs) - before))


def entropy(ids: Tensor) -> float:
    """The entropy of the counts of whole numbers, (count,), in nats."""
    _, counts = ids.unique(return_counts=True)
    shares = counts.double() / counts.sum()
    return float(torch.special.entr(shares).sum())


def bits_per_character(nats: float, tokens: int, characters: int) -> float:
    """Nats a token as bits a character, of a text of so many tokens and characters."""
    return nats / math.log(2) * tokens / characters
