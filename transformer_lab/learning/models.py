"""The model of a run, with what its config leaves out."""

from typing import cast

import torch
from torch import Tensor, nn

from transformer_core.initialisation import untrained
from transformer_core.multi_head_attention import MultiHeadAttention
from transformer_core.trace import trace
from transformer_core.transformer import Transformer
from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.today import model_of_today


def _without_future(mask: Tensor) -> Tensor:
    """Of a mask (batch, heads, seq, seq) the padding alone: what the last query does not see."""
    return mask[..., -1:, :].expand_as(mask)


class TransformerWithoutLookAheadMask(Transformer):
    """A Transformer whose decoder sees the tokens that it has to predict."""

    def decode(self, tgt_ids: Tensor, memory: Tensor, src_ids: Tensor) -> Tensor:
        """As `Transformer.decode`, its self-attention without the look-ahead mask."""
        layers = range(self.config.num_layers)
        masks = (f"decoder.layers.{layer}.self_attention.mask" for layer in layers)
        with trace(self, dict.fromkeys(masks, _without_future)):
            return super().decode(tgt_ids, memory, src_ids)


def untrained_model(config: RunConfig) -> Transformer:
    """The model of a run before its first step, in evaluation mode, with weights from its seed.

    Without positional encoding the encodings are all 0; without scaling the scores are multiplied
    by 1. With anything that came after the paper, and for a part of the Transformer alone, it is
    an `AssembledModel`.
    """
    if config.is_of_today:
        return cast(Transformer, untrained(lambda: model_of_today(config), config.seed))
    kind = Transformer if config.look_ahead else TransformerWithoutLookAheadMask
    model = untrained(lambda: kind(config.transformer), config.seed)
    if not config.positional_encoding:
        model.positional_encoding.encoding.zero_()
    if not config.scaled:
        for module in model.modules():
            if isinstance(module, MultiHeadAttention):
                module.scale = 1.0
    return model


def layer_of(parameter: str) -> str:
    """The layer that a parameter is counted to: "encoder.layers.0" of
    "encoder.layers.0.norm_1.weight", else its first name, such as "src_embedding".
    """
    names = parameter.split(".")
    return ".".join(names[:3]) if names[1] == "layers" else ".".join(names[:-1])


def by_layer(tensors: dict[str, Tensor]) -> dict[str, float]:
    """The length of all numbers of each layer together, sqrt of the sum of squares.

    Args:
        tensors: by the names of the model's parameters.
    """
    squares: dict[str, Tensor] = {}
    for name, tensor in tensors.items():
        layer = layer_of(name)
        squares[layer] = squares.get(layer, torch.zeros(())) + tensor.detach().square().sum()
    return {layer: square.sqrt().item() for layer, square in squares.items()}


def parameters_of(model: nn.Module) -> dict[str, Tensor]:
    """A model's parameters by name, without their gradients' history; not copied."""
    return {name: parameter.detach() for name, parameter in model.named_parameters()}
