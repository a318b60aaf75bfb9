"""Each answer in the register is true: of the setting that it is shown with, or of any.

An answer is held by a law here, or by the test of its page that is named.
"""

from importlib import import_module

import pytest
import torch
from torch import Tensor

from pages.ablations.findings import finding, spreads
from tests.pages.ablations.test_forward import (
    test_without_positions_equal_digits_are_the_same_to_the_whole_encoder as equal_digits_are_alike,
)
from tests.pages.answers import Asked
from transformer_core import (
    MultiHeadAttention,
    attention,
    learning_rate,
    look_ahead_mask,
    peak_learning_rate,
    position_shift,
    positional_encoding,
)
from transformer_lab.learning.ablations import CONFIGS, SEEDS
from ui.answer.parts import Curves, Note
from ui.questions.register import REGISTER, question_of, questions_at
from ui.words.language import LANGUAGES

PAGES, SINCE = "tests.pages", "tests.ui.questions.test_answers_since"
HELD_BY = {
    "key_value_cache": "tests.ui.questions.test_answers_since:"
    "test_a_cache_keeps_as_many_numbers_as_the_answer_says",
    "by_layer": f"{PAGES}.your_sentence.test_reading:test_the_last_row_is_what_the_model_writes",
    "patching": f"{PAGES}.your_sentence.test_patching:test_what_is_said_to_be_the_same_is_the_same",
    "rollout": f"{PAGES}.your_sentence.test_summary:"
    "test_rollout_is_that_of_all_layers_up_to_this_one",
    "sqrt_dk": f"{PAGES}.mistakes.test_answer:test_the_unscaled_softmax_saturates_as_d_k_grows",
    "which_padding": f"{PAGES}.masks.test_questions:"
    "test_the_targets_padding_is_the_wrong_one_and_the_sources_the_right_one",
    "queries_too": f"{PAGES}.masks.test_questions:"
    "test_masked_queries_change_the_rows_of_padding_alone",
    "and_or": f"{PAGES}.masks.test_questions:test_and_shows_the_future",
    "minus_infinity": f"{PAGES}.masks.test_questions:test_a_score_of_0_does_not_hide_a_key",
    "finite_mask": f"{PAGES}.masks.test_questions:"
    "test_large_scores_get_past_a_finite_mask_and_not_past_infinity",
    "half_precision": f"{PAGES}.masks.test_questions:"
    "test_in_half_precision_a_row_without_keys_is_shared_out_evenly",
    "residual_leak": f"{PAGES}.masks.test_questions:"
    "test_the_residual_does_not_leak_and_a_norm_over_positions_does",
    "norm_leak": f"{PAGES}.masks.test_questions:"
    "test_the_residual_does_not_leak_and_a_norm_over_positions_does",
    "is_causal": f"{PAGES}.masks.test_questions:"
    "test_is_causal_gives_the_words_the_same_output_while_padding_is_at_the_end",
    "mask_at_inference": f"{PAGES}.masks.test_questions:"
    "test_at_inference_the_mask_keeps_what_is_written_and_hides_nothing_from_the_newest",
    "whole_target": f"{PAGES}.masks.test_questions:"
    "test_the_whole_target_at_once_gives_what_its_parts_give",
    "empty_row": f"{PAGES}.mistakes.test_answer:"
    "test_a_row_with_everything_hidden_has_three_results_side_by_side",
    "shifted": f"{PAGES}.encoder_decoder.test_questions:"
    "test_with_padding_the_dropped_token_is_padding_and_the_end_is_a_label",
    "teacher_forcing": f"{PAGES}.encoder_decoder.test_questions:"
    "test_a_few_steps_leave_an_error_that_inference_carries_on",
    "label_smoothing": f"{PAGES}.encoder_decoder.test_questions:"
    "test_a_good_model_stops_at_90_percent",
    "pre_or_post": f"{PAGES}.encoder_decoder.test_depth:"
    "test_the_sentence_has_the_numbers_of_the_model_with_and_without_its_last_norms",
    "interleaved": f"{PAGES}.positional_encoding.test_orders:"
    "test_only_columns_and_weights_moved_together_leave_the_weights",
    "add_or_concatenate": f"{PAGES}.positional_encoding.test_joined:"
    "test_adding_is_concatenating_with_the_same_weights_twice",
    "learned_positions": f"{PAGES}.positional_encoding.test_learned:"
    "test_the_table_costs_as_many_weights_as_torchs_embedding",
    "wrong_residual": "tests.lab.mistakes.test_as_changes:"
    "test_the_wrong_residual_is_a_change_of_the_second_sum",
    "importance": f"{PAGES}.attention_limits.test_answer:"
    "test_it_says_which_word_is_looked_at_most_and_which_changes_the_token_most",
    "weight_or_value": f"{PAGES}.attention_limits.test_answer:"
    "test_a_longer_value_has_a_larger_share_than_its_weight_and_a_shorter_one_less",
    "sink": f"{PAGES}.attention_limits.test_answer:"
    "test_a_sink_is_named_only_where_all_that_is_said_of_it_is_true",
    "rope": f"{SINCE}:test_moving_all_positions_turns_the_vectors_and_leaves_every_score",
    "alibi": f"{SINCE}:test_a_score_loses_the_slope_of_its_head_for_each_position",
    "t5_buckets": f"{SINCE}:test_near_distances_have_a_bucket_each_and_far_ones_share_larger_ones",
    "past_length": f"{SINCE}:test_only_a_table_ends_and_what_goes_on_is_outlined",
    "grouped_heads": f"{SINCE}:test_a_cache_keeps_the_keys_and_values_of_a_group_once",
    "sliding_window": f"{SINCE}:test_a_window_leaves_a_query_itself_and_the_keys_just_before_it",
    "packed_documents": f"{SINCE}:test_no_document_sees_another",
    "cosine": f"{SINCE}:test_a_cosine_is_above_the_line_first_and_below_it_then",
    "adamw": f"{SINCE}:test_larger_gradients_weaken_the_decay_that_goes_through_them_alone",
}
"""The test of a page that holds an answer, by the question's key."""


