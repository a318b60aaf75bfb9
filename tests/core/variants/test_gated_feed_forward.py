import pytest
import torch
import torch.nn.functional as F

from transformer_core import generator, trace
from transformer_core.variants.gated_feed_forward import GatedFeedForward

X = torch.randn(2, 3, 4, generator=generator(1))


@pytest.mark.parametrize(("name", "activation"), [("silu", F.silu), ("gelu", F.gelu)])
def test_the_gate_is_multiplied_with_the_hidden_numbers(name, activation):
    ours = GatedFeedForward(4, 6, name)
    gate, hidden, out = (
        layer.weight.T for layer in (ours.linear_gate, ours.linear_1, ours.linear_2)
    )
    torch.testing.assert_close(ours(X), (activation(X @ gate) * (X @ hidden)) @ out)


def test_by_hand():
    """Gate 2, hidden 3, output weight 5: relu(2) * 3 * 5 = 30; a gate below 0 lets nothing by."""
    ours = GatedFeedForward(1, 1, "relu")
    weights = {"linear_gate": 2.0, "linear_1": 3.0, "linear_2": 5.0}
    ours.load_state_dict({f"{name}.weight": torch.tensor([[w]]) for name, w in weights.items()})
    assert ours(torch.tensor([[1.0]])).item() == 30
    assert ours(torch.tensor([[-1.0]])).item() == 0


def test_its_steps_are_seen_in_their_order():
    ours = GatedFeedForward(4, 6, "silu", bias=True)
    with trace(ours) as records:
        ours(X)
    assert list(records) == ["gate", "opened", "hidden", "activated", "output"]
    assert torch.equal(records["activated"], records["opened"] * records["hidden"])
