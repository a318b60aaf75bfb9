"""One word with the learned vector of each position, and nothing past the table's end."""

import pytest
import torch

from transformer_lab.examples import placed_word, random_embedding


@pytest.mark.parametrize("positions", [1, 3, 4, 9])
def test_each_position_adds_its_row_and_past_the_last_one_there_is_nothing(positions):
    word, table = random_embedding(4, 5, 1).split([1, 3])
    found = placed_word(word, table, positions)
    known = min(positions, 3)
    assert torch.equal(found[:known], word + table[:known])
    assert found[known:].isnan().all() and found.shape == (positions, 5)
