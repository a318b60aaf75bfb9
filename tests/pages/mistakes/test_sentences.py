"""What the page says of a mistake holds in every setting that its controls allow."""

import itertools
import math
import sys

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from pages.mistakes.setting import D_KS, LONGEST, MistakeSetting
from tests.pages.mistakes.settings import sentence_of
from transformer_core import (
    MultiHeadAttention,
    Transformer,
    TransformerConfig,
    generator,
    look_ahead_mask,
    masked_cross_entropy,
    positional_encoding,
)
from transformer_core.initialisation import untrained
from transformer_lab.measures import attention_entropy
from transformer_lab.mistakes import MISTAKES
from transformer_lab.mistakes.saturation import mean_largest_weight, score_gradients
from ui.words.language import LANGUAGES, read_words

SEQ_LENS = range(2, LONGEST + 1)
SEEDS = range(0, 9999, 499)


def wrongs(name, **sizes):
    """The wrong result for each of many seeds."""
    return torch.stack([MISTAKES[name].compare(seed=seed, **sizes).wrong for seed in SEEDS])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MISTAKES)
def test_every_sentence_is_filled_in(name, language):
    for kind in ("effect", "about"):
        assert "{" not in sentence_of(name, language, kind)


def test_figures_are_written_short():
    assert "at most about 0.018." in sentence_of("one_speed")
    assert "step 4 instead of step 4,000, at 32 times" in sentence_of("warmup_exponent")
    assert "first 100,000 steps, with d_model 512" in sentence_of("warmup_exponent", kind="about")


@pytest.mark.parametrize("d_k", [2, 64, 512])
def test_the_share_of_lost_gradients_is_that_of_the_d_k_in_force(d_k):
    right, wrong = score_gradients(d_k, 7)
    lost, mean = int((wrong < right / 10).sum()), float(wrong.mean() / right.mean())
    words = sentence_of("unscaled_scores", d_k=d_k, seed=7)
    counted = lost or "none"
    assert f"At d_k = {d_k}, {counted} of 384 random queries" in words
    assert f"is {mean:.1f} times as large" in words
    kept = wrong >= right / 10
    assert wrong[kept].mean() > right[kept].mean()


def test_with_d_k_more_weight_lies_on_one_key_and_more_gradients_are_lost_on_average():
    assert "The larger d_k, the more" in sentence_of("unscaled_scores")
    attend = MISTAKES["unscaled_scores"].wrong
    for d_k in D_KS:
        given = [MISTAKES["unscaled_scores"].given(d_k=d_k, seed=seed) for seed in SEEDS]
        scores = torch.stack([one["Q"] @ one["K"].T for one in given])
        assert float(scores.std()) == pytest.approx(math.sqrt(d_k), rel=0.2)
    largest = torch.stack([mean_largest_weight(attend, D_KS, seed) for seed in SEEDS])
    assert (largest.mean(0).diff() > 0).all()
    lost = []
    for d_k in D_KS:
        gradients = [score_gradients(d_k, seed) for seed in SEEDS]
        lost.append(sum(int((wrong < right / 10).sum()) for right, wrong in gradients))
        # What is lost to many is not lost on average: the mean is larger than the right one.
        assert all(wrong.mean() > right.mean() for right, wrong in gradients)
    assert lost == sorted(lost)


@pytest.mark.parametrize("seq_len", SEQ_LENS)
def test_over_the_wrong_axis_one_query_hands_out_more_than_1_and_another_less(seq_len):
    sums = wrongs("softmax_over_queries", seq_len=seq_len).sum(-1)
    assert ((sums > 1).any(-1) & (sums < 1).any(-1)).all()


@pytest.mark.parametrize("seq_len", SEQ_LENS)
def test_masked_late_every_row_but_the_last_lacks_weight_and_early_ones_most_on_average(seq_len):
    assert "Every row but the last now sums to less than 1" in sentence_of("mask_after_softmax")
    sums = wrongs("mask_after_softmax", seq_len=seq_len).sum(-1)
    assert (sums[:, :-1] < 1).all()
    torch.testing.assert_close(sums[:, -1], torch.ones(len(sums)))
    assert (sums.mean(0).diff() > 0).all()


