"""Rotary positions and biases of distances: each number is followed back to what decides it."""

import math

import pytest
import torch

from tests.core.explain.assembled_models import explained
from tests.core.explain.computations import biased_by_distance, turned_pairs
from transformer_core.explain.computation import Cell
from transformer_core.explain.contributions import contribution_shares, shares_at_inputs
from transformer_core.explain.explanation import explain
from transformer_core.explain.uses import uses
from transformer_core.variants.relative_bias import bucket

TURN = "decoder.layers.0.self_attention."


def cells_of(computation, cell):
    return [
        one for term in explain(computation, cell).terms for one in term.cells if one is not None
    ]


@pytest.mark.parametrize("name", ["interleaved", "halves"])
def test_a_turned_number_leads_to_its_angle_and_that_to_the_speed_of_its_pair(name):
    """Number 2 is the first of the second pair among neighbours, the second of the first in
    halves.
    """
    pair, partner = (1, 3) if name == "interleaved" else (0, 0)
    found = cells_of(turned_pairs(), Cell(name, (1, 2)))
    angle = Cell("angles", (1, pair))
    assert found == [angle, Cell("query", (0, 2)), angle, Cell("query", (0, partner))]
    (speed,) = cells_of(turned_pairs(), angle)
    assert speed == Cell("speeds", (0, pair))
    assert explain(turned_pairs(), angle).terms[0].factors == (6, 50.0 ** (-pair / 2))
    assert explain(turned_pairs(), speed).equation == "1 / {base}^({twice} / {width})"


def test_one_query_is_used_at_every_position():
    (use, other) = uses(turned_pairs(), Cell("query", (0, 1)))
    assert (use.tensor, use.count, other.tensor, other.count) == ("interleaved", 6, "halves", 6)
    (angle, *_) = uses(turned_pairs(), Cell("angles", (2, 1)))
    assert (angle.tensor, angle.cell.index[0], angle.count) == ("interleaved", 2, 2)


def test_in_a_model_the_turn_is_followed_back_in_the_same_way():
    computation = explained("gemma")
    angle, *_ = cells_of(computation, Cell(f"{TURN}queries", (1, 3, 2)))
    assert angle == Cell(f"{TURN}preparations.1.angles", (3, 1))
    (speed,) = cells_of(computation, angle)
    assert speed == Cell(f"{TURN}preparations.1.speeds", (1,))
    assert explain(computation, speed).recomputed() == pytest.approx(0.01 / 2)


@pytest.mark.parametrize("name", ["without_logits", "bloom"])
def test_a_bias_of_alibi_is_the_slope_of_its_head_times_the_distance(name):
    computation = explained(name)
    (bias,) = [one for one, step in computation.steps.items() if step.kind == "alibi"]
    found = explain(computation, Cell(bias, (2, 3, 1)))
    (term,) = found.terms
    assert term.factors == (-1, 2.0**-6, 2)
    assert term.cells[1] == Cell(f"{bias}.slopes", (0, 2))
    assert explain(computation, term.cells[1]).numbers["exponent"] == 6
    (use,) = uses(computation, term.cells[1])
    assert use.count == computation.tensors[bias][2].numel()


def test_of_the_slopes_of_heads_that_are_not_made_nothing_is():
    assert not uses(biased_by_distance(), Cell("slopes", (0, 3)))
    assert uses(biased_by_distance(), Cell("slopes", (0, 4)))[0].count == 16
    assert not uses(biased_by_distance(), Cell("table", (1, 0)))


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_a_bias_of_t5_is_the_number_of_its_head_in_the_row_of_its_bucket(stack):
    computation, bias = explained("t5"), f"{stack}.position_bias"
    made = computation.tensors[f"{bias}.buckets"]
    sizes = [computation.steps[f"{bias}.buckets"].constants[one] for one in
             ("num_buckets", "max_distance", "both_sides")]  # fmt: skip
    queries, keys = made.shape
    for query in range(queries):
        for key in range(keys):
            distance = torch.tensor(key - query)
            row = int(bucket(distance, int(sizes[0]), int(sizes[1]), stack == "encoder"))
            assert made[query, key] == row
            assert cells_of(computation, Cell(bias, (1, query, key))) == [
                Cell(f"{bias}.table.weight", (row, 1))
            ]
    (use,) = uses(computation, Cell(f"{bias}.buckets", (1, 0)))
    assert (use.tensor, use.count) == (bias, len(computation.tensors[bias]))


@pytest.mark.parametrize(("name", "bias"), [("bloom", "decoder"), ("t5", "encoder")])
def test_the_way_back_to_the_tokens_ends_at_a_bias(name, bias):
    computation = explained(name)
    start = Cell(f"{bias}.layers.0.self_attention.biased", (1, 2, 0))
    ends = shares_at_inputs(computation, contribution_shares(computation, start))
    whole = sum(abs(term.value) for term in explain(computation, start).terms)
    bias = f"{bias}.position_bias"
    share = abs(float(computation.tensors[bias][1, 2, 0])) / whole
    assert ends[bias, 2] == pytest.approx(share)
    assert math.fsum(ends.values()) == pytest.approx(1)
