"""Which module of transformers is which of ours, and what it takes and returns: tables alone."""

from collections.abc import Mapping

_MARIAN_LAYER = {
    "self_attention.w_q": "self_attn.q_proj",
    "self_attention.w_k": "self_attn.k_proj",
    "self_attention.w_v": "self_attn.v_proj",
    "self_attention.w_o": "self_attn.out_proj",
    "norm_1": "self_attn_layer_norm",
    "feed_forward.linear_1": "fc1",
    "feed_forward.linear_2": "fc2",
}
_MARIAN_CROSS = {
    ours.replace("self_", "cross_"): theirs.replace("self_attn", "encoder_attn")
    for ours, theirs in _MARIAN_LAYER.items()
    if "attention" in ours
} | {"norm_2": "encoder_attn_layer_norm", "norm_3": "final_layer_norm"}
_T5_SELF = {f"self_attention.w_{one}": f"layer.0.SelfAttention.{one}" for one in "qkvo"}
_T5_CROSS = {f"cross_attention.w_{one}": f"layer.1.EncDecAttention.{one}" for one in "qkvo"}


def _t5_layer(number: int) -> dict[str, str]:
    """Norms, and the feed-forward network as the layer's last sublayer."""
    inner = {f"feed_forward.linear_{one}": f"DenseReluDense.w{'io'[one - 1]}" for one in (1, 2)}
    norms = {f"norm_{one}": f"layer.{one - 1}.layer_norm" for one in range(1, number + 1)}
    return norms | {ours: f"layer.{number - 1}.{theirs}" for ours, theirs in inner.items()}


LAYERS: Mapping[str, Mapping[tuple[str, str], Mapping[str, str]]] = {
    "gpt2": {
        ("decoder", "transformer.h"): {
            "norm_1": "ln_1",
            "self_attention.w_q": "attn.c_attn#0",
            "self_attention.w_k": "attn.c_attn#1",
            "self_attention.w_v": "attn.c_attn#2",
            "self_attention.w_o": "attn.c_proj",
            "norm_2": "ln_2",
            "feed_forward.linear_1": "mlp.c_fc",
            "feed_forward.linear_2": "mlp.c_proj",
        }
    },
    "bert": {
        ("encoder", "bert.encoder.layer"): {
            "self_attention.w_q": "attention.self.query",
            "self_attention.w_k": "attention.self.key",
            "self_attention.w_v": "attention.self.value",
            "self_attention.w_o": "attention.output.dense",
            "norm_1": "attention.output.LayerNorm",
            "feed_forward.linear_1": "intermediate.dense",
            "feed_forward.linear_2": "output.dense",
            "norm_2": "output.LayerNorm",
        }
    },
    "llama": {
        ("decoder", "model.layers"): {
            "norm_1": "input_layernorm",
            "self_attention.w_q": "self_attn.q_proj",
            "self_attention.w_k": "self_attn.k_proj",
            "self_attention.w_v": "self_attn.v_proj",
            "self_attention.w_o": "self_attn.o_proj",
            "norm_2": "post_attention_layernorm",
            "feed_forward.linear_gate": "mlp.gate_proj",
            "feed_forward.linear_1": "mlp.up_proj",
            "feed_forward.linear_2": "mlp.down_proj",
            "feed_forward.activation": "mlp.act_fn",
        }
    },
    "marian": {
        ("encoder", "model.encoder.layers"): _MARIAN_LAYER | {"norm_2": "final_layer_norm"},
        ("decoder", "model.decoder.layers"): _MARIAN_LAYER | _MARIAN_CROSS,
    },
    "t5": {
        ("encoder", "encoder.block"): _T5_SELF | _t5_layer(2),
        ("decoder", "decoder.block"): _T5_SELF | _T5_CROSS | _t5_layer(3),
    },
}
"""Of each kind: a stack and their list of its layers, and what is inside of one layer. "#1" is the
second third of what a module makes.
"""

ENDS: Mapping[str, Mapping[str, str]] = {
    "gpt2": {
        "tgt_embedding": "transformer.wte",
        "tgt_encoding.positions.table": "transformer.wpe",
        "decoder.norm": "transformer.ln_f",
        "output": "lm_head",
    },
    "bert": {
        "src_embedding": "bert.embeddings.word_embeddings",
        "src_encoding.positions.table": "bert.embeddings.position_embeddings",
        "src_encoding.token_types": "bert.embeddings.token_type_embeddings",
        "src_encoding.norm": "bert.embeddings.LayerNorm",
        "head.linear": "cls.predictions.transform.dense",
        "head.norm": "cls.predictions.transform.LayerNorm",
        "output": "cls.predictions.decoder",
    },
    "llama": {
        "tgt_embedding": "model.embed_tokens",
        "decoder.norm": "model.norm",
        "output": "lm_head",
    },
    "marian": {
        "src_embedding": "model.encoder.embed_tokens",
        "src_encoding.positions.table": "model.encoder.embed_positions",
        "tgt_embedding": "model.decoder.embed_tokens",
        "tgt_encoding.positions.table": "model.decoder.embed_positions",
        "output": "lm_head",
    },
    "t5": {
        "src_embedding": "encoder.embed_tokens",
        "tgt_embedding": "decoder.embed_tokens",
        "encoder.norm": "encoder.final_layer_norm",
        "decoder.norm": "decoder.final_layer_norm",
        "output": "lm_head",
    },
}
RETURNED = {
    "src_embedding": "src_embeddings",
    "tgt_embedding": "tgt_embeddings",
    "src_encoding.positions.table": "src_positions",
    "tgt_encoding.positions.table": "tgt_positions",
    "src_encoding.token_types": "src_token_types",
    "src_encoding.norm": "src_normed",
    "encoder.norm": "encoder.output",
    "decoder.norm": "decoder.output",
    "head.linear": "head.hidden",
    "head.norm": "head.normed",
    "w_q": "queries",
    "w_k": "keys",
    "w_v": "values",
    "w_o": "projected",
    "linear_gate": "gate",
    "linear_1": "hidden",
    "linear_2": "output",
    "activation": "opened",
    "norm_1": "normed_1",
    "norm_2": "normed_2",
    "norm_3": "normed_3",
}
"""The tensor that a module returns, by the module's whole name or its last word."""
TAKEN = {
    "src_encoding.norm": "src_encoded",
    "head.norm": "head.activated",
    "w_o": "concatenated",
    "linear_2": "activated",
}
"""The tensor that a module takes."""
