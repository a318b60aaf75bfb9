"""Words and positions added or concatenated: what a layer reads from them, and what each costs."""

import math
from typing import NamedTuple

from torch import Tensor

from pages.positional_encoding.setting import EncodingSetting
from transformer_lab.examples import random_embedding

MOST_COLUMNS = 8
"""The columns of W that are shown."""
ATTENTION_MATRICES = 4
"""W_Q, W_K, W_V and W_O of one attention, each as wide as what it reads."""


class Joined(NamedTuple):
    """What a layer without bias reads from the words; (words, columns) each, but for the weights.

    [x; p] [W1; W2] = x W1 + p W2, so adding is concatenating with W1 = W2 = W.
    """

    read_weight: Tensor
    """W, (d_model, columns)."""
    own_weight: Tensor
    """W2, (d_model, columns): for positions alone."""
    added: Tensor
    """(x + p) W."""
    word_part: Tensor
    """x W."""
    position_part: Tensor
    """p W."""
    word_again: Tensor
    own_part: Tensor
    """p W2."""
    joined: Tensor
    """[x; p] [W1; W2], where W1 = W."""


def joined(setting: EncodingSetting) -> Joined:
    """What a layer reads from the sentence. W is drawn, or with trained embeddings the first
    columns of the translator's first W_Q; W2 is drawn with the same deviation.
    """
    x, p, summed = setting.embedded
    width = x.size(1)
    columns = min(MOST_COLUMNS, width)
    W, W_2 = (
        random_embedding(width, columns, setting.seed + stream) / math.sqrt(width)
        for stream in (1, 2)
    )
    if setting.is_trained:
        W = setting.trained.weight("Q")[:, :columns]
        W_2 = W_2 * math.sqrt(width) * W.square().mean().sqrt()
    word, own = x @ W, p @ W_2
    return Joined(W, W_2, summed @ W, word, p @ W, word.clone(), own, word + own)


class Costs(NamedTuple):
    """The width that a layer reads, and its attention's weights."""

    width: int
    attention: int


def costs(d_model: int) -> dict[str, Costs]:
    """What each way costs in weights, without biases."""
    widths = {"added": d_model, "concatenated": 2 * d_model}
    return {way: Costs(width, ATTENTION_MATRICES * width**2) for way, width in widths.items()}
