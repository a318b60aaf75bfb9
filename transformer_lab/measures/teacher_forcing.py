"""The decoder's two ways to read: the true tokens, or what the model has written itself."""

from collections.abc import Iterator

import torch
from torch import Tensor

from transformer_core import Transformer, greedy_decoding


def one_at_a_time(model: Transformer, src_ids: Tensor, tgt_ids: Tensor) -> Tensor:
    """The logits of each position, from a decoder forward over the tokens up to it and no further.

    The look-ahead mask makes one forward over all positions give the same.

    Returns: (1, seq_q, vocab)
    """
    return torch.stack(list(each_at_its_end(model, src_ids, tgt_ids)), dim=1)


def each_at_its_end(model: Transformer, src_ids: Tensor, tgt_ids: Tensor) -> Iterator[Tensor]:
    """Yields the same, one position after the other: (1, vocab)."""
    # As in decoding: no_grad is closed before each yield.
    with torch.no_grad():
        memory = model.encode(src_ids)
    for end in range(1, tgt_ids.size(1) + 1):
        with torch.no_grad():
            logits = model.decode(tgt_ids[:, :end], memory, src_ids)[:, -1]  # (1, vocab)
        yield logits


def written_by(
    model: Transformer, src_ids: Tensor, start_id: int, end_id: int, most: int
) -> list[int]:
    """The tokens that the model writes when it reads only its own; at most so many.

    The last one is the end token if the model stopped by itself.
    """
    return list(writing(model, src_ids, start_id, end_id, most))


def writing(
    model: Transformer, src_ids: Tensor, start_id: int, end_id: int, most: int
) -> Iterator[int]:
    """Yields the same, one token after the other."""
    for step in greedy_decoding(model, src_ids, start_id, end_id, max_len=most + 1):
        yield int(step.chosen[0])


def first_difference(one: list[int], other: list[int]) -> int | None:
    """The first place, counted from 0, at which both have a token and it differs; None if none."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (mine, theirs) in pairs if mine != theirs), None)
