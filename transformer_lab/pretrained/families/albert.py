"""ALBERT (Lan et al., 2020): every layer has the same weights, and embeddings are narrow."""

from dataclasses import replace
from functools import partial

from transformer_core.layers import Linear
from transformer_core.variants.model_parts import ModelParts
from transformer_core.variants.output_heads import MaskedWordHead
from transformer_lab.pretrained.families.bert import DEFAULTS as BERT_DEFAULTS
from transformer_lab.pretrained.families.bert import (
    UNNEEDED,
    activation_of,
    norm_of,
    output_of,
    source_of,
    stack_of,
)
from transformer_lab.pretrained.family import Family
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {
    **{key: value for key, value in BERT_DEFAULTS.items() if key != "is_decoder"},
    "vocab_size": 30000,
    "embedding_size": 128,
    "hidden_size": 4096,
    "num_attention_heads": 64,
    "intermediate_size": 16384,
    "hidden_act": "gelu_new",
    "num_hidden_groups": 1,
    "inner_group_num": 1,
}

# The weights of the first layer are those of all.
_LAYER, _OURS = "encoder.albert_layer_groups.0.albert_layers.0.", "encoder.layers.0."
NAMES = {
    "embeddings.word_embeddings": "src_embedding",
    "embeddings.position_embeddings": "src_encoding.positions.table",
    "embeddings.token_type_embeddings": "src_encoding.token_types",
    "embeddings.LayerNorm": "src_encoding.norm",
    "encoder.embedding_hidden_mapping_in": "src_encoding.projection",
    f"{_LAYER}attention.query": f"{_OURS}self_attention.w_q",
    f"{_LAYER}attention.key": f"{_OURS}self_attention.w_k",
    f"{_LAYER}attention.value": f"{_OURS}self_attention.w_v",
    f"{_LAYER}attention.dense": f"{_OURS}self_attention.w_o",
    f"{_LAYER}attention.LayerNorm": f"{_OURS}norm_1",
    f"{_LAYER}ffn": f"{_OURS}feed_forward.linear_1",
    f"{_LAYER}ffn_output": f"{_OURS}feed_forward.linear_2",
    f"{_LAYER}full_layer_layer_norm": f"{_OURS}norm_2",
    "predictions.dense": "head.linear",
    "predictions.LayerNorm": "head.norm",
    "predictions.decoder": "output",
    "predictions.bias": "output.bias",
}


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """BERT with one layer's weights for all, and a projection of its embeddings."""
    # Several groups of layers, each with weights of its own: no model that was published has them.
    settings.require("num_hidden_groups", 1)
    settings.require("inner_group_num", 1)
    d_model, width = settings.size("hidden_size"), settings.size("embedding_size")
    head = partial(
        MaskedWordHead, d_model, width, activation_of(settings), norm_of(settings, width)
    )
    first, last = "predictions.dense.weight", "predictions.decoder.weight"
    return ModelParts(
        replace(source_of(settings, width), projection=partial(Linear, width, d_model)),
        replace(stack_of(settings), shares_weights=True),
        output=output_of(settings, weights, first, last, head),
    )


FAMILY = Family(
    "albert",
    DEFAULTS,
    parts,
    NAMES,
    prefix="albert.",
    unneeded=(*UNNEEDED, "sop_classifier.**"),
    superseded={"predictions.bias": "predictions.decoder.bias"},
)
