"""What must hold of the sizes of queries, keys, values and mask, said in the paper's letters."""

import torch
from torch import Tensor


def require_fitting(Q: Tensor, K: Tensor, V: Tensor, mask: Tensor | None) -> None:
    """Raise ValueError, naming the sizes, unless `attention` can be computed of these.

    Without it a mask with more dimensions than the scores would silently make them grow, and torch
    would name the sizes of a product that nobody wrote.
    """
    for name, matrix in (("Q", Q), ("K", K), ("V", V)):
        if matrix.dim() < 2:
            raise ValueError(f"{name} has shape {tuple(matrix.shape)}: it needs two dimensions")
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
    if mask is None:
        return
    if mask.dtype != torch.bool:
        raise ValueError(f"mask has dtype {mask.dtype}: it must be bool, True = hidden")
    scores_shape = (*(_broadcast(Q.shape[:-2], K.shape[:-2]) or ()), Q.size(-2), K.size(-2))
    if _broadcast(mask.shape, scores_shape) != scores_shape:
        raise ValueError(f"mask {tuple(mask.shape)} does not fit the scores {scores_shape}")


def _broadcast(*shapes: tuple[int, ...]) -> tuple[int, ...] | None:
    if all(shape == shapes[0] for shape in shapes):
        return tuple(shapes[0])
    one = torch.empty(())
    try:
        # As `torch.broadcast_shapes`, which would import a computer algebra of 40 MB.
        return tuple(torch.broadcast_tensors(*(one.expand(shape) for shape in shapes))[0].shape)
    except RuntimeError:
        return None