def test_a_first_row_that_sees_nothing_is_0_here_and_nan_in_torch_with_weights():
    assert "gives NaN in that row" in sentence_of("mask_hides_itself")
    wrong = wrongs("mask_hides_itself", seq_len=6)
    assert wrong.isfinite().all()
    assert (wrong[:, 0] == 0).all()
    torchs = nn.MultiheadAttention(8, 2, batch_first=True)
    x = torch.randn(1, 6, 8, generator=generator(3))
    mask = torch.ones(6, 6, dtype=torch.bool).triu(0)
    output, weights = torchs(x, x, x, attn_mask=mask)
    assert output[0, 0].isnan().all()
    assert weights[0, 0].isnan().all()
    assert output[0, 1:].isfinite().all()
    without = torchs(x, x, x, attn_mask=mask, need_weights=False)[0]
    assert without.isfinite().all()


class _NextToken(nn.Module):
    """One attention between embedding and logits."""

    def __init__(self, vocab=8, d_model=32):
        super().__init__()
        self.embedding = nn.Embedding(vocab, d_model)
        self.attention = MultiHeadAttention(d_model, 2)
        self.output = nn.Linear(d_model, vocab)

    def forward(self, ids, mask):
        d_model = self.embedding.embedding_dim
        x = self.embedding(ids) * d_model**0.5 + positional_encoding(ids.size(1), d_model)
        return self.output(self.attention(x, x, x, mask))


def loss_on_random_text(mask, steps=100):
    model, draw = untrained(_NextToken, 0), generator(0)
    optimiser = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(steps):
        ids = torch.randint(8, (32, 9), generator=draw)
        loss = F.cross_entropy(model(ids[:, :-1], mask).flatten(0, 1), ids[:, 1:].flatten())
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return float(loss.detach())


def test_a_leaking_mask_shows_all_but_the_last_the_next_token_and_teaches_copying():
    assert "Every token but the last" in sentence_of("mask_leaks_next")
    wrong = MISTAKES["mask_leaks_next"].compare(seq_len=5).wrong
    assert (wrong.diagonal(1) > 0).all()
    guessing = math.log(8)
    assert loss_on_random_text(look_ahead_mask(8)) > 0.95 * guessing
    assert loss_on_random_text(torch.ones(8, 8, dtype=torch.bool).triu(2)) < 0.5 * guessing


@pytest.mark.parametrize("seq_len", SEQ_LENS)
def test_filled_with_minus_1e9_a_hidden_row_is_even_whatever_the_padding(seq_len):
    for padding in range(1, seq_len + 1):
        wrong = wrongs("minus_1e9", seq_len=seq_len, padding=padding)
        even = torch.full_like(wrong[:, :padding], 1 / seq_len)
        torch.testing.assert_close(wrong[:, :padding], even)


def decoder_on_padding_first(num_layers, norm_first):
    """Logits, and the model after a step backwards, of a sentence that starts with padding."""
    config = TransformerConfig(
        9, 9, 16, 4, num_layers, 32, dropout=0.0, max_len=8, norm_first=norm_first
    )
    model = untrained(lambda: Transformer(config), 3)
    logits = model(torch.tensor([[1, 2, 3, 4]]), torch.tensor([[0, 0, 3, 4, 5]]))
    loss = masked_cross_entropy(logits, torch.tensor([[0, 0, 4, 5, 6]]))
    loss.backward()
    return logits, loss, [weight.grad for weight in model.parameters() if weight.dim() == 2]


