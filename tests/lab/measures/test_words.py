"""Words instead of pieces."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer_lab.measures.words import joined, selected


def test_rows_are_averaged_and_columns_summed_by_hand():
    weights = torch.tensor([[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.0, 0.0, 1.0]])
    words = [[0, 1], [2]]
    assert joined(weights, words, words).tolist() == [[0.75, 0.25], [0.0, 1.0]]


@given(st.lists(st.booleans(), min_size=1, max_size=9), st.integers(1, 4), st.integers(0, 99))
def test_rows_of_words_sum_to_1(starts, heads, seed):
    groups: list[list[int]] = []
    for place, starts_here in enumerate(starts):
        if starts_here or not groups:
            groups.append([])
        groups[-1].append(place)
    draw = torch.Generator().manual_seed(seed)
    weights = torch.randn(heads, len(starts), len(starts), generator=draw).softmax(-1)
    words = joined(weights, groups, groups)
    torch.testing.assert_close(words.sum(-1), torch.ones(heads, len(groups)))


def test_what_several_tokens_give_to_several_others():
    weights = torch.tensor([[0.5, 0.25, 0.25], [0.25, 0.5, 0.25]])
    assert selected(weights, [0, 1], [0, 2]) == 0.625
    assert selected(weights, [], [0]) == 0.0
    assert selected(weights, [0], [1]) == float(weights[0, 1]), "and not the last ones either"
