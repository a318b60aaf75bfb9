import math

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st

from transformer_core import attention, generator, look_ahead_mask
from transformer_lab.measures import attention_entropy

Q = torch.tensor([[1.0, 0.0], [0.0, 2.0]])
K = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
V = torch.tensor([[1.0], [10.0], [100.0]])

seeds = st.integers(0, 10_000)
small = st.integers(1, 6)
magnitudes = st.sampled_from([0.0, 1.0, 100.0, 1e9, 1e18])


def drawn(seed, *shape, magnitude=1.0):
    return magnitude * torch.randn(shape, generator=generator(seed))


def random_mask(seed, seq_q, seq_k):
    return torch.rand(seq_q, seq_k, generator=generator(seed)) < 0.5


def test_every_step_of_a_hand_sized_example():
    mask = torch.tensor([[False, False, True], [False, False, False]])
    steps = attention(Q, K, V, mask, scale=0.5)
    assert steps.scores.tolist() == [[1, 0, 1], [0, 2, 2]]
    assert steps.scaled.tolist() == [[0.5, 0, 0.5], [0, 1, 1]]
    assert steps.masked.tolist() == [[0.5, 0, -math.inf], [0, 1, 1]]
    half = math.exp(0.5)
    e = math.e
    expected = torch.tensor(
        [
            [half / (half + 1), 1 / (half + 1), 0],
            [1 / (1 + 2 * e), e / (1 + 2 * e), e / (1 + 2 * e)],
        ]
    )
    torch.testing.assert_close(steps.weights, expected)
    torch.testing.assert_close(steps.output, expected @ V)


def test_the_scale_is_one_over_the_root_of_d_k():
    steps = attention(torch.ones(1, 4), torch.ones(1, 4), torch.ones(1, 1))
    assert steps.scaled.item() == 2  # 4 / sqrt(4)


def test_equal_scores_share_the_weight():
    steps = attention(torch.zeros(1, 2), K, V)
    torch.testing.assert_close(steps.weights, torch.full((1, 3), 1 / 3))
    assert steps.output.item() == pytest.approx(37)


def test_without_a_mask_nothing_is_hidden():
    steps = attention(Q, K, V)
    assert torch.equal(steps.masked, steps.scaled)


def test_hidden_keys_get_no_weight():
    mask = torch.tensor([False, True, False])
    weights = attention(Q, K, V, mask).weights
    assert weights[:, 1].tolist() == [0, 0]
    torch.testing.assert_close(weights.sum(dim=1), torch.ones(2))


def test_a_query_that_sees_nothing_gets_zeros():
    mask = torch.tensor([[True, True, True], [False, False, False]])
    steps = attention(Q, K, V, mask)
    assert steps.masked[0].tolist() == [-math.inf] * 3
    assert steps.weights[0].tolist() == [0, 0, 0]
    assert steps.output[0].tolist() == [0]
    assert steps.weights[1].sum().item() == pytest.approx(1)


def test_a_query_that_sees_nothing_has_finite_gradients():
    queries, keys, values = (matrix.clone().requires_grad_() for matrix in (Q, K, V))
    mask = torch.tensor([[True, True, True], [False, True, False]])
    attention(queries, keys, values, mask).output.square().sum().backward()
    for tensor in (queries, keys, values):
        assert tensor.grad.isfinite().all()
    assert queries.grad[0].tolist() == [0, 0]
    assert values.grad[1].tolist() == [0]


def zeroed_afterwards(scores, mask, *, added):
    """Weights whose NaN is put right only after the softmax."""
    if added:
        masked = scores + torch.zeros(mask.shape).masked_fill(mask, -math.inf)
    else:
        masked = scores.masked_fill(mask, -math.inf)
    empty = mask.all(-1, keepdim=True)
    return torch.softmax(masked, dim=-1).masked_fill(empty, 0.0)


