"""Shared parts of attention pictures: axes, and bars for the entropy of each query."""

from collections.abc import Sequence

import numpy as np
from torch import Tensor

from transformer_lab.measures import attention_entropy
from ui.picture.matrix_view import Axis, Bars
from ui.words.language import Text


def axes(text: Text, words: Sequence[str] | None) -> dict[str, Axis]:
    """Return the four axes of an attention; `words` label its queries and keys."""
    return {
        "query": Axis("query", labels=words, spoken=text("axes.query")),
        "key": Axis("key", labels=words, spoken=text("axes.key")),
        "d_k": Axis("d_k", spoken="d_k"),
        "d_v": Axis("d_v", spoken="d_v"),
    }


def entropy_bars(text: Text, weights: Tensor) -> Bars:
    """Return bars for the entropy of each query's attention, up to the largest possible value."""
    most = max(1.0, float(np.log2(weights.size(-1))))
    return Bars(text("matrices.entropy"), attention_entropy(weights).tolist(), most)
