"""Queries, keys, values and sentences that are worth looking at."""

from transformer_lab.examples.attention_examples import (
    IDENTITY_QUERIES,
    WORKED_K,
    WORKED_QUERIES,
    WORKED_V,
    embed_words,
    encoded_words,
    identity_example,
    qkv_from_words,
    sized,
    worked_example,
)
from transformer_lab.examples.index_encodings import index_encoding, normalized_index_encoding
from transformer_lab.examples.masks import build_mask, painted_mask
from transformer_lab.examples.placed_word import placed_word
from transformer_lab.examples.random_matrices import random_embedding, random_matrix
from transformer_lab.examples.rotary_example import (
    Rotated,
    halves_order,
    rotated,
    scores_by_distance,
)
from transformer_lab.examples.self_attention import (
    SelfAttentionSteps,
    SelfAttentionWeights,
    plain_self_attention,
    random_multi_head_weights,
    random_self_attention_weights,
    weighted_self_attention,
)
from transformer_lab.examples.words import split_words, word_ids

__all__ = [
    "IDENTITY_QUERIES",
    "WORKED_K",
    "WORKED_QUERIES",
    "WORKED_V",
    "Rotated",
    "SelfAttentionSteps",
    "SelfAttentionWeights",
    "build_mask",
    "embed_words",
    "encoded_words",
    "halves_order",
    "identity_example",
    "index_encoding",
    "normalized_index_encoding",
    "painted_mask",
    "placed_word",
    "plain_self_attention",
    "qkv_from_words",
    "random_embedding",
    "random_matrix",
    "random_multi_head_weights",
    "random_self_attention_weights",
    "rotated",
    "scores_by_distance",
    "sized",
    "split_words",
    "weighted_self_attention",
    "word_ids",
    "worked_example",
]
