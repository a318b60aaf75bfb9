"""Steps that read rows: softmax, norms and what they change, a lookup, the loss of a token."""

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from transformer_core.explain.computation import Cell, Term, TermsOnDemand
from transformer_core.explain.kind import Kind, Notation
from transformer_core.explain.kinds.same_place import SamePlace
from transformer_core.explain.reading import (
    UNUSED,
    Dependents,
    Distributed,
    DistributedCells,
    Input,
    Numbers,
    OutputCell,
    Reading,
    ReceivedShare,
    SingleCells,
    alike,
    line,
    own_row,
)

EXPONENTIALS = "e^({x} − {maximum}) / ({terms})"


class Softmax(Reading):
    """e^x of every number along an axis; a share all goes to the number's own place."""

    def __init__(self, axis: int = -1) -> None:
        self.axis = axis

    def values(self, cell: OutputCell) -> Tensor:
        """The numbers along the axis, in float64."""
        at: list[int | slice] = [*cell.index]
        at[self.axis] = slice(None)
        return cell.tensor("x")[tuple(at)].double()

    def terms(self, cell: OutputCell) -> TermsOnDemand:
        powers, name = _powers(self.values(cell)).tolist(), cell.step.inputs["x"]

        def term(place: int) -> Term:
            index = [*cell.index]
            index[self.axis] = place
            return Term((powers[place],), (Cell(name, tuple(index)),))

        return TermsOnDemand(powers, term)

    def numbers(self, cell: OutputCell) -> Numbers:
        values = self.values(cell)
        sizes = {"maximum": float(values.max()), "total": float(_powers(values).sum())}
        return {"x": float(values[cell.index[self.axis]]), **sizes}

    def dependents(self, number: Input) -> Dependents:
        return line(number, self.axis)

    def distribute(self, received: ReceivedShare) -> Distributed:
        yield received.step.inputs["x"], received.shares

    def distribute_cells(self, cells: SingleCells) -> DistributedCells:
        yield cells.step.inputs["x"], cells.numbers[:, None], cells.shares[:, None]


def _powers(values: Tensor) -> Tensor:
    """e^(x − the largest); all 0 where all are hidden."""
    largest = values.max()
    return torch.zeros_like(values) if largest == -math.inf else torch.exp(values - largest)


def share(terms: Sequence[float], n: Numbers) -> float:
    """The share of a number in its softmax; 0 where all are hidden."""
    return math.exp(n["x"] - n["maximum"]) / math.fsum(terms) if n["total"] else 0.0


def _hidden(_: Sequence[Term], n: Numbers) -> str:
    return "empty_row" if n["total"] == 0 else "hidden_cell" if n["x"] == -math.inf else ""


class Normed(SamePlace):
    """A number of x, as large as its whole row lets it be, then gain and bias of its column."""

    def numbers(self, cell: OutputCell) -> Numbers:
        *row, col = cell.index
        vector = cell.tensor("x")[tuple(row)].double()
        mean, variance = float(vector.mean()), float(vector.var(unbiased=False))
        numbers = {"mean": mean, "variance": variance, "epsilon": cell.step.constants["epsilon"]}
        return numbers | {role: cell.number(role, col) for role in ("gain", "bias")}

    def dependents(self, number: Input) -> Dependents:
        if number.role == "x":
            return line(number, -1)
        found = super().dependents(number)
        if number.role == "bias":
            return found
        scaled = number.output[found.cells]
        if bias := number.step.inputs.get("bias"):
            scaled = scaled - number.computation.tensors[bias][number.place]
        return Dependents(found.cells, scaled.double().abs())


def _norm(terms: Sequence[float], n: Numbers) -> float:
    return (terms[0] - n["mean"]) / math.sqrt(n["variance"] + n["epsilon"]) * n["gain"] + n["bias"]


class RootMeanSquare(Normed):
    """The same without a mean and a bias."""

    def numbers(self, cell: OutputCell) -> Numbers:
        *row, col = cell.index
        mean_square = float(cell.tensor("x")[tuple(row)].double().square().mean())
        return {"mean_square": mean_square, **cell.step.constants, "gain": cell.number("gain", col)}


def _rms_equation(n: Numbers) -> str:
    gain = "({added} + {gain})" if n["added"] else "{gain}"
    return "{terms} / √({mean_square} + {epsilon}) · " + gain


