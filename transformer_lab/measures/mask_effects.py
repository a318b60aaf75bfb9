"""What another mask does to an attention, in numbers: which queries it reaches, and what leaks."""

import math
from collections.abc import Callable
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_core.attention import attention
from transformer_core.explain.computation import Cell, Term
from transformer_core.explain.figures import ROUNDING
from transformer_core.explain.kind import Kind, Notation, declare, largest
from transformer_core.explain.kinds.same_place import X
from transformer_core.explain.reading import (
    Dependents,
    Input,
    Numbers,
    OutputCell,
    Reading,
    line,
)

HALF_ROUNDING = 4 * torch.finfo(torch.float16).eps
"""What rounding the scores to half precision changes, as a share of the largest output."""
FILL = -1e4
"""What is added where half precision has no -1e9: its largest number is 65,504."""
EPS = 1e-6
"""As in the core's layer norms."""


class MaskEffect(NamedTuple):
    """One attention under another mask, next to the same attention under the right one."""

    words: int
    """Queries that are no padding."""
    changed_words: int
    """Those of them whose output is another one."""
    padding: int
    """Queries that are padding."""
    changed_padding: int
    largest: float
    """The most by which a number of a word's output differs."""
    padding_seen: int
    """Cells of words in which a key that is padding has some weight."""
    future_seen: int
    """Cells of words in which another key that the right mask hides has some weight."""
    hidden: int
    """Cells of words that only the other mask hides."""
    padding_leaked: float
    """The largest weight that a word gives to a key that is padding."""
    future_leaked: float
    """The largest weight that a word gives to another key that it must not see."""
    more_seen: int
    """Cells of padding in which a key that the right mask hides has some weight."""
    more_leaked: float
    """The largest of these weights."""


class Attended(NamedTuple):
    """A mask, the weights that it leaves and the output: (seq_q, seq_k) twice, (seq_q, d_v)."""

    mask: Tensor
    weights: Tensor
    output: Tensor


def mask_effect(
    right: Attended,
    other: Attended,
    is_query_padding: Tensor,
    is_key_padding: Tensor,
    rounding: float = ROUNDING,
) -> MaskEffect:
    """Compare what two masks make of the same attention.

    Args:
        is_query_padding, is_key_padding: (seq_q,) and (seq_k,) bool.
        rounding: a change up to this share of the largest number is none.
    """
    is_word = ~is_query_padding
    apart = (other.output - right.output).abs().amax(-1)  # (seq_q,)
    size = float(right.output.abs().max())
    apart = apart.where(apart > rounding * size, 0.0)
    sees = (other.weights > 0) & right.mask  # (seq_q, seq_k)
    leaked, more = sees & is_word[:, None], sees & is_query_padding[:, None]
    padding_seen, future_seen = leaked & is_key_padding, leaked & ~is_key_padding
    hidden = other.mask & ~right.mask & is_word[:, None]

    def most(cells: Tensor) -> float:
        return float(other.weights.where(cells, 0.0).max())

    return MaskEffect(
        words=int(is_word.sum()),
        changed_words=int((apart[is_word] > 0).sum()),
        padding=int(is_query_padding.sum()),
        changed_padding=int((apart[is_query_padding] > 0).sum()),
        largest=float(apart[is_word].max()) if is_word.any() else 0.0,
        padding_seen=int(padding_seen.sum()),
        future_seen=int(future_seen.sum()),
        hidden=int(hidden.sum()),
        padding_leaked=most(padding_seen),
        future_leaked=most(future_seen),
        more_seen=int(more.sum()),
        more_leaked=most(more),
    )


def finite_masked(scaled: Tensor, mask: Tensor, *, is_half: bool = False) -> Tensor:
    """The scores with `FILL` added where a key is hidden, as float32.

    Args:
        is_half: whether scores and sum are rounded to half precision, as where a model is run in it
            and the softmax in float32.
    """
    if not is_half:
        return scaled + mask * FILL
    return (scaled.half() + mask.half() * FILL).float()


def zeroed(scaled: Tensor, mask: Tensor) -> Tensor:
    """The scores multiplied by 0 where a key is hidden, which is no mask: e^0 is 1."""
    return scaled * ~mask


def half_spacing() -> float:
    """How far apart two numbers of half precision are next to `FILL`."""
    return float(torch.finfo(torch.float16).eps * 2.0 ** math.floor(math.log2(-FILL)))


def apart_from_torch(Q: Tensor, K: Tensor, V: Tensor, mask: Tensor, output: Tensor) -> float:
    """The most by which torch's own attention differs from `output`.

    `torch.nn.functional.scaled_dot_product_attention` is given `~mask`, whose True keeps a key; a
    query from which every key is hidden is left out.
    """
    own = F.scaled_dot_product_attention(Q[None], K[None], V[None], attn_mask=~mask[None])[0]
    return _largest(own - output, mask.all(-1))


def causal_apart_from_torch(Q: Tensor, K: Tensor, V: Tensor, output: Tensor) -> float:
    """The same with `is_causal=True` and no mask."""
    own = F.scaled_dot_product_attention(Q[None], K[None], V[None], is_causal=True)[0]
    return float((own - output).abs().max())


def _largest(difference: Tensor, without: Tensor) -> float:
    return float(difference[~without].abs().max()) if not without.all() else 0.0


Vectors = tuple[Tensor, Tensor, Tensor]
"""Q, K and V of every token of a sentence: (..., seq_len, d) each."""