def shown(key: str) -> Asked:
    """The page as it answers a question."""
    question = question_of(key)
    return Asked(question.page).moved(question.state("en"))


def random(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def q_k_v() -> None:
    """The weights follow from Q and K alone; the output is what they mix of V."""
    q, k, v = random(3, 4), random(5, 4, seed=1), random(5, 6, seed=2)
    steps, others = attention(q, k, v), attention(q, k, 2 * v)
    assert torch.equal(steps.weights, others.weights)
    torch.testing.assert_close(steps.output, steps.weights @ v)
    torch.testing.assert_close(others.output, 2 * steps.output)


def three_vectors() -> None:
    """One vector: the same in both directions, and each word's weight lies on itself. Three: not
    so, in any head."""
    page = shown("three_vectors")
    scores = page.setting.plain_steps.scores
    torch.testing.assert_close(scores, scores.T)
    itself = torch.arange(len(scores))
    assert torch.equal(page.setting.alpha.argmax(dim=-1), itself)
    for head in range(page.setting.num_heads):
        apart = page.setting.with_values(view="heads", head=head)
        assert not torch.equal(apart.alpha.argmax(dim=-1), itself)
        assert not torch.allclose(apart.head_steps.scores, apart.head_steps.scores.T, atol=0.1)


def several_heads() -> None:
    """In what is shown, a query has one row of weights in each head, and they differ."""
    page = shown("several_heads")
    heads = page.handler.page.tensors(page.setting)["weights"]
    assert len(heads) > 1
    assert not torch.allclose(heads[0], heads[1], atol=0.05)


def head_split() -> None:
    """Columns of the product are the product with the columns."""
    x, w = random(5, 16), random(16, 16, seed=1)
    for head in range(4):
        columns = slice(4 * head, 4 * head + 4)
        torch.testing.assert_close((x @ w)[:, columns], x @ w[:, columns])


def over_1() -> None:
    """Dropped or divided by 1 − p: some rows of what is shown sum to more than 1, and on average
    the sum of a row is 1."""
    setting = shown("over_1").setting
    keep = 1 - setting.dropout
    weights = attention(random(400, 8), random(6, 8, seed=1), random(6, 8, seed=2)).weights
    kept = torch.rand(weights.shape, generator=torch.Generator().manual_seed(3)) < keep
    sums = (weights * kept / keep).sum(-1)
    assert sums.max() > 1 > sums.min()
    assert float(sums.mean()) == pytest.approx(1, abs=0.1)


def view_transpose() -> None:
    """Numbers that name their token: a head of the view alone has those of several."""
    tokens, heads, d_k = 6, 2, 4
    named = torch.arange(tokens).unsqueeze(1).expand(tokens, heads * d_k)
    wrong = named.reshape(heads, tokens, d_k)
    right = named.reshape(tokens, heads, d_k).transpose(0, 1)
    assert all(len(row.unique()) == 1 for head in right for row in head)
    assert any(len(head[row : row + 2].unique()) < 2 for head in wrong for row in range(tokens - 1))
    assert not torch.equal(wrong, right)


def cross_attention() -> None:
    """As many rows as the decoder has tokens, as many columns as the source has words."""
    layer = MultiHeadAttention(8, 2)
    weights_of = attention(random(3, 8), random(5, 8, seed=1), random(5, 8, seed=2)).weights
    assert weights_of.shape == (3, 5)
    assert layer(random(1, 3, 8), random(1, 5, 8), random(1, 5, 8)).shape == (1, 3, 8)


def true_hides() -> None:
    """The same mask, read by both conventions, swaps what gets weight."""
    q, k, v = random(1, 1, 3, 4), random(1, 1, 3, 4, seed=1), torch.eye(3).expand(1, 1, 3, 3)
    mask = torch.tensor([False, False, True]).expand(1, 1, 3, 3)
    hidden = attention(q, k, v, mask).weights
    kept = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    assert torch.all(hidden[..., 2] == 0) and torch.all(kept[..., :2] == 0)
    attending = torch.nn.MultiheadAttention(4, 1, batch_first=True)
    x = random(1, 3, 4)
    _, weights = attending(x, x, x, key_padding_mask=mask[0, 0, :1])
    assert torch.all(weights[..., 2] == 0)


def mask_axis() -> None:
    """(…, 1, len) hides a column from every query, (…, len, 1) whole rows."""
    q, k, v = random(1, 1, 3, 4), random(1, 1, 3, 4, seed=1), random(1, 1, 3, 4, seed=2)
    padding = torch.tensor([False, False, True])
    keys = attention(q, k, v, padding.view(1, 1, 1, 3)).weights
    queries = attention(q, k, v, padding.view(1, 1, 3, 1)).weights
    assert torch.all(keys[..., 2] == 0)
    assert torch.all(queries[..., 2, :] == 0) and torch.all(queries[..., :2, 2] > 0)


def triangle() -> None:
    mask = look_ahead_mask(5)
    later = torch.arange(5).unsqueeze(0) > torch.arange(5).unsqueeze(1)
    assert torch.equal(mask, later)
    weights = attention(random(5, 4), random(5, 4, seed=1), random(5, 4, seed=2), mask.T).weights
    earlier = later.T
    assert torch.all(weights[earlier] == 0) and torch.all(weights[~earlier] > 0)


def look_ahead() -> None:
    """Without the mask a row depends on a later token, under it it does not."""
    x = random(4, 8)
    other = x.clone()
    other[3] += 1
    mask = look_ahead_mask(4)
    for hidden, depends in ((None, True), (mask, False)):
        one, two = (attention(each, each, each, hidden).output[:3] for each in (x, other))
        assert torch.equal(one, two) != depends


def zeros_as_padding() -> None:
    """No position's vector is all zeros, nor is the sum with a padding vector of zeros."""
    assert not bool((positional_encoding(64, 16) == 0).all(-1).any())


def sin_cos() -> None:
    encoding = positional_encoding(2_000, 16)
    assert encoding.abs().max() <= 1
    assert len(encoding.unique(dim=0)) == len(encoding)
    shift = position_shift(7, 16)
    torch.testing.assert_close(encoding[:100] @ shift, encoding[7:107], atol=1e-4, rtol=0)


def sqrt_d_model() -> None:
    """Embeddings of torch's own initial size times 1/√d_model, as the paper's code has them, are
    smaller than the encoding; times √d_model they are not."""
    d_model = shown("sqrt_d_model").setting.d_model
    embedding = random(6, d_model) / d_model**0.5
    encoding = positional_encoding(6, d_model)
    assert embedding.norm(dim=-1).max() < encoding.norm(dim=-1).min()
    assert (d_model**0.5 * embedding).norm(dim=-1).min() > 0.5 * encoding.norm(dim=-1).max()


def residual_and_norm() -> None:
    """The bars have no right input without residuals; in a whole model the sum is its input plus
    what the sublayer adds, and the norm has one size. Below the bars stands how far numbers spread
    without norms."""
    setting = shown("residual_and_norm").setting
    assert (setting.variant, setting.parts) == ("norm", True)
    for language in LANGUAGES:
        asked = Asked("ablations", language, **setting.to_json())
        ends = [spreads(run, setting.seed_number) for run in ("norm", "whole")]
        title, bars, why = asked.parts("picture")[:3]
        assert isinstance(bars, Curves) and isinstance(why, Note) and isinstance(title, Note)
        assert all(f"{least:.2f}–{most:.2f}" in why.text for least, most in ends)
        said = bars.figure["data"][-1]
        place = list(said["y"]).index(asked.text("variant.residuals"))
        assert said["text"][place] == "0%"
        # What the button shows does not put the answer away.
        pressed = asked.pressed("presets.residuals")
        assert question_of("residual_and_norm") in questions_at("ablations", pressed.setting)
    for seed in SEEDS:
        (least, most), (whole_least, whole_most) = (spreads(run, seed) for run in ("norm", "whole"))
        assert whole_most / whole_least < 1.1 and most / least > 2
    assert finding("residuals").verdict == "fails"
    assert finding("norm").verdict == "as_well"
    records = Asked("encoder_decoder").setting.forward.records
    layer = "encoder.layers.0"
    added = records[f"{layer}.residual_1"] - records[f"{layer}.self_attention.projected"]
    torch.testing.assert_close(added, records["src_encoded"], atol=1e-5, rtol=1e-5)
    for name, normed in records.items():
        if name.rpartition(".")[2].startswith("normed"):
            spread = normed.std(-1, correction=0)
            torch.testing.assert_close(spread, torch.ones_like(spread), atol=0.02, rtol=0)


def feed_forward() -> None:
    """What a hidden layer of 4 adds, less its mean over inputs, has at most 4 directions."""
    for d_model in (8, 64):
        inner, outer = random(d_model, 4), random(4, d_model, seed=1)
        added = torch.relu(random(200, d_model, seed=2) @ inner) @ outer
        assert torch.linalg.matrix_rank(added - added[0]) <= 4


def parameters() -> None:
    """The table adds up to the model's own count; another sentence changes activations alone."""
    setting = shown("parameters").setting
    other = setting.with_values(source="a student I am")
    assert setting.counts == other.counts
    ours, theirs = (one.forward.records["encoder.output"] for one in (setting, other))
    assert not torch.equal(ours, theirs)


def nonsense() -> None:
    """The preset that is opened has no look-ahead mask, so a row sees the token it should give, in
    the attention that is shown."""
    setting = shown("nonsense").setting
    assert setting.look_ahead is False
    assert setting.attention == "decoder"
    look_ahead()


def warm_up() -> None:
    """The first step of Adam is as long as the rate, whatever the gradient; the rate is at its peak
    there, as many times that with warm-up as is said; and at the low peak the model learns."""
    assert shown("warm_up").setting.variant == "warm_up"
    assert question_of("warm_up").stays["variant"] == ("low_peak",)
    high, low, peak = (
        peak_learning_rate(one.d_model, one.warmup_steps, one.factor)
        for one in (CONFIGS[name] for name in ("warm_up", "low_peak", "whole"))
    )
    for language in LANGUAGES:
        assert f"{high / peak:.0f}" in question_of("warm_up").answer(language)
    assert low == pytest.approx(peak, rel=0.02)
    steep, gentle, whole = (finding(name) for name in ("warm_up", "low_peak", "whole"))
    assert steep.verdict == "fails" and steep.without[1] < 0.05
    assert gentle.verdict == "worse" and gentle.without[0] > 0.1 > steep.without[1]
    assert whole.without[0] > gentle.without[1]
    config = CONFIGS["warm_up"]
    rates = learning_rate(torch.arange(1, 200), config.d_model, config.warmup_steps)
    assert int(rates.argmax()) == 0
    for gradient in (1e-3, 1e3):
        weight = torch.zeros(1, requires_grad=True)
        optimizer = torch.optim.Adam([weight], lr=0.5, eps=1e-12)
        weight.grad = torch.tensor([gradient])
        optimizer.step()
        assert float(weight.abs()) == pytest.approx(0.5, rel=1e-3)


def noam_factor() -> None:
    """init_lr · √warmup_steps in place of d_model^−0.5: the peak is init_lr for every warm-up, and
    each later rate is larger with a longer one."""
    steps = torch.arange(1, 40_001).double()
    peaks, last = [], []
    for warmup in (1_000, 4_000, 16_000):
        rates = 0.001 * warmup**0.5 * torch.minimum(steps**-0.5, steps * warmup**-1.5)
        peaks.append(float(rates.max()))
        last.append(float(rates[-1]))
    assert peaks == pytest.approx([0.001] * 3)
    assert last == sorted(last) and last[0] < last[-1]
    paper = [float(learning_rate(steps, 512, warmup).max()) for warmup in (1_000, 4_000)]
    assert paper[1] == pytest.approx(paper[0] / 2, rel=1e-3)


def step_by_step() -> None:
    """What is shown was encoded once, and has a row of probabilities for each token that was
    written, whose likeliest is that token."""
    written = shown("step_by_step").setting.written
    tensors = written.computation.tensors
    assert [*tensors].count("encoder.output") == 1
    likeliest = [written.tgt_tokens[one] for one in tensors["probabilities"].argmax(-1).tolist()]
    assert likeliest == list(written.tokens)


def why_positions() -> None:
    """Equal digits are equal to the encoder, and the model that is shown fails."""
    assert shown("why_positions").setting.variant == "positions"
    assert finding("positions").verdict == "fails"
    equal_digits_are_alike()


def left_out() -> None:
    """What the page finds of each part that is named."""
    verdicts = {
        "residuals": "fails",
        "positions": "fails",
        "norm": "as_well",
        "scaling": "as_well",
        "one_head": "as_well",
    }
    assert verdicts == {name: finding(name).verdict for name in verdicts}
    # All of them stand at the top of what is opened, and the answer stays with each.
    setting = shown("left_out").setting
    asked = Asked("ablations", parts=True)
    assert asked.setting == setting
    (figure,) = [part for part in asked.parts("picture")[:2] if isinstance(part, Curves)]
    assert len(figure.figure["data"][0]["x"]) == len(CONFIGS)
    for name in verdicts:
        assert question_of("left_out") in questions_at(
            "ablations", setting.with_values(variant=name)
        )


LAWS = (
    q_k_v, three_vectors, several_heads, head_split, over_1, view_transpose, cross_attention,
    true_hides, mask_axis, triangle, look_ahead, zeros_as_padding, sin_cos, sqrt_d_model,
    residual_and_norm,
    feed_forward, parameters, nonsense, warm_up, noam_factor, step_by_step,
    why_positions, left_out,
)  # fmt: skip


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_an_answer_is_true(law):
    law()


@pytest.mark.parametrize("test", sorted({*HELD_BY.values()}))
def test_the_test_that_holds_an_answer_is_there(test):
    module, _, name = test.partition(":")
    assert callable(getattr(import_module(module), name))


def test_every_answer_is_held():
    held = {*HELD_BY, *(law.__name__ for law in LAWS)}
    assert {question.key for question in REGISTER} <= held
