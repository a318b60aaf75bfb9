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

_SLIDING, _FULL = "sliding_attention", "full_attention"


def rotary(
    settings: Settings,
    d_k: int,
    *,
    base_key: str = "rope_theta",
    part_key: str = "partial_rotary_factor",
    part: float = 1.0,
) -> Callable[[], nn.Module]:
    """What builds the rotary positions of a decoder, in halves.

    Files name them in a table, rope_parameters or formerly rope_scaling, or by keys of their own
    beside it, which are read where the table says nothing.

    Args:
        d_k: width of a head.
        base_key, part_key: the keys of the base, and of which part of each head is turned.
        part: the family's, where none is given.

    Raises: PretrainedError no_part for a kind that we do not have.
    """
    defaults = {
        "rope_theta": settings[base_key] or 10_000.0,
        "partial_rotary_factor": part if settings[part_key] is None else settings[part_key],
    }
    key = "rope_scaling" if settings["rope_scaling"] else "rope_parameters"
    return rotary_of(settings, settings.inside(key, defaults), d_k)


def rotary_of(settings: Settings, table: Settings, d_k: int) -> Callable[[], nn.Module]:
    """What builds the rotary positions that a table of the file describes, as `rotary`."""
    kind_key = "rope_type" if table["rope_type"] else "type"
    kind = table[kind_key] or "default"
    if not isinstance(kind, str) or kind not in _SCALINGS:
        raise table.refused(kind_key)
    width = int(d_k * table.number("partial_rotary_factor"))
    if not 0 < width <= d_k:
        raise table.refused("partial_rotary_factor")
    scaling = _SCALINGS[kind](settings, table)
    return partial(RotaryPositions, width, base=table.number("rope_theta"), scaling=scaling)


def windows(settings: Settings, slides: Callable[[int], bool]) -> tuple[int | None, ...]:
    """Of each layer, how many keys a query sees at most; None where it sees all.

    Args:
        slides: whether the layer of this number has a window where the file does not say so in
            layer_types.

    Raises: PretrainedError no_part for another kind of layer.
    """
    count = settings.size("num_hidden_layers")
    kinds = settings["layer_types"]
    if kinds is None:
        kinds = [_SLIDING if slides(layer) else _FULL for layer in range(count)]
    if not isinstance(kinds, list) or len(kinds) != count:
        raise settings.refused("layer_types")
    return tuple(settings.size("sliding_window") if _slides(kind) else None for kind in kinds)


def _slides(kind: object) -> bool:
    if kind not in (_SLIDING, _FULL):
        raise Settings({"layer_types": kind}, {}).refused("layer_types")
    return kind == _SLIDING


def _trained(settings: Settings, table: Settings) -> int:
    """How long the sequences of the first training were: what stands outside the table is what
    transformers goes by.
    """
    for place in (settings, table):
        if place["original_max_position_embeddings"] is not None:
            return place.size("original_max_position_embeddings")
    return settings.size("max_position_embeddings")


def _llama3(settings: Settings, table: Settings) -> Scaling:
    return Llama3Scaling(
        factor=table.number("factor"),
        low=table.number("low_freq_factor"),
        high=table.number("high_freq_factor"),
        trained=_trained(settings, table),
    )


def _yarn(settings: Settings, table: Settings) -> Scaling:
    factor = table.number("factor")
    return YarnScaling(
        factor,
        _trained(settings, table),
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


_SCALINGS: dict[str, Callable[[Settings, Settings], Scaling | None]] = {
    "default": lambda settings, table: None,
    "linear": lambda settings, table: LinearScaling(table.number("factor")),
    "dynamic": lambda settings, table: DynamicScaling(
        table.number("factor"), settings.size("max_position_embeddings")
    ),
    "llama3": _llama3,
    "yarn": _yarn,
}