def test_the_right_line_keeps_nan_out_of_the_gradients_of_a_row_that_masked_fill_filled():
    assert "its gradients are free of NaN" in sentence_of("minus_infinity")
    made = MISTAKES["minus_infinity"].given(**MistakeSetting().sizes_of("minus_infinity"))
    Q = made["Q"].clone().requires_grad_()
    scores = Q @ made["K"].T / math.sqrt(Q.size(-1))
    masked = scores.masked_fill(made["mask"], -math.inf)
    masked.softmax(-1).nan_to_num(0.0).square().sum().backward()
    assert made["mask"].all(-1).any()
    assert Q.grad is not None
    assert Q.grad.isfinite().all()


@pytest.mark.parametrize("norm_first", [False, True])
def test_nan_in_a_row_is_nan_everywhere_a_layer_later_and_in_every_weight_matrix(
    monkeypatch, norm_first
):
    assert "every weight matrix gets NaN in its gradient" in sentence_of("minus_infinity")
    for num_layers in (1, 2, 3):
        logits, loss, gradients = decoder_on_padding_first(num_layers, norm_first)
        assert all(tensor.isfinite().all() for tensor in (logits, loss, *gradients))
    module = sys.modules["transformer_core.attention"]
    monkeypatch.setattr(module, "_softmax", lambda masked, mask: masked.softmax(-1))
    # As one writes it: the core's own sum leaves out hidden values, and so stops NaN at the mask
    monkeypatch.setattr(module, "_weighted_sum", lambda weights, V, mask: weights @ V)
    logits, _, _ = decoder_on_padding_first(1, norm_first)
    assert logits.isnan().any(-1)[0].tolist() == [True, True, False, False, False]
    for num_layers in (2, 3):
        logits, loss, gradients = decoder_on_padding_first(num_layers, norm_first)
        assert logits.isnan().all()
        assert loss.isnan()
        assert all(gradient.isnan().any() for gradient in gradients)


@pytest.mark.parametrize("d_model", [16, 32, 64, 128, 256])
def test_without_the_factor_the_encoding_outweighs_our_embeddings(d_model):
    name = "unscaled_embeddings"
    ratios = []
    for seed in SEEDS:
        given, _, wrong = MISTAKES[name].compare(d_model=d_model, seed=seed)
        encoding = positional_encoding(8, d_model)
        ratios.append(
            float(encoding.norm(dim=-1).mean() / (wrong[0] - encoding).norm(dim=-1).mean())
        )
        table = given["model"].src_embedding.weight
        assert float(table.detach().std()) == pytest.approx(d_model**-0.5, rel=0.25)
    assert min(ratios) > 2
    words = sentence_of(name, d_model=d_model, seed=SEEDS[-1])
    assert float(words.partition(" is ")[2].split()[0]) == pytest.approx(ratios[-1], rel=0.05)


def test_pre_norm_lets_the_deviation_grow_on_average_over_many_seeds():
    assert "Averaged over many seeds" in sentence_of("pre_norm")
    outputs = wrongs("pre_norm", num_layers=12)  # (seeds, layers, seq_len, d_model)
    deviation = outputs.std(-1, correction=0).mean(-1).mean(0)
    assert (deviation.diff() > 0).all()


def test_post_norm_has_deviation_1_whatever_the_seed():
    for seed in SEEDS:
        right = MISTAKES["pre_norm"].compare(num_layers=12, seed=seed).right
        deviation = right.std(-1, correction=0)
        torch.testing.assert_close(deviation, torch.ones_like(deviation), atol=1e-3, rtol=0)


def test_the_more_padding_the_smaller_the_averaged_loss():
    for seed in SEEDS:
        losses = [
            float(MISTAKES["loss_over_padding"].compare(padded=padded, seed=seed).wrong)
            for padded in (1, 2, 8, 24)
        ]
        assert losses == sorted(losses, reverse=True)


