"""How far vectors of a patched forward have moved is made of numbers that add up."""

import pytest
import torch

from tests.lab.measures.test_logit_lens import own_model, recorded
from transformer_core import trace
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from transformer_core.explain.provenance import transformer_computation
from transformer_lab.measures.logit_lens import stream_names
from transformer_lab.measures.patch_steps import MoveOf, with_moves
from transformer_lab.measures.patching import Place, moved, patch

SRC, TGT = torch.tensor([[3, 4, 5]]), torch.tensor([[1, 6, 7, 2]])
OTHER = torch.tensor([[3, 8, 5]])


@pytest.fixture(scope="module")
def both():
    """A forward without a patch, and one with the vector of another source, after one layer."""
    model = own_model()
    before, place = recorded(model, SRC, TGT), Place("encoder", 1, 1)
    with torch.inference_mode(), trace(model, patch(recorded(model, OTHER, TGT), place)) as after:
        model(SRC, TGT)
    with torch.inference_mode():
        made = transformer_computation(model, after, SRC, TGT)
    names = [name for one in ("encoder", "decoder") for name in stream_names(before, one)]
    put = [Cell(names[1], (1, at)) for at in range(before[names[1]].size(-1))]
    return before, with_moves(made, {name: before[name][0] for name in names}, names, put), names


def test_a_share_is_a_distance_by_a_length(both):
    before, computation, names = both
    for name in names:
        shares = moved(before[name][0], computation.tensors[name])
        for token in range(len(shares)):
            found = explain(computation, Cell(f"moved.{name}", (token, 0)))
            assert found.value == pytest.approx(float(shares[token]))
            new, old = computation.tensors[name][token], before[name][0, token]
            expected = float((new - old).norm()) / float(old.norm())
            made = found.declared.result(found.values, found.numbers)
            assert made == pytest.approx(expected, abs=1e-6)


def test_a_move_leads_to_what_was_put_in(both):
    _, computation, names = both
    cells, met = [Cell(f"moved.{names[-1]}", (2, 0))], set()
    while cells:
        cell = cells.pop()
        if cell not in met and len(met) < 20_000:
            met.add(cell)
            terms = explain(computation, cell).terms
            cells += [one for term in terms for one in term.cells if one is not None]
    put = Cell(names[1], (1, 0))
    assert put in met and explain(computation, put).kind == "input"
    assert not any(one.tensor.startswith("src_embedding") and one.index[0] == 8 for one in met)


def test_names_of_moves_are_read():
    assert MoveOf.of("distance.decoder.layers.1.normed_3") == (
        "distance",
        "decoder.layers.1.normed_3",
    )
    assert MoveOf.of("decoder.layers.1.normed_3") is None
