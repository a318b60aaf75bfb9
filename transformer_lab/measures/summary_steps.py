"""Where the numbers of a summary over heads and layers come from: its tensors and their steps."""

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from transformer_core.explain.computation import Cell, Computation, Places, Step, Term
from transformer_core.explain.kind import Kind, Notation, average, declare
from transformer_core.explain.kinds.products import Products
from transformer_core.explain.reading import (
    UNUSED,
    Dependents,
    Input,
    Numbers,
    OutputCell,
    Reading,
    alike,
    line,
)
from transformer_lab.measures.head_patterns import OfHeads
from transformer_lab.measures.hidden_words import passed_on
from transformer_lab.measures.summaries import RESIDUAL, heads_of, rollout
from transformer_lab.measures.weight_and_effect import OfRow

Made = tuple[dict[str, Tensor], dict[str, Step]]


class WithResidual(Reading):
    """A part of the weight, and where query and key are the same what goes past the attention."""

    def terms(self, cell: OutputCell) -> list[Term]:
        residual = cell.step.constants["residual"]
        (weight,) = cell.term("x").factors
        kept = Term((1 - residual, weight), (None, Cell(cell.step.inputs["x"], cell.index)))
        query, key = cell.index
        return [kept, Term((residual,), (None,))] if query == key else [kept]

    def numbers(self, cell: OutputCell) -> Numbers:
        return {}


class OfHeadsOn(Reading):
    """Products of two tensors' numbers over the heads that are on: of the same query and key, or of
    the same key and one more axis.
    """

    def __init__(self, first: str, second: str) -> None:
        self.first, self.second = first, second

    def terms(self, cell: OutputCell) -> list[Term]:
        query, key, *more = cell.index
        found = []
        for head in cell.tensor("heads").tolist():
            one = cell.term(self.first, head, query, key)
            other = (head, key, *more) if more else (head, query, key)
            two = cell.term(self.second, *other)
            found.append(Term((*one.factors, *two.factors), (*one.cells, *two.cells)))
        return found

    def numbers(self, cell: OutputCell) -> Numbers:
        return {}

    def dependents(self, number: Input) -> Dependents:
        every = slice(None)
        if number.role == "heads":
            return alike(number, (every,) * number.output.dim())
        head, *index = number.place
        is_by_key = number.role == self.second and number.output.dim() == 3
        cells: Places = (
            (every, *index) if is_by_key else (*index, *[every] * (number.output.dim() - 2))
        )
        found = alike(number, cells)
        if head not in number.computation.tensors[number.step.inputs["heads"]]:
            found.sizes.fill_(UNUSED)
        return found


class OfRowOfLengths(Reading):
    """The lengths of a query's row, (seq_q, seq_k, 1), for the share that one of them has."""

    def terms(self, cell: OutputCell) -> list[Term]:
        query, _ = cell.index
        return [cell.term("x", query, key, 0) for key in range(cell.tensor("x").size(1))]

    def numbers(self, cell: OutputCell) -> Numbers:
        return {"x": cell.number("x", *cell.index, 0)}

    def dependents(self, number: Input) -> Dependents:
        return line(number._replace(place=number.place[:2]), -1)


def _count(cell: OutputCell) -> Numbers:
    return {"count": len(cell.tensor("heads"))}


def _root(terms: Sequence[float], _: Numbers) -> float:
    return math.sqrt(sum(terms))


def _share(terms: Sequence[float], n: Numbers) -> float:
    total = sum(terms)
    return n["x"] / total if total else 0.0


declare(
    Kind("mean_of_all", OfHeads(), "({terms}) / {count}", average, _count,
         Notation(of_weights=True)),
    Kind("with_residual", WithResidual()),
    Kind("added_by_key", OfHeadsOn("weights", "passed_on")),
    Kind("gradient_times_weight", OfHeadsOn("weights", "gradients"),
         notation=Notation(significant=True)),
    Kind("row_length", OfRow(2), "√({terms})", _root, notation=Notation(largest_first=True)),
    Kind("share_of_row", OfRowOfLengths(), "{x} / ({terms})", _share),
    Kind("rolled", Products("left ri, right ic -> rc"), notation=Notation(largest_first=True)),
)  # fmt: skip


