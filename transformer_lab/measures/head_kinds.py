"""Kinds of heads that are found in most models, each by a figure that is measured.

Previous tokens, duplicate tokens and induction: Olsson et al., "In-context Learning and Induction
Heads" (2022); the first token as a sink: Xiao et al., "Efficient Streaming Language Models with
Attention Sinks" (2023).
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from transformer_lab.measures.head_jobs import job_shares

KINDS = ("previous", "same", "first", "duplicate", "induction")


def kind_targets(ids: Sequence[int]) -> Tensor:
    """The keys that a head of each kind attends to, of a sequence that attends to itself.

    "previous": the token before. "same": the token itself. "first": the first token of all; the
    query that is the first itself does not count. "duplicate": earlier tokens that are the same
    word. "induction": the tokens that followed those, which may be what comes next here, too.

    Args:
        ids: (seq,), what the tokens are; equal numbers for equal tokens.

    Returns: bool (KINDS, seq_q, seq_k).
    """
    token = torch.as_tensor(ids)
    place = torch.arange(len(token))
    distance = place[:, None] - place  # (seq_q, seq_k): how far back the key is
    earlier = (token[:, None] == token) & (distance > 0)
    after = torch.zeros_like(earlier)
    after[:, 1:] = earlier[:, :-1]
    after &= distance > 0  # else it is the query itself
    first = (place == 0) & (place[:, None] > 0)
    return torch.stack([distance == 1, distance == 0, first, earlier, after])


def head_kinds(weights: Tensor, ids: Sequence[int]) -> dict[str, Tensor]:
    """The share of its weight that each head gives to the keys of each kind.

    It is the average over the queries that have such keys; a kind that no query has any of is left
    out, as duplicates are in a sentence without a word twice.

    Args:
        weights: (layers, heads, seq, seq) of self-attention.
        ids: (seq,).

    Returns: figures (layers, heads) by kind, from 0 to 1.
    """
    targets = kind_targets(ids)  # (kinds, seq, seq)
    there = targets.any(-1).any(-1).tolist()
    shares = torch.stack([job_shares(layer, targets) for layer in weights])
    return {kind: shares[..., at] for at, kind in enumerate(KINDS) if there[at]}


def heads_like(weights: Tensor, layer: int, head: int) -> list[tuple[int, int, float]]:
    """All other heads, those first whose weights on this text are nearest to those of one head.

    Args:
        weights: (layers, heads, seq_q, seq_k).

    Returns: layer, head, and the part of a row's weight that lies elsewhere, on average over the
        queries: half the sum of absolute differences, 0 for equal rows and 1 for rows without a key
        in common.
    """
    apart = (weights - weights[layer, head]).abs().sum(-1).mean(-1) / 2  # (layers, heads)
    places = [(at, own) for at in range(len(weights)) for own in range(weights.size(1))]
    others = [(*place, float(apart[place])) for place in places if place != (layer, head)]
    return sorted(others, key=lambda other: other[2])
