"""The mask of each attention of an encoder-decoder, and what is often passed in its place."""

from collections.abc import Callable, Mapping

import torch
from torch import Tensor

from transformer_core.explain.kind import Kind, declare
from transformer_core.explain.kinds.formulas import PLACE, query_and_key
from transformer_core.explain.kinds.same_place import SamePlace
from transformer_core.explain.reading import Numbers, OutputCell
from transformer_core.masks import decoder_mask, look_ahead_mask, padding_mask

PAD_ID = 0
ATTENTIONS = ("encoder", "decoder", "cross")
"""Encoder self-attention, decoder self-attention, and cross-attention (section 3.2.3)."""


def key_padding(ids: Tensor) -> Tensor:
    """Hides the keys that are padding: (1, seq_k), for any number of queries."""
    return padding_mask(ids[None], PAD_ID)[0, 0]


def query_padding(ids: Tensor) -> Tensor:
    """Hides every key from the queries that are padding: (seq_q, 1), for any number of keys."""
    return key_padding(ids).T


def right_mask(attention: str, query_ids: Tensor, key_ids: Tensor) -> Tensor:
    """The mask of an attention: (seq_q, seq_k) bool, True = hidden.

    Args:
        attention: "decoder" hides the padding of its own sentence and the future; "encoder" hides
            the padding of the source, and so does "cross", whose keys are the source.
        query_ids, key_ids: (seq_q,) and (seq_k,), the same sentence twice in self-attention.
    """
    if attention == "decoder":
        return decoder_mask(key_ids[None], PAD_ID)[0, 0]  # (seq_q, seq_k)
    return key_padding(key_ids).expand(len(query_ids), len(key_ids))  # (seq_q, seq_k)


def _of_target(query_ids: Tensor, key_ids: Tensor, right: Tensor) -> Tensor:
    if len(query_ids) != len(key_ids):
        raise ValueError(
            f"a mask of the target, (1, 1, 1, {len(query_ids)}), does not fit the scores "
            f"(batch, heads, {len(query_ids)}, {len(key_ids)})"
        )
    return key_padding(query_ids).expand(right.shape)


def _past(query_ids: Tensor, key_ids: Tensor, right: Tensor) -> Tensor:
    return key_padding(key_ids) | look_ahead_mask(len(key_ids)).T


def _both(query_ids: Tensor, key_ids: Tensor, right: Tensor) -> Tensor:
    return key_padding(key_ids) & look_ahead_mask(len(key_ids))


OTHERS: Mapping[str, Callable[[Tensor, Tensor, Tensor], Tensor]] = {
    "none": lambda _, __, right: torch.zeros_like(right),
    "target": _of_target,
    "queries": lambda query_ids, _, right: right | query_padding(query_ids),
    "axis": lambda query_ids, _, right: query_padding(query_ids).expand(right.shape),
    "opposite": lambda _, __, right: ~right,
    "and": _both,
    "causal": lambda _, key_ids, __: look_ahead_mask(len(key_ids)),
    "padding": lambda _, key_ids, right: key_padding(key_ids).expand(right.shape),
    "transposed": _past,
}
"""Masks by name, of the ids of the queries, those of the keys, and the right mask.

| name | hides |
| --- | --- |
| none | nothing |
| target | the target's padding, as if it were the padding of the keys |
| queries | what the right mask hides, and every key from the queries that are padding |
| axis | every key from the queries that are padding, and no padding among the keys |
| opposite | what the right mask shows: True read the other way round |
| and | what is padding and future at once |
| causal | the future, and no padding |
| padding | the padding of the keys, and no future |
| transposed | the padding and the past |
"""


def other_mask(name: str, query_ids: Tensor, key_ids: Tensor, right: Tensor) -> Tensor:
    """One of `OTHERS`, (seq_q, seq_k); the right mask itself for a name that is none of them.

    Raises: ValueError where the mask of the target does not fit the keys.
    """
    make = OTHERS.get(name)
    return right if make is None else make(query_ids, key_ids, right)


def _query_token(cell: OutputCell) -> Numbers:
    return {"token": cell.number("ids", cell.index[0]), **cell.step.constants}


BOTH_MASKS = Kind("both_masks", SamePlace("first", "second"), "min({list})", lambda t, _: min(t))
OPPOSITE_MASK = Kind("opposite_mask", SamePlace("mask"), "1 − {terms}", lambda t, _: 1 - t[0])
declare(
    BOTH_MASKS,
    OPPOSITE_MASK,
    Kind("no_mask", PLACE, "", lambda *_: 0.0),
    Kind("past_mask", PLACE, "", lambda _, n: float(n["key"] < n["query"]), query_and_key),
    Kind("query_padding_mask", PLACE, "", lambda _, n: float(n["token"] == n["pad_id"]),
         _query_token),
    Kind("either_mask", SamePlace("first", "second"), "max({list})", lambda t, _: max(t)),
)  # fmt: skip
