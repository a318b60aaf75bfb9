"""The meaning of the axes of a mistake's tensors."""

from collections.abc import Mapping

from transformer_core.explain.axes import attention_axes, vectors
from transformer_core.explain.origin import CONCATENATED, DIMENSION, Axes, Axis

_ATTENTION = attention_axes()
_GRID = _ATTENTION["scores"]
_POSITION, _TOKEN = Axis("position"), Axis("token")
TENSOR_AXES: Mapping[str, Axes] = {
    "Q": _ATTENTION["queries"],
    "K": _ATTENTION["keys"],
    **dict.fromkeys(("scores", "scaled", "masked", "wrong_masked", "unmasked", "filled"), _GRID),
    **dict.fromkeys(("mask", "wrong_mask", "look_ahead"), _GRID),
    "padding": (Axis("row"), Axis("key")),
    **dict.fromkeys(("x", "embedding", "encoding"), vectors()),
    "table": (_TOKEN, DIMENSION),
    "logits": (_POSITION, _TOKEN),
    **dict.fromkeys(("token_ids", "targets", "losses"), (_POSITION,)),
}
"""Axes of the tensors that lead to the results; a model's own tensors name theirs."""
COMPARED_AXES: Mapping[str, Axes] = {
    **dict.fromkeys(("one_speed", "unscaled_embeddings", "pre_norm"), vectors()),
    "heads_without_transpose": (_POSITION, CONCATENATED),
    "loss_over_padding": (Axis("figure"),),
    "warmup_exponent": (Axis("step"),),
}
"""Axes of the results, by mistake; all others end in weights."""


def compared_axes(mistake: str) -> Axes:
    """Axes of the right and the wrong result, and of their difference."""
    return COMPARED_AXES.get(mistake, _GRID)