def gradients_with_an_empty_row(weigh):
    """Of Q and K, where the first query sees nothing."""
    Q, K, V = (drawn(seed, 3, 4) for seed in (1, 2, 3))
    Q.requires_grad_()
    K.requires_grad_()
    mask = torch.ones(3, 3, dtype=torch.bool).triu(0)
    return torch.autograd.grad((weigh(Q, K, V, mask) @ V).square().sum(), (Q, K))


def test_zeroing_nan_after_the_softmax_keeps_the_gradients_behind_masked_fill_alone():
    ours = gradients_with_an_empty_row(lambda *given: attention(*given).weights)
    filled, added = (
        gradients_with_an_empty_row(
            lambda Q, K, V, mask, added=added: zeroed_afterwards(Q @ K.T / 2, mask, added=added)
        )
        for added in (False, True)
    )
    for expected, behind_fill, behind_sum in zip(ours, filled, added, strict=True):
        torch.testing.assert_close(behind_fill, expected)
        assert behind_sum.isnan().any()


@pytest.mark.filterwarnings("ignore:Anomaly Detection", "ignore:Error detected in Softmax")
def test_anomaly_detection_finds_nothing_in_an_empty_row_but_in_one_zeroed_afterwards():
    with torch.autograd.detect_anomaly(check_nan=True):
        gradients_with_an_empty_row(lambda *given: attention(*given).weights)
        with pytest.raises(RuntimeError, match="SoftmaxBackward0"):
            gradients_with_an_empty_row(
                lambda Q, K, V, mask: zeroed_afterwards(Q @ K.T / 2, mask, added=False)
            )


def test_a_mask_of_one_column_hides_whole_rows():
    weights = attention(Q, K, V, torch.tensor([[True], [False]])).weights
    assert weights[0].tolist() == [0, 0, 0]
    assert weights[1].sum().item() == pytest.approx(1)


def test_leading_sizes_are_kept():
    steps = attention(drawn(1, 2, 5, 4, 3), drawn(2, 2, 5, 6, 3), drawn(3, 2, 5, 6, 7))
    assert steps.scores.shape == steps.weights.shape == (2, 5, 4, 6)
    assert steps.output.shape == (2, 5, 4, 7)


@pytest.mark.parametrize("scale", [None, 0.3])
def test_output_agrees_with_torch(scale):
    queries, keys, values = drawn(1, 2, 4, 5, 8), drawn(2, 2, 4, 7, 8), drawn(3, 2, 4, 7, 8)
    mask = random_mask(4, 5, 7)
    mask[:, 0] = False
    ours = attention(queries, keys, values, mask, scale).output
    # To torch True means "takes part"
    theirs = F.scaled_dot_product_attention(queries, keys, values, ~mask, scale=scale)
    torch.testing.assert_close(ours, theirs, atol=1e-6, rtol=1e-5)


def test_gradients_agree_with_torch():
    tensors = [drawn(seed, 3, 4).requires_grad_() for seed in (1, 2, 3)]
    mask = look_ahead_mask(3)
    ours = torch.autograd.grad(attention(*tensors, mask).output.sum(), tensors)
    output = F.scaled_dot_product_attention(*tensors, ~mask)
    for mine, theirs in zip(ours, torch.autograd.grad(output.sum(), tensors), strict=True):
        torch.testing.assert_close(mine, theirs, atol=1e-6, rtol=1e-5)


@given(seed=seeds, seq_q=small, seq_k=small, d_k=small, magnitude=magnitudes)
def test_rows_sum_to_one_or_see_nothing(seed, seq_q, seq_k, d_k, magnitude):
    queries, keys = drawn(seed, seq_q, d_k, magnitude=magnitude), drawn(seed + 1, seq_k, d_k)
    mask = random_mask(seed, seq_q, seq_k)
    steps = attention(queries, magnitude * keys, drawn(seed + 2, seq_k, 2), mask)
    empty = mask.all(dim=1)
    torch.testing.assert_close(steps.weights.sum(dim=1), (~empty).float())
    assert (steps.weights >= 0).all()
    assert (steps.weights[mask] == 0).all()
    assert (steps.output[empty] == 0).all()
    assert not any(step.isnan().any() for step in steps)


