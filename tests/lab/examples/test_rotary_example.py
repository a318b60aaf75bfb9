"""One query and one key at every position, and what is said of their turn."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer_lab.examples import (
    halves_order,
    random_embedding,
    rotated,
    scores_by_distance,
)

LAYOUTS = ["interleaved", "halves"]
Q, K = random_embedding(2, 6, 3).split(1)


def test_by_hand_a_pair_at_position_1_turns_by_1_radian():
    made = rotated(torch.tensor([[1.0, 0.0]]), torch.tensor([[0.0, 1.0]]), torch.arange(2), 100.0)
    torch.testing.assert_close(made.queries[1], torch.tensor([math.cos(1), math.sin(1)]))
    torch.testing.assert_close(made.keys[1], torch.tensor([-math.sin(1), math.cos(1)]))
    assert made.scores[0, 0] == 0 and made.queries[0].tolist() == [1, 0]


@pytest.mark.parametrize("layout", LAYOUTS)
@given(start=st.integers(0, 500))
def test_the_scores_are_those_of_the_distance_wherever_the_positions_are(layout, start):
    made = rotated(Q, K, start + torch.arange(5), 100.0, layout)
    curve = scores_by_distance(Q, K, torch.arange(5), 100.0, layout)
    for query in range(5):
        for key in range(query + 1):
            assert float(made.scores[query, key]) == pytest.approx(
                float(curve[query - key]), abs=1e-5
            )


def test_the_other_layout_has_the_same_scores_if_the_columns_move_along():
    order, positions = halves_order(6), torch.arange(9)
    scores = rotated(Q, K, positions, 50.0).scores
    moved = rotated(Q[:, order], K[:, order], positions, 50.0, "halves").scores
    torch.testing.assert_close(scores, moved)
    assert not torch.allclose(scores, rotated(Q, K, positions, 50.0, "halves").scores, atol=0.1)
