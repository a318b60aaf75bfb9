import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer_core import (
    MultiHeadAttention,
    attention,
    build_multi_head_attention,
    generator,
    look_ahead_mask,
    trace,
)
from transformer_lab.measures import concatenated_without, head_contributions, share_of_norm


def drawn(seed, *shape):
    return torch.randn(shape, generator=generator(seed))


def test_two_heads_of_one_number_by_hand():
    module = MultiHeadAttention(d_model=2, num_heads=2)
    with torch.no_grad():
        for linear in (module.w_q, module.w_k, module.w_v, module.w_o):
            linear.weight.copy_(torch.eye(2))
            linear.bias.zero_()
    x = torch.tensor([[[1.0, 0.0], [0.0, 2.0]]])
    # Head 0 sees the column [1, 0], head 1 the column [0, 2]
    first = attention(x[..., :1], x[..., :1], x[..., :1]).output
    second = attention(x[..., 1:], x[..., 1:], x[..., 1:]).output
    torch.testing.assert_close(module(x, x, x), torch.cat([first, second], dim=-1))


@pytest.mark.parametrize("num_heads", [1, 2, 8])
def test_output_and_weights_agree_with_torch(num_heads, torch_twin):
    ours = MultiHeadAttention(16, num_heads)
    query, memory = drawn(1, 3, 5, 16), drawn(2, 3, 7, 16)
    hidden = torch.rand(5, 7, generator=generator(3)) < 0.3
    hidden[:, 0] = False
    with trace(ours) as records:
        output = ours(query, memory, memory, hidden)
    expected, weights = torch_twin(ours)(
        query, memory, memory, attn_mask=hidden, average_attn_weights=False
    )
    torch.testing.assert_close(output, expected, atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(records["weights"], weights, atol=1e-5, rtol=1e-5)


def test_gradients_agree_with_torch(torch_twin):
    ours = MultiHeadAttention(8, 2)
    theirs = torch_twin(ours)
    x, mask = drawn(1, 2, 4, 8), look_ahead_mask(4)
    ours(x, x, x, mask).square().sum().backward()
    theirs(x, x, x, attn_mask=mask)[0].square().sum().backward()
    gradients = [linear.weight.grad for linear in (ours.w_q, ours.w_k, ours.w_v)]
    torch.testing.assert_close(
        torch.cat(gradients), theirs.in_proj_weight.grad, atol=1e-5, rtol=1e-4
    )


def test_a_query_that_sees_nothing_gives_only_the_output_bias():
    module = MultiHeadAttention(8, 2)
    x = drawn(1, 1, 3, 8)
    mask = torch.zeros(3, 3, dtype=torch.bool)
    mask[1] = True
    torch.testing.assert_close(module(x, x, x, mask)[0, 1], module.w_o.bias)


def test_the_mask_is_recorded_as_each_head_has_it_and_only_where_there_is_one():
    module, x = MultiHeadAttention(8, 2), drawn(1, 3, 4, 8)
    with trace(module) as records:
        module(x, x, x, look_ahead_mask(4))
    assert torch.equal(records["mask"], look_ahead_mask(4).expand(3, 2, 4, 4))
    assert torch.equal(records["mask"], records["masked"].isneginf())
    with trace(module) as records:
        module(x, x, x)
    assert "mask" not in records


def test_dropout_drops_weights_only_in_training():
    module = MultiHeadAttention(8, 2, dropout=0.5)
    x = drawn(1, 2, 6, 8)
    assert not torch.equal(module(x, x, x), module(x, x, x))
    module.eval()
    assert torch.equal(module(x, x, x), module(x, x, x))


@given(seed=st.integers(0, 1000), num_heads=st.sampled_from([1, 2, 4]))
def test_recorded_heads_are_the_attention_of_their_slices(seed, num_heads):
    module = MultiHeadAttention(8, num_heads)
    x = drawn(seed, 1, 5, 8)
    with trace(module) as records:
        module(x, x, x)
    d_k = 8 // num_heads
    for head in range(num_heads):
        columns = slice(head * d_k, (head + 1) * d_k)
        expected = attention(
            module.w_q(x)[..., columns], module.w_k(x)[..., columns], module.w_v(x)[..., columns]
        )
        torch.testing.assert_close(records["weights"][:, head], expected.weights)
        torch.testing.assert_close(records["concatenated"][..., columns], expected.output)


def test_recorded_queries_keys_and_values_are_the_projections_of_what_each_is_made_of():
    module = MultiHeadAttention(8, 2).eval()
    target, source, values = drawn(1, 1, 3, 8), drawn(2, 1, 5, 8), drawn(3, 1, 5, 8)
    with trace(module) as records:
        module(target, source, values)
    made = {"queries": module.w_q(target), "keys": module.w_k(source), "values": module.w_v(values)}
    for name, whole in made.items():
        joined = records[name].transpose(1, 2).flatten(2)  # (batch, seq, d_model)
        torch.testing.assert_close(joined, whole)
    scores = records["queries"] @ records["keys"].transpose(-2, -1)
    torch.testing.assert_close(records["scores"], scores)
    torch.testing.assert_close(records["scaled"], scores / 2)  # sqrt(d_k) = 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((10, 4), "d_model=10 is not divisible by num_heads=4"),
        ((8, 0), "num_heads must be at least 1, got 0"),
        ((8, 2, 1.0), r"dropout must be in \[0, 1\), got 1\.0"),
    ],
)
def test_impossible_sizes_are_refused_with_the_numbers(arguments, message):
    with pytest.raises(ValueError, match=message):
        MultiHeadAttention(*arguments)