@given(seed=seeds, seq_q=small, seq_k=small, d_k=small, magnitude=magnitudes)
def test_gradients_are_never_nan(seed, seq_q, seq_k, d_k, magnitude):
    tensors = [
        drawn(seed, seq_q, d_k, magnitude=magnitude).requires_grad_(),
        drawn(seed + 1, seq_k, d_k).requires_grad_(),
        drawn(seed + 2, seq_k, 2).requires_grad_(),
    ]
    output = attention(*tensors, random_mask(seed, seq_q, seq_k)).output
    for gradient in torch.autograd.grad(output.sum(), tensors):
        assert gradient.isfinite().all()


@given(seed=seeds, seq_len=small)
def test_the_past_does_not_change_with_the_future(seed, seq_len):
    X = drawn(seed, seq_len, 4)
    changed = X.clone()
    changed[-1] = drawn(seed + 1, 4)
    mask = look_ahead_mask(seq_len)
    before = attention(X, X, X, mask).output[:-1]
    after = attention(changed, changed, changed, mask).output[:-1]
    assert torch.equal(before, after)


@given(seed=seeds, seq_k=st.integers(2, 6))
def test_the_order_of_keys_does_not_matter(seed, seq_k):
    keys, values = drawn(seed, seq_k, 3), drawn(seed + 1, seq_k, 2)
    order = torch.randperm(seq_k, generator=generator(seed))
    queries = drawn(seed + 2, 4, 3)
    before, after = attention(queries, keys, values), attention(queries, keys[order], values[order])
    torch.testing.assert_close(before.output, after.output, atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(before.weights[:, order], after.weights, atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize(
    ("shapes", "message"),
    [
        (((3,), (4, 3), (4, 2)), r"Q must have at least two dimensions, got \(3,\)"),
        (((2, 3), (4, 5), (4, 2)), "Q has d_k=3 but K has d_k=5"),
        (((2, 3), (4, 3), (6, 2)), "K has seq_k=4 rows but V has 6"),
        (((2, 2, 3), (3, 4, 3), (4, 2)), r"Q \(2,\), K \(3,\), V \(\)"),
    ],
)
def test_matrices_that_do_not_fit_are_refused_with_their_sizes(shapes, message):
    with pytest.raises(ValueError, match=message):
        attention(*(torch.zeros(shape) for shape in shapes))


def test_a_mask_of_numbers_is_refused():
    with pytest.raises(ValueError, match=r"mask must be bool, True = hidden, got torch\.float32"):
        attention(Q, K, V, torch.zeros(2, 3))


@pytest.mark.parametrize("shape", [(2, 4), (3, 3), (1, 1, 1, 3)])
def test_a_mask_that_does_not_fit_the_scores_is_refused(shape):
    with pytest.raises(ValueError, match=r"does not fit the scores \(2, 3\)"):
        attention(Q, K, V, torch.zeros(shape, dtype=torch.bool))


def test_entropy_counts_the_bits_of_a_choice():
    weights = torch.tensor([[1, 0, 0, 0], [0.5, 0.5, 0, 0], [0.25] * 4, [0, 0, 0, 0]])
    assert attention_entropy(weights).tolist() == pytest.approx([0, 1, 2, 0])


@given(seed=seeds, seq_k=st.integers(1, 20))
def test_entropy_lies_between_one_key_and_all_keys(seed, seq_k):
    entropy = attention_entropy(drawn(seed, 3, seq_k).softmax(dim=-1))
    assert (entropy >= 0).all()
    assert (entropy <= math.log2(seq_k) + 1e-5).all()


@pytest.mark.parametrize("scale", [math.nan, math.inf])
def test_a_scale_that_is_not_finite_is_refused(scale):
    with pytest.raises(ValueError, match=f"scale must be a finite number, got {scale}"):
        attention(Q, K, V, scale=scale)


def test_queries_without_numbers_are_refused():
    with pytest.raises(ValueError, match=r"d_k must be at least 1, got Q \(2, 0\)"):
        attention(torch.zeros(2, 0), torch.zeros(3, 0), V)


@pytest.mark.parametrize("shape", [(2, 4, 4), (1, 4, 4), (2, 1, 4), (4, 4, 4)])
def test_a_mask_that_could_mean_the_batch_or_the_heads_is_refused(shape):
    heads = torch.zeros(2, 2, 4, 3)
    message = r"write mask\[:, None\] for one per sentence, mask\[None\] for one per head"
    with pytest.raises(ValueError, match=message):
        attention(heads, heads, heads, torch.zeros(shape, dtype=torch.bool))


def test_a_mask_with_as_many_dimensions_as_the_scores_is_for_the_batch():
    x = drawn(1, 2, 4, 3)
    mask = torch.zeros(2, 4, 4, dtype=torch.bool)
    mask[1, :, 0] = True
    weights = attention(x, x, x, mask).weights
    assert (weights[0] > 0).all()
    assert (weights[1, :, 0] == 0).all()


@pytest.mark.parametrize(
    ("scores", "remedy"),
    [((2, 5, 5), r"mask\[:, None, :\]"), ((2, 3, 5, 5), r"mask\[:, None, None, :\]")],
)
def test_a_mask_with_one_row_per_sentence_is_refused_with_what_to_write(scores, remedy):
    x, mask = torch.zeros(scores), torch.zeros(2, 5, dtype=torch.bool)
    with pytest.raises(ValueError, match=f"write {remedy} for one row per sentence"):
        attention(x, x, x, mask)


UNSEEN = (math.inf, -math.inf, math.nan)
unseen = pytest.mark.parametrize("value", UNSEEN)


@unseen
@pytest.mark.parametrize("leading", [(), (2,), (2, 3)])
def test_a_hidden_value_adds_nothing_even_where_it_is_not_finite(value, leading):
    queries, keys, values = (drawn(seed, *leading, 4, 3) for seed in (1, 2, 3))
    poisoned = values.clone()
    poisoned[..., 3, 1] = value
    mask = look_ahead_mask(4)
    before, after = (attention(queries, keys, V, mask).output for V in (values, poisoned))
    torch.testing.assert_close(after[..., :3, :], before[..., :3, :])
    assert not after[..., 3, 1].isfinite().any()
    torch.testing.assert_close(after[..., 3, ::2], before[..., 3, ::2])


@unseen
def test_a_hidden_key_that_is_not_finite_gets_no_weight(value):
    keys = K.clone()
    keys[2] = value
    mask = torch.tensor([False, False, True])
    assert torch.equal(attention(Q, keys, V, mask).weights, attention(Q, K, V, mask).weights)


@unseen
def test_a_hidden_value_that_is_not_finite_leaves_the_gradient_finite(value):
    values = torch.tensor([[1.0], [value]], requires_grad=True)
    output = attention(torch.ones(1, 2), torch.ones(2, 2), values, torch.tensor([False, True]))
    assert torch.autograd.grad(output.output.sum(), values)[0].tolist() == [[1], [0]]


def test_a_visible_infinite_value_stays_infinite():
    values = torch.tensor([[math.inf, 1.0], [2.0, -math.inf], [math.inf, 3.0]])
    mask = torch.tensor([[False, True, True], [False, False, True]])
    output = attention(torch.zeros(2, 1), torch.zeros(3, 1), values, mask).output
    assert output.tolist() == [[math.inf, 1.0], [math.inf, -math.inf]]


def test_values_whose_sum_is_too_large_for_a_float_are_added_as_they_are():
    values = torch.full((2, 3), 3e38)
    mask = torch.zeros(2, 2, dtype=torch.bool)
    output = attention(torch.zeros(2, 1), torch.zeros(2, 1), values, mask).output
    torch.testing.assert_close(output, values)


def test_attention_can_be_mapped_over_a_batch():
    queries, keys, values = (drawn(seed, 3, 4, 2) for seed in (1, 2, 3))
    mapped = torch.func.vmap(lambda *one: attention(*one, look_ahead_mask(4)).output)
    expected = attention(queries, keys, values, look_ahead_mask(4)).output
    torch.testing.assert_close(mapped(queries, keys, values), expected)
