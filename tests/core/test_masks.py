import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer_core import decoder_mask, look_ahead_mask, padding_mask
from transformer_lab.examples import build_mask


def test_padding_of_the_worked_sentence_is_hidden():
    mask = padding_mask(torch.tensor([[1, 21, 777, 0, 0]]))
    assert mask.tolist() == [[[[False, False, False, True, True]]]]


def test_padding_mask_has_a_place_for_heads_and_queries():
    assert padding_mask(torch.ones(2, 5, dtype=torch.long)).shape == (2, 1, 1, 5)


def test_another_padding_token_can_be_named():
    assert padding_mask(torch.tensor([[7, 0, 9]]), pad_id=9).flatten().tolist() == [0, 0, 1]


def test_padding_mask_refuses_a_single_sentence():
    with pytest.raises(ValueError, match=r"shape \(batch, seq_len\), got \(3,\)"):
        padding_mask(torch.tensor([1, 2, 0]))


def test_look_ahead_mask_hides_what_comes_later():
    assert look_ahead_mask(3).tolist() == [
        [False, True, True],
        [False, False, True],
        [False, False, False],
    ]


def test_look_ahead_mask_refuses_length_0():
    with pytest.raises(ValueError, match="seq_len must be at least 1, got 0"):
        look_ahead_mask(0)


def test_decoder_mask_of_the_worked_sentence_hides_future_and_padding():
    mask = decoder_mask(torch.tensor([[1, 2, 0, 4, 5]]))
    assert mask.shape == (1, 1, 5, 5)
    assert mask[0, 0].int().tolist() == [
        [0, 1, 1, 1, 1],
        [0, 0, 1, 1, 1],
        [0, 0, 1, 1, 1],
        [0, 0, 1, 0, 1],
        [0, 0, 1, 0, 0],
    ]


@given(seq_len=st.integers(1, 60))
def test_query_i_sees_i_plus_one_keys(seq_len):
    visible = (~look_ahead_mask(seq_len)).sum(dim=1)
    assert visible.tolist() == list(range(1, seq_len + 1))


@given(sentences=st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=1))
def test_decoder_mask_is_either_mask(sentences):
    token_ids = torch.tensor(sentences)
    mask = decoder_mask(token_ids)
    assert mask.dtype == torch.bool
    for batch, sentence in enumerate(sentences):
        for query in range(4):
            for key in range(4):
                hidden = key > query or sentence[key] == 0
                assert mask[batch, 0, query, key].item() == hidden


def test_a_mask_by_its_kind():
    assert build_mask("none", 2, 3) is None
    assert build_mask("padding", 2, 3, padding=1).tolist() == [[False, False, True]] * 2
    assert build_mask("look_ahead", 2, 3).tolist() == [[False, True, True], [False, False, True]]
    painted = build_mask("painted", 2, 2, painted={(0, 1), (5, 5)})
    assert painted.tolist() == [[False, True], [False, False]]


def test_a_cell_outside_of_the_mask_hides_nothing():
    assert not build_mask("painted", 2, 2, painted={(-1, -1), (0, 2), (2, 0)}).any()


def test_padding_is_at_least_0_and_hides_all_keys_where_it_is_more_than_they_are():
    assert build_mask("padding", 2, 3, 4).all()
    with pytest.raises(ValueError, match="padding must be a finite number of at least 0, got -1"):
        build_mask("padding", 2, 3, -1)


def test_padding_mask_refuses_what_cannot_be_token_ids():
    with pytest.raises(ValueError, match=r"must be whole numbers, got torch\.float32"):
        padding_mask(torch.zeros(1, 3))
