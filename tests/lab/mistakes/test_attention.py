import math

import pytest
import torch

from transformer_core import look_ahead_mask
from transformer_lab.mistakes import MISTAKES
from transformer_lab.mistakes.attention import weight_on_hidden, weights_of_multiplied_scores


def test_the_weight_on_hidden_keys_is_a_mean_over_those_that_have_some():
    weights = torch.tensor([[0.25, 0.75], [0.5, 0.5]])
    assert weight_on_hidden(weights, look_ahead_mask(2)) == pytest.approx(0.75)


def test_a_score_times_0_still_has_weight():
    Q, K = torch.tensor([[2.0], [0.0]]), torch.tensor([[math.log(3) / 2], [5.0]])
    weights = weights_of_multiplied_scores(Q, K, look_ahead_mask(2))
    torch.testing.assert_close(weights, torch.tensor([[0.75, 0.25], [0.5, 0.5]]))


def test_all_hidden_keys_of_a_query_have_the_same_weight():
    wrong = MISTAKES["multiplied_mask"].compare(seq_len=5).wrong
    for query, row in enumerate(wrong[:-1]):
        torch.testing.assert_close(row[query + 1 :], row[-1].expand(4 - query))
