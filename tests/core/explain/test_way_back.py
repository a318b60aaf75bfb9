"""The way from a number back to the tokens passes on what it has received, and no more."""

from collections import Counter

import pytest
import torch

from tests.core.explain.computations import one_sentence, traced
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.explanation import explain
from transformer_core.explain.way_back import Edge, reached, way_back

START = Cell("probabilities", (2, 7))
EVERYTHING = {"most_cells": 10_000, "least_share": 0.0}
MODELS = [(False, False), (True, False), (False, True), (True, True)]
every_model = pytest.mark.parametrize(("norm_first", "dropout"), MODELS)


def two_tokens() -> Computation:
    """[1, 2] and [3, 4] times [1, -1], plus 100 and positions; a mean of both, weighed 1 to 3."""
    tensors = {
        "ids": torch.tensor([0, 1]),
        "table": torch.tensor([[1.0, 2.0], [3.0, 4.0]]),
        "embeddings": torch.tensor([[1.0, 2.0], [3.0, 4.0]]),
        "weight": torch.tensor([[1.0, -1.0]]),
        "bias": torch.tensor([100.0]),
        "projected": torch.tensor([[99.0], [99.0]]),
        "positions": torch.tensor([[0.0], [33.0]]),
        "values": torch.tensor([[99.0], [132.0]]),
        "given": torch.tensor([[0.0, 1.0986123]]),
        "scores": torch.tensor([[0.0, 1.0986123]]),
        "weights": torch.tensor([[0.25, 0.75]]),
        "output": torch.tensor([[123.75]]),
    }
    linear = {"x": "embeddings", "weight": "weight", "bias": "bias"}
    steps = {
        "output": Step("weighted_sum", {"weights": "weights", "values": "values"}),
        "weights": Step("softmax", {"x": "scores"}),
        "scores": Step("copy", {"x": "given"}),
        "values": Step("sum", {"x": "projected", "y": "positions"}),
        "positions": Step("positional_encoding", {}, {"d_model": 1, "base": 1.0}),
        "projected": Step("linear", linear),
        "embeddings": Step("embedding", {"ids": "ids", "table": "table"}),
    }
    return Computation(tensors, steps)


def test_a_sum_by_hand():  # 132 = 99 + 33, and 99 = 3 · 1 + 4 · −1 + 100
    edges = way_back(two_tokens(), Cell("values", (1, 0)))
    values, projected = Cell("values", (1, 0)), Cell("projected", (1, 0))
    expected = [
        Edge(values, projected, 3 / 4),
        Edge(projected, Cell("embeddings", (1, 1)), 3 / 4 * 4 / 7),
        Edge(projected, Cell("embeddings", (1, 0)), 3 / 4 * 3 / 7),
        Edge(values, Cell("positions", (1, 0)), 1 / 4),
    ]
    assert [edge[:2] for edge in edges] == [edge[:2] for edge in expected]
    assert [edge.share for edge in edges] == pytest.approx([edge.share for edge in expected])


def test_the_two_factors_of_a_product_share_what_it_has_received():
    edges = {edge[:2]: edge.share for edge in way_back(two_tokens(), Cell("output", (0, 0)))}
    output = Cell("output", (0, 0))
    for key, share in ((0, 0.2), (1, 0.8)):  # 0.25 · 99 and 0.75 · 132
        weight, score = Cell("weights", (0, key)), Cell("scores", (0, key))
        assert edges[output, weight] == pytest.approx(share / 2)
        assert edges[output, Cell("values", (key, 0))] == pytest.approx(share / 2)
        assert edges[weight, score] == pytest.approx(share / 2)


def test_what_reaches_the_tokens_by_hand():
    computation = two_tokens()
    found = reached(computation, way_back(computation, Cell("output", (0, 0))))
    expected = {
        ("scores", 0): 0.5,
        ("embeddings", 1): 0.4 * 3 / 4,
        ("embeddings", 0): 0.1,
        ("positions", 1): 0.4 / 4,
    }
    assert found == pytest.approx(expected)
    assert sum(found.values()) == pytest.approx(1)
    assert [*found.values()] == sorted(found.values(), reverse=True)


def test_the_way_goes_on_with_the_strongest_cells_alone():
    output = Cell("output", (0, 0))
    edges = way_back(two_tokens(), output, most_cells=1)
    assert Edge(output, Cell("values", (1, 0)), pytest.approx(0.4)) in edges
    assert all(edge.of != Cell("values", (0, 0)) for edge in edges)
    enough = way_back(two_tokens(), output, least_share=0.15)
    assert {edge.of for edge in enough} == {
        Cell("weights", (0, 1)),
        Cell("scores", (0, 1)),
        Cell("values", (1, 0)),
        Cell("projected", (1, 0)),
        Cell("embeddings", (1, 1)),
    }


