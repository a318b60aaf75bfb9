"""The kinds of steps that a Transformer is made of, and which numbers make a cell in each.

One more entry in `KINDS` explains a new kind of step; one in `reach.REACHES` says which cells use
its numbers, and one in `passing_on.PASSING` how a share goes on to them where that is not by its
terms. Nothing else knows a kind's arithmetic.
Those that need no other tensor's numbers are in `formula_kinds`, those that are mistakes in
`mistaken_kinds`.
"""

import math
from collections.abc import Mapping, Sequence

import torch

from transformer_core.explain.computation import Cell, Computation, Kind, Parts, Step, Term
from transformer_core.explain.formula_kinds import FORMULA_KINDS
from transformer_core.explain.mistaken_kinds import MISTAKEN_KINDS
from transformer_core.explain.terms import exponentials, one_term, same_place, share, term, total


def _sum_of_products(
    computation: Computation, left: Sequence[Cell], right: Sequence[Cell]
) -> list[Term]:
    return [
        Term((computation.value(one), computation.value(other)), (one, other))
        for one, other in zip(left, right, strict=True)
    ]


def _dot_product(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    *heads, row, col = index
    left, right = step.of["left"], step.of["right"]
    places = range(computation.tensors[left].size(-1))
    rows = [Cell(left, (*heads, row, place)) for place in places]
    cols = [Cell(right, (*heads, col, place)) for place in places]
    return Parts(_sum_of_products(computation, rows, cols))


def _weighted_sum(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    *heads, row, col = index
    weights, values = step.of["weights"], step.of["values"]
    keys = range(computation.tensors[values].size(-2))
    shares = [Cell(weights, (*heads, row, key)) for key in keys]
    heard = [Cell(values, (*heads, key, col)) for key in keys]
    return Parts(_sum_of_products(computation, shares, heard))


def _matrix_product(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    """left @ right: a row of the one times a column of the other."""
    row, col = index
    left, right = step.of["left"], step.of["right"]
    places = range(computation.tensors[left].size(1))
    taken = [Cell(left, (row, place)) for place in places]
    column = [Cell(right, (place, col)) for place in places]
    return Parts(_sum_of_products(computation, taken, column))


def _masking(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    hidden = computation.tensors[step.of["mask"]].expand(computation.tensors[step.of["x"]].shape)[
        index
    ]
    M = -math.inf if hidden else 0.0
    numbers = {"hidden": float(hidden), "M": M}
    return Parts(one_term(computation, step, index), numbers)


def _softmax(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    *row, place = index
    name = step.of["x"]
    values = computation.tensors[name][tuple(row)]
    return exponentials(values, [Cell(name, (*row, col)) for col in range(len(values))], place)


def _linear(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    """x W + b. With heads, the columns of one head are next to each other in W."""
    *_, row, col = index
    if "heads" in step.constants:
        head, _, place = index
        col = head * int(step.constants["d_head"]) + place
    weight, x = computation.tensors[step.of["weight"]], step.of["x"]
    places = range(weight.size(1))
    taken = [Cell(x, (row, place)) for place in places]
    column = [Cell(step.of["weight"], (col, place)) for place in places]
    products = _sum_of_products(computation, taken, column)
    if "bias" not in step.of:
        return Parts(products)
    return Parts(products, {"bias": computation.value(Cell(step.of["bias"], (col,)))})


def _concatenation(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    row, col = index
    head, place = divmod(col, computation.tensors[step.of["x"]].size(-1))
    return Parts([term(computation, step.of["x"], head, row, place)], {"head": head})


def _split(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    """One head's columns of a matrix as wide as d_model."""
    head, row, place = index
    col = head * int(step.constants["d_head"]) + place
    return Parts([term(computation, step.of["x"], row, col)], {"head": head})


def _switching(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    """A number that is 0 where its column is switched off."""
    on = computation.value(Cell(step.of["on"], index[-1:]))
    return Parts(one_term(computation, step, index), {"on": on})


def _average(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    """The first `count` numbers of a vector."""
    count = int(step.constants["count"])
    return Parts([term(computation, step.of["x"], place) for place in range(count)], step.constants)


def _scaled_sum(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    """x times a factor, and y, place by place."""
    x, y = (term(computation, step.of[name], *index) for name in "xy")
    return Parts([Term((*x.factors, step.constants["factor"]), (*x.cells, None)), y])


def _sum(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    """x + y, place by place."""
    return Parts([term(computation, step.of[name], *index) for name in "xy"])


def _of_heads(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    """The same place of several heads."""
    heads = computation.tensors[step.of["heads"]].tolist()
    terms = [term(computation, step.of["x"], head, *index) for head in heads]
    return Parts(terms, {"count": len(heads)})


def _of_two_heads(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    """The same place of two heads, the second with a minus."""
    first, second = computation.tensors[step.of["heads"]].tolist()[:2]
    y = term(computation, step.of["x"], second, *index)
    return Parts(
        [
            term(computation, step.of["x"], first, *index),
            Term((-1.0, *y.factors), (None, *y.cells)),
        ]
    )


def _difference(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    x = term(computation, step.of["x"], *index)
    y = term(computation, step.of["y"], *index)
    return Parts([x, Term((-1.0, *y.factors), (None, *y.cells))])


def _dropout(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    """x times 0 where it was dropped, and times 1 / (1 - p) elsewhere."""
    kept = computation.value(Cell(step.of["kept"], index))
    return Parts(one_term(computation, step, index), {"kept": kept})


def _spread(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    """Mean, then standard deviation, of a position's vector before, then after the norm."""
    row, col = index
    name = step.of["before" if col < 2 else "after"]
    places = range(computation.tensors[name].size(-1))
    terms = [term(computation, name, row, place) for place in places]
    mean = math.fsum(term.value for term in terms) / len(terms)
    return Parts(terms, {"mean": mean, "count": len(terms), "power": 1 + col % 2})


def _spread_result(terms: Sequence[float], numbers: Mapping[str, float]) -> float:
    if numbers["power"] == 1:
        return math.fsum(terms) / numbers["count"]
    return math.sqrt(math.fsum((term - numbers["mean"]) ** 2 for term in terms) / numbers["count"])


def _layer_norm(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    row, col = index
    vector = computation.tensors[step.of["x"]][row].double()
    numbers = {
        "mean": float(vector.mean()),
        "variance": float(vector.var(unbiased=False)),
        "epsilon": step.constants["epsilon"],
        "gain": computation.value(Cell(step.of["gain"], (col,))),
        "bias": computation.value(Cell(step.of["bias"], (col,))),
    }
    return Parts(one_term(computation, step, index), numbers)


def _layer_norm_result(terms: Sequence[float], numbers: Mapping[str, float]) -> float:
    deviation = math.sqrt(numbers["variance"] + numbers["epsilon"])
    return (terms[0] - numbers["mean"]) / deviation * numbers["gain"] + numbers["bias"]


def _embedding(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    row, col = index
    token = int(computation.tensors[step.of["ids"]][row])
    return Parts([term(computation, step.of["table"], token, col)], {"token": token})


def _decoder_mask(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    """The same place of both masks; the padding mask has one row for all queries."""
    row, col = index
    padding = term(computation, step.of["padding"], 0, col)
    return Parts([padding, term(computation, step.of["look_ahead"], row, col)])


def _cross_entropy(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    """The loss of one token: ln(sum of e^logit) minus the logits that the target names."""
    (row,) = index
    logits = computation.tensors[step.of["logits"]][row].double()
    target = int(computation.tensors[step.of["targets"]][row])
    numbers = {
        "log_sum": float(torch.logsumexp(logits, dim=0)),
        "mean": float(logits.mean()),
        "smoothing": step.constants["smoothing"],
        "padding": float(target == int(step.constants["pad_id"])),
    }
    equation = "" if numbers["padding"] else None if numbers["smoothing"] else "{log_sum} − {terms}"
    return Parts([term(computation, step.of["logits"], row, target)], numbers, equation)


def _cross_entropy_result(terms: Sequence[float], numbers: Mapping[str, float]) -> float:
    if numbers["padding"]:
        return 0.0
    smoothing = numbers["smoothing"]
    return numbers["log_sum"] - (1 - smoothing) * terms[0] - smoothing * numbers["mean"]


def _mean(terms: Sequence[float], numbers: Mapping[str, float]) -> float:
    return math.fsum(terms) / numbers["count"]


KINDS: Mapping[str, Kind] = {
    "input": Kind(lambda *_: Parts(), "{value}", lambda _, numbers: numbers["value"]),
    "dot_product": Kind(_dot_product, "{terms}", total),
    "matrix_product": Kind(_matrix_product, "{terms}", total),
    "scaling": Kind(same_place, "{terms} · {factor}", lambda terms, n: terms[0] * n["factor"]),
    "masking": Kind(_masking, "{terms} + {M}", lambda terms, n: terms[0] + n["M"]),
    "softmax": Kind(_softmax, "e^({x} − {maximum}) / ({terms})", share),
    "weighted_sum": Kind(_weighted_sum, "{terms}", total),
    "linear": Kind(_linear, "{terms} + {bias}", lambda terms, n: math.fsum(terms) + n["bias"]),
    "linear_without_bias": Kind(_linear, "{terms}", total),
    "concatenation": Kind(_concatenation, "{terms}", total),
    "split": Kind(_split, "{terms}", total),
    "switching": Kind(_switching, "{terms} · {on}", lambda terms, n: terms[0] * n["on"]),
    "mean": Kind(_of_heads, "({terms}) / {count}", _mean),
    "maximum": Kind(_of_heads, "max({terms})", lambda terms, _: max(terms)),
    "difference_of_heads": Kind(_of_two_heads, "{terms}", total),
    "difference": Kind(_difference, "{terms}", total),
    "sum": Kind(_sum, "{terms}", total),
    "scaled_sum": Kind(_scaled_sum, "{terms}", total),
    "average": Kind(
        _average, "({terms}) / {count}", lambda terms, n: math.fsum(terms) / n["count"]
    ),
    "copy": Kind(same_place, "{terms}", total),
    "dropout": Kind(_dropout, "{terms} · {kept}", lambda terms, n: terms[0] * n["kept"]),
    "spread": Kind(_spread, "{spread}", _spread_result),
    "layer_norm": Kind(
        _layer_norm,
        "({terms} − {mean}) / √({variance} + {epsilon}) · {gain} + {bias}",
        _layer_norm_result,
    ),
    "relu": Kind(same_place, "max(0, {terms})", lambda terms, _: max(0.0, terms[0])),
    "embedding": Kind(_embedding, "{terms}", total),
    "decoder_mask": Kind(_decoder_mask, "max({terms})", lambda terms, _: max(terms)),
    "cross_entropy": Kind(
        _cross_entropy,
        "{log_sum} − (1 − {smoothing}) · {terms} − {smoothing} · {mean}",
        _cross_entropy_result,
    ),
    **FORMULA_KINDS,
    **MISTAKEN_KINDS,
}
