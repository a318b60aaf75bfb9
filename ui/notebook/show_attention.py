"""`show_attention(weights, tokens)`: the attention weights of any model in a notebook."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..picture.matrix_view.matrix import Axis
from ..picture.word_labels import word_labels
from .show import Shown, show


def show_attention(
    weights: Any, tokens: Sequence[str], keys: Sequence[str] | None = None, **options: Any
) -> Shown:
    """Show attention weights with a row for each query and a column for each key.

        output, weights = nn.MultiheadAttention(16, 4)(x, x, x, average_attn_weights=False)
        show_attention(weights, ["the", "cat", "sat"])

    Args:
        weights: (queries, keys), or (heads, queries, keys) for several heads, as a tensor or
            anything that can become a NumPy array; an axis for a batch of one before them is
            dropped. For several layers a list or tuple of these, such as a Hugging Face model's
            `attentions`.
        tokens: the words of the queries. Equal ones are told apart by their positions.
        keys: the words of the keys where they are others, as in cross-attention.
        options: as in `show`, such as title, caption, language and theme.

    Raises: ValueError where there are more or fewer tokens than rows or columns, and as `show`.
    """
    keys = tokens if keys is None else keys
    named = _by_layer(weights)
    for name, one in named.items():
        shape = tuple(np.shape(one))
        if shape[-2:] != (len(tokens), len(keys)):
            wanted = f"{len(tokens)} queries and {len(keys)} keys"
            raise ValueError(f"{name} has shape {shape}, but the tokens are {wanted}")
    rows = Axis("query", "query", word_labels(tokens))
    return show(rows=rows, cols=Axis("key", "key", word_labels(keys)), **named, **options)


def _by_layer(weights: Any) -> dict[str, Any]:
    """Each layer by name, or the one array."""
    is_list = isinstance(weights, list | tuple) and bool(weights)
    if not is_list or any(len(np.shape(one)) < 2 for one in weights):
        return {"weights": weights}
    return {f"layer_{number}": one for number, one in enumerate(weights, 1)}
