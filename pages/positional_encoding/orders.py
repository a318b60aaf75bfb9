"""Sines and cosines in turn or in halves: the same columns in another order, and who minds."""

import math
from typing import NamedTuple

import torch
from torch import Tensor

from pages.positional_encoding.setting import EncodingSetting
from pages.translator.trained_attention import TrainedAttention, trained_attention
from transformer_core import positional_encoding
from transformer_lab.examples import halves_order

MOST_ORDERED = 32
"""The number of positions whose columns are shown in both orders."""


class Orders(NamedTuple):
    """The encoding in both orders, (positions, d_model), and their dot products, square."""

    turn: Tensor
    halves: Tensor
    turn_products: Tensor
    halves_products: Tensor

    @property
    def are_the_same(self) -> bool:
        """True where there is nothing to put in another order."""
        return torch.equal(self.turn, self.halves)

    @property
    def product_difference(self) -> float:
        """The largest difference of a dot product in both orders."""
        return float((self.turn_products - self.halves_products).abs().max())

    @property
    def distance_difference(self) -> float:
        """The largest difference of a distance in both orders."""
        return float((_distances(self.turn) - _distances(self.halves)).abs().max())


def _distances(vectors: Tensor) -> Tensor:
    """Without the shorter formula, which cancels where two positions are close."""
    return torch.cdist(vectors, vectors, compute_mode="donot_use_mm_for_euclid_dist")


def orders(setting: EncodingSetting) -> Orders:
    turn = setting.encoded[:MOST_ORDERED]
    halves = turn[:, halves_order(turn.size(1))]
    return Orders(turn, halves, turn @ turn.T, halves @ halves.T)


class Misread(NamedTuple):
    """What the translator, which learned sines and cosines in turn, makes of halves."""

    weight: float
    """The largest change of a weight in the encoder's first attention."""
    moved: int
    """The rows of all heads whose largest weight is on another token."""
    rows: int
    everything: float
    """The largest change of a weight if embeddings and weights are in that order too."""


def misread(sentence: str) -> Misread:
    """Raises: InputError for a sentence that the translator cannot read."""
    own = trained_attention(sentence, "encoder", 0)
    length, width = own.X.shape
    order, codes = halves_order(width), positional_encoding(length, width)
    Q, K = own.weight("Q"), own.weight("K")
    right = first_weights(own, own.X, Q, K)
    wrong = first_weights(own, own.X - codes + codes[:, order], Q, K)
    along = first_weights(own, own.X[:, order], Q[order], K[order])
    moved = right.argmax(-1) != wrong.argmax(-1)
    return Misread(
        float((right - wrong).abs().max()),
        int(moved.sum()),
        moved.numel(),
        float((right - along).abs().max()),
    )


def first_weights(own: TrainedAttention, X: Tensor, W_Q: Tensor, W_K: Tensor) -> Tensor:
    """The attention weights of all heads for another input and other matrices, with the
    translator's biases: (heads, seq, seq).
    """
    queries, keys = (
        (X @ W + own.tensor(f"{name}.bias")).unflatten(1, (own.num_heads, own.d_k)).transpose(0, 1)
        for W, name in ((W_Q, "w_q"), (W_K, "w_k"))
    )
    return torch.softmax(queries @ keys.mT / math.sqrt(own.d_k), dim=-1)
