import pytest
import torch

from transformer_core.variants.learned_positions import LearnedPositions


def positions_of_rows(offset: int) -> LearnedPositions:
    """Each row of the table holds its own number."""
    positions = LearnedPositions(4, 2, offset)
    rows = torch.arange(4.0 + offset)[:, None].expand(-1, 2)
    positions.load_state_dict({"table.weight": rows})
    return positions


def test_each_position_has_its_row_after_the_offset():
    assert positions_of_rows(0)(torch.arange(3))[:, 0].tolist() == [0, 1, 2]
    assert positions_of_rows(2)(torch.arange(3))[:, 0].tolist() == [2, 3, 4]


def test_positions_may_differ_between_sentences():
    vectors = positions_of_rows(0)(torch.tensor([[0, 1], [2, 3]]))
    assert vectors[..., 0].tolist() == [[0, 1], [2, 3]]


def test_a_longer_sequence_is_refused_also_where_the_table_has_rows_left():
    with pytest.raises(ValueError, match="at most max_len=4, got 5"):
        positions_of_rows(2)(torch.arange(5))


def test_a_token_without_a_position_has_the_row_before_the_first():
    positions = LearnedPositions(5, 3, offset=2)
    assert torch.equal(positions(torch.tensor([-1])), positions.table.weight[1:2])
