"""Llama (Touvron et al., 2023)."""

from collections.abc import Callable
from functools import partial

from torch import nn

from transformer_core.variants.gated_feed_forward import GatedFeedForward
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.input_encoding import InputParts
from transformer_core.variants.model_parts import ModelParts, OutputParts, StackParts
from transformer_core.variants.norm_placement import Layer, LayerParts, PreNormLayer
from transformer_core.variants.rms_norm import RMSNorm
from transformer_lab.pretrained.family import Family
from transformer_lab.pretrained.names_in_configs import ACTIVATION_NAMES, rotary
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {
    "vocab_size": 32000,
    "hidden_size": 4096,
    "intermediate_size": 11008,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": None,
    "hidden_act": "silu",
    "max_position_embeddings": 2048,
    "rms_norm_eps": 1e-6,
    "tie_word_embeddings": False,
    "attention_bias": False,
    "mlp_bias": False,
    "head_dim": None,
}

_OURS = "decoder.layers.*."
NAMES = {
    "embed_tokens": "tgt_embedding",
    "layers.*.input_layernorm": f"{_OURS}norm_1",
    "layers.*.self_attn.q_proj": f"{_OURS}self_attention.w_q",
    "layers.*.self_attn.k_proj": f"{_OURS}self_attention.w_k",
    "layers.*.self_attn.v_proj": f"{_OURS}self_attention.w_v",
    "layers.*.self_attn.o_proj": f"{_OURS}self_attention.w_o",
    "layers.*.post_attention_layernorm": f"{_OURS}norm_2",
    "layers.*.mlp.gate_proj": f"{_OURS}feed_forward.linear_gate",
    "layers.*.mlp.up_proj": f"{_OURS}feed_forward.linear_1",
    "layers.*.mlp.down_proj": f"{_OURS}feed_forward.linear_2",
    "norm": "decoder.norm",
    "lm_head": "output",
}
# The speeds of the turn, which are computed.
UNNEEDED = ("layers.*.self_attn.rotary_emb.inv_freq",)


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """A decoder with RMS norms before each sublayer, rotary positions and gated feed-forward."""
    has_bias = settings.flag("attention_bias")
    attention = attention_of(settings, bias=has_bias, output_bias=has_bias)
    layers = (layer_of(settings, attention),) * settings.size("num_hidden_layers")
    return decoder_of(settings, weights, layers)


def width_of_head(settings: Settings) -> int:
    """As given, or all heads together are as wide as the model."""
    heads = settings.size("num_attention_heads")
    return settings.size("head_dim", otherwise=settings.size("hidden_size") // heads)


def attention_of(
    settings: Settings,
    *,
    bias: bool,
    output_bias: bool = False,
    preparations: tuple[Callable[[], nn.Module], ...] | None = None,
) -> "partial[GroupedAttention]":
    """Grouped attention; with rotary positions alone where no preparations are given."""
    num_heads, d_k = settings.size("num_attention_heads"), width_of_head(settings)
    return partial(
        GroupedAttention,
        settings.size("hidden_size"),
        num_heads,
        settings.size("num_key_value_heads", otherwise=num_heads),
        d_k,
        bias=bias,
        output_bias=output_bias,
        preparations=(rotary(settings, d_k),) if preparations is None else preparations,
    )


def norm_of(settings: Settings) -> "partial[RMSNorm]":
    """Of vectors of the model's width."""
    return partial(RMSNorm, settings.size("hidden_size"), eps=settings.number("rms_norm_eps"))


def layer_of(settings: Settings, attention: Callable[[], nn.Module]) -> Callable[[], Layer]:
    """A layer with this attention and a gated feed-forward network, norms before both."""
    feed_forward = partial(
        GatedFeedForward,
        settings.size("hidden_size"),
        settings.size("intermediate_size"),
        settings.choice("hidden_act", ACTIVATION_NAMES),
        bias=settings.flag("mlp_bias"),
    )
    return partial(PreNormLayer, LayerParts(attention, feed_forward, norm_of(settings)))


def decoder_of(
    settings: Settings, weights: StoredWeights, layers: tuple[Callable[[], Layer], ...]
) -> ModelParts:
    """A model of these layers, with a last norm."""
    return ModelParts(
        tgt=InputParts(settings.size("vocab_size"), settings.size("hidden_size")),
        decoder=StackParts(layers, norm_of(settings)),
        output=output_of(settings, weights),
    )


def output_of(settings: Settings, weights: StoredWeights) -> OutputParts:
    """A layer of its own, or the embedding's matrix."""
    is_own = weights.has_own_output(
        "lm_head.weight", "embed_tokens.weight", settings.flag("tie_word_embeddings")
    )
    return OutputParts("own" if is_own else "tied")


FAMILY = Family("llama", DEFAULTS, parts, NAMES, prefix="model.", unneeded=UNNEEDED)
