import pytest
import torch

from transformer_core import FeedForward, generator, trace


def test_by_hand():
    module = FeedForward(d_model=1, d_ff=2)
    with torch.no_grad():
        module.linear_1.weight.copy_(torch.tensor([[1.0], [-1.0]]))
        module.linear_1.bias.copy_(torch.tensor([0.5, 0.0]))
        module.linear_2.weight.copy_(torch.tensor([[2.0, 10.0]]))
        module.linear_2.bias.fill_(0.25)
    with trace(module) as records:
        output = module(torch.tensor([[3.0], [-3.0]]))
    assert records["hidden"].tolist() == [[3.5, -3], [-2.5, 3]]
    assert records["activated"].tolist() == [[3.5, 0], [0, 3]]
    assert output.tolist() == [[7.25], [30.25]]
    assert torch.equal(records["output"], output)


def test_every_position_is_treated_alike():
    module = FeedForward(4, 8)
    x = torch.randn(2, 5, 4, generator=generator(1))
    order = torch.tensor([3, 1, 4, 0, 2])
    torch.testing.assert_close(module(x)[:, order], module(x[:, order]))


def test_dropout_drops_hidden_numbers_only_in_training():
    module = FeedForward(4, 64, dropout=0.5)
    x = torch.randn(1, 4, generator=generator(1))
    assert not torch.equal(module(x), module(x))
    module.eval()
    assert torch.equal(module(x), module(x))


def test_impossible_sizes_are_refused_with_the_numbers():
    with pytest.raises(ValueError, match="d_ff must be at least 1, got 0"):
        FeedForward(4, 0)
    with pytest.raises(ValueError, match=r"dropout must be in \[0, 1\), got -0\.1"):
        FeedForward(4, 8, dropout=-0.1)
