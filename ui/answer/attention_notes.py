"""Notes on an attention: what its bars measure, and rows and keys that are hidden."""

from collections.abc import Sequence

import numpy as np
from torch import Tensor

from ui.answer.parts import Note
from ui.picture.matrix_view import Matrix
from ui.picture.matrix_view.matrix import Item
from ui.picture.rows_in_words import rows_in_words
from ui.state.typed_input import shortened
from ui.words.language import Text


def bits_notes(text: Text, items: Sequence[Item]) -> list[Note]:
    """Return a note that explains the bars of `entropy_bars`, if any matrix has them."""
    title = text("matrices.entropy")
    matrices = [item for item in items if isinstance(item, Matrix)]
    measured = [item for item in matrices if item.bars is not None and item.bars.title == title]
    if not measured:
        return []
    message = text("matrices.entropy_means")
    if any((np.asarray(item.values).sum(-1) == 0).any() for item in measured):
        message = f"{message} {text('matrices.entropy_empty')}"
    return [Note(message, "quiet")]


def more_padding_than_keys(text: Text, mask: str, padding: int, keys: int) -> list[Note]:
    """Return a note if more padding was requested than there are keys."""
    if mask != "padding" or padding <= keys:
        return []
    return [Note(text("matrices.more_padding", padding=padding, keys=keys), "info")]


def empty_rows(text: Text, weights: Tensor, labels: Sequence[str]) -> list[Note]:
    """Return a note on the queries that see no key, if any. `labels` name the queries."""
    empty = [row for row, total in enumerate(weights.sum(-1).tolist()) if total == 0]
    if not empty:
        return []
    return [Note(text("empty_rows", rows=rows_in_words(empty, labels, shortened)), "info")]
