import pytest
import torch

from transformer_lab.examples import (
    embed_words,
    plain_self_attention,
    random_multi_head_weights,
    random_self_attention_weights,
    split_words,
    weighted_self_attention,
)
from transformer_lab.examples.self_attention import SelfAttentionWeights

X = embed_words(split_words("Can you help me to translate this sentence"), seed=123)


def assert_printed(actual, printed):
    """Equal to every digit of numbers printed with four decimals or five significant digits."""
    torch.testing.assert_close(actual, torch.tensor(printed), atol=6e-5, rtol=3e-5)


def test_two_words_by_hand():
    # X X^T = [[1, 0], [0, 4]]; softmax rows e : 1 and 1 : e^4
    steps = plain_self_attention(torch.tensor([[1.0, 0.0], [0.0, 2.0]]))
    assert steps.scores.tolist() == [[1, 0], [0, 4]]
    torch.testing.assert_close(
        steps.weights, torch.tensor([[0.73106, 0.26894], [0.01799, 0.98201]]), atol=1e-5, rtol=0
    )
    torch.testing.assert_close(
        steps.output, torch.tensor([[0.73106, 0.53788], [0.01799, 1.96403]]), atol=1e-5, rtol=0
    )


def test_weights_multiply_from_the_left():
    U_query = torch.tensor([[0.0, 1.0], [0.0, 0.0]])
    U = SelfAttentionWeights(U_query, torch.eye(2), torch.eye(2))
    steps = weighted_self_attention(torch.tensor([[3.0, 5.0]]), U)
    assert steps.queries.tolist() == [[5, 0]]


def test_plain_self_attention_is_as_printed():
    steps = plain_self_attention(X)
    torch.testing.assert_close(steps.weights.sum(dim=1), torch.ones(8))
    context_vec_2 = [
        -9.3975e-01, -4.6856e-01, 1.0311e00, -2.8192e-01, 4.9373e-01, -1.2896e-02,
        -2.7327e-01, -7.6358e-01, 1.3958e00, -9.9543e-01, -7.1287e-04, 1.2449e00,
        -7.8077e-02, 1.2765e00, -1.4589e00, -2.1601e00,
    ]  # fmt: skip
    assert_printed(steps.output[1], context_vec_2)


def test_weighted_self_attention_is_as_printed():
    steps = weighted_self_attention(X, random_self_attention_weights(16, seed=123))
    omega_2 = [-25.1623, 9.3602, 14.3667, 32.1482, 53.8976, 46.6626, -1.2131, -32.9392]
    attention_weights_2 = [
        2.2317e-09, 1.2499e-05, 4.3696e-05, 3.7242e-03, 8.5596e-01, 1.4026e-01,
        8.8897e-07, 3.1935e-10,
    ]  # fmt: skip
    context_vector_2 = [
        -1.2226, -3.4387, -4.3928, -5.2125, -1.1249, -3.3041, -1.4316, -3.2765,
        -2.5114, -2.6105, -1.5793, -2.8433, -2.4142, -0.3998, -1.9917, -3.3499,
    ]  # fmt: skip
    omega_23 = steps.queries[1] @ steps.keys[2]
    assert omega_23.item() == pytest.approx(14.3667, abs=5e-5)
    assert_printed(steps.scores[1], omega_2)
    torch.testing.assert_close(
        steps.weights[1], torch.tensor(attention_weights_2), atol=0, rtol=1e-4
    )
    assert_printed(steps.output[1], context_vector_2)


def test_the_third_of_eight_heads_has_the_printed_key():
    steps = weighted_self_attention(X, random_multi_head_weights(16, 8, seed=123))
    multihead_key_2 = [
        -1.9619, -0.7701, -0.7280, -1.6840, -1.0801, -1.6778, 0.6763, 0.6547,
        1.4445, -2.7016, -1.1364, -1.1204, -2.4430, -0.5982, -0.8292, -1.4401,
    ]  # fmt: skip
    assert steps.queries.shape == steps.keys.shape == steps.values.shape == (8, 8, 16)
    assert steps.weights.shape == (8, 8, 8)
    assert_printed(steps.keys[2, 1], multihead_key_2)


def test_each_head_is_the_attention_of_its_own_weights():
    U = random_multi_head_weights(16, 8, seed=123)
    together = weighted_self_attention(X, U)
    alone = weighted_self_attention(X, SelfAttentionWeights(*(u[5] for u in U)))
    torch.testing.assert_close(together.output[5], alone.output, atol=1e-5, rtol=1e-5)


def test_weights_of_another_width_are_refused():
    with pytest.raises(ValueError, match="X has d=16 but U_query has d=4"):
        weighted_self_attention(X, random_self_attention_weights(4, seed=1))
