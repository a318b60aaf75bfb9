import pytest
import torch

from english_korean.teaching.narrow_loss import narrow_cross_entropy
from transformer_core import generator, masked_cross_entropy

TARGETS = torch.tensor([[1, 2, 0, 0], [4, 3, 2, 1], [1, 0, 0, 0]])


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_it_is_the_cores_loss_and_gradient(smoothing):
    logits = torch.randn(3, 4, 5, generator=generator(1)).bfloat16().requires_grad_()
    losses = [
        masked_cross_entropy(logits, TARGETS, 0, smoothing),
        narrow_cross_entropy(logits, TARGETS, 0, smoothing),
    ]
    torch.testing.assert_close(*losses, rtol=1e-6, atol=0)
    gradients = [torch.autograd.grad(3 * loss, logits)[0] for loss in losses]
    assert gradients[1].dtype == torch.bfloat16
    torch.testing.assert_close(*gradients, rtol=0.01, atol=1e-6)


def test_its_gradient_comes_once():
    logits = torch.zeros(2, 4, dtype=torch.bfloat16, requires_grad=True)
    loss = narrow_cross_entropy(logits, torch.tensor([1, 2]), 0, 0.1)
    torch.autograd.grad(loss, logits, retain_graph=True)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        torch.autograd.grad(loss, logits)
