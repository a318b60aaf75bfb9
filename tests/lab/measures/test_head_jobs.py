"""The share of its weight that a head gives to the keys of a job."""

import pytest
import torch

from tests.core.explain.laws import assert_every_law
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.explanation import explain
from transformer_lab.measures.head_jobs import job_shares

WEIGHTS = torch.tensor([[[0.75, 0.25], [0.5, 0.5]], [[0.0, 1.0], [1.0, 0.0]]])
ITSELF, PREVIOUS, NONE = torch.eye(2), torch.tensor([[0.0, 0.0], [1.0, 0.0]]), torch.zeros(2, 2)
TARGETS = torch.stack([ITSELF, PREVIOUS, NONE]).bool()


def shown() -> Computation:
    tensors = {"w": WEIGHTS, "targets": TARGETS, "weights": WEIGHTS.clone(), "full": WEIGHTS[0]}
    tensors |= {"jobs": job_shares(WEIGHTS, TARGETS), "one": job_shares(WEIGHTS[:1], TARGETS)}
    steps = {
        "weights": Step("copy", {"x": "w"}),
        "jobs": Step("job_share", {"x": "weights", "targets": "targets"}),
        "one": Step("job_share", {"x": "full", "targets": "targets"}),
    }
    return Computation(tensors, steps)


def test_a_share_is_the_mean_over_the_queries_that_have_such_a_key() -> None:
    shares = job_shares(WEIGHTS, TARGETS)
    assert shares[0].tolist() == [(0.75 + 0.5) / 2, 0.5, 0.0]
    assert shares[1].tolist() == [0.0, 1.0, 0.0]


def test_the_shares_of_jobs_that_part_the_keys_add_up_to_1() -> None:
    weights = torch.rand(3, 5, 4).softmax(-1)
    owner = torch.randint(2, (5, 4))
    owner[:, 0], owner[:, 1] = 0, 1  # every query has keys of both
    shares = job_shares(weights, torch.stack([owner == 0, owner == 1]))
    torch.testing.assert_close(shares.sum(-1), torch.ones(3))


def test_every_law_of_explanation_holds() -> None:
    assert_every_law(shown())


@pytest.mark.parametrize(("tensor", "index"), [("jobs", (0, 1)), ("one", (0, 1))])
def test_a_share_is_explained_by_the_weights_on_its_keys(
    tensor: str, index: tuple[int, ...]
) -> None:
    explained = explain(shown(), Cell(tensor, index))
    (term,) = explained.terms
    assert term.cells[0] is not None
    assert term.cells[0].index[-2:] == (1, 0)
    assert explained.recomputed() == 0.5
