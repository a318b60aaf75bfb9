"""What is said of an inverted and of a finite mask holds in every setting."""

import math

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tests.pages.answers import Asked
from tests.pages.mistakes.settings import compare, ends, sentence_of
from tests.pages.mistakes.test_sentences import loss_on_random_text
from transformer_core import generator, look_ahead_mask
from transformer_lab.mistakes import MISTAKES
from transformer_lab.mistakes.attention import queries_and_keys
from transformer_lab.mistakes.finite_mask import LOWERED, weights_filled_with_minus_10000


def test_each_query_sees_only_what_comes_after_it_and_the_last_one_nothing():
    assert "each query sees only the tokens after it, and the last one none at all" in sentence_of(
        "inverted_mask"
    )
    for sizes in ends("inverted_mask"):
        _, right, wrong = compare("inverted_mask", **sizes)
        assert torch.equal(wrong > 0, right == 0)
        assert wrong.isfinite().all()
        assert (wrong[-1] == 0).all()
        torch.testing.assert_close(wrong[:-1].sum(-1), torch.ones(len(wrong) - 1))


def test_true_hides_in_torchs_transformer_and_keeps_in_its_attention_function():
    assert "in torch.nn.Transformer, but “visible” in F.scaled" in sentence_of("inverted_mask")
    x = torch.randn(1, 5, 8, generator=generator(1))
    mask = look_ahead_mask(5)
    _, weights = nn.MultiheadAttention(8, 2, batch_first=True)(x, x, x, attn_mask=mask)
    assert torch.equal(weights[0] == 0, mask)
    layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True).eval()
    changed = x.clone()
    changed[0, -1] = 0.0
    with torch.no_grad():
        before, after = layer(x, src_mask=mask), layer(changed, src_mask=mask)
    torch.testing.assert_close(before[0, :-1], after[0, :-1])
    kept = F.scaled_dot_product_attention(x, x, torch.eye(5)[None], attn_mask=~mask)
    assert torch.equal(kept[0] == 0, mask)


def test_with_an_inverted_mask_the_loss_falls_even_on_random_text():
    assert loss_on_random_text(~look_ahead_mask(8)) < 0.5 * math.log(8)


@pytest.mark.parametrize(("what", "after"), [("longer", 6), ("shorter", 2)])
def test_the_first_query_sees_as_many_tokens_as_is_said(what, after):
    asked = Asked("mistakes", mistake="inverted_mask").pressed(f"try.{what}")
    assert int((asked.values("wrong")[0] > 0).sum()) == after
    assert f"the {after} tokens after it" in " ".join(asked.watched())


def test_as_much_weight_goes_to_hidden_keys_as_is_said():
    for sizes in ends("finite_mask"):
        given, right, wrong = compare("finite_mask", **sizes)
        assert (right[given["mask"]] == 0).all()
        assert (wrong[given["mask"]] > 0).all()
        leaked = 100 * float(wrong.masked_fill(~given["mask"], 0).sum(-1)[:-1].mean())
        words = sentence_of("finite_mask", **sizes)
        assert f"the scores are lowered by {sizes['lowered']:,}, and" in words
        said = float(words.partition("on average ")[2].partition("%")[0])
        assert said == pytest.approx(leaked, rel=0.06)


def test_scores_that_are_lowered_alike_change_no_right_weight():
    for seed in (0, 11, 345, 9999):
        plain = compare("mask_after_softmax", seq_len=6, seed=seed)
        rights = [compare("finite_mask", lowered=by, seed=seed).right for by in LOWERED]
        for right in rights[1:]:
            torch.testing.assert_close(right, rights[0], atol=1e-6, rtol=0)
        assert plain.right.shape == rights[0].shape


def test_with_scores_of_ordinary_size_a_test_on_a_new_model_passes():
    assert "so a test on a new model passes" in sentence_of("finite_mask")
    for seed in range(0, 9999, 499):
        given = queries_and_keys(8, seed=seed)
        mask = look_ahead_mask(8)
        weights = weights_filled_with_minus_10000(**given, mask=mask)
        assert MISTAKES["finite_mask"].passes(weights, {"mask": mask})


def test_minus_10000_fits_into_half_precision_and_minus_1e9_does_not():
    assert "−10,000 fits into half precision, which −1e9 does not" in sentence_of("finite_mask")
    assert torch.tensor(-10_000.0).half().isfinite()
    assert torch.tensor(-1e9).half().isinf()


def test_at_10000_hidden_keys_count_as_if_their_score_had_been_0():
    given, _, wrong = compare("finite_mask", lowered=10_000)
    scaled = given["Q"] @ given["K"].T / 2 + 10_000
    expected = scaled.masked_fill(given["mask"], 0.0).softmax(-1)
    torch.testing.assert_close(wrong, expected)


def test_a_little_leaks_while_the_scores_are_still_above_the_fill():
    for sizes in ends("finite_mask"):
        given, _, wrong = compare("finite_mask", **sizes | {"lowered": LOWERED[0]})
        scaled = given["Q"] @ given["K"].T / 2
        leaked = wrong.masked_fill(~given["mask"], 0).sum(-1)[:-1].mean()
        assert 0.001 < leaked < 0.1
        assert scaled[~given["mask"]].median() > -10_000


def test_the_curve_of_the_leak_has_the_weight_that_is_said():
    right, wrong = Asked("mistakes", mistake="finite_mask", lowered=10_000).curves
    assert set(right.y) == {0}
    given, _, weights = compare("finite_mask", lowered=10_000)
    leaked = float(weights.masked_fill(~given["mask"], 0).sum(-1)[:-1].mean())
    assert dict(zip(wrong.x, wrong.y, strict=True))[10_000] == pytest.approx(leaked)
    assert list(wrong.y) == sorted(wrong.y)


def test_of_multiplied_scores_hidden_keys_get_as_much_weight_as_is_said():
    for sizes in ends("multiplied_mask"):
        given, _, wrong = compare("multiplied_mask", **sizes)
        mask, scaled = given["mask"], given["Q"] @ given["K"].T / 2
        assert (wrong > 0).all()
        torch.testing.assert_close(wrong.sum(-1), torch.ones(len(wrong)))
        leaked = 100 * float(wrong.masked_fill(~mask, 0).sum(-1)[:-1].mean())
        said = sentence_of("multiplied_mask", **sizes).partition("On average ")[2]
        assert float(said.partition("%")[0]) == pytest.approx(leaked, rel=0.06)
        for query in range(len(wrong) - 1):
            hidden, visible = wrong[query, query + 1 :], ~mask[query]
            torch.testing.assert_close(hidden, hidden[0].expand_as(hidden))
            # A visible key has less weight than a hidden one where its score is negative.
            assert torch.equal(wrong[query] < hidden[0], visible & (scaled[query] < 0))


def test_to_add_1_to_the_visible_scores_hides_nothing_either():
    assert "To add 1 to the visible scores instead hides nothing" in sentence_of("multiplied_mask")
    given = compare("multiplied_mask").given
    scaled = given["Q"] @ given["K"].T / 2
    assert (torch.softmax(scaled + torch.ones_like(scaled).tril(), dim=-1) > 0).all()


@pytest.mark.parametrize(("what", "after"), [("longer", 6), ("shorter", 2)])
def test_the_first_query_gives_weight_to_as_many_hidden_keys_as_is_said(what, after):
    asked = Asked("mistakes", mistake="multiplied_mask").pressed(f"try.{what}")
    assert int((asked.values("right")[0] == 0).sum()) == after
    assert f"to {after} hidden keys" in " ".join(asked.watched())
