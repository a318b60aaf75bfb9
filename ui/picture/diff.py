"""Matrices as differences from their values before the last change."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import torch

from transformer_lab.measures.difference import difference
from ui.picture.matrix_view import Matrix
from ui.picture.matrix_view.matrix import Item
from ui.words.language import Text


def diff(text: Text, now: Sequence[Item], before: Sequence[Item]) -> list[Item]:
    """Return every matrix of `now` minus the one with the same id in `before`, none editable.

    A matrix without a counterpart of the same shape is unchanged and has a note about it.
    """
    earlier = {item.id: item for item in before if isinstance(item, Matrix)}
    return [
        _compared(text, item, earlier.get(item.id)) if isinstance(item, Matrix) else item
        for item in now
    ]


def _compared(text: Text, now: Matrix, before: Matrix | None) -> Matrix:
    present = replace(now, editable=False, paintable=False)
    if before is None:
        return replace(present, note=text("change.is_new"))
    shape = np.shape(before.values)
    if np.shape(now.values) != shape:
        return replace(present, note=text("change.other_shape", size=", ".join(map(str, shape))))
    # Attention weights sum to 1, however small a single one is.
    size = 1.0 if now.scale == "weights" else None
    delta = difference(_values(now), _values(before), size)
    most = float(delta[delta.isfinite()].abs().max()) if delta.isfinite().any() else 0.0
    unchanged = not bool(delta.any())
    return replace(
        present,
        values=delta,
        scale="diverging",
        limit=most or None,
        hidden=_hidden_twice(now, before),
        bars=None,
        marks=None,
        note=text("change.unchanged" if unchanged else "change.delta"),
    )


def _values(matrix: Matrix) -> torch.Tensor:
    return torch.as_tensor(matrix.values).float()


def _hidden_twice(now: Matrix, before: Matrix) -> np.ndarray | None:
    """Return the cells hidden both before and now; None for a mask, which shows all its cells."""
    if now.scale == "mask" or now.hidden is None or before.hidden is None:
        return None
    size = np.shape(now.values)
    return np.broadcast_to(now.hidden, size) & np.broadcast_to(before.hidden, size)
