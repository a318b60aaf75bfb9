import torch
import torch.nn.functional as F

from transformer_core import FeedForward, generator, trace
from transformer_core.initialisation import untrained
from transformer_core.variants.activated_feed_forward import ActivatedFeedForward

X = torch.randn(2, 3, 4, generator=generator(1))


def test_with_relu_it_is_the_papers():
    paper = untrained(lambda: FeedForward(4, 6), seed=2)
    ours = ActivatedFeedForward(4, 6, "relu")
    ours.load_state_dict(paper.state_dict())
    assert torch.equal(ours(X), paper(X))


def test_another_activation_without_biases():
    ours = ActivatedFeedForward(4, 6, "gelu", bias=False)
    first, second = (layer.weight.T for layer in (ours.linear_1, ours.linear_2))
    torch.testing.assert_close(ours(X), F.gelu(X @ first) @ second)
    assert ours.linear_1.bias is None and ours.linear_2.bias is None


def test_its_steps_are_seen_under_the_papers_names():
    ours = ActivatedFeedForward(4, 6, "silu")
    with trace(ours) as records:
        ours(X)
    assert list(records) == ["hidden", "activated", "output"]
    torch.testing.assert_close(records["activated"], F.silu(records["hidden"]))
