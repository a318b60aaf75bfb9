"""The way from a number back to the tokens passes on what it has received, and no more."""

import math
from collections import Counter

import pytest
import torch

from english_korean import Translator
from tests.core.explain.computations import computations, one_sentence, traced
from tests.core.explain.laws import assert_no_more_arrives_than_started
from transformer_core import trace
from transformer_core.explain.computation import Cell, Computation, Step, index_of
from transformer_core.explain.contributions import (
    Edge,
    contribution_shares,
    largest_contributions,
    shares_at_inputs,
)
from transformer_core.explain.explanation import explain
from transformer_core.explain.provenance import transformer_computation
from transformer_core.explain.share_rules import distribute_cells, distribute_share

START = Cell("probabilities", (2, 7))
EVERYTHING = {"most_cells": 10_000, "most_edges": 10_000_000}
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


def ends_of(computation: Computation, cell: Cell) -> dict[tuple[str, int], float]:
    return shares_at_inputs(computation, contribution_shares(computation, cell))


def is_silent(computation: Computation, cell: Cell) -> bool:
    """Whether it is made of its bias alone: no unit of its token's feed-forward is on."""
    if not cell.tensor.endswith("feed_forward.output"):
        return False
    units = computation.tensors[cell.tensor.replace(".output", ".activated")]
    return not units[cell.index[0]].any()


def is_end(computation: Computation, cell: Cell) -> bool:
    return not computation.steps.keys() & computation.step(cell).inputs.values()


def test_the_shares_of_a_sum_by_hand():  # 132 = 99 + 33, and 99 = 3 · 1 + 4 · −1 + 100
    found = contribution_shares(two_tokens(), Cell("values", (1, 0)))
    expected = {
        "values": [[0.0], [1.0]],
        "projected": [[0.0], [3 / 4]],
        "positions": [[0.0], [1 / 4]],
        "embeddings": [[0.0, 0.0], [3 / 4 * 3 / 7, 3 / 4 * 4 / 7]],
    }
    assert found.keys() == expected.keys()
    for tensor, share in found.items():
        torch.testing.assert_close(share, torch.tensor(expected[tensor]).double())


def test_the_edges_of_a_sum_by_hand():
    edges = largest_contributions(two_tokens(), Cell("values", (1, 0)))
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
    output = Cell("output", (0, 0))  # 0.25 · 99 + 0.75 · 132, which are 1 to 4
    found = contribution_shares(two_tokens(), output)
    assert found["weights"].tolist() == [pytest.approx([0.1, 0.4])]
    assert found["values"].tolist() == [pytest.approx([0.1]), pytest.approx([0.4])]
    assert found["scores"].equal(found["weights"]), "all of it to its own place in a softmax"


def test_what_reaches_the_tokens_by_hand():
    found = ends_of(two_tokens(), Cell("output", (0, 0)))
    expected = {
        ("scores", 0): 0.5,
        ("embeddings", 1): 0.4 * 3 / 4,
        ("embeddings", 0): 0.1,
        ("positions", 1): 0.4 / 4,
    }
    assert found == pytest.approx(expected)
    assert [*found.values()] == sorted(found.values(), reverse=True)


def test_a_vector_passes_all_of_it_to_both_of_its_parts():  # X · Xᵀ, and X has both roles
    X = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    steps = {"scores": Step("dot_product", {"left": "X", "right": "X"})}
    steps["X"] = Step("positional_encoding", {}, {"d_model": 2, "base": 1.0})
    computation = Computation({"X": X, "scores": X @ X.T}, steps)  # 11 = 1 · 3 + 2 · 4
    found = contribution_shares(computation, Cell("scores", (0, 1)))["X"]
    torch.testing.assert_close(found, torch.tensor([[3, 8], [3, 8]]).double() / 22)
    edges = largest_contributions(computation, Cell("scores", (0, 0)))
    assert [edge.input for edge in edges] == [Cell("X", (0, 1)), Cell("X", (0, 0))]
    assert [edge.share for edge in edges] == pytest.approx([4 / 5, 1 / 5])


