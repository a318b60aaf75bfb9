"""Qwen3 (Yang et al., 2025): Qwen2 with a norm of queries and keys in the place of biases."""

from functools import partial

from transformer_core.variants.model_parts import ModelParts
from transformer_core.variants.query_key_norm import QueryKeyNorm
from transformer_core.variants.rms_norm import RMSNorm
from transformer_lab.pretrained.families import llama, qwen2
from transformer_lab.pretrained.family import Family
from transformer_lab.pretrained.names_in_configs import rotary
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {**qwen2.DEFAULTS, "head_dim": 128, "attention_bias": False}
_PREPARATIONS = "decoder.layers.*.self_attention.preparations"
NAMES = {
    **llama.NAMES,
    "layers.*.self_attn.q_norm": f"{_PREPARATIONS}.0.queries",
    "layers.*.self_attn.k_norm": f"{_PREPARATIONS}.0.keys",
}


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """Qwen2's decoder, whose queries and keys are normalised before they are turned."""
    d_k, has_bias = llama.width_of_head(settings), settings.flag("attention_bias")
    norm = partial(QueryKeyNorm, partial(RMSNorm, d_k, eps=settings.number("rms_norm_eps")))
    attention = llama.attention_of(
        settings,
        bias=has_bias,
        output_bias=has_bias,
        preparations=(norm, rotary(settings, d_k)),
    )
    return qwen2.with_windows(settings, weights, attention)


FAMILY = Family("qwen3", DEFAULTS, parts, NAMES, prefix="model.", unneeded=llama.UNNEEDED)
