"""Gemma (Gemma Team, 2024): Llama with scaled embeddings and norms that add 1 to their weights."""

import math
from functools import partial

from transformer_core.variants.gated_feed_forward import GatedFeedForward
from transformer_core.variants.input_encoding import InputParts
from transformer_core.variants.model_parts import ModelParts, StackParts
from transformer_core.variants.norm_placement import LayerParts, PreNormLayer
from transformer_core.variants.rms_norm import RMSNorm
from transformer_lab.pretrained.families import llama
from transformer_lab.pretrained.family import Family
from transformer_lab.pretrained.names_in_configs import ACTIVATION_NAMES
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {
    "vocab_size": 256000,
    "hidden_size": 3072,
    "intermediate_size": 24576,
    "num_hidden_layers": 28,
    "num_attention_heads": 16,
    "num_key_value_heads": 16,
    "head_dim": 256,
    "hidden_act": "gelu_pytorch_tanh",
    "max_position_embeddings": 8192,
    "rms_norm_eps": 1e-6,
    "tie_word_embeddings": True,
    "attention_bias": False,
    "use_bidirectional_attention": None,
}
# The first files call the approximation, with which it was trained, by the exact one's name.
_ACTIVATIONS = ACTIVATION_NAMES | {"gelu": "gelu_tanh"}


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """Llama's decoder with GEGLU."""
    settings.require("use_bidirectional_attention", None, False)
    d_model, has_bias = settings.size("hidden_size"), settings.flag("attention_bias")
    norm = partial(RMSNorm, d_model, eps=settings.number("rms_norm_eps"), added=1.0)
    attention = llama.attention_of(settings, bias=has_bias, output_bias=has_bias)
    feed_forward = partial(
        GatedFeedForward,
        d_model,
        settings.size("intermediate_size"),
        settings.choice("hidden_act", _ACTIVATIONS),
    )
    layer = partial(PreNormLayer, LayerParts(attention, feed_forward, norm))
    return ModelParts(
        tgt=InputParts(settings.size("vocab_size"), d_model, scale=math.sqrt(d_model)),
        decoder=StackParts.alike(layer, settings.size("num_hidden_layers"), norm),
        output=llama.output_of(settings, weights),
    )


FAMILY = Family("gemma", DEFAULTS, parts, llama.NAMES, prefix="model.", unneeded=llama.UNNEEDED)