def test_edges_are_between_the_strongest_cells_alone():
    output = Cell("output", (0, 0))
    edges = largest_contributions(two_tokens(), output, most_cells=1)
    assert {edge.input for edge in edges} == {
        Cell("weights", (0, 1)),
        Cell("scores", (0, 1)),
        Cell("values", (1, 0)),
        Cell("projected", (1, 0)),
        Cell("positions", (1, 0)),
        Cell("embeddings", (1, 1)),
    }


def test_of_fewer_edges_those_on_from_the_strongest_cells_stay():
    output = Cell("output", (0, 0))
    edges = largest_contributions(two_tokens(), output, most_edges=0)
    assert {edge[:2] for edge in edges} == {
        (output, Cell("values", (1, 0))),
        (Cell("values", (1, 0)), Cell("projected", (1, 0))),
        (Cell("projected", (1, 0)), Cell("embeddings", (1, 1))),
        (Cell("weights", (0, 1)), Cell("scores", (0, 1))),
    }
    more = largest_contributions(two_tokens(), output, most_edges=5)
    assert {edge[:2] for edge in more} == {edge[:2] for edge in edges} | {
        (output, Cell("weights", (0, 1)))
    }


def test_a_number_set_by_hand_ends_the_way():
    values = Cell("values", (1, 0))
    made = two_tokens()
    computation = Computation(made.tensors, made.steps, by_hand=frozenset({values}))
    edges = largest_contributions(computation, Cell("output", (0, 0)))
    assert all(edge.output != values for edge in edges)
    ends = ends_of(computation, Cell("output", (0, 0)))
    assert ends == pytest.approx(
        {("scores", 0): 0.5, ("values", 1): 0.4, ("embeddings", 0): 0.1},
    )
    assert largest_contributions(computation, values) == []
    assert ends_of(computation, values) == {("values", 1): 1.0}


def test_terms_that_are_all_0_pass_nothing_on():
    tensors = {name: torch.zeros(1, 2) for name in ("x", "a", "b", "sum")}
    steps = {"sum": Step("sum", {"x": "a", "y": "b"})}
    steps |= {name: Step("copy", {"x": "x"}) for name in "ab"}
    computation = Computation(tensors, steps)
    assert largest_contributions(computation, Cell("sum", (0, 1))) == []
    assert ends_of(computation, Cell("sum", (0, 1))) == {}


@pytest.mark.parametrize("norm_first", [False, True])
def test_all_of_a_probability_reaches_the_tokens_of_both_sentences(norm_first):
    found = ends_of(traced(norm_first, False), START)
    assert sum(found.values()) == pytest.approx(1)
    assert {tensor for tensor, _ in found} == {
        f"{side}_{name}" for side in ("src", "tgt") for name in ("embeddings", "positions")
    }
    assert ("src_embeddings", 4) not in found, "a padded word is hidden"
    assert ("tgt_embeddings", 3) not in found, "a later token is hidden"


@pytest.mark.thorough
@pytest.mark.parametrize("which", range(len(computations())))
def test_no_more_arrives_than_started(which):
    assert_no_more_arrives_than_started(computations()[which])


@pytest.mark.sampled
@every_model
def test_a_cell_passes_on_no_more_than_it_has_received(norm_first, dropout):
    computation = traced(norm_first, dropout)
    whole = contribution_shares(computation, START)
    for looked_at in ({}, EVERYTHING, {"most_cells": 2}):
        received, passed = Counter({START: 1.0}), Counter()
        for made, of, share in largest_contributions(computation, START, **looked_at):
            received[of] += share
            passed[made] += share
        for tensor, index in passed.keys() | received.keys():
            share = float(whole[tensor][index]) * (1 + 1e-6)
            assert received[Cell(tensor, index)] <= share
            assert passed[Cell(tensor, index)] <= share


