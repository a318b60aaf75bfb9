"""Qwen2 and Qwen2.5 (Yang et al., 2024): Llama with biases of queries, keys and values alone."""

from functools import partial

from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.model_parts import ModelParts
from transformer_lab.pretrained.families.llama import (
    NAMES,
    UNNEEDED,
    attention_of,
    decoder_of,
    layer_of,
)
from transformer_lab.pretrained.family import Family
from transformer_lab.pretrained.names_in_configs import windows
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {
    "vocab_size": 151936,
    "hidden_size": 4096,
    "intermediate_size": 22016,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 32,
    "hidden_act": "silu",
    "max_position_embeddings": 32768,
    "rms_norm_eps": 1e-6,
    "tie_word_embeddings": False,
    "use_sliding_window": False,
    "sliding_window": 4096,
    "max_window_layers": 28,
    "layer_types": None,
}


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """Llama's decoder, of which some layers may have a window."""
    return with_windows(settings, weights, attention_of(settings, bias=True))


def with_windows(
    settings: Settings, weights: StoredWeights, attention: "partial[GroupedAttention]"
) -> ModelParts:
    """Llama's decoder with this attention, in the later layers with a window where that is in use.

    Raises: PretrainedError no_part for layers with a window where none is in use.
    """
    has_windows = settings.flag("use_sliding_window") and settings["sliding_window"] is not None
    first = settings["max_window_layers"]
    if not isinstance(first, int):
        raise settings.refused("max_window_layers")
    each = windows(settings, lambda layer: has_windows and layer >= first)
    if any(each) and not has_windows:
        raise settings.refused("use_sliding_window")
    layers = tuple(layer_of(settings, partial(attention, window=window)) for window in each)
    return decoder_of(settings, weights, layers)


FAMILY = Family("qwen2", DEFAULTS, parts, NAMES, prefix="model.", unneeded=UNNEEDED)