@pytest.mark.parametrize("warmup", [100, 400, 4000, 20_000])
def test_the_misprinted_rate_peaks_where_and_as_high_as_is_said(warmup):
    given, right, wrong = MISTAKES["warmup_exponent"].compare(warmup=warmup)
    step, times = int(given["steps"][wrong.argmax()]), float(wrong.max() / right.max())
    assert times > 6
    words = sentence_of("warmup_exponent", warmup=warmup)
    assert f"after step {step} instead of step {warmup:,}, at {times:.2g} times" in words


def test_a_newcomer_can_read_what_a_preset_is():
    for language in LANGUAGES:
        presets = [w for key, w in read_words(language, "mistakes").items() if "presets." in key]
        assert all(any(part.isalpha() and len(part) > 1 for part in w.split()) for w in presets)
        assert len(set(presets)) == len(presets)
        assert max(map(len, presets)) <= 22


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_no_query_loses_its_gradient_none_is_counted(language):
    words = sentence_of("unscaled_scores", language, d_k=2, seed=11)
    assert {"en": "none of 384", "ko": "쿼리는 없고"}[language] in words


@pytest.mark.parametrize("seq_len", [4, 8])
def test_the_even_row_reaches_keys_that_other_queries_may_see(seq_len):
    wrong = wrongs("minus_1e9", seq_len=seq_len, padding=2)[0][0]
    assert "over all keys" in sentence_of("minus_1e9")
    torch.testing.assert_close(wrong, torch.full((seq_len,), 1 / seq_len))


@pytest.mark.parametrize("d_k", [2, 64, 512])
def test_without_the_division_each_row_spreads_over_fewer_keys(d_k):
    for seed in SEEDS:
        _, right, wrong = MISTAKES["unscaled_scores"].compare(d_k=d_k, seed=seed)
        assert (attention_entropy(wrong) < attention_entropy(right)).all()


def test_at_d_k_512_a_query_gives_over_nine_tenths_to_one_key_on_average():
    attend = MISTAKES["unscaled_scores"].wrong
    assert all(float(mean_largest_weight(attend, [512], seed)) > 0.9 for seed in SEEDS)


@pytest.mark.parametrize("d_model", [16, 64, 256])
def test_positions_44_apart_are_almost_alike_at_one_speed(d_model):
    wrong = MISTAKES["one_speed"].compare(positions=128, d_model=d_model).wrong
    assert float((wrong[44:] - wrong[:-44]).abs().max()) < 0.02
    right = MISTAKES["one_speed"].compare(positions=8, d_model=16).right
    torch.testing.assert_close(right[:, :2], wrong[:8, :2])


@pytest.mark.parametrize("num_heads", [2, 4, 8])
@pytest.mark.parametrize("seq_len", SEQ_LENS)
def test_a_right_row_of_heads_holds_one_token_and_a_wrong_row_several(seq_len, num_heads):
    name = "heads_without_transpose"
    _, *results = MISTAKES[name].compare(seq_len=seq_len, num_heads=num_heads)
    right, wrong = (MISTAKES[name].shown(result).floor() for result in results)
    assert all(len(row.unique()) == 1 for row in right)
    assert all(len(row.unique()) > 1 for row in wrong)
    if seq_len == 3:
        heads = results[1][0].floor().flatten(1)
        in_heads = [set(head.tolist()) for head in heads]
        assert any(one & other for one, other in itertools.pairwise(in_heads))


@pytest.mark.parametrize(("padded", "divisor"), [(1, 9), (24, 32)])
def test_the_sum_is_divided_by_as_many_as_is_said(padded, divisor):
    _, right, wrong = MISTAKES["loss_over_padding"].compare(padded=padded)
    torch.testing.assert_close(8 * right, divisor * wrong)


@pytest.mark.parametrize("warmup", [400, 16_000])
def test_the_wrong_peak_comes_after_a_few_steps_whatever_the_warm_up(warmup):
    given, right, wrong = MISTAKES["warmup_exponent"].compare(warmup=warmup)
    assert int(given["steps"][right.argmax()]) == warmup
    assert 2 <= int(given["steps"][wrong.argmax()]) <= 6
