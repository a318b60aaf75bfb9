"""The whole model (section 3, figure 1)."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from transformer_core.checks import require_tokens
from transformer_core.config import TransformerConfig
from transformer_core.decoder import Decoder
from transformer_core.dropout import Dropout
from transformer_core.encoder import Encoder
from transformer_core.initialisation import initialise, untrained
from transformer_core.layers import Embedding, Linear
from transformer_core.masks import decoder_mask, padding_mask
from transformer_core.positional_encoding import PositionalEncoding
from transformer_core.trace import seen, stored


class TiedOutput(nn.Module):
    """Logits as products with the rows of an embedding: x E^T. Has no weights itself."""

    def __init__(self, embedding: nn.Embedding) -> None:
        super().__init__()
        # In a tuple the embedding is not a submodule, and its weights have only one name
        self._shared = (embedding,)

    @property
    def embedding(self) -> nn.Embedding:
        """The one whose matrix this is."""
        return self._shared[0]

    @property
    def weight(self) -> Tensor:
        """(vocab, d_model), the embedding's own."""
        return stored(self.embedding, "weight")

    def forward(self, x: Tensor) -> Tensor:
        """(..., d_model) -> (..., vocab)."""
        return F.linear(x, self.weight)


class Transformer(nn.Module):
    """Encoder, decoder, embeddings and output layer, from token ids to logits.

    Its weights are random (see `initialise`); `build_transformer` takes them from a seed.

    It can be compiled (`torch.compile`), exported (`torch.export`) and mapped (`torch.func.vmap`).
    `torch.jit.trace` records it too, with warnings about the checks of its sizes;
    `torch.jit.script` does not compile it.

    Records, besides what its parts record: src_embeddings, src_scaled (times sqrt(d_model)),
    src_encoded (with positions added, after dropout), the same three for tgt, all
    (batch, seq_len, d_model); logits (batch, seq_len, tgt_vocab_size).
    """

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.config = config
        self.src_embedding = Embedding(config.src_vocab_size, config.d_model)
        self.tgt_embedding = (
            self.src_embedding
            if config.shared_embeddings
            else Embedding(config.tgt_vocab_size, config.d_model)
        )
        self.positional_encoding = PositionalEncoding(config.d_model, config.max_len)
        self.src_dropout = Dropout(config.dropout)
        self.tgt_dropout = Dropout(config.dropout)
        self.encoder = Encoder(config)
        self.decoder = Decoder(config)
        self.output = (
            TiedOutput(self.tgt_embedding)
            if config.has_tied_output
            else Linear(config.d_model, config.tgt_vocab_size)
        )
        initialise(self)

    def forward(self, src_ids: Tensor, tgt_ids: Tensor) -> Tensor:
        """Logits of the token after each target token, given the source and the target so far.

        Args:
            src_ids: (batch, seq_k) token ids.
            tgt_ids: (batch, seq_q) token ids.

        Returns: logits (batch, seq_q, tgt_vocab_size).
        Raises: ValueError for ids outside the vocabulary and for sentences over max_len. A device
            other than the CPU, and a compiled model, have their own message for such ids.
        """
        return self.decode(tgt_ids, self.encode(src_ids), src_ids)

    def encode(self, src_ids: Tensor) -> Tensor:
        """The source as the decoder will look at it: (batch, seq_k) -> (batch, seq_k, d_model)."""
        encoded = self._embed("src", self.src_embedding, self.src_dropout, src_ids)
        return self.encoder(encoded, padding_mask(src_ids, self.config.pad_id))

    def decode(self, tgt_ids: Tensor, memory: Tensor, src_ids: Tensor) -> Tensor:
        """Logits for the target, given an encoded source.

        Args:
            tgt_ids: (batch, seq_q) token ids.
            memory: (batch, seq_k, d_model) from `encode(src_ids)`.
            src_ids: (batch, seq_k), from which the source's padding is known.

        Returns: (batch, seq_q, tgt_vocab_size).
        """
        encoded = self._embed("tgt", self.tgt_embedding, self.tgt_dropout, tgt_ids)
        pad_id = self.config.pad_id
        source_padding = padding_mask(src_ids, pad_id)
        decoded = self.decoder(encoded, memory, decoder_mask(tgt_ids, pad_id), source_padding)
        return seen(self, "logits", self.output(decoded))  # (batch, seq_q, tgt_vocab_size)

    def _embed(self, side: str, embedding: nn.Embedding, dropout: Dropout, ids: Tensor) -> Tensor:
        """Embedding times sqrt(d_model) plus positions (sections 3.4 and 3.5), of "src" or "tgt".

        (batch, seq_len) -> (batch, seq_len, d_model).
        """
        embeddings = seen(self, f"{side}_embeddings", _looked_up(f"{side}_ids", embedding, ids))
        scaled = seen(self, f"{side}_scaled", embeddings * math.sqrt(self.config.d_model))
        return seen(self, f"{side}_encoded", dropout(self.positional_encoding(scaled)))


def build_transformer(config: TransformerConfig, seed: int) -> Transformer:
    """An untrained Transformer with weights from `seed`, see `untrained`."""
    return untrained(lambda: Transformer(config), seed)


def _looked_up(name: str, embedding: nn.Embedding, ids: Tensor) -> Tensor:
    if ids.dim() != 2:
        raise ValueError(f"{name} must have shape (batch, seq_len), got {tuple(ids.shape)}")
    if ids.dtype not in (torch.int64, torch.int32):
        raise ValueError(f"{name} must be int64 or int32, got {ids.dtype}")
    try:
        return embedding(ids)
    except IndexError:
        # Read only now: in a forward that goes well it would wait for a GPU, and break a compiled
        # graph in two.
        require_tokens(name, ids, embedding.num_embeddings)
        raise
