"""What each head adds to the output of a multi-head attention."""

from collections.abc import Collection

from torch import Tensor

from transformer_core.checks import require_index
from transformer_core.multi_head_attention import MultiHeadAttention


def head_contributions(module: MultiHeadAttention, heads: Tensor) -> Tensor:
    """The part of the output that each head adds.

    Concat(head_1, ..., head_h) W_O is a sum: head i times its d_v rows of W_O. All contributions
    and the bias of `w_o` add up to the output.

    Args:
        heads: (batch, heads, seq_q, d_v), recorded by a forward as "heads".

    Returns: (batch, heads, seq_q, d_model).
    """
    W_O = module.w_o.weight.mT.unflatten(0, (module.num_heads, -1))  # (heads, d_v, d_model)
    return heads @ W_O


def concatenated_without(heads: Tensor, off: Collection[int]) -> Tensor:
    """The concatenated heads, those in `off` set to 0.

    Args:
        heads: (batch, heads, seq_q, d_v).
        off: numbers of heads, from 0.

    Returns: (batch, seq_q, d_model), what `w_o` takes.
    Raises: ValueError for a number that no head has.
    """
    for head in off:
        require_index("head", head, heads.size(1))
    kept = heads.clone()
    kept[:, sorted(off)] = 0.0
    return kept.transpose(1, 2).flatten(2)  # (batch, seq_q, d_model)


def share_of_norm(part: Tensor, whole: Tensor) -> Tensor:
    """The length of `part` over that of `whole`, taken over the last two dimensions.

    Parts that point in different directions have shares that add up to more than 1. Where `whole`
    is 0 the share is 0.

    Args:
        part: (..., seq, d_model); whole: (seq, d_model) or with the same leading dimensions.

    Returns: (...).
    """
    lengths, total = part.norm(dim=(-2, -1)), whole.norm(dim=(-2, -1))
    return (lengths / total).where(total > 0, 0.0)
