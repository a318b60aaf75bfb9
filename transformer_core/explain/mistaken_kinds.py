"""Kinds of steps that only common mistakes take, in addition to those of right computations."""

import math
from collections.abc import Mapping, Sequence

from transformer_core.explain.computation import Cell, Computation, Kind, Parts, Step
from transformer_core.explain.terms import exponentials, one_term, share, term


def _softmax_over_queries(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    """A softmax down the column of one key."""
    row, col = index
    name = step.of["x"]
    column = computation.tensors[name][:, col]
    return exponentials(column, [Cell(name, (other, col)) for other in range(len(column))], row)


def _unguarded_softmax(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    """A softmax that divides 0 by 0 where everything is hidden."""
    row, col = index
    name = step.of["x"]
    values = computation.tensors[name][row]
    parts = exponentials(values, [Cell(name, (row, key)) for key in range(len(values))], col)
    return parts._replace(equation=None if parts.numbers["total"] else "e^({x}) / ({terms})")


def _unguarded_share(terms: Sequence[float], numbers: Mapping[str, float]) -> float:
    return share(terms, numbers) if numbers["total"] else math.nan


def _masking_afterwards(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    """A weight that is thrown away where the mask hides it, the others left as they are."""
    visible = 1.0 - computation.value(Cell(step.of["mask"], index))
    return Parts(one_term(computation, step, index), {"visible": visible})


def _finite_masking(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    """The mask adds a large number to what it hides, where −∞ belongs."""
    hidden = computation.value(Cell(step.of["mask"], index))
    M = step.constants["fill"] if hidden else 0.0
    return Parts(one_term(computation, step, index), {"M": M})


def _shifted_mask(_: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    query, key = index
    return Parts((), {"query": query, "key": key, **step.constants})


def _reshaping(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    """Concatenated heads that were cut from the numbers in their order in memory."""
    row, col = index
    seq_len, d_model = computation.tensors[step.of["x"]].shape
    head, place = divmod(col, int(step.constants["d_head"]))
    counted = (head * seq_len + row) * int(step.constants["d_head"]) + place
    return Parts([term(computation, step.of["x"], *divmod(counted, d_model))])


def _misprinted_rate(_: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    """The learning rate with −0.25 where −1.5 belongs."""
    number, (at,) = step.constants, index
    slope = number["warmup_steps"] ** -0.25
    falling = at**-0.5 if at else math.inf
    numbers = {"step": at, **number, "width": number["d_model"] ** -0.5, "slope": slope}
    numbers |= {"falling": falling, "rising": at * slope, "smaller": min(falling, at * slope)}
    return Parts((), numbers)


def _misprinted_result(_: Sequence[float], numbers: Mapping[str, float]) -> float:
    return numbers["width"] * min(numbers["falling"], numbers["rising"])


MISTAKEN_KINDS: Mapping[str, Kind] = {
    "softmax_over_queries": Kind(_softmax_over_queries, "e^({x} − {maximum}) / ({terms})", share),
    "unguarded_softmax": Kind(
        _unguarded_softmax, "e^({x} − {maximum}) / ({terms})", _unguarded_share
    ),
    "masking_afterwards": Kind(
        _masking_afterwards, "{terms} · {visible}", lambda terms, n: terms[0] * n["visible"]
    ),
    "finite_masking": Kind(_finite_masking, "{terms} + {M}", lambda terms, n: terms[0] + n["M"]),
    "shifted_mask": Kind(
        _shifted_mask, "", lambda _, n: float(n["key"] - n["query"] >= n["diagonal"])
    ),
    "reshaping": Kind(_reshaping, "{terms}", lambda terms, _: terms[0]),
    "misprinted_learning_rate": Kind(
        _misprinted_rate,
        "{d_model}^−0.5 · min({step}^−0.5, {step} · {warmup_steps}^−0.25) = {width} · {smaller}",
        _misprinted_result,
    ),
}
