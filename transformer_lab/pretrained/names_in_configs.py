"""What many families' config.json files say in the same words."""

from collections.abc import Callable
from functools import partial

from torch import nn

from transformer_core.variants.rotary_positions import RotaryPositions
from transformer_lab.pretrained.settings import Settings

ACTIVATION_NAMES = {
    "relu": "relu",
    "gelu": "gelu",
    "gelu_python": "gelu",
    "gelu_new": "gelu_tanh",
    "gelu_fast": "gelu_tanh",
    "gelu_accurate": "gelu_tanh",
    "gelu_pytorch_tanh": "gelu_tanh",
    "gelu_python_tanh": "gelu_tanh",
    "silu": "silu",
    "swish": "silu",
    "tanh": "tanh",
}
"""From transformers' names of activations to those of `ACTIVATIONS`."""


def rotary(settings: Settings, d_k: int) -> Callable[[], nn.Module]:
    """What builds the rotary positions of a decoder, in halves.

    Files name them in a table, rope_parameters or formerly rope_scaling, or by rope_theta alone.

    Raises: PretrainedError no_part for a kind that we do not have.
    """
    key = "rope_scaling" if settings["rope_scaling"] else "rope_parameters"
    table = settings.inside(key, {"rope_theta": settings["rope_theta"] or 10_000.0})
    kind = table["rope_type"] or table["type"] or "default"
    if kind != "default":
        raise settings.refused(key)
    return partial(RotaryPositions, d_k, base=table.number("rope_theta"))