def position_norm(x: Tensor) -> Tensor:
    """Every dimension minus its mean over the positions, divided by its deviation over them."""
    return F.layer_norm(x.mT, x.shape[-2:-1], eps=EPS).mT  # (..., seq_len, d_model)


def feature_norm(x: Tensor) -> Tensor:
    """A layer norm without gain and bias: every position over its own dimensions."""
    return F.layer_norm(x, x.shape[-1:], eps=EPS)


BLOCKS: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "attention": lambda x, made: made,
    "residual": lambda x, made: x + made,
    "feature_norm": lambda x, made: feature_norm(x + made),
    "position_norm": lambda x, made: position_norm(x + made),
}
"""What is made of a position's vector x and of what its attention made, by name."""


def block_output(block: str, vectors: Vectors, mask: Tensor) -> Tensor:
    """One of `BLOCKS` around an attention whose values are the vectors x: (..., seq_len, d)."""
    Q, K, V = vectors
    return BLOCKS[block](V, attention(Q, K, V, mask).output)


def with_each_replaced(block: str, vectors: Vectors, others: Vectors, mask: Tensor) -> Tensor:
    """The output of a block where one token is another one: (replaced token, seq_len, d)."""
    replaced = []
    for own, other in zip(vectors, others, strict=True):
        each = own.repeat(len(own), 1, 1)  # (replaced token, seq_len, d)
        each.diagonal(dim1=0, dim2=1).copy_(other.T)
        replaced.append(each)
    Q, K, V = replaced
    return block_output(block, (Q, K, V), mask)


def at_each_length(vectors: Vectors, mask: Tensor) -> Tensor:
    """The output while a sentence is written, recomputed at every length: (length, seq_len, d).

    What is not yet written has the output 0; the first length is 1.
    """
    Q, K, V = vectors
    outputs = V.new_zeros(len(V), *V.shape)
    for size in range(1, len(V) + 1):
        part = slice(size)
        outputs[size - 1, part] = attention(Q[part], K[part], V[part], mask[part, part]).output
    return outputs


def changes(before: Tensor, after: Tensor) -> Tensor:
    """How far each position's output is from another: (position, what was changed).

    Args:
        before, after: (what was changed, position, d).
    """
    apart = (after - before).abs().amax(-1)
    size = float(before.abs().max())
    return apart.where(apart > ROUNDING * size, 0.0).T


class _LargestChange(Reading):
    """The absolute differences of a position's vector before and after a change of one token, or
    of the mask, where there is one change only and no axis for it.
    """

    def terms(self, cell: OutputCell) -> list[Term]:
        row, changed = cell.index
        at = (changed, row) if cell.tensor("after").dim() == 3 else (row,)
        before, after = (cell.tensor(role)[at] for role in ("before", "after"))
        name = cell.step.inputs["after"]
        return [
            Term((size,), (Cell(name, (*at, place)),))
            for place, size in enumerate((after - before).abs().tolist())
        ]

    def dependents(self, number: Input) -> Dependents:
        *changed, row, _ = number.place
        return Dependents((row, *(changed or [0])), torch.zeros((), dtype=torch.float64))


class _Normed(Reading):
    """A number of x, and mean and variance of its row (axis 1) or its column (axis 0)."""

    def __init__(self, axis: int) -> None:
        self.axis = axis

    def terms(self, cell: OutputCell) -> list[Term]:
        return [cell.term("x")]

    def numbers(self, cell: OutputCell) -> Numbers:
        values = cell.tensor("x").select(1 - self.axis, cell.index[1 - self.axis]).double()
        variance = float(values.var(unbiased=False))
        return {"mean": float(values.mean()), "variance": variance, "epsilon": EPS}

    def dependents(self, number: Input) -> Dependents:
        return line(number, self.axis)


def _fill(cell: OutputCell) -> Numbers:
    return {"M": cell.step.constants["fill"] if cell.number("mask") else 0.0}


def _kept(cell: OutputCell) -> Numbers:
    return {"kept": float(not cell.number("mask"))}


def _sum(terms: list[float], n: Numbers) -> float:
    return terms[0] + n["M"]


def _half_sum(terms: list[float], n: Numbers) -> float:
    return float(torch.tensor(terms[0]).half() + torch.tensor(n["M"]).half())


FILLED_MASK = Kind("filled_mask", X, "{terms} + {M}", _sum, _fill)  # type: ignore[arg-type]
ZEROED = Kind("zeroed", X, "{terms} · {kept}", lambda terms, n: terms[0] * n["kept"], _kept)
FEATURE_NORM, POSITION_NORM = (
    Kind(
        name,
        _Normed(axis),
        "({terms} − {mean}) / √({variance} + {epsilon})",
        lambda terms, n: (terms[0] - n["mean"]) / math.sqrt(n["variance"] + n["epsilon"]),
        notation=Notation(named=("mean", "variance", "epsilon")),
    )
    for name, axis in (("feature_norm", 1), ("position_norm", 0))
)
declare(
    FILLED_MASK,
    ZEROED,
    FEATURE_NORM,
    POSITION_NORM,
    Kind("filled_half", X, "half({terms} + ({M}))", _half_sum, _fill),  # type: ignore[arg-type]
    Kind("largest_change", _LargestChange(), "max({list})", largest),
    Kind("largest_difference", _LargestChange(), "max({list})", largest),
)