@pytest.mark.parametrize("norm_first", [False, True])
def test_all_edges_together_are_the_shares(norm_first):
    computation = traced(norm_first, False)
    received = Counter({START: 1.0})
    for _, of, share in largest_contributions(computation, START, **EVERYTHING):
        received[of] += share
    whole = contribution_shares(computation, START)
    assert sum(received.values()) == pytest.approx(sum(float(one.sum()) for one in whole.values()))
    for (tensor, index), share in received.items():
        assert share == pytest.approx(float(whole[tensor][index]), rel=1e-5)


@every_model
def test_an_edge_is_what_the_terms_of_the_cell_make_it(norm_first, dropout):
    computation = traced(norm_first, dropout)
    whole = contribution_shares(computation, START)
    for made, of, share in largest_contributions(computation, START):
        terms = explain(computation, made).terms
        sizes = {cell: abs(term.value) for term in terms for cell in term.cells}
        computed = [cell for cell in terms[0].cells if cell and cell.tensor in computation.steps]
        if computation.step(made).kind == "softmax" or len(terms) == 1:
            assert of.index == made.index or "concatenated" in made.tensor
            part = 1.0
        else:
            part = sizes[of] / sum(abs(term.value) for term in terms)
        expected = float(whole[made.tensor][made.index]) * part / len(computed)
        assert share == pytest.approx(expected, rel=1e-5)


@every_model
def test_cells_alone_distribute_what_they_do_together(norm_first, dropout):
    """However few of a tensor's cells have a share: the law is linear in the shares."""
    computation = traced(norm_first, dropout)
    draw = torch.Generator().manual_seed(3)
    for tensor in computation.steps:
        shape = computation.tensors[tensor].shape
        shares = torch.zeros(shape, dtype=torch.float64)
        places = torch.randperm(shares.numel(), generator=draw)[:3].tolist()
        alone = torch.zeros(len(places), shares.numel(), dtype=torch.float64)
        for row, place in enumerate(places):
            alone[row, place] = shares.view(-1)[place] = 1.0 + row
        passed = distribute_share(computation, tensor, alone.reshape(len(places), *shape))
        together = distribute_share(computation, tensor, shares)
        everywhere = distribute_share(computation, tensor, shares + 1e-9)
        assert passed.keys() == together.keys()
        for source, parts in passed.items():
            assert torch.allclose(parts.sum(dim=0), together[source], atol=1e-12)
            assert torch.allclose(together[source], everywhere[source], atol=1e-5)


@every_model
def test_the_strongest_come_first_and_always_the_same(norm_first, dropout):
    computation = traced(norm_first, dropout)
    edges = largest_contributions(computation, START)
    assert edges == largest_contributions(computation, START)
    assert [edge.share for edge in edges] == sorted((e.share for e in edges), reverse=True)
    assert len({edge[:2] for edge in edges}) == len(edges)


@pytest.mark.sampled
@every_model
@pytest.mark.parametrize("limits", [{}, {"most_cells": 1}, {"most_edges": 0}])
def test_every_edge_goes_on_to_an_end_of_the_way(norm_first, dropout, limits):
    computation = traced(norm_first, dropout)
    edges = largest_contributions(computation, START, **limits)
    on = {edge.output for edge in edges}
    assert START in on
    assert all(edge.input in on or is_end(computation, edge.input) for edge in edges)


@pytest.mark.parametrize("norm_first", [False, True])
def test_the_strongest_cell_of_each_tensor_is_joined_to_what_made_it_most(norm_first):
    computation = traced(norm_first, False)
    edges = largest_contributions(computation, START, most_edges=0)
    everything = largest_contributions(computation, START, **EVERYTHING)
    drawn = {edge[:2] for edge in edges}
    for tensor, share in contribution_shares(computation, START).items():
        strongest = Cell(tensor, index_of(int(share.argmax()), share.shape))
        made = [edge for edge in everything if edge.output == strongest]
        assert not made or any(edge[:2] in drawn for edge in made if edge.share == made[0].share)


@every_model
def test_no_way_goes_into_a_parameter_a_mask_or_an_id(norm_first, dropout):
    computation = traced(norm_first, dropout)
    assert contribution_shares(computation, START).keys() <= computation.steps.keys()


