"""The mask that each attention needs, and what the masks that are passed in its place hide."""

import pytest
import torch

from transformer_core import look_ahead_mask
from transformer_lab.examples.attention_masks import ATTENTIONS, OTHERS, other_mask, right_mask

SOURCE = torch.tensor([5, 6, 7, 0])
TARGET = torch.tensor([1, 2, 0])
LONG_TARGET = torch.tensor([1, 2, 0, 0])


def hidden(mask: torch.Tensor) -> list[list[int]]:
    return mask.int().tolist()


def test_the_encoder_hides_the_sources_padding_from_every_query():
    assert hidden(right_mask("encoder", SOURCE, SOURCE)) == [[0, 0, 0, 1]] * 4


def test_cross_attention_hides_the_sources_padding_from_every_token_of_the_target():
    assert hidden(right_mask("cross", TARGET, SOURCE)) == [[0, 0, 0, 1]] * 3


def test_the_decoder_hides_padding_or_the_future():
    assert hidden(right_mask("decoder", TARGET, TARGET)) == [[0, 1, 1], [0, 0, 1], [0, 0, 1]]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("none", [[0, 0, 0], [0, 0, 0], [0, 0, 0]]),
        ("queries", [[0, 1, 1], [0, 0, 1], [1, 1, 1]]),
        ("axis", [[0, 0, 0], [0, 0, 0], [1, 1, 1]]),
        ("opposite", [[1, 0, 0], [1, 1, 0], [1, 1, 0]]),
        ("and", [[0, 0, 1], [0, 0, 1], [0, 0, 0]]),
        ("causal", [[0, 1, 1], [0, 0, 1], [0, 0, 0]]),
        ("padding", [[0, 0, 1], [0, 0, 1], [0, 0, 1]]),
        ("transposed", [[0, 0, 1], [1, 0, 1], [1, 1, 1]]),
    ],
)
def test_what_is_passed_in_place_of_the_decoders_mask(name, expected):
    right = right_mask("decoder", TARGET, TARGET)
    assert hidden(other_mask(name, TARGET, TARGET, right)) == expected


def test_a_mask_of_the_target_hides_the_keys_at_the_targets_padding():
    right = right_mask("cross", LONG_TARGET, SOURCE)
    assert hidden(other_mask("target", LONG_TARGET, SOURCE, right)) == [[0, 0, 1, 1]] * 4


def test_a_mask_of_a_target_of_another_length_does_not_fit():
    right = right_mask("cross", TARGET, SOURCE)
    with pytest.raises(ValueError, match=r"\(1, 1, 1, 3\), does not fit .*heads, 3, 4\)"):
        other_mask("target", TARGET, SOURCE, right)


@pytest.mark.parametrize("attention", ATTENTIONS)
def test_every_mask_has_the_shape_of_the_scores(attention):
    queries = SOURCE if attention == "encoder" else LONG_TARGET
    keys = LONG_TARGET if attention == "decoder" else SOURCE
    right = right_mask(attention, queries, keys)
    for name in OTHERS:
        mask = other_mask(name, queries, keys, right)
        assert mask.shape == right.shape == (len(queries), len(keys)), name
        assert mask.dtype == torch.bool


def test_both_joins_are_the_same_rule_where_true_keeps_a_key():
    padding = TARGET == 0
    keeps = ~padding & ~look_ahead_mask(3)
    assert torch.equal(~keeps, right_mask("decoder", TARGET, TARGET))


def test_another_name_is_the_right_mask():
    right = right_mask("encoder", SOURCE, SOURCE)
    assert other_mask("residual", SOURCE, SOURCE, right) is right