def _rms_norm(terms: Sequence[float], n: Numbers) -> float:
    return terms[0] / math.sqrt(n["mean_square"] + n["epsilon"]) * (n["added"] + n["gain"])


class BeforeAndAfter(Reading):
    """A position's vector before a norm in the first two columns, after it in the others."""

    def terms(self, cell: OutputCell) -> list[Term]:
        row, col = cell.index
        role = "before" if col < 2 else "after"
        return [cell.term(role, row, place) for place in range(cell.tensor(role).size(-1))]

    def numbers(self, cell: OutputCell) -> Numbers:
        values = [term.value for term in self.terms(cell)]
        count = len(values)
        return {"mean": math.fsum(values) / count, "count": count, "power": 1 + cell.index[1] % 2}


def _spread_equation(n: Numbers) -> str:
    """The mean's, or that of the standard deviation."""
    return "({terms}) / {count}" if n["power"] == 1 else "√ mean (x − {mean})², x: {list}"


def _spread(terms: Sequence[float], n: Numbers) -> float:
    if n["power"] == 1:
        return math.fsum(terms) / n["count"]
    return math.sqrt(math.fsum((term - n["mean"]) ** 2 for term in terms) / n["count"])


class TableRow(Reading):
    """A row of the table for each id."""

    def terms(self, cell: OutputCell) -> list[Term]:
        row, col = cell.index
        return [cell.term("table", int(cell.number("ids", row)), col)]

    def dependents(self, number: Input) -> Dependents:
        """A column of the rows whose token it is; of an id, its whole row."""
        if number.role == "ids":
            return own_row(number)
        token, col = number.place
        found = alike(number, (slice(None), col))
        ids = number.computation.tensors[number.step.inputs["ids"]]
        return found._replace(sizes=found.sizes.masked_fill(ids != token, UNUSED))


class TargetLogit(Reading):
    """The logit of the target, and through their sum all others of the row."""

    def terms(self, cell: OutputCell) -> list[Term]:
        (row,) = cell.index
        return [cell.term("logits", row, int(cell.number("targets", row)))]

    def numbers(self, cell: OutputCell) -> Numbers:
        (row,), constants = cell.index, cell.step.constants
        logits = cell.tensor("logits")[row].double()
        numbers = {"log_sum": float(torch.logsumexp(logits, dim=0)), "mean": float(logits.mean())}
        padding = float(cell.number("targets", row) == constants["pad_id"])
        return numbers | {"smoothing": constants["smoothing"], "padding": padding}

    def dependents(self, number: Input) -> Dependents:
        return own_row(number)


def _loss_equation(n: Numbers) -> str:
    smoothed = "{log_sum} − (1 − {smoothing}) · {terms} − {smoothing} · {mean}"
    return "" if n["padding"] else smoothed if n["smoothing"] else "{log_sum} − {terms}"


def _loss(terms: Sequence[float], n: Numbers) -> float:
    if n["padding"]:
        return 0.0
    return n["log_sum"] - (1 - n["smoothing"]) * terms[0] - n["smoothing"] * n["mean"]


KINDS = (
    Kind(
        "softmax",
        Softmax(),
        lambda n: EXPONENTIALS if n["total"] else "",
        share,
        notation=Notation(named=("maximum", "total"), sum_to_1="row", with_unscaled=True),
        remark=_hidden,
    ),
    Kind(
        "layer_norm",
        Normed("x"),
        "({terms} − {mean}) / √({variance} + {epsilon}) · {gain} + {bias}",
        _norm,
        notation=Notation(named=("mean", "variance", "epsilon", "gain", "bias")),
    ),
    Kind(
        "rms_norm",
        RootMeanSquare("x"),
        _rms_equation,
        _rms_norm,
        notation=Notation(named=("mean_square", "epsilon", "gain")),
    ),
    Kind("embedding", TableRow(), numbers=lambda c: {"token": c.number("ids", c.index[0])}),
    Kind("spread", BeforeAndAfter(), _spread_equation, _spread, is_aside=True),
    Kind(
        "cross_entropy",
        TargetLogit(),
        _loss_equation,
        _loss,
        notation=Notation(named=("log_sum", "smoothing", "mean")),
        remark=lambda _, n: "padded_target" if n["padding"] else "",
    ),
)
