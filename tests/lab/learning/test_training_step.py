"""What one step of training does, worked out by hand for a model that is one table."""

import math
from itertools import pairwise
from types import SimpleNamespace

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from transformer_core import TransformerConfig, build_transformer, learning_rate
from transformer_lab.learning.training import TrainingConfig, train

pytestmark = pytest.mark.usefixtures("one_thread")
VOCAB, D_MODEL = 6, 16
PAIRS = [([4, 5], [2, 4, 5, 3]), ([5], [2, 5, 3]), ([4], [2, 1, 3])]
"""Sentences of different lengths: two of the three are padded."""
FOLLOWS = [(first, after) for _, tgt in PAIRS for first, after in pairwise(tgt)]
"""Every real token, and the one that is to be predicted after it."""


class Table(nn.Module):
    """Predicts the next token from the one before it, by a table that starts with `start`."""

    def __init__(self, start: Tensor) -> None:
        super().__init__()
        self.config = SimpleNamespace(d_model=D_MODEL, pad_id=0)
        self.table = nn.Parameter(start.clone())
        self.seen: list[tuple[Tensor, bool]] = []

    def forward(self, src_ids: Tensor, tgt_ids: Tensor) -> Tensor:
        self.seen.append((src_ids, self.training))
        return self.table[tgt_ids]


def start() -> Tensor:
    return torch.arange(float(VOCAB * VOCAB)).view(VOCAB, VOCAB).sin()


def config(**options) -> TrainingConfig:
    return TrainingConfig(**{"steps": 4, "batch_size": len(PAIRS), "warmup_steps": 2} | options)


def smoothed(target: int, smoothing: float) -> Tensor:
    """The share `smoothing` spread over the vocabulary, the rest on the target."""
    one_hot = F.one_hot(torch.tensor(target), VOCAB).double()
    return (1 - smoothing) * one_hot + smoothing / VOCAB


def loss_and_gradient(table: Tensor, smoothing: float) -> tuple[float, Tensor]:
    """Of the mean over all real tokens: softmax minus target, in the row of the token before."""
    loss, gradient = 0.0, torch.zeros_like(table)
    for first, after in FOLLOWS:
        target, row = smoothed(after, smoothing), table[first]
        loss -= float(target @ row.log_softmax(0)) / len(FOLLOWS)
        gradient[first] += (row.softmax(0) - target) / len(FOLLOWS)
    return loss, gradient


def adam_by_hand(given: TrainingConfig) -> tuple[Tensor, list[float], list[float]]:
    """The table after all steps, and the losses and the norms on the way."""
    table, losses, norms = start().double(), [], []
    mean = square = torch.zeros_like(table)
    (beta_1, beta_2), limit = given.betas, given.largest_norm
    for step in range(1, given.steps + 1):
        loss, gradient = loss_and_gradient(table, given.label_smoothing)
        norm = float(gradient.norm())
        gradient = gradient * min(1.0, limit / norm)
        mean = beta_1 * mean + (1 - beta_1) * gradient
        square = beta_2 * square + (1 - beta_2) * gradient**2
        # Equation 3, and the straight line that falls to 0 at the last step
        rising, falling = step * given.warmup_steps**-1.5, step**-0.5
        rate = given.factor * D_MODEL**-0.5 * min(rising, falling) * (1 - step / given.steps)
        root = (square / (1 - beta_2**step)).sqrt()
        table = table - rate * (mean / (1 - beta_1**step)) / (root + given.eps)
        losses.append(loss)
        norms.append(norm)
    return table, losses, norms


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"betas": (0.5, 0.9)},
        {"label_smoothing": 0.0},
        {"label_smoothing": 0.4, "largest_norm": 100.0},
        {"warmup_steps": 8, "factor": 3.0, "steps": 12},
        # Gradients of the size of eps, which are only seen where they are so small
        {"largest_norm": 1e-8},
        {"largest_norm": 1e-8, "eps": 1e-8},
    ],
    ids=str,
)
def test_training_is_adam_on_the_shortened_gradient_of_the_smoothed_loss(options: dict) -> None:
    given, model = config(**options), Table(start())
    steps = list(train(model, PAIRS, given, seed=1))
    table, losses, norms = adam_by_hand(given)
    assert [step.loss for step in steps] == pytest.approx(losses, rel=1e-5)
    assert [step.gradient_norm for step in steps] == pytest.approx(norms, rel=1e-4)
    torch.testing.assert_close(model.table.double(), table, rtol=1e-4, atol=1e-5)


def test_the_numbers_of_section_5_are_the_defaults() -> None:
    given = TrainingConfig()
    assert (given.betas, given.eps, given.label_smoothing) == ((0.9, 0.98), 1e-9, 0.1)
    assert (given.warmup_steps, given.factor, given.largest_norm) == (400, 1.0, 1.0)