def traced(module, x):
    with torch.no_grad(), trace(module) as records:
        module(x, x, x)
    return records


@given(seed=st.integers(0, 1000), num_heads=st.sampled_from([1, 2, 4, 8]))
def test_the_contributions_of_all_heads_and_the_bias_add_up_to_the_output(seed, num_heads):
    # Not `untrained`: its biases are 0 and would not be missed.
    module, x = MultiHeadAttention(8, num_heads), drawn(seed, 2, 5, 8)
    records = traced(module, x)
    contributions = head_contributions(module, records["heads"])
    assert contributions.shape == (2, num_heads, 5, 8)
    torch.testing.assert_close(contributions.sum(1) + module.w_o.bias, records["projected"])


@given(off=st.sets(st.integers(0, 3)))
def test_without_some_heads_the_output_is_the_sum_of_the_others(off):
    module, x = MultiHeadAttention(8, 4), drawn(1, 1, 5, 8)
    heads = traced(module, x)["heads"]
    on = [head for head in range(4) if head not in off]
    expected = head_contributions(module, heads)[:, on].sum(1) + module.w_o.bias
    concatenated = concatenated_without(heads, off)
    torch.testing.assert_close(module.w_o(concatenated), expected)
    for head in range(4):
        columns = concatenated[..., 2 * head : 2 * head + 2]
        assert bool(columns.any()) == (head not in off)


def test_switching_heads_off_leaves_the_heads_themselves_as_they_were():
    heads = drawn(1, 1, 2, 3, 4)
    before = heads.clone()
    concatenated_without(heads, {0, 1})
    assert torch.equal(heads, before)
    assert torch.equal(concatenated_without(heads, ()), heads.transpose(1, 2).flatten(2))


def test_one_seed_gives_the_same_weights_however_they_are_split():
    one, four = (build_multi_head_attention(8, heads, seed=3) for heads in (1, 4))
    for name, weight in one.state_dict().items():
        assert torch.equal(weight, four.state_dict()[name])
    other = build_multi_head_attention(8, 4, seed=4)
    assert not torch.equal(other.w_q.weight, four.w_q.weight)


def test_share_of_norm_by_hand():
    whole = torch.tensor([[3.0, 4.0]])
    parts = torch.tensor([[[3.0, 0.0]], [[0.0, 4.0]], [[0.0, 0.0]]])
    torch.testing.assert_close(share_of_norm(parts, whole), torch.tensor([0.6, 0.8, 0.0]))
    assert share_of_norm(parts, torch.zeros(1, 2)).tolist() == [0, 0, 0]


@pytest.mark.parametrize("head", [-1, 2])
def test_a_head_that_there_is_not_cannot_be_switched_off(head):
    with pytest.raises(ValueError, match=f"head must be from 0 to 1, got {head}"):
        concatenated_without(torch.ones(1, 2, 3, 4), {0, head})


def test_inputs_without_a_batch_are_refused():
    module, x = MultiHeadAttention(8, 2), torch.ones(1, 3, 8)
    for name, arguments in (
        ("query", (x[0], x, x)),
        ("key", (x, x[0], x)),
        ("value", (x, x, x[0])),
    ):
        message = rf"{name} must have shape \(batch, seq_len, d_model\), got \(3, 8\)"
        with pytest.raises(ValueError, match=message):
            module(*arguments)


@pytest.mark.parametrize("shape", [(2, 3, 3), (1, 3, 3)])
def test_a_mask_for_each_sentence_needs_a_place_for_the_heads(shape):
    module, x = build_multi_head_attention(8, 2, seed=1), drawn(1, 2, 3, 8)
    mask = torch.zeros(shape, dtype=torch.bool)
    mask[-1, :, 0] = True
    with pytest.raises(ValueError, match=r"write mask\[:, None\] for one per sentence"):
        module(x, x, x, mask)
    with trace(module) as records:
        module(x, x, x, mask[:, None])
    assert (records["weights"][-1, :, :, 0] == 0).all()
