"""Mistral (Jiang et al., 2023): Llama with a window that slides along in every layer."""

from functools import partial

from transformer_core.variants.model_parts import ModelParts
from transformer_lab.pretrained.families.llama import (
    NAMES,
    UNNEEDED,
    attention_of,
    decoder_of,
    layer_of,
)
from transformer_lab.pretrained.family import Family
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {
    "vocab_size": 32000,
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "head_dim": None,
    "hidden_act": "silu",
    "max_position_embeddings": 131072,
    "rms_norm_eps": 1e-6,
    "tie_word_embeddings": False,
    "sliding_window": 4096,
}


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """Llama's decoder without biases, with a window unless it is null."""
    has_window = settings["sliding_window"] is not None
    window = settings.size("sliding_window") if has_window else None
    attention = partial(attention_of(settings, bias=False), window=window)
    layers = (layer_of(settings, attention),) * settings.size("num_hidden_layers")
    return decoder_of(settings, weights, layers)


FAMILY = Family("mistral", DEFAULTS, parts, NAMES, prefix="model.", unneeded=UNNEEDED)
