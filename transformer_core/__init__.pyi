from transformer_core.attention import AttentionSteps as AttentionSteps
from transformer_core.attention import attention as attention
from transformer_core.attention import attention_entropy as attention_entropy
from transformer_core.averaging import averaged as averaged
from transformer_core.beam import BeamStep as BeamStep
from transformer_core.beam import Hypothesis as Hypothesis
from transformer_core.beam import beam_decoding as beam_decoding
from transformer_core.beam import length_normalised as length_normalised
from transformer_core.config import TransformerConfig as TransformerConfig
from transformer_core.decoder import Decoder as Decoder
from transformer_core.decoder import DecoderLayer as DecoderLayer
from transformer_core.decoding import DecodingStep as DecodingStep
from transformer_core.decoding import greedy_decoding as greedy_decoding
from transformer_core.decoding import sampled_decoding as sampled_decoding
from transformer_core.dropout import seeded_dropout as seeded_dropout
from transformer_core.encoder import Encoder as Encoder
from transformer_core.encoder import EncoderLayer as EncoderLayer
from transformer_core.explain.figures import spread as spread
from transformer_core.feed_forward import FeedForward as FeedForward
from transformer_core.initialisation import untrained as untrained
from transformer_core.learning_rate import learning_rate as learning_rate
from transformer_core.learning_rate import peak_learning_rate as peak_learning_rate
from transformer_core.loss import cross_entropy_over_padding as cross_entropy_over_padding
from transformer_core.loss import masked_cross_entropy as masked_cross_entropy
from transformer_core.masks import build_mask as build_mask
from transformer_core.masks import decoder_mask as decoder_mask
from transformer_core.masks import look_ahead_mask as look_ahead_mask
from transformer_core.masks import padding_mask as padding_mask
from transformer_core.multi_head_attention import MultiHeadAttention as MultiHeadAttention
from transformer_core.multi_head_attention import (
    build_multi_head_attention as build_multi_head_attention,
)
from transformer_core.multi_head_attention import concatenated_without as concatenated_without
from transformer_core.multi_head_attention import head_contributions as head_contributions
from transformer_core.multi_head_attention import share_of_norm as share_of_norm
from transformer_core.positional_encoding import PositionalEncoding as PositionalEncoding
from transformer_core.positional_encoding import encoding_at as encoding_at
from transformer_core.positional_encoding import index_encoding as index_encoding
from transformer_core.positional_encoding import (
    normalized_index_encoding as normalized_index_encoding,
)
from transformer_core.positional_encoding import position_shift as position_shift
from transformer_core.positional_encoding import positional_encoding as positional_encoding
from transformer_core.positional_encoding import wave_at as wave_at
from transformer_core.positional_encoding import wavelengths as wavelengths
from transformer_core.random_tensors import generator as generator
from transformer_core.random_tensors import random_embedding as random_embedding
from transformer_core.random_tensors import random_matrix as random_matrix
from transformer_core.trace import trace as trace
from transformer_core.training import TrainingConfig as TrainingConfig
from transformer_core.training import TrainingStep as TrainingStep
from transformer_core.training import decaying_learning_rate as decaying_learning_rate
from transformer_core.training import train as train
from transformer_core.transformer import TiedOutput as TiedOutput
from transformer_core.transformer import Transformer as Transformer
from transformer_core.transformer import build_transformer as build_transformer
from transformer_core.vocabulary import Vocabulary as Vocabulary
from transformer_core.vocabulary import padded as padded
from transformer_core.words import split_words as split_words
from transformer_core.words import word_ids as word_ids
