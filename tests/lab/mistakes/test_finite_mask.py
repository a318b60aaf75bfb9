import pytest
import torch

from transformer_lab.mistakes import MISTAKES
from transformer_lab.mistakes.attention import weight_on_hidden
from transformer_lab.mistakes.finite_mask import LOWERED, lowered_scores


def test_every_score_is_lowered_by_the_same_amount():
    low, lower = (lowered_scores(4, by) for by in (10_000, 20_000))
    scores = [given["Q"] @ given["K"].T / 2 for given in (low, lower)]
    torch.testing.assert_close(scores[0] - scores[1], torch.full((4, 4), 10_000.0).double())


def test_far_below_the_fill_all_weight_goes_evenly_to_the_hidden_keys():
    wrong = MISTAKES["finite_mask"].compare(seq_len=3, lowered=20_000).wrong
    assert wrong[:2].tolist() == [[0, 0.5, 0.5], [0, 0, 1]]


def test_the_last_query_from_which_nothing_is_hidden_is_right():
    _, right, wrong = MISTAKES["finite_mask"].compare(seq_len=5)
    assert torch.equal(wrong[-1], right[-1])


@pytest.mark.parametrize("lowered", LOWERED)
def test_each_amount_is_a_point_of_the_curve(lowered):
    mistake, sizes = MISTAKES["finite_mask"], {"seq_len": 4, "lowered": lowered, "seed": 3}
    comparison = mistake.compare(**sizes)
    x, right, wrong = mistake.curve.points(comparison, sizes)
    assert wrong[x.index(lowered)] == pytest.approx(
        weight_on_hidden(comparison.wrong, comparison.given["mask"])
    )
    assert right[x.index(lowered)] == 0
