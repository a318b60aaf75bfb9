from functools import partial

import pytest
import torch
import torch.nn.functional as F

from transformer_core import MultiHeadAttention, generator, look_ahead_mask, trace
from transformer_core.initialisation import untrained
from transformer_core.variants.attention_view import View
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.rotary_positions import RotaryPositions

X = torch.randn(2, 5, 12, generator=generator(1))
POSITIONS = torch.arange(5)
CAUSAL = View(POSITIONS, POSITIONS, look_ahead_mask(5))


def test_with_as_many_heads_of_keys_it_is_the_papers():
    paper = untrained(lambda: MultiHeadAttention(12, 3), seed=2)
    ours = GroupedAttention(12, 3)
    ours.load_state_dict(paper.state_dict())
    with trace(paper) as expected:
        output = paper(X, X, X, CAUSAL.mask)
    with trace(ours) as records:
        assert torch.equal(ours(X, X, CAUSAL), output)
    assert list(records) == list(expected)
    assert all(torch.equal(records[name], expected[name]) for name in expected)


@pytest.mark.parametrize("num_kv_heads", [1, 2, 4])
def test_it_is_torchs_grouped_attention(num_kv_heads):
    ours = GroupedAttention(12, 4, num_kv_heads, d_k=6, bias=False, output_bias=False)
    with trace(ours) as records:
        ours(X, X, CAUSAL)
    q, k, v = (records[name] for name in ("queries", "keys", "values"))
    assert k.shape == (2, num_kv_heads, 5, 6)
    # torch means the opposite by True
    theirs = F.scaled_dot_product_attention(q, k, v, ~look_ahead_mask(5), enable_gqa=True)
    torch.testing.assert_close(records["heads"], theirs, rtol=1e-5, atol=1e-6)


def test_a_group_of_heads_shares_its_keys():
    """The keys of the second head: its group is the heads 2 and 3."""
    ours = GroupedAttention(12, 4, 2)
    with trace(ours) as before:
        ours(X, X, CAUSAL)

    def without(keys):
        return torch.stack([keys[:, 0], keys[:, 1] * 0], dim=1)

    with trace(ours, change={"keys": without}) as after:
        ours(X, X, CAUSAL)
    assert torch.equal(after["weights"][:, :2], before["weights"][:, :2])
    assert not after["scores"][:, 2:].any() and before["scores"][:, 2:].all()


def test_a_bias_is_added_between_the_scaled_scores_and_the_mask():
    ours, bias = GroupedAttention(12, 3, scale=1.0), torch.randn(3, 5, 5, generator=generator(3))
    with trace(ours) as records:
        ours(X, X, CAUSAL.with_bias(bias))
    assert torch.equal(records["scaled"], records["scores"])
    assert torch.equal(records["biased"], records["scaled"] + bias)
    hidden = records["biased"].masked_fill(look_ahead_mask(5), -torch.inf)
    assert torch.equal(records["masked"], hidden)
    names = list(records)
    assert names.index("scaled") < names.index("biased") < names.index("masked")


def test_what_queries_and_keys_go_through_is_seen_before_and_after():
    ours = GroupedAttention(12, 2, preparations=(partial(RotaryPositions, 6),))
    with trace(ours) as records:
        ours(X, X, CAUSAL)
    turned = RotaryPositions(6)(records["queries_unturned"], records["keys_unturned"], POSITIONS)
    assert torch.equal(records["queries"], turned[0]) and torch.equal(records["keys"], turned[1])


def test_an_empty_row_gets_no_weight():
    ours = GroupedAttention(12, 4, 2)
    with trace(ours) as records:
        ours(X, X, View(POSITIONS, POSITIONS, torch.ones(5, 5, dtype=torch.bool)))
    assert not records["weights"].any() and not records["heads"].any()


def test_heads_that_do_not_divide_are_refused():
    with pytest.raises(ValueError, match="num_heads=4 is not divisible by num_kv_heads=3"):
        GroupedAttention(12, 4, 3)
    with pytest.raises(ValueError, match="d_model=12 is not divisible by num_heads=5"):
        GroupedAttention(12, 5)


def test_a_window_hides_what_is_far():
    ours = GroupedAttention(12, 3, window=2)
    with trace(ours) as records:
        ours(X, X, CAUSAL)
    seen = records["weights"][0, 0] > 0
    assert seen.sum(dim=1).tolist() == [1, 2, 2, 2, 2]
    with trace(ours) as records:
        ours(X, X, View(POSITIONS, POSITIONS))
    assert (records["weights"][0, 0] > 0).sum(dim=1).tolist() == [5, 5, 4, 3, 2]


def test_scores_are_capped_before_anything_is_added_to_them():
    ours, bias = GroupedAttention(12, 3, scale=90.0, cap=2.0), torch.ones(3, 5, 5)
    with trace(ours) as records:
        ours(X, X, CAUSAL.with_bias(bias))
    assert records["scaled"].abs().max() > 2 >= records["capped"].abs().max()
    torch.testing.assert_close(records["capped"], 2 * torch.tanh(records["scaled"] / 2))
    assert torch.equal(records["biased"], records["capped"] + 1)
