"""Figures by which heads are told apart."""

import pytest
import torch

from transformer_lab.measures.head_patterns import combined, head_patterns

LOOKS_AT_ITSELF = torch.eye(4)
LOOKS_BACK = torch.tensor([[1.0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]])
LOOKS_EVERYWHERE = torch.full((4, 4), 0.25)
WEIGHTS = torch.stack([LOOKS_AT_ITSELF, LOOKS_BACK, LOOKS_EVERYWHERE]).unsqueeze(0)


def test_entropy_is_0_for_one_key_and_2_bits_for_four_equal_ones():
    assert head_patterns(WEIGHTS)["entropy"].tolist() == [[0.0, 0.0, 2.0]]


def test_the_same_and_the_previous_token():
    patterns = head_patterns(WEIGHTS)
    assert patterns["same"].tolist() == [[1.0, 0.25, 0.25]]
    assert patterns["previous"].tolist() == [[0.0, 1.0, 0.25]]


def test_the_weight_on_the_aligned_keys_counts_only_queries_that_have_some():
    alignment = [{0}, set(), {1, 2}, set()]
    aligned = head_patterns(WEIGHTS, alignment)["aligned"]
    assert aligned.tolist() == [[1.0, 1.0, 0.375]]


def test_without_alignment_or_between_two_sentences_there_is_less_to_say():
    assert set(head_patterns(WEIGHTS)) == {"entropy", "same", "previous"}
    assert set(head_patterns(WEIGHTS[..., :3])) == {"entropy"}
    assert set(head_patterns(WEIGHTS, [set()] * 4)) == {"entropy", "same", "previous"}


def test_a_single_token_has_no_previous_one():
    assert head_patterns(torch.ones(1, 1, 1, 1))["previous"].tolist() == [[0.0]]


def test_heads_are_combined():
    heads = WEIGHTS[0, :2]
    assert combined(heads, "average")[1].tolist() == [0.5, 0.5, 0, 0]
    assert combined(heads, "maximum")[1].tolist() == [1, 1, 0, 0]
    assert combined(heads, "difference")[1].tolist() == [-1, 1, 0, 0]
    assert combined(heads[:1], "difference").abs().sum() == 0
    with pytest.raises(ValueError, match="'sum'"):
        combined(heads, "sum")
