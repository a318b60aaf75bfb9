import pytest
import torch

from transformer_core import build_multi_head_attention, generator, look_ahead_mask, trace
from transformer_core.variants.attention_view import View
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.key_value_cache import KeyValueCache
from transformer_core.variants.shared_heads import (
    cached_numbers,
    first_of_group,
    projection_size,
    share_heads,
)

X = torch.randn(1, 5, 12, generator=generator(1))
POSITIONS = torch.arange(5)


def shared(num_kv_heads):
    """Six heads with biases of their own, and the same as grouped attention."""
    paper = build_multi_head_attention(12, 6, seed=2)
    with torch.no_grad():
        for layer in (paper.w_q, paper.w_k, paper.w_v, paper.w_o):
            layer.bias.normal_(generator=generator(3))
    share_heads(paper, num_kv_heads)
    grouped = GroupedAttention(12, 6, num_kv_heads)
    once = [6 // num_kv_heads * head for head in range(num_kv_heads)]
    columns = [2 * head + each for head in once for each in range(2)]
    stored = paper.state_dict()
    for name in ("w_k.weight", "w_k.bias", "w_v.weight", "w_v.bias"):
        stored[name] = stored[name][columns]
    grouped.load_state_dict(stored)
    return paper, grouped


def test_by_hand_which_heads_share():
    assert first_of_group(6, 6).tolist() == [0, 1, 2, 3, 4, 5]
    assert first_of_group(6, 2).tolist() == [0, 0, 0, 3, 3, 3]
    assert first_of_group(4, 1).tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("num_kv_heads", [1, 2, 3, 6])
def test_heads_with_the_same_columns_are_grouped_attention(num_kv_heads):
    paper, grouped = shared(num_kv_heads)
    mask = look_ahead_mask(5)
    with trace(paper) as expected:
        output = paper(X, X, X, mask)
    with trace(grouped) as records:
        ours = grouped(X, X, View(POSITIONS, POSITIONS, mask))
    torch.testing.assert_close(ours, output)
    for name in ("queries", "weights", "heads"):
        torch.testing.assert_close(records[name], expected[name])
    group = 6 // num_kv_heads
    for name in ("keys", "values"):
        each = records[name].repeat_interleave(group, dim=1)
        torch.testing.assert_close(each, expected[name])


@pytest.mark.parametrize("num_kv_heads", [1, 2, 3, 6])
def test_the_sizes_are_those_of_grouped_attention_and_of_its_cache(num_kv_heads):
    _, grouped = shared(num_kv_heads)
    stored = [*grouped.w_k.parameters(), *grouped.w_v.parameters()]
    assert projection_size(12, num_kv_heads, 2) == sum(one.numel() for one in stored)
    assert projection_size(12, num_kv_heads, 2) == 2 * 13 * num_kv_heads * 2
    cache = KeyValueCache()
    grouped(X, X, View(POSITIONS, POSITIONS, look_ahead_mask(5), cache=cache))
    kept = sum(one.numel() for one in cache.named(grouped).values())
    assert kept == 5 * cached_numbers(num_kv_heads, 2)


def test_as_many_heads_as_before_change_nothing():
    paper = build_multi_head_attention(12, 6, seed=2)
    before = {name: one.clone() for name, one in paper.state_dict().items()}
    share_heads(paper, 6)
    assert all(torch.equal(one, before[name]) for name, one in paper.state_dict().items())


def test_a_number_that_does_not_divide_the_heads_is_refused():
    with pytest.raises(ValueError, match="num_heads=6 is not divisible by num_kv_heads=4"):
        first_of_group(6, 4)