def test_a_number_set_by_hand_ends_the_way():
    values = Cell("values", (1, 0))
    made = two_tokens()
    computation = Computation(made.tensors, made.steps, by_hand=frozenset({values}))
    edges = way_back(computation, Cell("output", (0, 0)))
    assert all(edge.made != values for edge in edges)
    assert reached(computation, edges)["values", 1] == pytest.approx(0.4)
    assert way_back(computation, values) == []


def test_terms_that_are_all_0_pass_nothing_on():
    tensors = {name: torch.zeros(1, 2) for name in ("x", "a", "b", "sum")}
    steps = {"sum": Step("sum", {"x": "a", "y": "b"})}
    steps |= {name: Step("copy", {"x": "x"}) for name in "ab"}
    assert way_back(Computation(tensors, steps), Cell("sum", (0, 1))) == []


@pytest.mark.parametrize("norm_first", [False, True])
def test_all_of_a_probability_reaches_the_tokens_of_both_sentences(norm_first):
    computation = traced(norm_first, False)
    found = reached(computation, way_back(computation, START, **EVERYTHING))
    assert sum(found.values()) == pytest.approx(1)
    assert {tensor for tensor, _ in found} == {
        f"{side}_{name}" for side in ("src", "tgt") for name in ("embeddings", "positions")
    }
    assert ("src_embeddings", 4) not in found, "a padded word is hidden"
    assert ("tgt_embeddings", 3) not in found, "a later token is hidden"


@every_model
def test_no_more_than_all_of_it_reaches_them(norm_first, dropout):
    computation = traced(norm_first, dropout)
    for looked_at in ({}, EVERYTHING, {"most_cells": 3, "least_share": 0.0}):
        found = reached(computation, way_back(computation, START, **looked_at))
        assert sum(found.values()) <= 1 + 1e-9


@every_model
def test_a_cell_passes_on_no_more_than_it_has_received(norm_first, dropout):
    for looked_at in ({}, EVERYTHING, {"most_cells": 3, "least_share": 0.0}):
        edges = way_back(traced(norm_first, dropout), START, **looked_at)
        received, passed = Counter({START: 1.0}), Counter()
        for made, of, share in edges:
            received[of] += share
            passed[made] += share
        assert all(passed[cell] <= received[cell] + 1e-9 for cell in passed)


@every_model
def test_an_edge_is_a_term_of_the_cell_that_it_made(norm_first, dropout):
    computation = traced(norm_first, dropout)
    for made, of, share in way_back(computation, START, most_cells=3, least_share=0.0):
        assert share > 0
        cells = [cell for term in explain(computation, made).terms for cell in term.cells]
        assert of in cells


@every_model
def test_the_strongest_come_first_and_always_the_same(norm_first, dropout):
    computation = traced(norm_first, dropout)
    edges = way_back(computation, START)
    assert edges == way_back(computation, START)
    assert [edge.share for edge in edges] == sorted((e.share for e in edges), reverse=True)


@every_model
def test_the_way_keeps_to_its_limits(norm_first, dropout):
    edges = way_back(traced(norm_first, dropout), START, most_cells=4, least_share=0.005)
    cells = {edge.of for edge in edges}
    assert max(Counter(cell.tensor for cell in cells).values()) == 4
    assert {edge.made for edge in edges} <= cells | {START}
    for cell in cells:
        assert sum(edge.share for edge in edges if edge.of == cell) >= 0.005 - 1e-12


@every_model
def test_no_way_goes_into_a_parameter_a_mask_or_an_id(norm_first, dropout):
    computation = traced(norm_first, dropout)
    edges = way_back(computation, START, **EVERYTHING)
    assert all(edge.of.tensor in computation.steps for edge in edges)


def test_an_attention_that_nothing_made_the_words_of_ends_at_its_queries():
    computation = one_sentence()
    edges = way_back(computation, Cell("output", (1, 0)), least_share=0.0)
    ends = {tensor for tensor, _ in reached(computation, edges)}
    assert ends == {"Q", "K", "V"}


def test_no_such_cell():
    with pytest.raises(KeyError):
        way_back(traced(False, False), Cell("nothing", (0, 0)))
    with pytest.raises(IndexError):
        way_back(traced(False, False), Cell("logits", (9, 0)))
