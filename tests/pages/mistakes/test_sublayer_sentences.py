"""What is said of a norm over positions, a narrow network and the loss holds in every setting."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tests.pages.answers import Asked
from tests.pages.mistakes.settings import compare, ends, sentence_of
from transformer_core import TransformerConfig, generator
from transformer_core.explain.figures import spread
from transformer_core.initialisation import untrained
from transformer_lab.mistakes import MISTAKES
from transformer_lab.mistakes.targets import EOS_ID, PAD_ID


def test_over_the_positions_each_column_adds_up_to_0_and_a_later_token_changes_earlier_ones():
    for sizes in ends("norm_over_positions"):
        _, right, wrong = compare("norm_over_positions", **sizes)
        torch.testing.assert_close(wrong.sum(1), torch.zeros(2, 8), atol=1e-5, rtol=0)
        torch.testing.assert_close(right.sum(2), torch.zeros(right.shape[:2]), atol=1e-5, rtol=0)
        assert torch.equal(right[0, :-1], right[1, :-1])
        change = float((wrong[0, :-1] - wrong[1, :-1]).abs().max())
        words = sentence_of("norm_over_positions", **sizes)
        said = float(words.partition("changes here by up to ")[2].partition(". When")[0])
        assert said == pytest.approx(change, rel=0.06)
        assert change > 0.01


def test_the_two_sentences_differ_in_the_last_token_alone():
    for sizes in ends("norm_over_positions"):
        one, other = compare("norm_over_positions", **sizes).given["x"]
        assert (one != other).any(-1).tolist() == [False] * (len(one) - 1) + [True]


@pytest.mark.parametrize("seed", [0, 11, 345, 9999])
def test_a_token_s_vector_changes_with_every_token_that_follows(seed):
    asked = Asked("mistakes", mistake="norm_over_positions", seed=seed)
    right, wrong = asked.curves
    assert list(right.x) == list(range(2, 9))
    assert len({round(value, 6) for value in right.y}) == 1
    assert all(abs(a - b) > 1e-6 for a, b in zip(wrong.y, wrong.y[1:], strict=False))
    for length, value in zip(wrong.x, wrong.y, strict=True):
        made = compare("norm_over_positions", seq_len=int(length), seed=seed)
        assert value == pytest.approx(float(made.wrong[0, 0, 0]))


def test_as_many_hidden_numbers_and_parameters_are_left_as_is_said():
    for sizes in ends("narrow_feed_forward"):
        d_model = sizes["d_model"]
        given, right, wrong = compare("narrow_feed_forward", **sizes)
        parameters = [
            sum(one.numel() for one in nn.Sequential(
                nn.Linear(d_model, d_ff), nn.Linear(d_ff, d_model)
            ).parameters())
            for d_ff in (4, 4 * d_model)
        ]  # fmt: skip
        words = sentence_of("narrow_feed_forward", **sizes)
        assert f"4 of {4 * d_model:,} hidden numbers and" in words
        assert f"{parameters[0]:,} of {parameters[1]:,} parameters" in words
        # A combination of the same 4 vectors: the columns of W_2 that are left
        columns = given["module"].linear_2.weight[:, :4].detach()
        fit = torch.linalg.lstsq(columns, wrong.T).solution
        torch.testing.assert_close(columns @ fit, wrong.T, atol=1e-5, rtol=0)
        assert torch.linalg.matrix_rank(right) == 6


def test_the_text_and_the_caption_agree_on_the_directions():
    """4 at most; fewer where a hidden number is 0 for every token."""
    said = set()
    for seed in (1, 2, 11):
        assert "at most 4 directions" in sentence_of("narrow_feed_forward", seed=seed)
        caption = sentence_of("narrow_feed_forward", kind="about", seed=seed)
        said.add(caption.partition("the wrong ones vary in ")[2][0])
    assert said == {"3", "4"}


def test_the_paper_s_d_ff_is_4_times_its_d_model():
    config = TransformerConfig(1, 1)
    assert config.d_ff == 4 * config.d_model


@pytest.mark.parametrize("d_model", [16, 32, 64, 128, 256])
def test_on_average_the_deviation_is_much_smaller_with_4_hidden_numbers(d_model):
    for seed in range(0, 9999, 333):
        _, right, wrong = compare("narrow_feed_forward", d_model=d_model, seed=seed)
        assert spread(wrong).deviation.mean() < 0.5 * spread(right).deviation.mean()


@pytest.mark.parametrize(("d_model", "hidden"), [(256, "1,024"), (16, "64")])
def test_of_so_many_hidden_numbers_4_are_left(d_model, hidden):
    asked = Asked("mistakes", mistake="narrow_feed_forward").pressed(f"try.d_model_{d_model}")
    assert f"Of {hidden} hidden numbers 4 are left." in " ".join(asked.watched())
    _, right, wrong = asked.arithmetic.title, *list(asked.lines.values())[:2]
    assert wrong.count("·") == 4
    assert f"{4 * d_model - 8:,} more terms" in right


def test_the_loss_counts_a_position_too_many_in_each_padded_sentence():
    for sizes in ends("loss_by_input"):
        given, right, wrong = compare("loss_by_input", **sizes)
        inputs, labels = given["inputs"], given["labels"]
        added = (wrong != 0) & (right == 0)
        assert added.sum(-1).tolist() == [0, *[1] * (len(labels) - 1)]
        assert (inputs[added] == EOS_ID).all()
        assert (labels[added] == PAD_ID).all()
        # Only the longest sentence has lost its <eos>.
        assert (inputs == EOS_ID).any(-1).tolist() == [False, *[True] * (len(labels) - 1)]
        assert (labels == EOS_ID).sum(-1).tolist() == [1] * len(labels)
        real, counted = int((labels != PAD_ID).sum()), int((inputs != PAD_ID).sum())
        means = float(right.sum()) / real, float(wrong.sum()) / counted
        words = sentence_of("loss_by_input", **sizes)
        assert f"there are {counted} positions instead of {real}" in words
        said = words.partition("the mean loss is ")[2].partition(". The added")[0]
        for number, mean in zip(said.split(" instead of "), reversed(means), strict=True):
            assert float(number) == pytest.approx(mean, rel=0.06)
        expected = F.cross_entropy(given["logits"].flatten(0, 1), labels.flatten(), ignore_index=0)
        assert means[0] == pytest.approx(float(expected), rel=1e-5)


class _AfterEach(nn.Module):
    """The logits of the next token after each token, whatever came before."""

    def __init__(self, vocab=10):
        super().__init__()
        self.logits = nn.Embedding(vocab, vocab)


def test_a_model_soon_learns_what_follows_eos_and_its_loss_looks_better():
    assert "which a model soon learns" in sentence_of("loss_by_input")
    model, draw = untrained(_AfterEach, 0), generator(0)
    optimiser = torch.optim.Adam(model.parameters(), lr=0.1)
    for _ in range(100):
        given = MISTAKES["loss_by_input"].given(6, int(torch.randint(9999, (), generator=draw)))
        inputs, labels = given["inputs"], given["labels"]
        losses = F.cross_entropy(model.logits(inputs).transpose(1, 2), labels, reduction="none")
        loss = losses[inputs != PAD_ID].mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    assert losses[(inputs == EOS_ID) & (labels == PAD_ID)].max() < 0.1
    assert loss < 0.95 * losses[labels != PAD_ID].mean()


@pytest.mark.parametrize(("what", "sentences", "labels"), [("longer", 4, 7), ("shorter", 3, 3)])
def test_there_are_as_many_sentences_and_labels_as_is_said(what, sentences, labels):
    asked = Asked("mistakes", mistake="loss_by_input").pressed(f"try.{what}")
    assert asked.values("right").shape == (sentences, labels)
    assert (asked.values("right")[0] > 0).all()
    assert f"The first of {sentences} sentences has {labels} labels" in " ".join(asked.watched())


@pytest.mark.parametrize(("what", "tokens"), [("longer", 7), ("shorter", 3)])
def test_each_mean_runs_over_as_many_tokens_as_is_said(what, tokens):
    asked = Asked("mistakes", mistake="norm_over_positions").pressed(f"try.{what}")
    assert len(asked.values("wrong")) == tokens
    watched = " ".join(asked.watched())
    assert f"over {tokens} tokens" in watched
    assert f"depend on the {tokens - 1} after it" in watched


def test_attention_changes_the_right_output_as_far_as_is_said_and_the_wrong_one_not_at_all():
    for sizes in ends("wrong_residual"):
        given, right, wrong = compare("wrong_residual", **sizes)
        x, silent = given["x"], torch.eye(16)[None, : sizes["seq_len"]]
        assert torch.equal(x, silent)
        alone = F.layer_norm(x, (16,), eps=1e-6)
        torch.testing.assert_close(wrong, alone, atol=1e-5, rtol=0)
        words = sentence_of("wrong_residual", **sizes)
        said = float(words.partition("the right output by up to ")[2].partition(",")[0])
        change = float((right - alone).abs().max())
        assert change > 0.1 and said == pytest.approx(change, rel=0.06)


@pytest.mark.parametrize(("what", "tokens"), [("longer", "Seven"), ("shorter", "Three")])
def test_a_right_row_has_something_of_every_token_and_a_wrong_one_of_its_own_alone(what, tokens):
    asked = Asked("mistakes", mistake="wrong_residual").pressed(f"try.{what}")
    assert f"{tokens} tokens" in " ".join(asked.watched())
    given = MISTAKES["wrong_residual"].given(seq_len=asked.setting.seq_len)
    encoder, x = given["encoder"], given["x"]
    for side, makes in (("right", MISTAKES["wrong_residual"].right),
                        ("wrong", MISTAKES["wrong_residual"].wrong)):  # fmt: skip
        reach = torch.autograd.functional.jacobian(lambda y, makes=makes: makes(encoder, y), x)
        felt = reach[0, :, :, 0].abs().amax(dim=(1, 3)) > 1e-6  # (to, from)
        assert bool(felt.all()) if side == "right" else torch.equal(felt, torch.eye(len(felt)) > 0)


def test_a_feed_forward_network_that_works_does_not_mend_it():
    encoder, x = MISTAKES["wrong_residual"].given().values()
    with torch.no_grad():
        encoder.layers[0].feed_forward.linear_2.weight.normal_(generator=generator(1))
        right, wrong = (
            make(encoder, x)
            for make in (MISTAKES["wrong_residual"].right, MISTAKES["wrong_residual"].wrong)
        )
    assert not torch.allclose(right, wrong, atol=0.01)
