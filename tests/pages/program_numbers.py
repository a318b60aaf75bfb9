"""Every tensor that a printed program ever holds, whatever its lines call it."""

import contextlib
import io
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

import torch
from torch import Tensor
from torch.nn import Module

NAME = "<printed program>"
MOST_HEADS = 8
LARGEST = 100_000
"""Numbers of a tensor that is copied, so that it stays as it was when it was seen."""


def numbers_of(program: str) -> tuple[dict[str, Any], list[Tensor]]:
    """The names that a program leaves behind, and all tensors that its own lines have seen."""
    seen: dict[tuple[int, int], tuple[Tensor, Tensor]] = {}

    def look(frame: FrameType, event: str, given: object) -> Any:
        if frame.f_code.co_filename != NAME:
            return None
        held = frame.f_locals.values()
        # What holds many is looked through once, when nothing is added to it any more.
        found = held if event == "return" else [one for one in held if isinstance(one, Tensor)]
        for one in _tensors([*found, given]):
            # The tensor itself is held too: another one could get its id.
            version = 0 if one.is_inference() else one._version
            if (id(one), version) not in seen:
                kept = one.detach()
                seen[id(one), version] = one, kept.clone() if one.numel() < LARGEST else kept
        return look

    names: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        before = sys.gettrace()
        sys.settrace(look)
        try:
            exec(compile(program, NAME, "exec"), names)
        finally:
            sys.settrace(before)
    return names, [kept for _, kept in seen.values()]


def _tensors(values: object) -> Iterator[Tensor]:
    if isinstance(values, Tensor):
        yield values
    elif isinstance(values, Module):
        yield from values.state_dict().values()
    elif isinstance(values, dict):
        yield from _tensors(list(values.values()))
    elif isinstance(values, list | tuple):
        for one in values:
            yield from _tensors(one)


class Held:
    """Tensors by their shapes, of which axes of size 1 do not count."""

    def __init__(self, tensors: list[Tensor]) -> None:
        self._by_shape: dict[tuple[int, ...], list[Tensor]] = {}
        for one in tensors:
            flat = one.double().squeeze()
            # The page shows one head of all, and a matrix may be written as its transpose.
            heads = [*flat] if flat.dim() == 3 and len(flat) <= MOST_HEADS else []
            for each in (flat, *heads):
                for other in [each, each.mT] if each.dim() > 1 else [each]:
                    self._by_shape.setdefault(tuple(other.shape), []).append(other)

    def distance(self, shown: Tensor) -> float:
        """How far a tensor is from the nearest of these, beside its largest number."""
        shown = shown.double().squeeze()
        size = float(shown.nan_to_num(posinf=0.0, neginf=0.0).abs().amax()) or 1.0
        near = [self._apart(one, shown) for one in self._by_shape.get(tuple(shown.shape), ())]
        return min(near, default=float("inf")) / size

    @staticmethod
    def _apart(one: Tensor, other: Tensor) -> float:
        same = (one == other) | (one.isnan() & other.isnan())
        return float(torch.where(same, 0.0, (one - other).abs().nan_to_num(nan=torch.inf)).amax())
