"""The Transformer of "Attention Is All You Need" in one file: forward, masks and loss.

From the same weights, `transformer_core` gives the same numbers, with one part a file."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn


def attention(Q: Tensor, K: Tensor, V: Tensor, mask: Tensor) -> Tensor:
    """softmax(Q K^T / sqrt(d_k)) V, equation 1. The mask is True where a query may not look."""
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.size(-1))  # (batch, heads, seq_q, seq_k)
    weights = torch.softmax(scores.masked_fill(mask, -math.inf), dim=-1)
    return weights @ V  # (batch, heads, seq_q, d_v)


def padding_mask(token_ids: Tensor, pad_id: int = 0) -> Tensor:
    return (token_ids == pad_id)[:, None, None, :]  # (batch, 1, 1, seq_k)


def decoder_mask(token_ids: Tensor, pad_id: int = 0) -> Tensor:
    """Hides the padding, and from each position those after it (section 3.2.3)."""
    seq_len = token_ids.size(1)
    future = torch.ones(seq_len, seq_len, dtype=torch.bool).triu(1)
    return padding_mask(token_ids, pad_id) | future  # (batch, 1, seq_q, seq_k)


class MultiHeadAttention(nn.Module):
    """Concat(head_1, ..., head_h) W_O (section 3.2.2)."""

    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.w_q, self.w_k, self.w_v, self.w_o = (nn.Linear(d_model, d_model) for _ in range(4))

    def forward(self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor) -> Tensor:
        queries, keys, values = map(self.split, (self.w_q(query), self.w_k(key), self.w_v(value)))
        heads = attention(queries, keys, values, mask)
        return self.w_o(heads.transpose(1, 2).flatten(2))  # (batch, seq_q, d_model)

    def split(self, x: Tensor) -> Tensor:
        return x.unflatten(2, (self.num_heads, -1)).transpose(1, 2)  # (batch, heads, seq, d_k)


class FeedForward(nn.Module):
    """max(0, x W_1 + b_1) W_2 + b_2, equation 2."""

    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1, self.linear_2 = nn.Linear(d_model, d_ff), nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        return self.linear_2(torch.relu(self.linear_1(x)))


class EncoderLayer(nn.Module):
    def __init__(self, d_model: int, num_heads: int, d_ff: int) -> None:
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, num_heads)
        self.feed_forward = FeedForward(d_model, d_ff)
        self.norm_1, self.norm_2 = (nn.LayerNorm(d_model, eps=1e-6) for _ in range(2))

    def forward(self, x: Tensor, src_mask: Tensor) -> Tensor:
        x = self.norm_1(x + self.self_attention(x, x, x, src_mask))
        return self.norm_2(x + self.feed_forward(x))


class DecoderLayer(nn.Module):
    def __init__(self, d_model: int, num_heads: int, d_ff: int) -> None:
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, num_heads)
        self.cross_attention = MultiHeadAttention(d_model, num_heads)
        self.feed_forward = FeedForward(d_model, d_ff)
        self.norm_1, self.norm_2, self.norm_3 = (nn.LayerNorm(d_model, eps=1e-6) for _ in range(3))

    def forward(self, x: Tensor, memory: Tensor, tgt_mask: Tensor, src_mask: Tensor) -> Tensor:
        x = self.norm_1(x + self.self_attention(x, x, x, tgt_mask))
        x = self.norm_2(x + self.cross_attention(x, memory, memory, src_mask))
        return self.norm_3(x + self.feed_forward(x))


def positional_encoding(seq_len: int, d_model: int) -> Tensor:
    """PE[pos, 2i] = sin(pos / 10000^(2i / d_model)), PE[pos, 2i + 1] = cos(...), section 3.5."""
    speeds = 10_000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    angles = torch.arange(seq_len).unsqueeze(1) * speeds  # (seq_len, d_model / 2)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1).float()


class Transformer(nn.Module):
    def __init__(self, vocab: int, d_model: int, num_heads: int, layers: int, d_ff: int) -> None:
        super().__init__()
        sizes = (d_model, num_heads, d_ff)
        self.src_embedding, self.tgt_embedding = (nn.Embedding(vocab, d_model) for _ in range(2))
        self.encoder, self.decoder = nn.Module(), nn.Module()
        self.encoder.layers = nn.ModuleList(EncoderLayer(*sizes) for _ in range(layers))
        self.decoder.layers = nn.ModuleList(DecoderLayer(*sizes) for _ in range(layers))
        self.output = nn.Linear(d_model, vocab)

    def forward(self, src_ids: Tensor, tgt_ids: Tensor) -> Tensor:
        """(batch, seq_k) and (batch, seq_q) token ids to logits (batch, seq_q, vocab)."""
        src_mask, tgt_mask = padding_mask(src_ids), decoder_mask(tgt_ids)
        memory = self.embed(self.src_embedding, src_ids)  # (batch, seq_k, d_model)
        for layer in self.encoder.layers:
            memory = layer(memory, src_mask)
        x = self.embed(self.tgt_embedding, tgt_ids)  # (batch, seq_q, d_model)
        for layer in self.decoder.layers:
            x = layer(x, memory, tgt_mask, src_mask)
        return self.output(x)

    def embed(self, embedding: nn.Embedding, ids: Tensor) -> Tensor:
        d_model = embedding.embedding_dim
        return embedding(ids) * math.sqrt(d_model) + positional_encoding(ids.size(1), d_model)


def loss(logits: Tensor, targets: Tensor, pad_id: int = 0) -> Tensor:
    """Cross-entropy with label smoothing (section 5.4), averaged over what is not padding."""
    return F.cross_entropy(logits.mT, targets, ignore_index=pad_id, label_smoothing=0.1)
