"""Mistakes in what goes into the first layer (sections 3.4 and 3.5)."""

from typing import Any

import torch
from torch import Tensor

from transformer_core.config import TransformerConfig
from transformer_core.trace import trace
from transformer_core.transformer import Transformer, build_transformer

TOKENS = 8


def encoding_sizes(positions: int = 50, d_model: int = 64) -> dict[str, int]:
    """An encoding has no other input than its sizes."""
    return {"seq_len": positions, "d_model": d_model}


def encoding_at_one_speed(seq_len: int, d_model: int) -> Tensor:
    """The positional encoding written column by column, with the digit 1 for the letter i."""
    position = torch.arange(seq_len, dtype=torch.float64)
    encoding = torch.empty(seq_len, d_model)
    for i in range(d_model):
        # right: angle = position / 10_000 ** (2 * (i // 2) / d_model)
        angle = position / 10_000 ** (2 * (1 // 2) / d_model)
        encoding[:, i] = angle.cos() if i % 2 else angle.sin()
    return encoding


def test_the_columns_turn_at_different_speeds(encoding: Tensor) -> None:
    assert not torch.allclose(encoding[:, 0], encoding[:, 2])


def untrained_embedding(d_model: int = 64, seed: int = 11) -> dict[str, Any]:
    """An untrained Transformer and a sentence of TOKENS different tokens, (1, TOKENS) ids."""
    config = TransformerConfig(
        TOKENS + 1, TOKENS + 1, d_model, num_heads=1, num_layers=1, d_ff=1, max_len=TOKENS
    )
    token_ids = torch.arange(1, TOKENS + 1).unsqueeze(0)  # (1, TOKENS)
    return {"model": build_transformer(config, seed), "token_ids": token_ids}


def encoded_tokens(model: Transformer, token_ids: Tensor) -> Tensor:
    """The input of the core's first layer: (1, seq_len, d_model)."""
    with trace(model) as records:
        model.encode(token_ids)
    return records["src_encoded"]


def encoded_without_scaling(model: Transformer, token_ids: Tensor) -> Tensor:
    """The embeddings as they are in the table, without the factor sqrt(d_model)."""
    embeddings = model.src_embedding(token_ids)  # (1, seq_len, d_model)
    # right: scaled = embeddings * embeddings.size(-1) ** 0.5
    scaled = embeddings
    return model.positional_encoding(scaled)


def test_embeddings_are_not_outweighed_by_the_encoding(encoded: Tensor, model: Transformer) -> None:
    encoding = model.positional_encoding.encoding[: encoded.size(-2)]
    assert (encoded - encoding).norm() > encoding.norm() / 2
