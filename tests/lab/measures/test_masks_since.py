"""Sliding window, prefix and packed documents, by hand and by their rules."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.explained_numbers import assert_recomputed
from transformer_core import attention, generator, look_ahead_mask
from transformer_core.explain.computation import Computation, Step
from transformer_lab.measures.masks_since import (
    clipped_prefix_mask,
    documents_of,
    packed_mask,
    shift_of,
    window_mask,
)


def seen(mask):
    return (~mask).int().tolist()


def test_a_window_of_two_by_hand():
    assert seen(window_mask(4, 2)) == [[1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]]


def test_a_prefix_of_two_by_hand():
    assert seen(clipped_prefix_mask(4, 2)) == [
        [1, 1, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1],
    ]  # fmt: skip


def test_two_documents_by_hand():
    documents = documents_of(4, [2])
    assert documents.tolist() == [0, 0, 1, 1]
    assert seen(packed_mask(documents)) == [
        [1, 0, 0, 0], [1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1, 1],
    ]  # fmt: skip


@given(size=st.integers(1, 12), lengths=st.lists(st.integers(0, 10**6), min_size=1, max_size=5))
def test_every_token_is_in_a_document_and_sees_itself(size, lengths):
    documents = documents_of(size, lengths)
    assert len(documents) == size
    assert (documents.diff() >= 0).all()
    assert not packed_mask(documents).diagonal().any()


@given(size=st.integers(1, 12), number=st.integers(0, 20))
def test_the_extremes_are_the_look_ahead_mask_and_none(size, number):
    assert torch.equal(window_mask(size, size + number), look_ahead_mask(size))
    assert torch.equal(clipped_prefix_mask(size, 0), look_ahead_mask(size))
    assert torch.equal(packed_mask(documents_of(size, [size + number])), look_ahead_mask(size))
    assert not clipped_prefix_mask(size, size + number).any()


def test_every_cell_follows_from_the_rule_of_its_kind():
    documents = documents_of(7, [2, 3])
    tensors = {"documents": documents}
    tensors |= {"prefix": clipped_prefix_mask(7, 4), "packed": packed_mask(documents)}
    steps = {
        "prefix": Step("prefix_mask", {}, {"prefix": 4}),
        "packed": Step("packed_mask", {"documents": "documents"}),
    }
    assert_recomputed(Computation(tensors, steps))


def test_the_shift_counts_cells_and_the_weight_that_moves():
    Q = torch.randn(4, 3, generator=generator(1))
    before, mask = look_ahead_mask(4), window_mask(4, 1)
    weights = attention(Q, Q, Q, mask).weights, attention(Q, Q, Q, before).weights
    shift = shift_of(mask, weights[0], before, weights[1])
    assert (shift.seen, shift.seen_before, shift.gained) == (4, 10, 0)
    # With a window of one each token keeps what it gives itself.
    assert shift.lost == pytest.approx(1 - float(weights[1].diagonal().mean()))
