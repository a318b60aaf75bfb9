import dataclasses
import math

import pytest
import torch

from english_korean.teaching.attention_costs import AttentionCosts
from english_korean.teaching.training import TeachingConfig
from transformer_core import TransformerConfig, build_transformer
from transformer_core.dropout import seeded_dropout
from transformer_core.loss import masked_cross_entropy
from transformer_lab.vocabulary import PAD_ID, START_ID, UNKNOWN_ID

SRC = torch.tensor([[5, 6, 7], [5, 6, PAD_ID]])
TGT = torch.tensor([[START_ID, 5, 6, 3], [START_ID, 5, 3, PAD_ID]])


def tiny_model():
    config = TransformerConfig(9, 9, d_model=8, num_heads=2, num_layers=2, d_ff=16, dropout=0.0,
                               max_len=256)  # fmt: skip
    return build_transformer(config, seed=1)


def cost(costs, weights, src_ids=SRC):
    """Of weights (heads, seq_q, seq_k), the same for each sentence in both layers."""
    model = tiny_model()
    each = torch.tensor(weights).expand(len(src_ids), -1, -1, -1)
    layers = range(model.config.num_layers)
    records = {f"encoder.layers.{layer}.self_attention.weights": each for layer in layers}
    return float(costs.of(records, model.config, src_ids))


EVEN = [[[1 / 3] * 3] * 3] * 2
FIRST = [[[1.0, 0.0, 0.0]] * 3] * 2
APART = [[[1.0, 0.0, 0.0]] * 3, [[0.0, 1.0, 0.0]] * 3]
OWN = [torch.eye(3).tolist()] * 2


@pytest.mark.parametrize(
    ("costs", "weights", "expected"),
    [
        (AttentionCosts(entropy=2.0), EVEN, 2 * math.log(3)),
        (AttentionCosts(entropy=2.0), FIRST, 0.0),
        (AttentionCosts(overlap=2.0), FIRST, 2.0),
        (AttentionCosts(overlap=2.0), APART, 0.0),
        (AttentionCosts(overlap=2.0), EVEN, 2 / 3),
        (AttentionCosts(itself=2.0), OWN, 2.0),
        (AttentionCosts(itself=2.0), EVEN, 2 / 3),
        (AttentionCosts(entropy=1.0, overlap=1.0, itself=1.0), OWN, 2.0),
    ],
)
def test_each_cost_is_what_it_says(costs, weights, expected):
    whole = SRC[:1]
    assert cost(costs, weights, whole) == pytest.approx(expected, abs=1e-5)


def test_padding_costs_nothing():
    to_itself = [[[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]] * 2
    costs = AttentionCosts(itself=5.0)
    assert cost(costs, to_itself) == pytest.approx(5.0 * 1 / 5)
    assert cost(costs, to_itself, SRC[1:]) == 0.0


def test_nothing_costs_nothing():
    assert not AttentionCosts()
    assert AttentionCosts(itself=0.1)


def test_a_cost_is_not_negative():
    with pytest.raises(ValueError, match="overlap must be a finite number of at least 0"):
        AttentionCosts(overlap=-0.1)


@pytest.mark.parametrize("bfloat16", [False, True])
def test_the_loss_has_the_costs_in_it_and_they_reach_the_encoder(bfloat16):
    model = tiny_model()
    plain, priced = (
        TeachingConfig(bfloat16=bfloat16, attention=costs)
        for costs in (AttentionCosts(), AttentionCosts(entropy=1.0))
    )
    without, loss = plain.loss(model, SRC, TGT), priced.loss(model, SRC, TGT)
    assert float(loss.detach()) > float(without.detach()) + 0.1
    (loss - without.detach()).backward()
    gradient = model.encoder.layers[0].self_attention.w_q.weight.grad
    assert gradient.abs().max() > 0


def test_forgetting_leaves_the_start_and_the_padding():
    config = TeachingConfig(forgotten=0.5)
    given = torch.tensor([[START_ID, *[5] * 200, PAD_ID]])
    with seeded_dropout(3):
        read = config.partly_forgotten(given, PAD_ID)[0]
    assert (read[0], read[-1]) == (START_ID, PAD_ID)
    assert 0.35 < float((read[1:-1] == UNKNOWN_ID).float().mean()) < 0.65
    with seeded_dropout(3):
        assert torch.equal(config.partly_forgotten(given, PAD_ID)[0], read)


def test_nothing_is_forgotten_unless_asked_for():
    model = tiny_model()
    expected = masked_cross_entropy(model(SRC, TGT[:, :-1]), TGT[:, 1:], PAD_ID, 0.1)
    assert float(TeachingConfig().loss(model, SRC, TGT)) == pytest.approx(float(expected))


def test_what_is_freed_costs_less_forgets_nothing_and_is_not_smoothed():
    config = TeachingConfig(steps=10, attention=AttentionCosts(1.0, 0.5, 0.2), forgotten=0.1,
                            freed_at=0.6)  # fmt: skip
    freed = config.freed()
    assert (config.last_priced, freed.forgotten, freed.last_priced) == (6, 0.0, 10)
    assert dataclasses.astuple(freed.attention) == pytest.approx((0.3, 0.15, 0.06))
    assert (config.label_smoothing, freed.label_smoothing) == (0.1, 0.0)


@pytest.mark.parametrize("share", [0.0, 1.1])
def test_the_share_after_which_it_is_freed_is_one_of_the_steps(share):
    with pytest.raises(ValueError, match="freed_at must be"):
        TeachingConfig(freed_at=share)


@pytest.mark.parametrize("share", [-0.1, 1.0])
def test_the_share_that_is_forgotten_is_a_rate(share):
    with pytest.raises(ValueError, match="forgotten must be"):
        TeachingConfig(forgotten=share)
