"""The weights of a checkpoint in the dtype that they are stored in, and back in float32."""

from collections.abc import Mapping

import torch
from torch import Tensor

SCALE = ".scale"
"""After the name of a matrix: what its rows in int8 are multiplied by."""
LARGEST_INT8 = 127


def stored_as(name: str, tensor: Tensor, dtype: torch.dtype | None) -> dict[str, Tensor]:
    """A weight as it is stored, by name: in `dtype`, its own when None.

    In int8 a matrix is stored with its scales, (rows, 1), and a vector in float16.

    Raises: ValueError for a dtype that cannot hold this weight.
    """
    if dtype != torch.int8:
        return {name: _converted(name, tensor, dtype)}
    if tensor.dim() != 2:
        return {name: _converted(name, tensor, torch.float16)}
    scale = tensor.abs().amax(dim=1, keepdim=True) / LARGEST_INT8  # (rows, 1)
    if not bool(scale.isfinite().all()):
        raise ValueError(f"{name} contains NaN or an infinity, which int8 cannot hold")
    # A row of zeros has no largest weight: whatever its scale, it stays zeros
    steps = (tensor / scale.where(scale > 0, 1.0)).round()
    return {name: steps.to(torch.int8), name + SCALE: scale}


def restored(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The weights that `stored_as` stored, by their own names, in float32.

    Raises: ValueError, naming the tensor, for anything that `stored_as` does not store and for
        weights that are not finite in float32.
    """
    return {
        name: _restored(name, tensor, tensors.get(name + SCALE))
        for name, tensor in tensors.items()
        if name.removesuffix(SCALE) not in tensors or not name.endswith(SCALE)
    }


def _converted(name: str, tensor: Tensor, dtype: torch.dtype | None) -> Tensor:
    if dtype is not None and not dtype.is_floating_point:
        raise ValueError(f"dtype must be floating-point or int8, got {dtype}")
    try:
        stored = tensor.to(dtype or tensor.dtype).contiguous()
        back = stored.float()  # some dtypes of 8 bits cannot say what is finite
    except RuntimeError as error:
        raise ValueError(f"PyTorch cannot convert {name} to {dtype}: {error}") from error
    # A weight that was not finite before stays so: the loader has a message for it
    if not torch.equal(back.isfinite(), tensor.isfinite()):
        raise ValueError(f"{name} contains a weight that is too large for {dtype}")
    return stored


def _restored(name: str, tensor: Tensor, scale: Tensor | None) -> Tensor:
    if scale is not None:
        if tensor.dtype != torch.int8 or tensor.dim() != 2:
            raise ValueError(f"{name} has a scale, but is not a matrix in int8")
        if not scale.is_floating_point() or scale.shape != (tensor.size(0), 1):
            raise ValueError(
                f"{name}{SCALE} must be floating-point numbers of shape ({tensor.size(0)}, 1), got "
                f"{scale.dtype} of shape {tuple(scale.shape)}"
            )
        weights = tensor * scale.float()
    elif tensor.is_floating_point():
        weights = tensor.float()
    else:
        raise ValueError(f"{name} must be floating-point numbers, or int8 with a scale, got "
                         f"{tensor.dtype}")  # fmt: skip
    if not bool(weights.isfinite().all()):
        raise ValueError(f"{name} contains a weight that is not a finite number in float32")
    return weights
