"""Kinds of steps whose numbers follow from a formula of their place: positions, masks, rates."""

import math
from collections.abc import Mapping, Sequence

from transformer_core.explain.computation import Computation, Kind, Parts, Step
from transformer_core.learning_rate import schedule_terms


def _positional_encoding(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    position, dimension = index
    d_model, base = step.constants["d_model"], step.constants["base"]
    # A constant pair gives every dimension the speed of that one.
    pair = step.constants.get("pair", dimension - dimension % 2)
    divisor = base ** (pair / d_model)
    angle = position / divisor
    numbers = {"position": position, "dimension": dimension, "base": base, "pair": pair}
    numbers |= {"d_model": d_model, "divisor": divisor, "angle": angle}
    return Parts((), numbers | {"turns": angle / (2 * math.pi)})


def _wave(_: Sequence[float], numbers: Mapping[str, float]) -> float:
    angle = numbers["position"] / numbers["base"] ** (numbers["pair"] / numbers["d_model"])
    return math.cos(angle) if numbers["dimension"] % 2 else math.sin(angle)


def _index_encoding(_: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    """The position itself, or its share of the constant "length"."""
    return Parts((), {"position": index[0], **step.constants})


def _learning_rate(_: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    d_model, warmup_steps = int(step.constants["d_model"]), int(step.constants["warmup_steps"])
    terms = schedule_terms(index[0], d_model, warmup_steps, step.constants["factor"])
    numbers = {"step": index[0], **step.constants, "slope": warmup_steps**-1.5}
    return Parts((), numbers | terms._asdict())


def _learning_rate_result(_: Sequence[float], numbers: Mapping[str, float]) -> float:
    return numbers["factor"] * numbers["width"] * min(numbers["falling"], numbers["rising"])


def _padding_mask(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    token = int(computation.tensors[step.of["ids"]][index[-1]])
    return Parts((), {"token": token, **step.constants})


def _look_ahead_mask(__: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    *_, row, col = index
    return Parts((), {"query": row, "key": col})


FORMULA_KINDS: Mapping[str, Kind] = {
    "positional_encoding": Kind(
        _positional_encoding, "{wave}({position} / {base}^({pair} / {d_model}))", _wave
    ),
    "index_encoding": Kind(_index_encoding, "{position}", lambda _, n: n["position"]),
    "normalized_index_encoding": Kind(
        _index_encoding,
        "{position} / ({length} − 1)",
        lambda _, n: n["position"] / (n["length"] - 1),
    ),
    "padding_mask": Kind(_padding_mask, "", lambda _, n: float(n["token"] == n["pad_id"])),
    "look_ahead_mask": Kind(_look_ahead_mask, "", lambda _, n: float(n["key"] > n["query"])),
    "learning_rate": Kind(
        _learning_rate,
        "{factor} · {d_model}^−0.5 · min({step}^−0.5, {step} · {warmup_steps}^−1.5)"
        " = {factor} · {width} · {smaller}",
        _learning_rate_result,
    ),
}
