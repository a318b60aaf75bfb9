"""The norm at the end of a pre-norm stack, and what goes on without it."""

from collections.abc import Iterator
from contextlib import contextmanager

from torch import Tensor

from transformer_core import Transformer, trace
from transformer_core.explain.figures import spread


def mean_deviation(vectors: Tensor) -> float:
    """The standard deviation of vectors (..., numbers), averaged over them."""
    return float(spread(vectors).deviation.mean())


@contextmanager
def traced_without_last_norms(model: Transformer) -> Iterator[dict[str, Tensor]]:
    """Record a forward pass in which both stacks pass on their last sum as it is.

    Raises: ValueError for a post-norm model, which has no norm at its ends.
    """
    if not model.config.norm_first:
        raise ValueError("a post-norm model has no last norms")
    last = model.config.num_layers - 1
    sums = {
        "encoder.output": f"encoder.layers.{last}.residual_2",
        "decoder.output": f"decoder.layers.{last}.residual_3",
    }
    records: dict[str, Tensor]
    # Each sum is recorded before the output that it replaces.
    change = {output: lambda _, name=name: records[name] for output, name in sums.items()}
    with trace(model, change) as records:
        yield records
