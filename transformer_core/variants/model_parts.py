"""A whole model as a description: which parts it takes, and from what they are built."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from torch import nn

from transformer_core.variants.input_encoding import InputParts
from transformer_core.variants.norm_placement import Layer

Build = Callable[[], nn.Module]


@dataclass(frozen=True)
class StackParts:
    """An encoder or a decoder.

    layers: what builds each layer, in order.
    norm: builds a norm after the last layer.
    position_bias: builds what every layer adds to its scores, such as `RelativeBias`.
    shares_weights: whether all layers have those of the first, as in ALBERT.
    """

    layers: tuple[Callable[[], Layer], ...]
    norm: Build | None = None
    position_bias: Build | None = None
    shares_weights: bool = False

    @classmethod
    def alike(
        cls,
        layer: Callable[[], Layer],
        num_layers: int,
        norm: Build | None = None,
        position_bias: Build | None = None,
    ) -> "StackParts":
        """A stack of layers that are built alike."""
        return cls((layer,) * num_layers, norm, position_bias)


@dataclass(frozen=True)
class OutputParts:
    """From the last layer to the logits.

    kind: whether the output layer is the embedding's matrix (section 3.4 of the paper), that with
    a bias, or a layer of its own.
    head: builds what comes before it.
    bias: whether a layer of its own has a bias.
    cap: what no logit exceeds, as in Gemma 2 (see `soft_cap`).
    """

    kind: Literal["tied", "tied with bias", "own"] = "tied"
    head: Build | None = None
    bias: bool = False
    cap: float | None = None


@dataclass(frozen=True)
class ModelParts:
    """A model: an encoder alone, a decoder alone, or both.

    src, tgt: how the encoder's and the decoder's tokens enter.
    shared_embedding: whether both sides have one embedding.
    output: None for a model without logits, whose result is its last layer.
    """

    src: InputParts | None = None
    encoder: StackParts | None = None
    tgt: InputParts | None = None
    decoder: StackParts | None = None
    output: OutputParts | None = None
    shared_embedding: bool = True
