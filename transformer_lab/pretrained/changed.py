"""Which numbers of a forward were changed, so that nothing else is said to have made them."""

from collections.abc import Iterator, Mapping

from torch import Tensor

from transformer_core.explain.computation import Cell, Computation
from transformer_core.trace import Change


class Changed:
    """Changes of a trace that remember what they changed, of the first sentence of a batch.

    Args:
        change: as in `transformer_core.trace`.
    """

    def __init__(self, change: Mapping[str, Change]) -> None:
        self.remembered = {name: self._remembering(name, one) for name, one in change.items()}
        """The changes to trace with."""
        self._differing: dict[str, Tensor] = {}

    def cells(self, computation: Computation) -> Iterator[Cell]:
        """Those of steps whose numbers differ from what the step makes."""
        for name in self._differing.keys() & computation.steps.keys():
            differing = self._differing[name]
            if differing.dim() > computation.tensors[name].dim():
                differing = differing[0]
            yield from (Cell(name, tuple(place)) for place in differing.nonzero().tolist())

    def _remembering(self, name: str, change: Change) -> Change:
        def changed(tensor: Tensor) -> Tensor:
            made = change(tensor)
            if made.shape == tensor.shape:
                self._differing[name] = made != tensor
            return made

        return changed
