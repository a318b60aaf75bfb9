import threading

import pytest
import torch
from torch import nn

from transformer_core import Transformer, TransformerConfig
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


@pytest.mark.parametrize("d_model", [32, 512])
def test_a_plain_transformer_hears_its_positions(d_model):
    config = TransformerConfig(200, 200, d_model, num_heads=4, num_layers=1, d_ff=8, dropout=0.0)
    model = Transformer(config)
    ids = torch.arange(1, 101).view(1, 100)
    with torch.no_grad():
        words = model.src_embedding(ids) * d_model**0.5  # (1, 100, d_model)
    positions = model.positional_encoding.encoding[:100]
    share = float(positions.norm() / (words[0] + positions).norm())
    # sines and cosines of deviation 0.71 beside embeddings of deviation 1
    assert 0.4 < share < 0.75


def test_building_with_a_seed_leaves_torchs_generator_alone_for_a_whole_model():
    config = TransformerConfig(9, 9, 8, 2, num_layers=1, d_ff=8)
    before = torch.get_rng_state()
    untrained(lambda: Transformer(config), 1)
    assert torch.equal(torch.get_rng_state(), before)


def test_building_changes_nothing_for_a_model_that_somebody_else_builds_at_once():
    """What rests while a model is built rests in this thread alone."""
    drawn = []

    def build() -> nn.Linear:
        other = threading.Thread(target=lambda: drawn.append(nn.Linear(6, 4).weight))
        other.start()
        other.join()
        return nn.Linear(6, 4)

    untrained(build, 1)
    assert len(drawn[0].detach().unique()) == 24
