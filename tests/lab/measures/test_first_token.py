import pytest
import torch

from transformer_lab.measures.first_token import (
    first_token_length,
    first_token_share,
    is_first_token_sink,
)

# Of four rows after the mask: the first head looks at the first token, the second at itself.
FIRST = torch.tensor([[1.0, 0, 0, 0], [0.8, 0.2, 0, 0], [0.7, 0.2, 0.1, 0], [0.6, 0.2, 0.1, 0.1]])
WEIGHTS = torch.stack([FIRST, torch.eye(4)])
SHORT = torch.tensor([[0.3, 0.4], [3.0, 4.0], [3.0, 4.0], [3.0, 4.0]])  # lengths 0.5, 5, 5, 5


def test_the_share_is_averaged_over_the_rows_after_the_first():
    assert first_token_share(WEIGHTS).tolist() == pytest.approx([0.7, 0.0])


def test_the_length_is_a_share_of_the_average():
    assert first_token_length(SHORT[None], 2).tolist() == pytest.approx([0.5 / 3.875] * 2)


def test_heads_of_a_group_have_one_value():
    values = torch.stack([SHORT, SHORT.flip(0)])
    lengths = first_token_length(values, 4)
    assert lengths[0] == lengths[1] < 1 < lengths[2] == lengths[3]


def test_a_sink_has_most_of_the_weight_and_a_short_value():
    assert is_first_token_sink(WEIGHTS, SHORT[None]).tolist() == [True, False]
    assert is_first_token_sink(WEIGHTS, SHORT.flip(0)[None]).tolist() == [False, False]
    assert is_first_token_sink(0.5 * WEIGHTS, SHORT[None]).tolist() == [False, False]


def test_of_few_tokens_nothing_is_said():
    assert not is_first_token_sink(WEIGHTS[:, :3, :3], SHORT[None, :3]).any()
