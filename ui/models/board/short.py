"""Whether a model is so plain that a short program computes it, and what that program needs.

The programs are printed by the page: `pages/overview/programs`, each named after its family.
"""

from collections.abc import Callable, Mapping
from typing import Any

from torch import nn

from transformer_core.variants.rotary_positions import RotaryPositions
from transformer_core.variants.rotary_scaling import LinearScaling
from transformer_lab.pretrained.names_in_configs import ACTIVATION_NAMES
from transformer_lab.pretrained.settings import Settings

GELU = {"gelu": "none", "gelu_tanh": "tanh"}
"""What torch calls how each one is computed."""


def constants_of(family: str, settings: Settings, model: nn.Module) -> dict[str, Any]:
    """The constants of a family's program, by name; none where it would give other numbers."""
    made = _FAMILIES.get(family)
    return {} if made is None else dict(made(settings, model))


def _gpt2(settings: Settings, model: nn.Module) -> Mapping[str, Any]:
    activation = GELU.get(ACTIVATION_NAMES.get(settings["activation_function"], ""))
    is_scaled = settings.flag("scale_attn_weights")
    if activation is None or not is_scaled or settings.flag("scale_attn_by_inverse_layer_idx"):
        return {}
    return {
        "num_layers": settings.size("n_layer"),
        "num_heads": settings.size("n_head"),
        "eps": settings.number("layer_norm_epsilon"),
        "activation": activation,
    }


def _bert(settings: Settings, model: nn.Module) -> Mapping[str, Any]:
    activation = GELU.get(ACTIVATION_NAMES.get(settings["hidden_act"], ""))
    if activation is None:
        return {}
    return _sizes(settings) | {
        "eps": settings.number("layer_norm_eps"),
        "activation": activation,
    }


def _llama(settings: Settings, model: nn.Module) -> Mapping[str, Any]:
    turns = [one for one in model.modules() if isinstance(one, RotaryPositions)]
    d_k = settings.size(
        "head_dim", settings.size("hidden_size") // settings.size("num_attention_heads")
    )
    is_plain = all(one.scaling == LinearScaling(1.0) and one.width == d_k for one in turns)
    if not is_plain or ACTIVATION_NAMES.get(settings["hidden_act"]) != "silu":
        return {}
    return _sizes(settings) | {"eps": settings.number("rms_norm_eps"), "base": turns[0].base}


def _sizes(settings: Settings) -> dict[str, Any]:
    return {
        "num_layers": settings.size("num_hidden_layers"),
        "num_heads": settings.size("num_attention_heads"),
    }


_FAMILIES: Mapping[str, Callable[[Settings, nn.Module], Mapping[str, Any]]] = {
    "bert": _bert,
    "gpt2": _gpt2,
    "llama": _llama,
}
