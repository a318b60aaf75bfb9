"""That every dimension of a computation has a name, and each name one size."""

from transformer_core.explain.computation import Computation
from transformer_core.explain.origin import Axis


def assert_axes_fit(computation: Computation) -> None:
    """Every dimension of every tensor has a name, and what has the same name has the same size."""
    sizes: dict[Axis, int] = {}
    assert computation.origins.keys() == computation.tensors.keys()
    for name, tensor in computation.tensors.items():
        axes = computation.origins[name].axes
        assert len(axes) == tensor.dim() == len({*axes}), name
        for axis, size in zip(axes, tensor.shape, strict=True):
            assert sizes.setdefault(axis, size) == size, (name, axis)
