"""Gemma 2 (Gemma Team, 2024): norms on both sides of each sublayer, capped scores and logits."""

import math
from dataclasses import replace
from functools import partial

from transformer_core.variants.gated_feed_forward import GatedFeedForward
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.input_encoding import InputParts
from transformer_core.variants.model_parts import ModelParts, StackParts
from transformer_core.variants.norm_placement import BothSidesNormLayer, LayerParts
from transformer_core.variants.rms_norm import RMSNorm
from transformer_lab.pretrained.families import llama
from transformer_lab.pretrained.family import Family
from transformer_lab.pretrained.names_in_configs import ACTIVATION_NAMES, windows
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {
    "vocab_size": 256000,
    "hidden_size": 2304,
    "intermediate_size": 9216,
    "num_hidden_layers": 26,
    "num_attention_heads": 8,
    "num_key_value_heads": 4,
    "head_dim": 256,
    "hidden_activation": "gelu_pytorch_tanh",
    "max_position_embeddings": 8192,
    "rms_norm_eps": 1e-6,
    "tie_word_embeddings": True,
    "attention_bias": False,
    "query_pre_attn_scalar": 256,
    "sliding_window": 4096,
    "layer_types": None,
    "final_logit_softcapping": 30.0,
    "attn_logit_softcapping": 50.0,
    "use_bidirectional_attention": None,
}

_OURS = "decoder.layers.*."
NAMES = {
    **llama.NAMES,
    "layers.*.post_attention_layernorm": f"{_OURS}outer_norm_1",
    "layers.*.pre_feedforward_layernorm": f"{_OURS}norm_2",
    "layers.*.post_feedforward_layernorm": f"{_OURS}outer_norm_2",
}


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """Every other layer has a window, the first one is one of them."""
    has_bias = settings.flag("attention_bias")
    attention = partial(
        llama.attention_of(settings, bias=has_bias, output_bias=has_bias),
        scale=scale_of(settings),
        cap=_cap(settings, "attn_logit_softcapping"),
    )
    each = windows(settings, lambda layer: layer % 2 == 0)
    attentions = tuple(partial(attention, window=window) for window in each)
    return decoder_of(settings, weights, attentions)


def scale_of(settings: Settings) -> float:
    """What scores are multiplied by."""
    return settings.size("query_pre_attn_scalar") ** -0.5


def decoder_of(
    settings: Settings, weights: StoredWeights, attentions: "tuple[partial[GroupedAttention], ...]"
) -> ModelParts:
    """A decoder with these attentions, scaled embeddings, and norms that add 1 to their weights."""
    settings.require("use_bidirectional_attention", None, False)
    d_model, eps = settings.size("hidden_size"), settings.number("rms_norm_eps")
    norm = partial(RMSNorm, d_model, eps=eps, added=1.0)
    feed_forward = partial(
        GatedFeedForward,
        d_model,
        settings.size("intermediate_size"),
        settings.choice("hidden_activation", ACTIVATION_NAMES),
    )
    layers = tuple(
        partial(BothSidesNormLayer, LayerParts(attention, feed_forward, norm))
        for attention in attentions
    )
    output = llama.output_of(settings, weights)
    return ModelParts(
        tgt=InputParts(settings.size("vocab_size"), d_model, scale=math.sqrt(d_model)),
        decoder=StackParts(layers, norm),
        output=replace(output, cap=_cap(settings, "final_logit_softcapping")),
    )


def _cap(settings: Settings, key: str) -> float | None:
    if settings[key] is None:
        return None
    if settings.number(key) <= 0:
        raise settings.refused(key)
    return settings.number(key)


FAMILY = Family("gemma2", DEFAULTS, parts, NAMES, prefix="model.", unneeded=llama.UNNEEDED)
