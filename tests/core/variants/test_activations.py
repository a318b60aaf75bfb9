import pytest
import torch
import torch.nn.functional as F

from transformer_core.variants.activations import ACTIVATIONS, gelu, gelu_tanh, silu

THEIRS = {
    "relu": F.relu,
    "gelu": F.gelu,
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "silu": F.silu,
    "tanh": F.tanh,
}


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_each_is_torchs(name):
    x = torch.linspace(-6, 6, 241)
    torch.testing.assert_close(ACTIVATIONS[name](x), THEIRS[name](x), rtol=1e-5, atol=1e-6)


def test_by_hand_at_1():
    """GELU: a normal number is below 1 with probability 0.8413; SiLU: 1 / (1 + 1/e)."""
    one = torch.tensor(1.0)
    assert gelu(one).item() == pytest.approx(0.841345, abs=1e-6)
    assert gelu_tanh(one).item() == pytest.approx(0.841192, abs=1e-6)
    assert silu(one).item() == pytest.approx(0.731059, abs=1e-6)
