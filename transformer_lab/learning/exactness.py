"""The accuracy of what a model writes."""

import torch
from torch import Tensor

from transformer_core.decoding import greedy_decoding
from transformer_core.transformer import Transformer
from transformer_lab.vocabulary import END_ID, PAD_ID, START_ID


def greedy_ids(model: Transformer, src_ids: Tensor, max_len: int | None = None) -> Tensor:
    """The greedy decoding: (batch, seq_len), start token and padding included."""
    written = src_ids.new_full((len(src_ids), 1), START_ID)
    for step in greedy_decoding(model, src_ids, START_ID, END_ID, max_len):
        written = step.tgt_ids
    return written


def greedily_right(model: Transformer, src_ids: Tensor, tgt_ids: Tensor) -> Tensor:
    """True for the sentences that greedy decoding gets entirely right: (batch,) bool.

    Args:
        tgt_ids: (batch, seq_len) with start and end token.
    """
    written = greedy_ids(model, src_ids, tgt_ids.size(1))
    missing = tgt_ids.size(1) - written.size(1)
    written = torch.nn.functional.pad(written, (0, missing), value=PAD_ID)
    return (written == tgt_ids).all(dim=1)


def forced_right(logits: Tensor, tgt_ids: Tensor) -> Tensor:
    """The same, of a model that does not see ahead, from one forward with the right target.

    Greedy decoding is wholly right where the most probable token is the right one at every
    position after a right beginning: until the first mistake both have the same input.

    Args:
        logits: (batch, seq_len - 1, vocab) of the target without its last position.
        tgt_ids: (batch, seq_len) with start and end token.

    Returns: (batch,) bool.
    """
    expected = tgt_ids[:, 1:]
    right = (logits.argmax(dim=-1) == expected) | (expected == PAD_ID)  # (batch, seq_len - 1)
    return right.all(dim=1)
