"""Llama (Touvron et al., 2023)."""

from functools import partial

from transformer_core.variants.gated_feed_forward import GatedFeedForward
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.input_encoding import InputParts
from transformer_core.variants.model_parts import ModelParts, OutputParts, StackParts
from transformer_core.variants.norm_placement import LayerParts, PreNormLayer
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
    d_model, num_heads = settings.size("hidden_size"), settings.size("num_attention_heads")
    d_k = settings.size("head_dim", otherwise=d_model // num_heads)
    norm = partial(RMSNorm, d_model, eps=settings.number("rms_norm_eps"))
    has_bias = settings.flag("attention_bias")
    attention = partial(
        GroupedAttention,
        d_model,
        num_heads,
        settings.size("num_key_value_heads", otherwise=num_heads),
        d_k,
        bias=has_bias,
        output_bias=has_bias,
        preparations=(rotary(settings, d_k),),
    )
    feed_forward = partial(
        GatedFeedForward,
        d_model,
        settings.size("intermediate_size"),
        settings.choice("hidden_act", ACTIVATION_NAMES),
        bias=settings.flag("mlp_bias"),
    )
    layer = partial(PreNormLayer, LayerParts(attention, feed_forward, norm))
    return ModelParts(
        tgt=InputParts(settings.size("vocab_size"), d_model),
        decoder=StackParts.alike(layer, settings.size("num_hidden_layers"), norm),
        output=output_of(settings, weights),
    )


def output_of(settings: Settings, weights: StoredWeights) -> OutputParts:
    """A layer of its own, or the embedding's matrix."""
    is_own = weights.has_own_output(
        "lm_head.weight", "embed_tokens.weight", settings.flag("tie_word_embeddings")
    )
    return OutputParts("own" if is_own else "tied")


FAMILY = Family("llama", DEFAULTS, parts, NAMES, prefix="model.", unneeded=UNNEEDED)