def rollout_steps(weights: list[str], computation: Computation, name: str) -> Made:
    """The rollout after the last of these layers, as `name`.

    Args:
        weights: names of the weights (heads, seq, seq) of each layer, from the first on.
    """
    stacked = torch.stack([computation.tensors[one] for one in weights])
    own = torch.eye(stacked.size(-1))
    tensors: dict[str, Tensor] = {"every_head": torch.arange(stacked.size(1))}
    steps: dict[str, Step] = {}
    for layer, (tensor, after) in enumerate(zip(weights, rollout(stacked), strict=True)):
        mean, mixed = f"{name}.mean.{layer}", f"{name}.mixed.{layer}"
        made = name if layer == len(weights) - 1 else f"{name}.after.{layer}"
        tensors[mean] = stacked[layer].mean(0)
        tensors[mixed] = (1 - RESIDUAL) * tensors[mean] + RESIDUAL * own
        tensors[made] = after
        steps[mean] = Step("mean_of_all", {"x": tensor, "heads": "every_head"})
        steps[mixed] = Step("with_residual", {"x": mean}, {"residual": RESIDUAL})
        below = {"left": mixed, "right": f"{name}.after.{layer - 1}"}
        steps[made] = Step("rolled", below) if layer else Step("copy", {"x": mixed})
    return tensors, steps


def length_steps(path: str, heads: list[int], computation: Computation, name: str) -> Made:
    """The share that each key has of the lengths that are added to a query, as `name`.

    Args:
        path: the attention, such as "decoder.layers.0.cross_attention".
        heads: those that are on.
    """
    tensors = computation.tensors
    # Values that several heads share are there once for each of them, too.
    own = f"{path}.each_values"
    own = own if own in tensors else f"{path}.values"
    weights, values = tensors[f"{path}.weights"], tensors[own]
    W_O = heads_of(tensors, path, len(weights))
    passed = passed_on(values, W_O)
    added = torch.einsum("hqk,hkm->qkm", weights[heads], passed[heads])
    lengths = added.norm(dim=-1, keepdim=True)  # (seq_q, seq_k, 1)
    shares = torch.nan_to_num(lengths / lengths.sum(1, keepdim=True), nan=0.0)[..., 0]
    columns = {"heads": len(weights), "d_head": values.size(-1)}
    weights_and = {"weights": f"{path}.weights", "passed_on": f"{name}.passed_on", "heads": "on"}
    made = {"on": torch.tensor(heads), f"{name}.heads_of_w_o": W_O, f"{name}.passed_on": passed,
            f"{name}.added": added, f"{name}.length": lengths, name: shares}  # fmt: skip
    return made, {
        f"{name}.heads_of_w_o": Step("split", {"x": f"{path}.w_o.weight"}, columns),
        f"{name}.passed_on": Step("passed_on", {"values": own, "W_O": f"{name}.heads_of_w_o"}),
        f"{name}.added": Step("added_by_key", weights_and),
        f"{name}.length": Step("row_length", {"x": f"{name}.added"}),
        name: Step("share_of_row", {"x": f"{name}.length"}),
    }


def gradient_steps(
    path: str, heads: list[int], gradient: Tensor, computation: Computation, name: str
) -> Made:
    """Weight times gradient, added over the heads that are on, as `name`.

    Args:
        gradient: (heads, seq_q, seq_k), of all heads; where it comes from is not explained.
    """
    weights = computation.tensors[f"{path}.weights"]
    total = (weights * gradient)[heads].sum(0)
    made = {"on": torch.tensor(heads), f"{name}.gradient": gradient, name: total}
    inputs = {"weights": f"{path}.weights", "gradients": f"{name}.gradient", "heads": "on"}
    return made, {name: Step("gradient_times_weight", inputs)}
