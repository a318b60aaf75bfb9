"""Weights between words instead of between the pieces that a tokenizer splits them into."""

from collections.abc import Sequence

from torch import Tensor

Groups = Sequence[Sequence[int]]
"""The places of the pieces of each word, in order."""


def joined(weights: Tensor, queries: Groups, keys: Groups) -> Tensor:
    """Rows of one word are averaged, its columns summed: so rows still sum to what they did.

    Args:
        weights: (..., seq_q, seq_k).

    Returns: (..., words of queries, words of keys).
    """
    onto = _membership(keys, weights.size(-1), weights)  # (words_k, seq_k)
    of = _membership(queries, weights.size(-2), weights)
    of = of / of.sum(-1, keepdim=True)  # (words_q, seq_q)
    mixed: Tensor = of @ weights @ onto.mT
    return mixed


def _membership(groups: Groups, size: int, like: Tensor) -> Tensor:
    """(groups, size), 1 where a piece is one of the group."""
    found = like.new_zeros(len(groups), size)
    for at, group in enumerate(groups):
        found[at, list(group)] = 1.0
    return found


def selected(weights: Tensor, queries: Sequence[int], keys: Sequence[int]) -> float:
    """What several tokens together give to several others: averaged over rows, summed over columns.

    Args:
        weights: (seq_q, seq_k).
    """
    return float(joined(weights, [queries], [keys])) if queries and keys else 0.0
