"""Steps whose numbers follow from a formula of their place: positions, masks, rates."""

import math
from collections.abc import Sequence

from transformer_core.explain.kind import Kind, Notation
from transformer_core.explain.reading import (
    Dependents,
    Input,
    Numbers,
    OutputCell,
    Reading,
    own_row,
)
from transformer_core.learning_rate import schedule_terms

PLACE = Reading()


def _wave_numbers(cell: OutputCell) -> Numbers:
    row, dimension = cell.index
    position = row + cell.step.constants.get("start", 0)
    # A constant pair gives every dimension the speed of that one.
    pair = cell.step.constants.get("pair", dimension - dimension % 2)
    divisor = cell.step.constants["base"] ** (pair / cell.step.constants["d_model"])
    angle = position / divisor
    numbers = {"position": position, "dimension": dimension, **cell.step.constants, "pair": pair}
    return numbers | {"divisor": divisor, "angle": angle, "turns": angle / (2 * math.pi)}


def _wave_equation(n: Numbers) -> str:
    return ("cos" if n["dimension"] % 2 else "sin") + "({position} / {base}^({pair} / {d_model}))"


def _wave(_: Sequence[float], n: Numbers) -> float:
    angle = n["position"] / n["base"] ** (n["pair"] / n["d_model"])
    return math.cos(angle) if n["dimension"] % 2 else math.sin(angle)


def _shift_numbers(cell: OutputCell) -> Numbers:
    row, col = cell.index
    pair = col - col % 2
    constants = cell.step.constants
    angle = constants["offset"] / constants["base"] ** (pair / constants["d_model"])
    return {"row": row, "col": col, "pair": pair, "angle": angle, **constants}


def _shift_equation(n: Numbers) -> str:
    """Inside its pair a sine or a cosine of the same angle at every position; 0 elsewhere."""
    if n["row"] - n["row"] % 2 != n["pair"]:
        return ""
    angle = "({offset} / {base}^({pair} / {d_model}))"
    if n["row"] == n["col"]:
        return f"cos{angle}"
    return f"sin{angle}" if n["row"] > n["col"] else f"−sin{angle}"


def _shifted(_: Sequence[float], n: Numbers) -> float:
    if n["row"] - n["row"] % 2 != n["pair"]:
        return 0.0
    angle = n["offset"] / n["base"] ** (n["pair"] / n["d_model"])
    if n["row"] == n["col"]:
        return math.cos(angle)
    return math.sin(angle) if n["row"] > n["col"] else -math.sin(angle)


class PlaceById(Reading):
    """The formula of a position that its row has as a number."""

    def dependents(self, number: Input) -> Dependents:
        return own_row(number)


def _halved_numbers(cell: OutputCell) -> Numbers:
    row, col = cell.index
    waves = int(cell.step.constants["num_waves"])
    position = cell.number("ids", row)
    constants = {"base": cell.step.constants["base"], "last": waves - 1}
    return {
        "position": position,
        "wave": col % waves,
        "is_cosine": float(col >= waves),
        **constants,
    }


def _halved_equation(n: Numbers) -> str:
    if n["position"] < 0:
        return ""
    return ("cos" if n["is_cosine"] else "sin") + "({position} / {base}^({wave} / {last}))"


def _halved(_: Sequence[float], n: Numbers) -> float:
    if n["position"] < 0:
        return 0.0
    angle = n["position"] / n["base"] ** (n["wave"] / n["last"])
    return math.cos(angle) if n["is_cosine"] else math.sin(angle)


def query_and_key(cell: OutputCell) -> Numbers:
    """The places of the query and the key, and the constants."""
    *_, query, key = cell.index
    return {"query": query, "key": key, **cell.step.constants}


def _token(cell: OutputCell) -> Numbers:
    return {"token": cell.number("ids", cell.index[-1]), **cell.step.constants}


def _rate_numbers(cell: OutputCell) -> Numbers:
    (step,), constants = cell.index, cell.step.constants
    d_model, warmup_steps = int(constants["d_model"]), int(constants["warmup_steps"])
    terms = schedule_terms(step, d_model, warmup_steps, constants["factor"])
    return {"step": step, **constants, "slope": warmup_steps**-1.5} | terms._asdict()


RATE = Notation(significant=True, named=("falling", "rising", "slope"))

KINDS = (
    Kind("input", PLACE, "", lambda _, n: n["value"]),
    Kind(
        "positional_encoding",
        PLACE,
        _wave_equation,
        _wave,
        _wave_numbers,
        Notation(named=("divisor", "angle", "turns")),
    ),
    Kind(
        "position_shift",
        PLACE,
        _shift_equation,
        _shifted,
        _shift_numbers,
        Notation(named=("angle",)),
    ),
    Kind("fairseq_encoding", PlaceById(), _halved_equation, _halved, _halved_numbers),
    Kind("padding_mask", PLACE, "", lambda _, n: float(n["token"] == n["pad_id"]), _token),
    Kind("look_ahead_mask", PLACE, "", lambda _, n: float(n["key"] > n["query"]), query_and_key),
    Kind(
        "sliding_window_mask",
        PLACE,
        "",
        lambda _, n: float(n["query"] - n["key"] >= n["window"]),
        query_and_key,
    ),
    Kind(
        "learning_rate",
        PLACE,
        "{factor} · {d_model}^−0.5 · min({step}^−0.5, {step} · {warmup_steps}^−1.5)"
        " = {factor} · {width} · {smaller}",
        lambda _, n: n["factor"] * n["width"] * min(n["falling"], n["rising"]),
        _rate_numbers,
        RATE,
    ),
)
