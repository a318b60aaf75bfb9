"""Gemma 3 for text (Gemma Team, 2025): Gemma 2 with a norm of queries and keys in the place of
capped scores, and with other speeds of the turn in the layers that have a window.
"""

from collections.abc import Callable
from functools import partial

from torch import nn

from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.model_parts import ModelParts
from transformer_core.variants.query_key_norm import QueryKeyNorm
from transformer_core.variants.rms_norm import RMSNorm
from transformer_lab.pretrained.families import gemma2, llama, qwen3
from transformer_lab.pretrained.family import Family
from transformer_lab.pretrained.names_in_configs import rotary_of, windows
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {
    **gemma2.DEFAULTS,
    "vocab_size": 262208,
    "max_position_embeddings": 131072,
    "final_logit_softcapping": None,
    "attn_logit_softcapping": None,
    "use_bidirectional_attention": False,
}
NAMES = {**qwen3.NAMES, **gemma2.NAMES}


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """All layers but every sixth one have a window."""
    # transformers reads this one and does not use it.
    settings.require("attn_logit_softcapping", None)
    pattern = settings.size("sliding_window_pattern", otherwise=6)
    each = windows(settings, lambda layer: (layer + 1) % pattern != 0)
    attentions = tuple(_attention(settings, window) for window in each)
    return gemma2.decoder_of(settings, weights, attentions)


def _attention(settings: Settings, window: int | None) -> "partial[GroupedAttention]":
    d_k, has_bias = llama.width_of_head(settings), settings.flag("attention_bias")
    norm = partial(RMSNorm, d_k, eps=settings.number("rms_norm_eps"), added=1.0)
    kind = "full_attention" if window is None else "sliding_attention"
    attention = llama.attention_of(
        settings,
        bias=has_bias,
        output_bias=has_bias,
        preparations=(partial(QueryKeyNorm, norm), _rotary(settings, kind, d_k)),
    )
    return partial(attention, scale=gemma2.scale_of(settings), window=window)


def _rotary(settings: Settings, kind: str, d_k: int) -> Callable[[], nn.Module]:
    """A table for each kind of layer; formerly two bases, and a scaling of the layers without a
    window.
    """
    is_full = kind == "full_attention"
    base = settings["rope_theta" if is_full else "rope_local_base_freq"]
    defaults = {
        "rope_theta": base or (1_000_000.0 if is_full else 10_000.0),
        "partial_rotary_factor": 1.0,
    }
    if is_full and settings["rope_scaling"]:
        settings.require("rope_parameters", None)
        return rotary_of(settings, settings.inside("rope_scaling", defaults), d_k)
    tables = settings.inside("rope_parameters", {})
    return rotary_of(settings, tables.inside(kind, defaults), d_k)


FAMILY = Family("gemma3_text", DEFAULTS, parts, NAMES, prefix="model.", unneeded=llama.UNNEEDED)
