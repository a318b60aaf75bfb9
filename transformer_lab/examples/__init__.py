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
from transformer_lab.examples.self_attention import (
    SelfAttentionSteps,
    SelfAttentionWeights,
    plain_self_attention,
    random_multi_head_weights,
    random_self_attention_weights,
    weighted_self_attention,
)

__all__ = [
    "IDENTITY_QUERIES",
    "WORKED_K",
    "WORKED_QUERIES",
    "WORKED_V",
    "SelfAttentionSteps",
    "SelfAttentionWeights",
    "embed_words",
    "encoded_words",
    "identity_example",
    "plain_self_attention",
    "qkv_from_words",
    "random_multi_head_weights",
    "random_self_attention_weights",
    "sized",
    "weighted_self_attention",
    "worked_example",
]