def test_an_attention_that_nothing_made_the_words_of_ends_at_its_queries():
    computation = one_sentence()
    ends = {tensor for tensor, _ in ends_of(computation, Cell("output", (1, 0)))}
    assert ends == {"Q", "K", "V"}


def test_no_such_cell():
    for follow in (contribution_shares, largest_contributions):
        with pytest.raises(KeyError):
            follow(traced(False, False), Cell("nothing", (0, 0)))
        with pytest.raises(IndexError):
            follow(traced(False, False), Cell("logits", (9, 0)))


@pytest.fixture(scope="module")
def written() -> tuple[list[str], list[str], Computation]:
    """A sentence's words, what the shipped translator writes of it, and how."""
    translator = Translator.load()
    found = translator.translate("The old dog sees a small cat in the garden.")
    src_ids = translator.source_ids(found.recognition)
    with torch.inference_mode(), trace(translator.model) as records:
        translator.model(src_ids, found.tgt_ids[:, :-1])
    words = [word.text for word in found.recognition.words]
    computation = transformer_computation(translator.model, records, src_ids, found.tgt_ids[:, :-1])
    return words, translator.target.words(found.tgt_ids[0, 1:].tolist()), computation


def predicted(computation: Computation, row: int) -> Cell:
    return Cell("probabilities", (row, int(computation.tensors["probabilities"][row].argmax())))


def test_the_word_that_most_of_a_translation_is_made_of(written):
    words, tokens, computation = written
    found = ends_of(computation, predicted(computation, tokens.index("정원")))
    rows = [row for tensor, row in found if tensor == "src_embeddings"]
    assert words[rows[0]] == "garden"
    # What comes to a feed-forward whose units are all silent ends in its bias, which is no token.
    assert 0.95 < sum(found.values()) < 1 + 1e-6


@pytest.mark.thorough
def test_the_edges_of_a_trained_model_reach_the_tokens_and_are_few_enough_to_draw(written):
    words, tokens, computation = written
    for row in range(len(tokens)):
        edges = largest_contributions(computation, predicted(computation, row))
        assert 200 < len(edges) < 450
        on = {edge.output for edge in edges}
        assert all(
            edge.input in on
            or is_end(computation, edge.input)
            or is_silent(computation, edge.input)
            for edge in edges
        )
        assert {"src_embeddings", "tgt_embeddings"} <= {edge.input.tensor for edge in edges}
    edges = largest_contributions(computation, predicted(computation, tokens.index("정원")))
    assert ("src_embeddings", words.index("garden")) in {
        (edge.input.tensor, edge.input.index[0]) for edge in edges
    }


@pytest.mark.parametrize("which", range(len(computations())))
def test_single_cells_pass_on_what_a_whole_tensor_with_0_elsewhere_does(which):
    """In every kind of step: a few cells of each tensor, those set by hand among them."""
    computation = computations()[which]
    for tensor in computation.steps:
        shape = computation.tensors[tensor].shape
        count = computation.tensors[tensor].numel()
        by_hand = [cell.index for cell in computation.by_hand if cell.tensor == tensor][:1]
        numbers = torch.tensor(
            sorted({0, count // 3, count - 1, *(number_of(one, shape) for one in by_hand)})
        )
        shares = torch.arange(1, len(numbers) + 1).double()
        alone = torch.zeros(len(numbers), count).double()
        alone[range(len(numbers)), numbers] = shares
        wanted = distribute_share(computation, tensor, alone.reshape(len(numbers), *shape))
        found = distribute_cells(computation, tensor, numbers, shares)
        assert found.keys() == wanted.keys()
        for source, (to, parts) in found.items():
            whole = torch.zeros(len(numbers), computation.tensors[source].numel()).double()
            whole.scatter_add_(1, to, parts)
            torch.testing.assert_close(whole, wanted[source].flatten(1))
            assert (to.diff(dim=1) >= 0).all(), "in order, so that ties fall alike"


def number_of(index, shape):
    return int(torch.arange(math.prod(shape)).reshape(shape)[index])
