"""Queries, keys and values that are worth looking at."""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from transformer_core.checks import require_sizes
from transformer_core.positional_encoding import positional_encoding
from transformer_core.random_tensors import generator
from transformer_lab.examples.random_matrices import LARGEST_SIDE, random_embedding
from transformer_lab.examples.words import word_ids

WORKED_K = ((10.0, 0.0, 0.0), (0.0, 10.0, 0.0), (0.0, 0.0, 10.0), (0.0, 0.0, 10.0))
"""Four keys that are easy to tell apart, but for the last two, which are equal."""

WORKED_V = ((1.0, 0.0), (10.0, 0.0), (100.0, 5.0), (1000.0, 6.0))

WORKED_QUERIES = {
    "one_match": ((0.0, 10.0, 0.0),),
    "two_matches": ((0.0, 0.0, 10.0),),
    "three_queries": ((0.0, 0.0, 10.0), (0.0, 10.0, 0.0), (10.0, 10.0, 0.0)),
}
"""A query that equals the second key; one that equals both last keys; and three at once, of
which the last matches the first two keys equally."""

IDENTITY_QUERIES = ((0.0, 10.0, 0.0, 0.0), (10.0, 0.0, 0.0, 10.0))
"""The first picks key 1, the second keys 0 and 3 in equal parts."""

MOST_WORDS = 128
"""Rows of the embedding table that `embed_words` draws."""


class QKV(NamedTuple):
    """Queries (seq_q, d_k), keys (seq_k, d_k) and values (seq_k, d_v), float32."""

    Q: Tensor
    K: Tensor
    V: Tensor


def worked_example(queries: str = "three_queries") -> QKV:
    """The worked example: Q (1 or 3, 3), K (4, 3), V (4, 2).

    Args:
        queries: a name in WORKED_QUERIES. Expected outputs: `one_match` [10, 0]; `two_matches`
            [550, 5.5]; `three_queries` those in reverse order, then [5.5, 0].
    """
    if queries not in WORKED_QUERIES:
        raise ValueError(f"queries must be one of {', '.join(WORKED_QUERIES)}, got {queries!r}")
    return QKV(
        torch.tensor(WORKED_QUERIES[queries]), torch.tensor(WORKED_K), torch.tensor(WORKED_V)
    )


def identity_example() -> QKV:
    """Keys that are ten times the identity, so that a query's own numbers are its scores / 10.

    Q (2, 4), K (4, 4), V (4, 3): the values are the rows 1, 2, 3 | 4, 5, 6 | 7, 8, 9 | 10, 11, 12.
    """
    values = torch.arange(1.0, 13.0).reshape(4, 3)  # (4, 3)
    return QKV(torch.tensor(IDENTITY_QUERIES), 10 * torch.eye(4), values)


def sized(matrix: Tensor, rows: int, cols: int) -> Tensor:
    """`matrix` cut, or filled up with zeros, to (rows, cols). Always a new tensor."""
    require_sizes({"rows": rows, "cols": cols})
    kept = matrix[:rows, :cols]
    result = matrix.new_zeros(rows, cols)
    result[: kept.size(0), : kept.size(1)] = kept
    return result


def embed_words(words: Sequence[str], seed: int, d_model: int = LARGEST_SIDE) -> Tensor:
    """One random row for each distinct word; the same word gets the same row.

    With d_model=16 the rows are those of `torch.nn.Embedding(rows, 16)` built after
    `torch.manual_seed(seed)`, numbered by `word_ids`.

    Returns: (len(words), d_model) float32, standard normal.
    """
    return _table(seed, d_model)[_checked_ids(words)]  # (words, d_model)


class EncodedWords(NamedTuple):
    """The input of a model's first layer and its two summands: (words, d_model) each."""

    embedding: Tensor
    """Times sqrt(d_model)."""
    encoding: Tensor
    X: Tensor


def encoded_words(
    words: Sequence[str], d_model: int, seed: int, base: float = 10_000.0
) -> EncodedWords:
    """Random embeddings of words, the same word the same one, and their positions.

    The table is drawn with deviation 1 / sqrt(d_model) and scaled by sqrt(d_model) (section 3.4).
    """
    ids = _checked_ids(words)
    embedding = random_embedding(max(ids) + 1, d_model, seed)[ids]  # (words, d_model)
    encoding = positional_encoding(len(words), d_model, base)
    return EncodedWords(embedding, encoding, embedding + encoding)


class WordProjections(NamedTuple):
    """Embeddings X (words, d_model) and the weights that make queries, keys and values of them.

    W_Q and W_K are (d_model, d_k), W_V is (d_model, d_v), float32.
    """

    X: Tensor
    W_Q: Tensor
    W_K: Tensor
    W_V: Tensor

    def project(self) -> QKV:
        """Q = X W_Q, K = X W_K, V = X W_V (section 3.2.2)."""
        return QKV(self.X @ self.W_Q, self.X @ self.W_K, self.X @ self.W_V)


def word_projections(
    words: Sequence[str], d_k: int, d_v: int, seed: int, d_model: int = LARGEST_SIDE
) -> WordProjections:
    """The embeddings of words and random W_Q, W_K, W_V.

    One generator draws, in order: the embedding table (128, 16), then W_Q, W_K and W_V, (16, 16)
    each; all are cut to size, so that a size that grows keeps the numbers already there. The
    weights are divided by sqrt(d_model), which keeps the entries of Q, K and V near 1.

    Args:
        words: 1 to 128 words.
        d_k, d_v, d_model: 1 to 16.

    Returns: new tensors, to change as one likes.
    """
    require_sizes({"d_k": d_k, "d_v": d_v, "d_model": d_model})
    if max(d_k, d_v, d_model) > LARGEST_SIDE:
        raise ValueError(
            f"d_k, d_v and d_model must be at most {LARGEST_SIDE}, got {d_k}, {d_v} and {d_model}"
        )
    draw = generator(seed)
    table = torch.randn(MOST_WORDS, LARGEST_SIDE, generator=draw)[:, :d_model]
    W = torch.randn(3, LARGEST_SIDE, LARGEST_SIDE, generator=draw)[:, :d_model] / d_model**0.5
    X = table[_checked_ids(words)]  # (words, d_model)
    W_Q, W_K, W_V = W[0, :, :d_k], W[1, :, :d_k], W[2, :, :d_v]
    return WordProjections(X, W_Q.clone(), W_K.clone(), W_V.clone())


def qkv_from_words(
    words: Sequence[str], d_k: int, d_v: int, seed: int, d_model: int = LARGEST_SIDE
) -> QKV:
    """Self-attention on words: `word_projections`, multiplied (section 3.2.2).

    Returns: Q (words, d_k), K (words, d_k), V (words, d_v).
    """
    return word_projections(words, d_k, d_v, seed, d_model).project()


def _table(seed: int, d_model: int) -> Tensor:
    require_sizes({"d_model": d_model})
    if d_model > LARGEST_SIDE:
        raise ValueError(f"d_model must be at most {LARGEST_SIDE}, got {d_model}")
    return torch.randn(MOST_WORDS, LARGEST_SIDE, generator=generator(seed))[:, :d_model]


def _checked_ids(words: Sequence[str]) -> list[int]:
    if not 1 <= len(words) <= MOST_WORDS:
        raise ValueError(f"the number of words must be from 1 to {MOST_WORDS}, got {len(words)}")
    return word_ids(words)
