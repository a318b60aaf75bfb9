"""What the attention page computes on, and what follows from what."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from pages.attention.setting import INPUTS, AttentionSetting
from transformer_lab.examples import qkv_from_words

SENTENCE = AttentionSetting(source="sentence", sentence="I am here", d_k=4, d_v=2, seed=7)
Q, K, V = qkv_from_words(("I", "am", "here"), 4, 2, 7)

cells = st.tuples(st.sampled_from(INPUTS), st.integers(0, 15), st.integers(0, 15))
edits = st.dictionaries(cells, st.floats(-1e3, 1e3, width=32), max_size=12)


def edited(**changes: float) -> AttentionSetting:
    """The sentence with some cells edited, given as X_0_1=2.0."""
    places = [name.rsplit("_", 2) for name in changes]
    cells = [(name, int(row), int(col)) for name, row, col in places]
    values = dict(zip(cells, changes.values(), strict=True))
    return SENTENCE.with_values(edits=values)


def test_an_edited_embedding_goes_into_queries_keys_and_values():
    setting = edited(X_1_5=2.0)
    made = setting.projections
    assert made.X[1, 5] == 2
    for name, before, now in zip("QKV", (Q, K, V), setting.matrices, strict=True):
        torch.testing.assert_close(now, made.X @ getattr(made, f"W_{name}"))
        assert torch.equal(now[0], before[0])
        assert not torch.equal(now[1], before[1])
    assert setting.detached() == {}


def test_an_edited_weight_changes_one_column_of_its_own_matrix():
    now = edited(W_K_3_1=9.0).matrices
    assert torch.equal(now.Q, Q)
    assert torch.equal(now.V, V)
    assert (now.K != K).any(0).tolist() == [False, True, False, False]


def test_a_query_edited_by_hand_is_detached_and_the_rest_still_follows():
    setting = edited(Q_0_1=2.0, X_0_0=1.0)
    assert list(setting.detached()) == ["Q"]
    made, now = setting.projections, setting.matrices
    assert now.Q[0, 1] == 2
    torch.testing.assert_close(now.Q[0, 2:], (made.X @ made.W_Q)[0, 2:])


@given(edits)
def test_reattaching_gives_the_product_again(changed):
    setting = SENTENCE.with_values(edits=changed)
    for name in "QKV":
        setting = setting.reattached(name)
    made = setting.projections
    assert setting.detached() == {}
    for name, matrix in setting.matrices._asdict().items():
        assert torch.equal(matrix, made.X @ getattr(made, f"W_{name}"))


@pytest.mark.parametrize("source", ["three_queries", "random"])
def test_where_nothing_makes_them_nothing_is_detached(source):
    setting = AttentionSetting(source=source, edits={("Q", 0, 0): 1.0, ("X", 0, 0): 5.0})
    assert setting.projections is None
    assert setting.detached() == {}
    assert setting.matrices.Q[0, 0] == 1


def test_an_edit_outside_of_a_smaller_matrix_waits_until_it_grows():
    setting = AttentionSetting(source="random", queries=2, keys=2, d_k=2, edits={("Q", 1, 2): 7.0})
    before = setting.with_values(edits={})
    assert torch.equal(setting.matrices.Q, before.matrices.Q)
    wider = setting.with_values(d_k=3)
    assert wider.matrices.Q[1, 2] == 7


def test_a_pasted_query_matrix_of_the_sentences_rows_keeps_the_sentence():
    pasted = SENTENCE.with_matrix("Q", [[1.0, 2.0, 3.0, 4.0]] * 3)
    assert pasted.source == "sentence"
    assert list(pasted.detached()) == ["Q"]
    assert torch.equal(pasted.matrices.K, K)


def test_a_pasted_matrix_of_other_rows_leaves_the_sentence_and_keeps_the_others():
    pasted = SENTENCE.with_matrix("Q", [[1.0, 2.0, 3.0, 4.0]] * 5)
    assert pasted.source == "random"
    torch.testing.assert_close(pasted.matrices.K, K)


def test_an_example_comes_as_it_is_by_itself():
    shown = AttentionSetting(source="random", mask="look_ahead", scaling=False, seed=3)
    example = shown.of("two_matches")
    assert (example.mask, example.scaling, example.sizes) == ("none", True, (1, 4, 3, 2))
    assert example.of("random").sizes == example.sizes


def test_the_words_of_a_sentence_give_its_size():
    assert SENTENCE.with_values(sentence="one two three four").steps.weights.shape == (4, 4)
    assert SENTENCE.with_values(queries=9).sizes.queries == 3


def test_a_pasted_matrix_of_a_kept_sentence_leaves_the_number_of_queries_alone():
    assert SENTENCE.with_matrix("Q", [[1.0] * 5] * 3).queries == SENTENCE.queries


@pytest.mark.parametrize(
    "change",
    [
        {"source": "elsewhere"},
        {"queries": 17},
        {"d_v": 0},
        {"seed": -1},
        {"mask": "all"},
        {"edits": "Q.0.0=oops"},
        {"cells": "a.b"},
        {"source": "sentence", "sentence": ""},
        {"source": "sentence", "sentence": "w " * 17},
        {"show": "nothing"},
        {"baseline": "random"},
    ],
)
def test_what_no_control_would_give_is_refused(change):
    with pytest.raises(ValueError):
        AttentionSetting.read(SENTENCE.to_json() | change)


def test_a_comparison_holds_what_is_there_when_it_begins():
    compared = SENTENCE.with_values(show="compare")
    assert compared.baseline == SENTENCE.numbers_only()
    assert compared.with_values(seed=8).baseline.seed == 7
    assert SENTENCE.views() == ["show", "baseline"]


def test_plain_values_are_the_whole_setting():
    setting = SENTENCE.with_values(
        mask="painted", cells=frozenset({(0, 1)}), edits={("X", 1, 2): 0.5}, show="compare"
    )
    assert AttentionSetting.read(setting.to_json()) == setting
