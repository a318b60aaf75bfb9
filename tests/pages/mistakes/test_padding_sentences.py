"""What is said of padding that is taken for something else holds in every setting."""

import pytest
import torch
from torch import nn

from tests.pages.answers import Asked
from tests.pages.mistakes.settings import compare, ends, sentence_of
from ui.words.language import read_words

WORDS = read_words("en", "mistakes")


def padding_of(comparison, ids="token_ids"):
    return comparison.given[ids] == 0


def test_the_targets_mask_shows_padding_or_hides_real_tokens_of_the_source():
    shown_once, hidden_once = False, False
    for sizes in ends("cross_attention_mask"):
        comparison = compare("cross_attention_mask", **sizes)
        source = padding_of(comparison, "source_ids")
        weighted, words = (
            (comparison.wrong > 0).all(0),
            sentence_of("cross_attention_mask", **sizes),
        )
        shown, hidden = int((source & weighted).sum()), int((~source & ~weighted).sum())
        assert (shown > 0) != (hidden > 0)
        if shown:
            assert f"Padded tokens of the source that get weight here: {shown}." in words
        else:
            assert f"Real tokens of the source that are hidden here: {hidden}, and no" in words
        shown_once, hidden_once = shown_once or shown > 0, hidden_once or hidden > 0
        # As the watch has it: hatched are the right columns exactly.
        assert torch.equal((comparison.right == 0).all(0), source)
    assert shown_once
    assert hidden_once


def test_a_longer_and_a_shorter_target_do_what_is_said_of_them():
    longer = Asked("mistakes", mistake="cross_attention_mask").pressed("try.target_longer")
    assert (longer.values("wrong") > 0).all()
    assert longer.labels("right") == ["0", "1", "2", "pad 3", "pad 4", "pad 5"]
    shorter = Asked("mistakes", mistake="cross_attention_mask").pressed("try.target_shorter")
    assert (shorter.values("wrong") == 0).all(0).tolist() == [False] * 3 + [True] * 3
    assert shorter.labels("right")[-2:] == ["4", "pad 5"]


def test_padding_is_named_in_rows_and_columns_by_whose_it_is(language):
    asked = Asked("mistakes", language, mistake="cross_attention_mask")
    for side in ("right", "wrong", "difference"):
        matrix = asked.matrices[side]
        assert list(matrix.cols.labels)[3:] == ["3", *(asked.text("pad", number=n) for n in (4, 5))]
        assert list(matrix.rows.labels)[4:] == ["4", asked.text("pad", number=5)]


def test_joined_with_and_only_padding_is_hidden_right_of_the_diagonal():
    assert WORDS["watch.joined_with_and"].endswith("only padding is hidden there.")
    for sizes in ends("joined_with_and"):
        comparison = compare("joined_with_and", **sizes)
        hidden, padding = comparison.wrong == 0, padding_of(comparison)
        assert torch.equal(hidden.triu(1), padding.expand_as(hidden).triu(1))
        assert not hidden.tril().any()
        real = int((~padding).sum())
        early = (comparison.wrong[:real, :real].triu(1) > 0).any(-1)
        words = sentence_of("joined_with_and", **sizes)
        if real > 1:
            assert f"see a later one here: {int(early.sum())} of {real}." in words
            assert early.tolist() == [True] * (real - 1) + [False]
        else:
            assert "With a single real token" in words
            assert (comparison.wrong[padding][:, padding].diagonal() > 0).all()


def test_where_true_keeps_and_joins_what_or_joins_where_true_hides():
    assert "Where True keeps, as in many tutorials, & is right." in sentence_of("joined_with_and")
    padding, future = torch.rand(6) < 0.5, torch.ones(6, 6, dtype=torch.bool).triu(1)
    assert torch.equal(~padding & ~future, ~(padding | future))


@pytest.mark.parametrize("seq_len", range(2, 9))
def test_one_padded_token_sees_itself_and_nobody_else_sees_it(seq_len):
    comparison = compare("joined_with_and", seq_len=seq_len, trailing=1)
    assert (comparison.wrong[:, -1] > 0).tolist() == [False] * (seq_len - 1) + [True]


def test_three_real_tokens_see_one_another_and_padding_sees_padding():
    wrong = compare("joined_with_and", seq_len=7, trailing=4).wrong
    assert (wrong[:3, :3] > 0).all()
    assert (wrong[3:, 3:].tril() > 0).equal(torch.ones(4, 4, dtype=torch.bool).tril())


def test_no_vector_is_all_zeros_once_its_position_is_added():
    for sizes in ends("padding_by_zeros"):
        comparison = compare("padding_by_zeros", **sizes)
        padding, x = padding_of(comparison), comparison.given["x"]
        assert not (x == 0).all(-1).any()
        assert (comparison.wrong > 0).all()
        share = 100 * float(comparison.wrong[:, padding].sum(-1).mean())
        words = sentence_of("padding_by_zeros", **sizes)
        said = float(words.partition("gives ")[2].partition("%")[0])
        assert said == pytest.approx(share, rel=0.06)


def test_the_embedding_of_padding_is_zeros_as_torch_keeps_it():
    assert "as torch.nn.Embedding keeps it with padding_idx" in sentence_of("padding_by_zeros")
    given = compare("padding_by_zeros").given
    assert (given["table"][0] == 0).all()
    assert (nn.Embedding(3, 8, padding_idx=0).weight[0] == 0).all()
    assert (given["table"][1:] != 0).all()


def test_four_of_seven_keys_are_padding_and_none_is_hidden():
    asked = Asked("mistakes", mistake="padding_by_zeros").pressed("try.four_of_seven")
    assert [label.startswith("pad") for label in asked.labels("right")] == [False] * 3 + [True] * 4
    assert (asked.values("wrong") > 0).all()
    assert (asked.values("right")[:, 3:] == 0).all()
