"""The Transformer of "Attention Is All You Need" (Vaswani et al., 2017) in PyTorch, to be read.

Needs nothing but torch, so that it also works alone in a notebook. Only the trained translator
needs `safetensors` as well: `english_korean.checkpoint` and `english_korean`, which
imports it, are not imported here.

The paper is laid out flat in this folder, from `attention` to `transformer` and `training`.
`explain` shows where numbers come from, `measures` describes them in figures; `examples` are inputs
worth looking at, `mistakes` shows what goes wrong, `translator` is a trained model.

The letters in shapes, everywhere in this package:

    batch      sentences computed at once; "..." means any leading dimensions
    seq_len    positions in a sentence; seq_q of the queries, seq_k of the keys and values
    d_model    numbers that describe one position
    heads      attention heads in parallel
    d_k, d_v   numbers in one query or key, and in one value
    d_ff       numbers in the hidden layer of the feed-forward network
    vocab      tokens that the model knows

Masks are boolean and True means hidden, as in `torch.nn.Transformer`
(`torch.nn.functional.scaled_dot_product_attention` means the opposite).
"""

from transformer_core.attention import AttentionSteps, attention, attention_entropy
from transformer_core.averaging import averaged
from transformer_core.beam import BeamStep, Hypothesis, beam_decoding, length_normalised
from transformer_core.config import TransformerConfig
from transformer_core.decoder import Decoder, DecoderLayer
from transformer_core.decoding import DecodingStep, greedy_decoding, sampled_decoding
from transformer_core.dropout import seeded_dropout
from transformer_core.encoder import Encoder, EncoderLayer
from transformer_core.examples.attention_examples import (
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
from transformer_core.examples.self_attention import (
    SelfAttentionSteps,
    SelfAttentionWeights,
    plain_self_attention,
    random_multi_head_weights,
    random_self_attention_weights,
    weighted_self_attention,
)
from transformer_core.feed_forward import FeedForward
from transformer_core.initialisation import untrained
from transformer_core.learning_rate import learning_rate, peak_learning_rate
from transformer_core.loss import cross_entropy_over_padding, masked_cross_entropy
from transformer_core.masks import build_mask, decoder_mask, look_ahead_mask, padding_mask
from transformer_core.measures.activity import depth_profile, likeliest, silent_share, spread
from transformer_core.measures.alignment import attended, correctly_attended, last_cross_attention
from transformer_core.measures.encoding_properties import EncodingProperties, encoding_properties
from transformer_core.measures.model_sizes import parameter_counts, traced_shapes
from transformer_core.multi_head_attention import (
    MultiHeadAttention,
    build_multi_head_attention,
    concatenated_without,
    head_contributions,
    share_of_norm,
)
from transformer_core.positional_encoding import (
    PositionalEncoding,
    encoding_at,
    index_encoding,
    normalized_index_encoding,
    position_shift,
    positional_encoding,
    wave_at,
    wavelengths,
)
from transformer_core.random_tensors import generator, random_embedding, random_matrix
from transformer_core.trace import trace
from transformer_core.training import (
    TrainingConfig,
    TrainingStep,
    decaying_learning_rate,
    train,
)
from transformer_core.transformer import TiedOutput, Transformer, build_transformer
from transformer_core.vocabulary import Vocabulary, padded
from transformer_core.words import split_words, word_ids

__all__ = [
    "IDENTITY_QUERIES",
    "WORKED_K",
    "WORKED_QUERIES",
    "WORKED_V",
    "AttentionSteps",
    "BeamStep",
    "Decoder",
    "DecoderLayer",
    "DecodingStep",
    "Encoder",
    "EncoderLayer",
    "EncodingProperties",
    "FeedForward",
    "Hypothesis",
    "MultiHeadAttention",
    "PositionalEncoding",
    "SelfAttentionSteps",
    "SelfAttentionWeights",
    "TiedOutput",
    "TrainingConfig",
    "TrainingStep",
    "Transformer",
    "TransformerConfig",
    "Vocabulary",
    "attended",
    "attention",
    "attention_entropy",
    "averaged",
    "beam_decoding",
    "build_mask",
    "build_multi_head_attention",
    "build_transformer",
    "concatenated_without",
    "correctly_attended",
    "cross_entropy_over_padding",
    "decaying_learning_rate",
    "decoder_mask",
    "depth_profile",
    "embed_words",
    "encoded_words",
    "encoding_at",
    "encoding_properties",
    "generator",
    "greedy_decoding",
    "head_contributions",
    "identity_example",
    "index_encoding",
    "last_cross_attention",
    "learning_rate",
    "length_normalised",
    "likeliest",
    "look_ahead_mask",
    "masked_cross_entropy",
    "normalized_index_encoding",
    "padded",
    "padding_mask",
    "parameter_counts",
    "peak_learning_rate",
    "plain_self_attention",
    "position_shift",
    "positional_encoding",
    "qkv_from_words",
    "random_embedding",
    "random_matrix",
    "random_multi_head_weights",
    "random_self_attention_weights",
    "sampled_decoding",
    "seeded_dropout",
    "share_of_norm",
    "silent_share",
    "sized",
    "split_words",
    "spread",
    "trace",
    "traced_shapes",
    "train",
    "untrained",
    "wave_at",
    "wavelengths",
    "weighted_self_attention",
    "word_ids",
    "worked_example",
]
