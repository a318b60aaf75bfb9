"""The steps of linear layers, norms and feed-forward networks."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from torch import nn

from transformer_core.explain.assembled.tracing import Tracing, activation_name, part_of
from transformer_core.explain.axes import vectors
from transformer_core.explain.computation import Step
from transformer_core.explain.origin import DIMENSION, HIDDEN, TOKENS, Axes, Axis, Block
from transformer_core.layers import LayerNorm
from transformer_core.variants.activated_feed_forward import ActivatedFeedForward
from transformer_core.variants.activations import ACTIVATIONS
from transformer_core.variants.gated_feed_forward import GatedFeedForward
from transformer_core.variants.rms_norm import RMSNorm

NO_CONSTANTS: Mapping[str, float] = MappingProxyType({})


def linear(
    to: Tracing,
    path: str,
    x: str,
    block: Block,
    own: str,
    axes: Axes,
    constants: Mapping[str, float] = NO_CONSTANTS,
) -> Step:
    """The step of the linear layer at `path`, with a bias where it has one.

    Args:
        own: the layer's name in its block, nothing where it is the block's only one.
        axes: those of its weight, what comes out first.
    """
    before = f"{own}." if own else ""
    weight = to.given(f"{path}.weight", block, axes, f"{before}weight")
    if f"{path}.bias" not in to.tensors:
        return Step("linear_without_bias", {"x": x, "weight": weight}, constants)
    bias = to.given(f"{path}.bias", block, axes[:1], f"{before}bias")
    return Step("linear", {"x": x, "weight": weight, "bias": bias}, constants)


def _layer_norm(to: Tracing, path: str, module: LayerNorm, x: str) -> Step:
    of = {"x": x, "gain": f"{path}.weight", "bias": f"{path}.bias"}
    return Step("layer_norm", of, {"epsilon": module.eps})


def _rms_norm(to: Tracing, path: str, module: RMSNorm, x: str) -> Step:
    constants = {"epsilon": module.eps, "added": module.added}
    return Step("rms_norm", {"x": x, "gain": f"{path}.weight"}, constants)


NORMS: Mapping[type[nn.Module], Callable[..., Step]] = {
    LayerNorm: _layer_norm,
    RMSNorm: _rms_norm,
}


def norm(
    to: Tracing,
    path: str,
    module: nn.Module,
    x: str,
    block: Block,
    axis: Axis = DIMENSION,
    before: str = "",
) -> Step:
    """The step of the norm at `path`, of vectors of x whose numbers `axis` counts.

    Args:
        before: starts the names of its parameters in the block.
    """
    step: Step = part_of(NORMS, module)(to, path, module, x)
    for own in ("weight", "bias"):
        if f"{path}.{own}" in to.tensors:
            to.given(f"{path}.{own}", block, (axis,), f"{before}{own}")
    return step


def _activated(to: Tracing, path: str, module: ActivatedFeedForward, x: str, block: Block) -> str:
    hidden = _hidden(to, path, "linear_1", "hidden", x, block)
    kind = activation_name(module.activation, ACTIVATIONS)
    return to.make(f"{path}activated", Step(kind, {"x": hidden}), block, _axes(block), "activated")


def _gated(to: Tracing, path: str, module: GatedFeedForward, x: str, block: Block) -> str:
    axes = _axes(block)
    gate = _hidden(to, path, "linear_gate", "gate", x, block)
    kind = activation_name(module.activation, ACTIVATIONS)
    opened = to.make(f"{path}opened", Step(kind, {"x": gate}), block, axes, "opened")
    hidden = _hidden(to, path, "linear_1", "hidden", x, block)
    product = Step("product", {"x": opened, "y": hidden})
    return to.make(f"{path}activated", product, block, axes, "activated")


def _axes(block: Block) -> Axes:
    return (Axis("position", TOKENS[block.stack]), HIDDEN)


def _hidden(to: Tracing, path: str, layer: str, own: str, x: str, block: Block) -> str:
    step = linear(to, f"{path}{layer}", x, block, layer, (HIDDEN, DIMENSION))
    return to.make(f"{path}{own}", step, block, _axes(block), own)


FEED_FORWARDS: Mapping[type[nn.Module], Callable[..., str]] = {
    ActivatedFeedForward: _activated,
    GatedFeedForward: _gated,
}


def feed_forward(to: Tracing, path: str, module: nn.Module, x: str, within: Block) -> str:
    """The steps of the feed-forward network whose names start with `path`. Returns: its output."""
    block = replace(within, part="feed_forward", number=None)
    activated: str = part_of(FEED_FORWARDS, module)(to, path, module, x, block)
    step = linear(to, f"{path}linear_2", activated, block, "linear_2", (DIMENSION, HIDDEN))
    return to.make(f"{path}output", step, block, vectors(TOKENS[block.stack]), "output")
