"""Phi-1, 1.5 and 2 (Li et al., 2023): sublayers in parallel that share a norm."""

from functools import partial

from transformer_core.layers import LayerNorm
from transformer_core.variants.activated_feed_forward import ActivatedFeedForward
from transformer_core.variants.input_encoding import InputParts
from transformer_core.variants.model_parts import ModelParts, OutputParts, StackParts
from transformer_core.variants.norm_placement import LayerParts, ParallelOneNormLayer
from transformer_core.variants.query_key_norm import QueryKeyNorm
from transformer_lab.pretrained.families import llama
from transformer_lab.pretrained.family import Family
from transformer_lab.pretrained.names_in_configs import ACTIVATION_NAMES, rotary
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {
    "vocab_size": 51200,
    "hidden_size": 2048,
    "intermediate_size": 8192,
    "num_hidden_layers": 24,
    "num_attention_heads": 32,
    "num_key_value_heads": None,
    "hidden_act": "gelu_new",
    "max_position_embeddings": 2048,
    "layer_norm_eps": 1e-5,
    "tie_word_embeddings": False,
    "qk_layernorm": False,
}

_OURS = "decoder.layers.*."
NAMES = {
    "embed_tokens": "tgt_embedding",
    "layers.*.input_layernorm": f"{_OURS}norm_1",
    "layers.*.self_attn.q_proj": f"{_OURS}self_attention.w_q",
    "layers.*.self_attn.k_proj": f"{_OURS}self_attention.w_k",
    "layers.*.self_attn.v_proj": f"{_OURS}self_attention.w_v",
    "layers.*.self_attn.dense": f"{_OURS}self_attention.w_o",
    "layers.*.self_attn.q_layernorm": f"{_OURS}self_attention.preparations.0.queries",
    "layers.*.self_attn.k_layernorm": f"{_OURS}self_attention.preparations.0.keys",
    "layers.*.mlp.fc1": f"{_OURS}feed_forward.linear_1",
    "layers.*.mlp.fc2": f"{_OURS}feed_forward.linear_2",
    "final_layernorm": "decoder.norm",
    "lm_head": "output",
}


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """A decoder whose layers all have biases, and of whose heads the first half is turned."""
    d_model, d_k = settings.size("hidden_size"), llama.width_of_head(settings)
    eps = settings.number("layer_norm_eps")
    turn = rotary(settings, d_k, part=0.5)
    head_norm = partial(QueryKeyNorm, partial(LayerNorm, d_k, eps=eps))
    attention = llama.attention_of(
        settings,
        bias=True,
        output_bias=True,
        preparations=(head_norm, turn) if settings.flag("qk_layernorm") else (turn,),
    )
    feed_forward = partial(
        ActivatedFeedForward,
        d_model,
        settings.size("intermediate_size"),
        settings.choice("hidden_act", ACTIVATION_NAMES),
    )
    norm = partial(LayerNorm, d_model, eps=eps)
    layer = partial(ParallelOneNormLayer, LayerParts(attention, feed_forward, norm))
    is_own = llama.output_of(settings, weights).kind == "own"
    return ModelParts(
        tgt=InputParts(settings.size("vocab_size"), d_model),
        decoder=StackParts.alike(layer, settings.size("num_hidden_layers"), norm),
        output=OutputParts("own", bias=True) if is_own else OutputParts("tied with bias"),
    )


FAMILY = Family("phi", DEFAULTS, parts, NAMES, prefix="model.", unneeded=llama.UNNEEDED)
