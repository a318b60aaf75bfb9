"""The decoder's two ways to read: the true tokens, or what the model has written itself."""

import torch
from torch import Tensor

from transformer_core import Transformer, greedy_decoding


def one_at_a_time(model: Transformer, src_ids: Tensor, tgt_ids: Tensor) -> Tensor:
    """The logits of each position, from a decoder forward over the tokens up to it and no further.

    The look-ahead mask makes one forward over all positions give the same.

    Returns: (1, seq_q, vocab)
    """
    with torch.no_grad():
        memory = model.encode(src_ids)
        last = [
            model.decode(tgt_ids[:, :end], memory, src_ids)[:, -1]  # (1, vocab)
            for end in range(1, tgt_ids.size(1) + 1)
        ]
    return torch.stack(last, dim=1)


def written_by(
    model: Transformer, src_ids: Tensor, start_id: int, end_id: int, most: int
) -> list[int]:
    """The tokens that the model writes when it reads only its own; at most so many.

    The last one is the end token if the model stopped by itself.
    """
    tokens: list[int] = []
    for step in greedy_decoding(model, src_ids, start_id, end_id, max_len=most + 1):
        tokens = step.tgt_ids[0, 1:].tolist()
    return tokens


def first_difference(one: list[int], other: list[int]) -> int | None:
    """The first place, counted from 0, at which both have a token and it differs; None if none."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (mine, theirs) in pairs if mine != theirs), None)
