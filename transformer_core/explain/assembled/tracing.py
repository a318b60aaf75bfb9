"""What is gathered of an assembled model's forward: tensors, their steps and their origins."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from torch import Tensor, nn

from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.origin import Axes, Block, Origin

T = TypeVar("T")
UNBATCHED = {"_positions": 2, "position_bias": 3}
"""Intermediates that are alike for all of a batch, and have no axis for it: their dimensions."""


class Tracing:
    """Collects the tensors of one sentence of a batch, none of them copied, with step and origin.

    Args:
        records: of the model's forward, as `trace` gives them.
        row: the sentence's place in the batch.
    """

    def __init__(self, model: nn.Module, records: Mapping[str, Tensor], row: int = 0) -> None:
        # A matrix that is shared has a name for each of its uses.
        parameters = dict(model.named_parameters(remove_duplicate=False))
        changed = {_owner(model, name): records[name] for name in records if name in parameters}
        self.tensors = {
            name: changed.get(_owner(model, name), own).detach() for name, own in parameters.items()
        }
        for name, record in records.items():
            if name not in parameters:
                self.tensors[name] = _of_sentence(name, record, row)
        self.row = row
        self.steps: dict[str, Step] = {}
        self.origins: dict[str, Origin] = {}
        self.by_hand: set[Cell] = set()

    def make(
        self,
        name: str,
        step: Step,
        block: Block,
        axes: Axes,
        own: str,
        tensor: Tensor | None = None,
    ) -> str:
        """Say how a tensor was made. Returns: its name.

        Args:
            own: the tensor's name in its block.
            tensor: where the records do not have it.
        """
        if tensor is not None:
            self.tensors[name] = tensor
        self.steps[name] = step
        self.origins[name] = Origin(own, axes, block)
        return name

    def given(
        self, name: str, block: Block, axes: Axes, own: str, tensor: Tensor | None = None
    ) -> str:
        """The same of a parameter or an input, which nothing made."""
        if tensor is not None:
            self.tensors[name] = tensor
        self.origins[name] = Origin(own, axes, block)
        return name

    def computation(self) -> Computation:
        """All of it, steps in the order of making."""
        return Computation(self.tensors, self.steps, frozenset(self.by_hand), self.origins)


def _owner(model: nn.Module, parameter: str) -> tuple[nn.Module, str]:
    """The module that computes with a parameter, and the parameter's name there.

    A module that both sides share has two names; modules that share a parameter are changed alone.
    """
    path, _, name = parameter.rpartition(".")
    return model.get_submodule(path), name


def _of_sentence(name: str, record: Tensor, row: int) -> Tensor:
    is_for_all = any(
        name.endswith(end) and record.dim() == count for end, count in UNBATCHED.items()
    )
    return record if is_for_all else record[min(row, len(record) - 1)]


def part_of(table: Mapping[type[nn.Module], T], module: nn.Module) -> T:
    """What a table has for a part of a model.

    Raises: NotImplementedError for a part that no table has: its numbers cannot be explained.
    """
    found = table.get(type(module))
    if found is None:
        raise NotImplementedError(f"no steps are known of {type(module).__name__}")
    return found


def activation_name(activation: Callable[[Tensor], Tensor], names: Mapping[str, object]) -> str:
    """The name of an activation, which is also its kind of step."""
    return next(name for name, function in names.items() if function is activation)
