"""What many families' config.json files say in the same words."""

import math
from collections.abc import Callable
from functools import partial

from torch import nn

from transformer_core.variants.rotary_positions import RotaryPositions
from transformer_core.variants.rotary_scaling import (
    DynamicScaling,
    LinearScaling,
    Llama3Scaling,
    Scaling,
    YarnScaling,
)
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


def rotary(settings: Settings, width: int) -> Callable[[], nn.Module]:
    """What builds the rotary positions of a decoder, in halves.

    Files name them in a table, rope_parameters or formerly rope_scaling, or by rope_theta alone.

    Args:
        width: numbers of a head that are turned; which part of it that is each family says in its
            own words.

    Raises: PretrainedError no_part for a kind that we do not have.
    """
    key = "rope_scaling" if settings["rope_scaling"] else "rope_parameters"
    table = settings.inside(
        key,
        {
            "rope_theta": settings["rope_theta"] or 10_000.0,
            "max_position_embeddings": settings["max_position_embeddings"],
            "original_max_position_embeddings": settings["max_position_embeddings"],
        },
    )
    kind = table["rope_type"] or table["type"] or "default"
    if not isinstance(kind, str) or kind not in _SCALINGS:
        raise settings.refused(key)
    base, scaling = table.number("rope_theta"), _SCALINGS[kind](table)
    return partial(RotaryPositions, width, base=base, scaling=scaling)


def _llama3(table: Settings) -> Scaling:
    return Llama3Scaling(
        factor=table.number("factor"),
        low=table.number("low_freq_factor"),
        high=table.number("high_freq_factor"),
        trained=table.size("original_max_position_embeddings"),
    )


def _yarn(table: Settings) -> Scaling:
    trained = table.size("original_max_position_embeddings")
    factor = table.number("factor")
    return YarnScaling(
        factor,
        trained,
        fast=table.number("beta_fast") if table["beta_fast"] else 32.0,
        slow=table.number("beta_slow") if table["beta_slow"] else 1.0,
        amplitude=_amplitude(table, factor),
        rounded=table["truncate"] is None or table.flag("truncate"),
    )


def _amplitude(table: Settings, factor: float) -> float:
    """As given, or as the paper's section 3.3 has it: it grows with the factor's logarithm."""
    if table["attention_factor"] is not None:
        return table.number("attention_factor")

    def growth(times: float) -> float:
        return 1.0 if factor <= 1 else 0.1 * times * math.log(factor) + 1

    if table["mscale"] and table["mscale_all_dim"]:
        return growth(table.number("mscale")) / growth(table.number("mscale_all_dim"))
    return growth(1.0)


_SCALINGS: dict[str, Callable[[Settings], Scaling | None]] = {
    "default": lambda table: None,
    "linear": lambda table: LinearScaling(table.number("factor")),
    "dynamic": lambda table: DynamicScaling(
        table.number("factor"), table.size("max_position_embeddings")
    ),
    "llama3": _llama3,
    "yarn": _yarn,
}
