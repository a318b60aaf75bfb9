"""Average several checkpoints of one training run (section 6.1)."""

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor

from transformer_core.checks import require_sizes

__all__ = ["averaged"]


@torch.no_grad()
def averaged(states: Sequence[Mapping[str, Tensor]]) -> dict[str, Tensor]:
    """The mean of each weight over checkpoints; the paper takes the last 5 of its base model.

    Args:
        states: the `state_dict` of each checkpoint: the same names, shapes and dtypes in all.

    Returns: new tensors, of the same names, shapes and dtypes. The mean itself is taken in
        float64, so that neither a sum nor its rounding depends on how small the dtype is.
    Raises: ValueError for no state, for states that differ in a name, a shape or a dtype, and for
        a tensor that does not hold floating-point numbers; it names the tensor.
    """
    require_sizes({"states": len(states)})
    first, *others = states
    for name, tensor in first.items():
        if not tensor.is_floating_point():
            raise ValueError(f"{name} must be floating-point numbers, got {tensor.dtype}")
    for place, state in enumerate(others, start=1):
        _require_alike(first, state, place)
    return {
        name: torch.stack([state[name].double() for state in states]).mean(dim=0).to(tensor.dtype)
        for name, tensor in first.items()
    }


def _require_alike(first: Mapping[str, Tensor], state: Mapping[str, Tensor], place: int) -> None:
    for name in state:
        if name not in first:
            raise ValueError(f"state {place} has {name}, which state 0 does not have")
    for name, tensor in first.items():
        if name not in state:
            raise ValueError(f"state {place} does not have {name}, which state 0 has")
        found = state[name]
        if found.shape != tensor.shape:
            raise ValueError(
                f"{name} has shape {tuple(found.shape)} in state {place}, but "
                f"{tuple(tensor.shape)} in state 0"
            )
        if found.dtype != tensor.dtype:
            raise ValueError(
                f"{name} is {found.dtype} in state {place}, but {tensor.dtype} in state 0"
            )
