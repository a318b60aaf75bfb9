"""The masks since the paper's, with the rule of each cell, and what they do to the weights."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer_core import look_ahead_mask
from transformer_core.explain.kind import Kind, declare
from transformer_core.explain.kinds.formulas import PLACE, query_and_key
from transformer_core.explain.reading import Numbers, OutputCell
from transformer_core.variants.packed_documents import document_mask
from transformer_core.variants.prefix_mask import prefix_mask
from transformer_core.variants.sliding_window import sliding_window


def window_mask(seq_len: int, size: int) -> Tensor:
    """The look-ahead mask with a sliding window: (seq_len, seq_len) bool, True = hidden."""
    places = torch.arange(seq_len)
    return look_ahead_mask(seq_len) | sliding_window(places, places, size)


def clipped_prefix_mask(seq_len: int, prefix: int) -> Tensor:
    """`prefix_mask` of at most the whole sequence."""
    return prefix_mask(seq_len, min(prefix, seq_len))


def documents_of(seq_len: int, lengths: Sequence[int]) -> Tensor:
    """Which document each token is in, (seq_len,) from 0; what is left over is one more."""
    clipped = torch.tensor([min(length, seq_len) for length in lengths] + [seq_len])
    return torch.arange(len(clipped)).repeat_interleave(clipped)[:seq_len]


def packed_mask(documents: Tensor) -> Tensor:
    """The look-ahead mask inside each document: (seq_len, seq_len) bool, True = hidden."""
    return look_ahead_mask(len(documents)) | document_mask(documents[None])[0, 0]


def mask_since(kind: str, documents: Tensor, window: int, prefix: int) -> Tensor:
    """One of these masks by the name of its kind, "window", "prefix" or "packed".

    Args:
        documents: (seq_len,); only "packed" uses what is in it.

    Raises: ValueError for another name.
    """
    if kind == "window":
        return window_mask(len(documents), window)
    if kind == "prefix":
        return clipped_prefix_mask(len(documents), prefix)
    if kind == "packed":
        return packed_mask(documents)
    raise ValueError(f"there is no mask {kind!r}")


@dataclass(frozen=True)
class Shift:
    """What a mask changes, next to the look-ahead mask on the same scores."""

    seen: int
    """Cells that it leaves visible."""
    seen_before: int
    lost: float
    """The share of a query's weight that the look-ahead mask gives to what this one hides, on
    average over the queries.
    """
    gained: float
    """The share that this mask gives to what the look-ahead mask hides, likewise."""


def shift_of(mask: Tensor, weights: Tensor, before: Tensor, weights_before: Tensor) -> Shift:
    """How a mask and its weights, (queries, keys) each, differ from those before it."""
    return Shift(
        int((~mask).sum()),
        int((~before).sum()),
        float((weights_before * mask).sum(-1).mean()),
        float((weights * before).sum(-1).mean()),
    )


def _document_numbers(cell: OutputCell) -> Numbers:
    places = query_and_key(cell)
    query, key = (cell.number("documents", int(places[name])) for name in ("query", "key"))
    return {**places, "query_document": query, "key_document": key}


def _is_future(n: Numbers) -> bool:
    return n["key"] > n["query"]


declare(
    Kind(
        "prefix_mask",
        PLACE,
        "",
        lambda _, n: float(_is_future(n) and n["key"] >= n["prefix"]),
        query_and_key,
    ),
    Kind(
        "packed_mask",
        PLACE,
        "",
        lambda _, n: float(_is_future(n) or n["query_document"] != n["key_document"]),
        _document_numbers,
    ),
)
