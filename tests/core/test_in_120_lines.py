"""The model in one file computes the numbers of `transformer_core`."""

import importlib.util
from pathlib import Path

import pytest
import torch

from transformer_core import (
    TransformerConfig,
    build_transformer,
    decoder_mask,
    generator,
    masked_cross_entropy,
    positional_encoding,
)

FILE = Path(__file__).parents[2] / "docs" / "the_transformer_in_120_lines.py"
SRC = torch.tensor([[3, 4, 5, 6, 7], [8, 9, 0, 0, 0]])
TGT = torch.tensor([[1, 4, 7, 2], [1, 5, 0, 0]])


@pytest.fixture(scope="module")
def own_file():
    spec = importlib.util.spec_from_file_location("in_120_lines", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def models(own_file, shaken):
    """The core's model, no two of whose norms are alike, and the same in one file."""
    config = TransformerConfig(11, 11, 16, 4, num_layers=3, d_ff=32, dropout=0.0)
    ours = shaken(build_transformer(config, seed=5))
    short = own_file.Transformer(11, 16, 4, 3, 32)
    short.load_state_dict(ours.state_dict())
    return ours, short


def test_it_has_at_most_120_lines_and_needs_torch_alone():
    lines = FILE.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 120
    imports = {line.split()[1].split(".")[0] for line in lines if line[:5] in ("impor", "from ")}
    assert imports == {"math", "torch"}


def test_the_logits_and_every_gradient_are_the_cores(models, own_file):
    ours, short = models
    targets = torch.tensor([[4, 7, 2, 0], [5, 2, 0, 0]])
    expected, logits = ours(SRC, TGT), short(SRC, TGT)
    torch.testing.assert_close(logits, expected, rtol=0, atol=1e-6)
    loss = own_file.loss(logits, targets)
    torch.testing.assert_close(loss, masked_cross_entropy(expected, targets, label_smoothing=0.1))
    loss.backward()
    masked_cross_entropy(expected, targets, label_smoothing=0.1).backward()
    gradients = dict(ours.named_parameters())
    for name, parameter in short.named_parameters():
        torch.testing.assert_close(parameter.grad, gradients[name].grad, rtol=1e-4, atol=1e-6)


def test_masks_and_positions_are_the_cores(own_file):
    assert torch.equal(own_file.decoder_mask(TGT), decoder_mask(TGT))
    assert torch.equal(own_file.positional_encoding(50, 16), positional_encoding(50, 16))


def test_attention_is_torchs(own_file):
    Q, K, V = torch.randn(3, 2, 4, 5, 8, generator=generator(1))
    mask = torch.ones(5, 5, dtype=torch.bool).triu(1)
    expected = torch.nn.functional.scaled_dot_product_attention(Q, K, V, attn_mask=~mask)
    torch.testing.assert_close(own_file.attention(Q, K, V, mask), expected)
