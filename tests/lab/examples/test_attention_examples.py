import pytest
import torch

from transformer_core import attention, generator
from transformer_lab.examples import (
    embed_words,
    identity_example,
    qkv_from_words,
    random_embedding,
    sized,
    split_words,
    worked_example,
)
from transformer_lab.examples.attention_examples import word_projections

SENTENCE = split_words("Can you help me to translate this sentence")


@pytest.mark.parametrize(
    ("queries", "weights", "output"),
    [
        ("one_match", [[0, 1, 0, 0]], [[10, 0]]),
        ("two_matches", [[0, 0, 0.5, 0.5]], [[550, 5.5]]),
        (
            "three_queries",
            [[0, 0, 0.5, 0.5], [0, 1, 0, 0], [0.5, 0.5, 0, 0]],
            [[550, 5.5], [10, 0], [5.5, 0]],
        ),
    ],
)
def test_the_worked_example_gives_its_weights_and_outputs(queries, weights, output):
    steps = attention(*worked_example(queries))
    torch.testing.assert_close(steps.weights, torch.tensor(weights).float(), atol=1e-8, rtol=0)
    torch.testing.assert_close(steps.output, torch.tensor(output).float(), atol=1e-3, rtol=0)


def test_an_unknown_example_is_refused():
    with pytest.raises(ValueError, match=r"queries must be one of one_match, .*, got 'four'"):
        worked_example("four")


def test_examples_can_be_changed_without_changing_the_next():
    worked_example().K.zero_()
    assert worked_example().K[0].tolist() == [10, 0, 0]


def test_identity_keys_show_the_query_as_scores():
    Q, K, V = identity_example()
    steps = attention(Q, K, V)
    assert torch.equal(steps.scores, 10 * Q)
    torch.testing.assert_close(steps.output, torch.tensor([[4.0, 5, 6], [5.5, 6.5, 7.5]]))


def test_sized_cuts_and_fills_with_zeros():
    matrix = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    assert sized(matrix, 1, 3).tolist() == [[1, 2, 0]]
    assert sized(matrix, 3, 1).tolist() == [[1], [3], [0]]


def test_sized_gives_a_new_matrix():
    matrix = torch.ones(2, 2)
    sized(matrix, 2, 2).zero_()
    assert matrix.sum() == 4


def test_words_get_the_rows_of_a_seeded_torch_embedding():
    expected = random_embedding(10, 16, seed=123)[torch.tensor([0, 7, 1, 2, 5, 6, 4, 3])]
    assert torch.equal(embed_words(SENTENCE, seed=123), expected)


def test_the_same_word_gets_the_same_row():
    rows = embed_words(["The", "cat", "sees", "the"], seed=1)
    assert torch.equal(rows[0], rows[3])
    assert not torch.equal(rows[0], rows[1])


def test_queries_keys_and_values_are_embeddings_times_weights():
    draw = generator(7)
    X = torch.randn(128, 16, generator=draw)[torch.tensor([0, 7, 1, 2, 5, 6, 4, 3])]
    W_Q, W_K, W_V = (torch.randn(16, 16, generator=draw) / 4 for _ in range(3))
    Q, K, V = qkv_from_words(SENTENCE, d_k=5, d_v=3, seed=7)
    torch.testing.assert_close(Q, (X @ W_Q)[:, :5])
    torch.testing.assert_close(K, (X @ W_K)[:, :5])
    torch.testing.assert_close(V, (X @ W_V)[:, :3])


def test_queries_keys_and_values_follow_from_the_embeddings_and_the_weights():
    made = word_projections(SENTENCE, d_k=5, d_v=3, seed=7)
    X, W_Q, W_K, W_V = made
    assert (W_Q.shape, W_K.shape, W_V.shape) == ((16, 5), (16, 5), (16, 3))
    assert torch.equal(torch.cat(made.project(), 1), torch.cat([X @ W_Q, X @ W_K, X @ W_V], 1))
    assert torch.equal(
        torch.cat(made.project(), 1), torch.cat(qkv_from_words(SENTENCE, 5, 3, 7), 1)
    )


def test_the_same_word_has_the_same_embedding_and_can_be_changed_alone():
    made = word_projections(["the", "cat", "the"], 2, 2, seed=1)
    assert torch.equal(made.X[0], made.X[2])
    made.X[0].zero_()
    assert made.X[2].any()
    assert word_projections(["the"], 2, 2, seed=1).X.any()


def test_a_wider_value_keeps_the_queries():
    before = qkv_from_words(SENTENCE, d_k=4, d_v=2, seed=7)
    after = qkv_from_words(SENTENCE, d_k=4, d_v=6, seed=7)
    assert torch.equal(before.Q, after.Q)
    torch.testing.assert_close(before.V, after.V[:, :2])


@pytest.mark.parametrize(
    ("words", "sizes", "message"),
    [
        ([], (4, 4), "the number of words must be from 1 to 128, got 0"),
        (["a"] * 129, (4, 4), "must be from 1 to 128, got 129"),
        (["a"], (17, 4), "d_k, d_v and d_model must be at most 16, got 17, 4 and 16"),
        (["a"], (4, 0), "d_v must be at least 1, got 0"),
    ],
)
def test_impossible_sentences_and_sizes_are_refused(words, sizes, message):
    with pytest.raises(ValueError, match=message):
        qkv_from_words(words, *sizes, seed=1)


def test_embedding_wider_than_the_table_is_refused():
    with pytest.raises(ValueError, match="d_model must be at most 16, got 17"):
        embed_words(["a"], seed=1, d_model=17)
