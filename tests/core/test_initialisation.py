import torch
from torch import nn

from transformer_core.initialisation import untrained


def test_the_seed_decides_every_weight():
    first, second, other = (untrained(lambda: nn.Linear(6, 4), seed) for seed in (1, 1, 2))
    assert torch.equal(first.weight, second.weight)
    assert not torch.equal(first.weight, other.weight)
    assert not first.training


def test_matrices_are_xavier_uniform_and_biases_zero():
    linear = untrained(lambda: nn.Linear(60, 40), 3)
    limit = (6 / 100) ** 0.5
    assert 0.95 * limit < float(linear.weight.detach().abs().max()) <= limit
    assert not linear.bias.any()


def test_embeddings_have_the_size_that_scaling_makes_one():
    table = untrained(lambda: nn.Embedding(1000, 64), 3).weight * 64**0.5
    torch.testing.assert_close(float(table.detach().std()), 1.0, atol=0.02, rtol=0)


def test_torchs_own_generator_is_not_touched():
    before = torch.get_rng_state()
    untrained(lambda: nn.Sequential(nn.Linear(3, 3), nn.Embedding(3, 3), nn.LayerNorm(3)), 1)
    assert torch.equal(torch.get_rng_state(), before)
