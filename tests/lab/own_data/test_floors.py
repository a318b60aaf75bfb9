import math

import pytest
import torch

from transformer_lab.own_data.floors import bits_per_character, floors


def test_an_even_coin_is_one_bit_whatever_came_before():
    draw = torch.Generator().manual_seed(1)
    found = floors(torch.randint(2, (20_000,), generator=draw))
    assert found.unigram == pytest.approx(math.log(2), abs=1e-3)
    assert found.bigram == pytest.approx(math.log(2), abs=1e-3)


def test_tokens_that_take_turns_have_no_bigram_entropy():
    found = floors(torch.tensor([5, 7] * 100))
    assert found.unigram == pytest.approx(math.log(2))
    assert found.bigram == pytest.approx(0.0, abs=1e-4)


def test_three_counted_by_hand():
    # 4 4 4 5: a token is 4 three times of four; 4 is followed by 4, 4 and 5
    found = floors(torch.tensor([4, 4, 4, 5]))
    assert found.unigram == pytest.approx(-(0.75 * math.log(0.75) + 0.25 * math.log(0.25)))
    assert found.bigram == pytest.approx(-(2 / 3 * math.log(2 / 3) + 1 / 3 * math.log(1 / 3)))


def test_bits_a_character_count_characters_not_tokens():
    assert bits_per_character(math.log(2), tokens=10, characters=40) == pytest.approx(0.25)
