"""Layers that all have the same weights (Lan et al., 2020, "ALBERT", section 3.1)."""

from collections.abc import Iterable

from torch import nn


def share_weights(layers: Iterable[nn.Module]) -> None:
    """Give every layer the parameters of the first one, which must be built alike.

    The layers stay as many modules, so a trace records each under a name of its own. A parameter is
    listed once, under the first layer's name, but in a trace each layer can be changed alone.

    Changes: the layers.
    """
    first, *others = layers
    for layer in others:
        for path, parameter in first.named_parameters():
            owner, _, name = path.rpartition(".")
            setattr(layer.get_submodule(owner), name, parameter)
