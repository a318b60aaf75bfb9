import pytest
import torch

from transformer_core import generator, trace
from transformer_core.variants.rms_norm import RMSNorm


def test_by_hand_a_vector_is_divided_by_its_root_mean_square():
    """3, 4: mean square 12.5, and its root 3.5355."""
    normed = RMSNorm(2, eps=1e-12)(torch.tensor([3.0, 4.0]))
    torch.testing.assert_close(normed, torch.tensor([0.84853, 1.13137]), rtol=0, atol=1e-5)


def test_it_is_torchs():
    draw = generator(1)
    ours, theirs = RMSNorm(8, eps=1e-5), torch.nn.RMSNorm(8, eps=1e-5)
    weight = torch.randn(8, generator=draw)
    ours.weight.data = theirs.weight.data = weight
    x = torch.randn(3, 5, 8, generator=draw) * 4
    torch.testing.assert_close(ours(x), theirs(x))


def test_a_weight_to_which_1_is_added_starts_as_one_that_scales_by_1():
    x = torch.randn(4, 6, generator=generator(2))
    added = RMSNorm(6, added=1.0)
    assert not added.weight.any()
    torch.testing.assert_close(added(x), RMSNorm(6)(x))


def test_zeros_stay_zeros():
    assert not RMSNorm(4)(torch.zeros(2, 4)).any()


def test_a_trace_changes_its_weight():
    norm = RMSNorm(2)
    x = torch.tensor([3.0, 4.0])
    with trace(norm, change={"weight": lambda weight: weight * 2}):
        doubled = norm(x)
    torch.testing.assert_close(doubled, norm(x) * 2)


def test_a_norm_of_nothing_is_refused():
    with pytest.raises(ValueError, match="width must be at least 1"):
        RMSNorm(0)
    with pytest.raises(ValueError, match="eps"):
        RMSNorm(2, eps=0.0)
