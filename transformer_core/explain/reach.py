"""Which cells of the next tensor use a number, by the kind of step that makes them.

`step_kinds` says what a cell is made from; this is the same in the other direction.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import torch
from torch import Tensor

from transformer_core.explain.computation import Computation, Step
from transformer_core.explain.products import Places, places, product_of

UNUSED = -1.0


class Input(NamedTuple):
    """A number that goes into a step, at `place` of the tensor that has `role` there.

    `made` is the tensor that the step makes.
    """

    computation: Computation
    step: Step
    made: Tensor
    role: str
    place: tuple[int, ...]


class Reach(NamedTuple):
    """Cells of what a step makes, and how large the number's term is in each of them."""

    cells: Places
    sizes: Tensor
    """An axis for each axis of which `cells` are all; 0 where terms are the same or none is shown,
    UNUSED where the number is not used.
    """


def reach(number: Input) -> Reach:
    """The cells that use a number. Raises: KeyError for a step that no number goes into."""
    rules = REACHES[number.step.kind]
    return (rules[number.role] if number.role in rules else rules["any"])(number)


def _at(number: Input, cells: Places) -> Reach:
    """These cells, with terms that are all the same."""
    return Reach(cells, torch.zeros_like(number.made[cells], dtype=torch.float64))


def _same_place(number: Input) -> Reach:
    """The same place, for all of what is made where the number's own tensor has 1 or no axis."""
    own = number.computation.tensors[number.step.of[number.role]]
    missing = number.made.dim() - own.dim()
    wide = [one != whole for one, whole in zip(own.shape, number.made.shape[missing:], strict=True)]
    cells: list[int | slice] = [slice(None)] * missing
    cells += [slice(None) if w else at for w, at in zip(wide, number.place, strict=True)]
    return _at(number, tuple(cells))


def _factor(number: Input) -> Reach:
    """All sums of products in which it is a factor."""
    product = product_of(number.computation, number.step)
    assert product is not None
    own, index = product.factor(number.role), number.place
    if len(own.axes) > len(index):  # a weight whose columns are those of heads side by side
        index = (*divmod(index[0], own.numbers.size(1)), *index[1:])
    at = dict(zip(own.axes, index, strict=True))
    other = product.other(number.role).part(at)
    return Reach(places(product.axes, at), (other * own.part(at)).abs())


def _bias(number: Input) -> Reach:
    """The column of a linear layer's output."""
    if "heads" not in number.step.constants:
        return _same_place(number)
    head, col = divmod(number.place[0], int(number.step.constants["d_head"]))
    return _at(number, (head, slice(None), col))


def _along(axis: int) -> Callable[[Input], Reach]:
    """A whole row or column, of which its own place is most of all its own."""

    def along(number: Input) -> Reach:
        cells = list[int | slice](number.place)
        cells[axis] = slice(None)
        found = _at(number, tuple(cells))
        found.sizes[number.place[axis]] = 1.0
        return found

    return along


def _gain(number: Input) -> Reach:
    """A column, by what the gain makes of its numbers."""
    bias = number.computation.tensors[number.step.of["bias"]][number.place]
    cells: Places = (slice(None), *number.place)
    return Reach(cells, (number.made[cells] - bias).double().abs())


def _concatenation(number: Input) -> Reach:
    head, row, place = number.place
    width = number.computation.tensors[number.step.of["x"]].size(-1)
    return _at(number, (row, head * width + place))


def _split(number: Input) -> Reach:
    row, col = number.place
    head, place = divmod(col, int(number.step.constants["d_head"]))
    return _at(number, (head, row, place))


def _reshaping(number: Input) -> Reach:
    """Concatenated heads that were cut in the order of the numbers in memory."""
    row, col = number.place
    seq_len, d_model = number.computation.tensors[number.step.of["x"]].shape
    d_head = int(number.step.constants["d_head"])
    head, rest = divmod(row * d_model + col, seq_len * d_head)
    row, place = divmod(rest, d_head)
    return _at(number, (row, head * d_head + place))


def _table(number: Input) -> Reach:
    """A column of the rows whose token it is."""
    token, col = number.place
    ids = number.computation.tensors[number.step.of["ids"]]
    return Reach((slice(None), col), torch.where(ids == token, 0.0, UNUSED))


def _whole(number: Input) -> Reach:
    return _at(number, (slice(None),) * number.made.dim())


def _row(number: Input) -> Reach:
    """Everything that is computed from its row."""
    cells: Places = (number.place[0], *[slice(None)] * (number.made.dim() - 1))
    return Reach(cells, number.made[cells].double().abs())


def _counted(number: Input) -> Reach:
    """An average of the first few numbers."""
    found = _whole(number)
    if number.place[0] >= number.step.constants["count"]:
        found.sizes.fill_(UNUSED)
    return found


def _of_heads(number: Input) -> Reach:
    """The same place of several heads put together."""
    head, *index = number.place
    found = _at(number, tuple(index))
    if head not in number.computation.tensors[number.step.of["heads"]]:
        found.sizes.fill_(UNUSED)
    return found


Rules = Mapping[str, Callable[[Input], Reach]]
SAME_PLACE: Rules = {"any": _same_place}
PRODUCT: Rules = {"any": _factor, "bias": _bias}
ROW: Rules = {"x": _along(-1)}
HEADS: Rules = {"x": _of_heads, "heads": _whole}

REACHES: Mapping[str, Rules] = {
    **dict.fromkeys(("dot_product", "matrix_product", "weighted_sum"), PRODUCT),
    **dict.fromkeys(("linear", "linear_without_bias"), PRODUCT),
    **dict.fromkeys(("scaling", "masking", "relu", "copy", "dropout", "switching"), SAME_PLACE),
    **dict.fromkeys(("sum", "scaled_sum", "difference"), SAME_PLACE),
    **dict.fromkeys(("padding_mask", "decoder_mask"), SAME_PLACE),
    **dict.fromkeys(("masking_afterwards", "finite_masking"), SAME_PLACE),
    **dict.fromkeys(("mean", "maximum", "difference_of_heads"), HEADS),
    **dict.fromkeys(("softmax", "unguarded_softmax"), ROW),
    "softmax_over_queries": {"x": _along(-2)},
    "layer_norm": {"x": _along(-1), "gain": _gain, "bias": _same_place},
    "concatenation": {"x": _concatenation},
    "split": {"x": _split},
    "reshaping": {"x": _reshaping},
    "embedding": {"table": _table, "ids": _row},
    "cross_entropy": {"any": _row},
    "average": {"x": _counted},
}
"""By kind of step and by role; "any" means all roles that a kind does not name."""
