"""Checks the shapes of queries, keys, values and mask, with errors in the paper's notation."""

import torch
from torch import Tensor


def require_fitting(Q: Tensor, K: Tensor, V: Tensor, mask: Tensor | None) -> None:
    """Raise ValueError, naming the sizes, unless `attention` can be computed from these.

    Without it a mask with more dimensions than the scores would silently make them grow, one with
    fewer could mean the batch or the heads, and torch would name the sizes of a product that no
    one wrote.
    """
    for name, matrix in (("Q", Q), ("K", K), ("V", V)):
        if matrix.dim() < 2:
            raise ValueError(f"{name} must have at least two dimensions, got {tuple(matrix.shape)}")
    if Q.size(-1) < 1:
        raise ValueError(f"d_k must be at least 1, got Q {tuple(Q.shape)}")
    if Q.size(-1) != K.size(-1):
        raise ValueError(f"Q has d_k={Q.size(-1)} but K has d_k={K.size(-1)}")
    if K.size(-2) != V.size(-2):
        raise ValueError(f"K has seq_k={K.size(-2)} rows but V has {V.size(-2)}")
    leading = _broadcast(Q.shape[:-2], K.shape[:-2], V.shape[:-2])
    if leading is None:
        raise ValueError(
            f"leading sizes do not match: Q {tuple(Q.shape[:-2])}, "
            f"K {tuple(K.shape[:-2])}, V {tuple(V.shape[:-2])}"
        )
    if mask is not None:
        scores = (*(_broadcast(Q.shape[:-2], K.shape[:-2]) or ()), Q.size(-2), K.size(-2))
        _require_mask_of(scores, mask)


def _require_mask_of(scores: tuple[int, ...], mask: Tensor) -> None:
    """Raise ValueError unless the mask has one meaning for scores of this shape.

    Broadcasting lines shapes up from the right, so a mask (batch, seq_q, seq_k) would be taken for
    one per head wherever there are as many heads as sentences.
    """
    if mask.dtype != torch.bool:
        raise ValueError(f"mask must be bool, True = hidden, got {mask.dtype}")
    shape, dims = tuple(mask.shape), len(scores)
    if 2 < mask.dim() < dims:
        raise ValueError(
            f"mask {shape} must have at most two dimensions, (seq_q, seq_k), or {dims} like the "
            f"scores {scores}: write mask[:, None] for one per sentence, "
            "mask[None] for one per head"
        )
    if _broadcast(shape, scores) == scores:
        return
    is_one_row_each = mask.dim() == 2 < dims and shape == (scores[0], scores[-1])
    remedy = f": write mask[:, {'None, ' * (dims - 2)}:] for one row per sentence"
    raise ValueError(
        f"mask {shape} does not fit the scores {scores}{remedy if is_one_row_each else ''}"
    )


def _broadcast(*shapes: tuple[int, ...]) -> tuple[int, ...] | None:
    if all(shape == shapes[0] for shape in shapes):
        return tuple(shapes[0])
    one = torch.empty(())
    try:
        # As `torch.broadcast_shapes`, which would import a computer algebra of 40 MB.
        return tuple(torch.broadcast_tensors(*(one.expand(shape) for shape in shapes))[0].shape)
    except RuntimeError:
        return None
