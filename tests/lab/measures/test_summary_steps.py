"""Every number of a summary is what its arithmetic says."""

import pytest
import torch

from tests.lab.measures.test_logit_lens import SRC, TGT, own_model, recorded
from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.explanation import explain
from transformer_core.explain.provenance import transformer_computation
from transformer_lab.measures.summaries import by_length, heads_of, rollout
from transformer_lab.measures.summary_steps import gradient_steps, length_steps, rollout_steps

PATH = "decoder.layers.1.cross_attention"


@pytest.fixture(scope="module")
def computation() -> Computation:
    model = own_model()
    with torch.inference_mode():
        return transformer_computation(model, recorded(model, SRC, TGT), SRC, TGT)


def check(computation, made, names):
    tensors, steps = made
    whole = Computation({**computation.tensors, **tensors}, {**computation.steps, **steps})
    for name in names:
        for index in torch.ones_like(whole.tensors[name]).nonzero().tolist()[::3]:
            found = explain(whole, Cell(name, tuple(index)))
            assert found.value == pytest.approx(whole.value(found.cell), abs=2e-5)
            numbers = found.declared.result([one.value for one in found.terms], found.numbers)
            assert numbers == pytest.approx(whole.value(found.cell), abs=2e-5), name
            cells = [cell for term in found.terms for cell in term.cells if cell]
            assert cells or found.kind == "with_residual"
            for term in found.terms:
                for factor, cell in zip(term.factors, term.cells, strict=True):
                    assert cell is None or factor == pytest.approx(whole.value(cell))
    return whole


def test_rollout(computation):
    names = [f"encoder.layers.{layer}.self_attention.weights" for layer in range(3)]
    made = rollout_steps(names, computation, "sum")
    whole = check(computation, made, ["sum", "sum.mixed.1", "sum.mean.0", "sum.after.0"])
    stacked = torch.stack([computation.tensors[name] for name in names])
    assert torch.equal(whole.tensors["sum"], rollout(stacked)[-1])


@pytest.mark.parametrize("heads", [[0, 1], [1]])
def test_lengths(computation, heads):
    made = length_steps(PATH, heads, computation, "sum")
    whole = check(computation, made, ["sum", "sum.length", "sum.added", "sum.passed_on"])
    weights, values = (computation.tensors[f"{PATH}.{one}"] for one in ("weights", "values"))
    W_O = heads_of(computation.tensors, PATH, 2)
    wanted = by_length(weights[heads], values[heads], W_O[heads])
    torch.testing.assert_close(whole.tensors["sum"], wanted)
    torch.testing.assert_close(wanted.sum(-1), torch.ones(4))


def test_gradient_times_weight(computation):
    gradient = torch.randn(2, 4, 3, generator=torch.Generator().manual_seed(1))
    check(computation, gradient_steps(PATH, [0, 1], gradient, computation, "sum"), ["sum"])