def test_the_first_step_moves_each_weight_by_the_learning_rate_against_its_gradient() -> None:
    model = Table(start())
    first = next(train(model, PAIRS, config(), seed=1))
    _, gradient = loss_and_gradient(start().double(), 0.1)
    moved = (model.table - start()).detach()
    assert first.learning_rate == pytest.approx(0.25 * 2**-1.5 * 3 / 4)
    torch.testing.assert_close(moved, -first.learning_rate * gradient.sign().float())


def test_the_warm_up_rises_in_a_straight_line_to_the_rate_of_its_last_step() -> None:
    given = config(steps=1000, warmup_steps=10)
    steps = train(Table(start()), PAIRS, given, seed=1)
    rates = [next(steps).learning_rate / (1 - number / 1000) for number in range(1, 21)]
    peak = D_MODEL**-0.5 * 10**-0.5
    assert rates[:10] == pytest.approx([peak * number / 10 for number in range(1, 11)])
    assert rates[10:] == pytest.approx(learning_rate(torch.arange(11, 21), D_MODEL, 10).tolist())


def test_a_gradient_that_is_too_long_is_shortened_to_the_limit_and_keeps_its_direction() -> None:
    model = Table(start())
    first = next(train(model, PAIRS, config(largest_norm=0.05), seed=1))
    _, gradient = loss_and_gradient(start().double(), 0.1)
    assert first.gradient_norm == pytest.approx(float(gradient.norm())) != 0.05
    assert model.table.grad.norm().item() == pytest.approx(0.05, rel=1e-4)
    cosine = F.cosine_similarity(model.table.grad.double().flatten(), gradient.flatten(), dim=0)
    assert cosine.item() == pytest.approx(1)


def test_a_gradient_that_is_short_enough_stays_as_it_is() -> None:
    model = Table(start())
    next(train(model, PAIRS, config(largest_norm=10.0), seed=1))
    _, gradient = loss_and_gradient(start().double(), 0.1)
    torch.testing.assert_close(model.table.grad.double(), gradient, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.4])
def test_training_ends_at_the_smoothed_target_and_not_at_certainty(smoothing: float) -> None:
    given = config(steps=150, warmup_steps=20, factor=3.0, label_smoothing=smoothing)
    model, pairs = Table(start()), [([4], [2, 4, 3])]
    *_, last = train(model, pairs, given, seed=1)
    found, target = model.table[4].softmax(0).double(), smoothed(3, smoothing)
    torch.testing.assert_close(found, target, rtol=0, atol=0.02)
    entropy = -sum(share * math.log(share) for share in target.tolist() if share)
    assert last.loss == pytest.approx(entropy, abs=0.02)


def test_dropout_is_at_work_in_every_step() -> None:
    model = Table(start())
    for _ in train(model, PAIRS, config(), seed=1):
        model.eval()
    assert [is_training for _, is_training in model.seen] == [True] * 4


def test_every_sentence_comes_once_before_any_comes_again_and_then_in_other_batches() -> None:
    pairs = [([4 + number], [2, 3]) for number in range(20)]
    model = Table(start())
    list(train(model, pairs, config(batch_size=3, steps=14), seed=1))
    batches = [frozenset(batch.flatten().tolist()) for batch, _ in model.seen]
    for in_one_round in (batches[:7], batches[7:]):
        assert sorted(token for batch in in_one_round for token in batch) == list(range(4, 24))
    assert set(batches[:7]) != set(batches[7:])


def test_a_batch_holds_sentences_of_one_length_where_there_are_enough() -> None:
    pairs = [([4] * (1 + number % 3), [2, *[4] * (number % 3), 3]) for number in range(12)]
    model = Table(start())
    list(train(model, pairs, config(batch_size=4, steps=6), seed=1))
    assert all((batch == 4).all() for batch, _ in model.seen)


TINY = TransformerConfig(VOCAB, VOCAB, D_MODEL, 2, num_layers=1, d_ff=8, dropout=0.0, max_len=8)


def test_the_loss_of_a_batch_is_the_mean_over_its_tokens_each_sentence_as_if_it_were_alone() -> (
    None
):
    model = build_transformer(TINY, seed=1)
    total = torch.zeros(())
    for src, tgt in PAIRS:
        ids = torch.tensor([src]), torch.tensor([tgt])
        logits = model(ids[0], ids[1][:, :-1])[0]
        total = total + F.cross_entropy(logits, ids[1][0, 1:], reduction="sum", label_smoothing=0.1)
    alone = total / len(FOLLOWS)
    gradients = torch.autograd.grad(alone, [*model.parameters()])
    first = next(train(model, PAIRS, config(), seed=1))
    assert first.loss == pytest.approx(alone.item(), rel=1e-5)
    norm = torch.stack([gradient.norm() for gradient in gradients]).norm().item()
    assert first.gradient_norm == pytest.approx(norm, rel=1e-4)
