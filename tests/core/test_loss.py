import math

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st

from transformer_core import cross_entropy_over_padding, generator, masked_cross_entropy


def test_even_logits_cost_the_logarithm_of_the_vocabulary():
    loss = masked_cross_entropy(torch.zeros(1, 2, 4), torch.tensor([[1, 3]]))
    assert loss.item() == pytest.approx(math.log(4))


def test_padded_positions_do_not_lower_the_mean():
    logits = torch.zeros(1, 4, 4)
    logits[0, 2:] = torch.tensor([9.0, 0.0, 0.0, 0.0])
    loss = masked_cross_entropy(logits, torch.tensor([[1, 3, 0, 0]]))
    assert loss.item() == pytest.approx(math.log(4))


def test_label_smoothing_by_hand():
    # Target 1 of 2 with smoothing 0.2: weights 0.1 and 0.9 on -log softmax([0, log 3])
    loss = masked_cross_entropy(
        torch.tensor([[[0.0, math.log(3)]]]), torch.tensor([[1]]), label_smoothing=0.2
    )
    assert loss.item() == pytest.approx(-0.1 * math.log(1 / 4) - 0.9 * math.log(3 / 4))


@given(seed=st.integers(0, 1000), smoothing=st.sampled_from([0.1, 0.3, 0.9]))
def test_a_smoothed_target_costs_at_least_its_entropy_and_that_only_when_it_is_met(seed, smoothing):
    target = torch.full((5,), smoothing / 5)
    target[3] += 1 - smoothing
    entropy = -(target * target.log()).sum().item()
    logits = target.log().requires_grad_()
    least = masked_cross_entropy(logits[None], torch.tensor([3]), label_smoothing=smoothing)
    assert least.item() == pytest.approx(entropy, rel=1e-5)
    (gradient,) = torch.autograd.grad(least, logits)
    torch.testing.assert_close(gradient, torch.zeros(5), atol=1e-6, rtol=0)
    other = logits.detach() + torch.randn(5, generator=generator(seed))
    cost = masked_cross_entropy(other[None], torch.tensor([3]), label_smoothing=smoothing)
    assert cost.item() > entropy


def test_nothing_but_padding_costs_nothing():
    logits = torch.zeros(2, 3, 4, requires_grad=True)
    loss = masked_cross_entropy(logits, torch.zeros(2, 3, dtype=torch.long))
    loss.backward()
    assert loss.item() == 0
    assert logits.grad.abs().sum() == 0


@given(
    seed=st.integers(0, 1000), smoothing=st.sampled_from([0.0, 0.1, 0.5]), pad_id=st.integers(0, 4)
)
def test_the_loss_is_torchs_with_padding_ignored(seed, smoothing, pad_id):
    draw = generator(seed)
    logits = torch.randn(3, 6, 5, generator=draw, requires_grad=True)
    targets = torch.randint(0, 5, (3, 6), generator=draw)
    targets[0, 0] = (pad_id + 1) % 5
    expected = F.cross_entropy(
        logits.flatten(0, 1), targets.flatten(), ignore_index=pad_id, label_smoothing=smoothing
    )
    loss = masked_cross_entropy(logits, targets, pad_id, smoothing)
    torch.testing.assert_close(loss, expected)
    gradients = [torch.autograd.grad(3 * each, logits)[0] for each in (loss, expected)]
    torch.testing.assert_close(*gradients)


def test_shapes_that_do_not_match_are_refused():
    with pytest.raises(ValueError, match=r"logits \(2, 3, 4\) do not fit targets \(3, 2\)"):
        masked_cross_entropy(torch.zeros(2, 3, 4), torch.zeros(3, 2, dtype=torch.long))


def test_averaging_over_padding_makes_the_loss_smaller_by_the_share_of_padding():
    logits = torch.randn(1, 4, 5, generator=torch.Generator().manual_seed(0))
    targets = torch.tensor([[1, 2, 0, 0]])
    each = torch.nn.functional.cross_entropy(logits[0], targets[0], reduction="none")
    by_hand = (each * (targets[0] != 0)).mean()
    torch.testing.assert_close(cross_entropy_over_padding(logits, targets), by_hand)
    torch.testing.assert_close(2 * by_hand, masked_cross_entropy(logits, targets))


def test_narrow_logits_are_summed_in_float32():
    logits = torch.randn(40, 3000, generator=generator(0)).bfloat16().requires_grad_()
    wide = logits.detach().float().requires_grad_()
    targets = torch.arange(40)  # the first is padding
    loss = masked_cross_entropy(logits, targets, label_smoothing=0.1)
    expected = masked_cross_entropy(wide, targets, label_smoothing=0.1)
    assert loss.dtype == torch.float32
    torch.testing.assert_close(loss, expected, rtol=1e-6, atol=0)
    (gradient,) = torch.autograd.grad(3 * loss, logits)
    (exact,) = torch.autograd.grad(3 * expected, wide)
    assert gradient.dtype == torch.bfloat16
    torch.testing.assert_close(gradient.float(), exact, rtol=0.01, atol=1e-7)


FLOATS = (torch.float8_e4m3fn, torch.float16, torch.bfloat16, torch.float32, torch.float64)
all_floats = pytest.mark.parametrize("dtype", FLOATS, ids=str)


@all_floats
@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_padding_may_be_a_number_outside_the_vocabulary(dtype, smoothing):
    logits = torch.randn(2, 3, 5, generator=generator(1)).to(dtype)
    targets = torch.tensor([[1, 2, -100], [3, -100, -100]])
    loss = masked_cross_entropy(logits, targets, -100, smoothing)
    inside = torch.tensor([[1, 2, 0], [3, 0, 0]])
    torch.testing.assert_close(loss, masked_cross_entropy(logits, inside, 0, smoothing))


@all_floats
@pytest.mark.parametrize("target", [5, -1, -100])
def test_a_target_outside_the_vocabulary_is_refused_with_its_number(dtype, target):
    logits = torch.zeros(2, 5).to(dtype)
    message = f"targets contains {target}, which is not in the vocabulary of 5 tokens"
    with pytest.raises(ValueError, match=message):
        masked_cross_entropy(logits, torch.tensor([1, target]))


@all_floats
@pytest.mark.parametrize("smoothing", [2.0, -1.0, math.nan, math.inf])
def test_a_smoothing_that_is_not_a_share_is_refused(dtype, smoothing):
    message = rf"label_smoothing must be in \[0, 1\], got {smoothing}"
    with pytest.raises(ValueError, match=message):
        masked_cross_entropy(torch.zeros(2, 5).to(dtype), torch.tensor([1, 2]), 0, smoothing)


@all_floats
def test_all_of_the_target_may_be_spread(dtype):
    logits = torch.zeros(2, 4).to(dtype)
    loss = masked_cross_entropy(logits, torch.tensor([1, 2]), label_smoothing=1.0)
    assert loss.item() == pytest.approx(math.log(4))


@all_floats
@pytest.mark.parametrize("kind", [torch.uint8, torch.int16, torch.int32, torch.int64], ids=str)
def test_targets_may_be_whole_numbers_of_any_size(dtype, kind):
    loss = masked_cross_entropy(torch.zeros(2, 4).to(dtype), torch.tensor([1, 2]).to(kind))
    assert loss.item() == pytest.approx(math.log(4))


@pytest.mark.parametrize(
    ("logits", "targets", "message"),
    [
        (torch.zeros(2, 4), torch.ones(2), r"targets must be whole numbers, got torch\.float32"),
        (torch.zeros(2, 4, dtype=torch.long), torch.ones(2, dtype=torch.long),
         r"logits must be floating-point numbers, got torch\.int64"),
    ],
)  # fmt: skip
def test_other_kinds_of_numbers_are_refused(logits, targets, message):
    with pytest.raises(ValueError, match=message):
        masked_cross_entropy(logits, targets)


def test_no_positions_cost_nothing():
    logits, targets = torch.zeros(0, 4), torch.zeros(0, dtype=torch.long)
    assert masked_cross_entropy(logits, targets).item() == 0
    assert cross_entropy_over_padding(logits, targets).item() == 0


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_torch_func_takes_gradients_of_narrow_logits_one_sentence_at_a_time(smoothing):
    logits = torch.randn(3, 4, 5, generator=generator(1)).bfloat16()
    targets = torch.tensor([[1, 2, 0, 0], [4, 3, 2, 1], [1, 0, 0, 0]])

    def loss(logits, targets):
        return masked_cross_entropy(logits, targets, label_smoothing=smoothing)

    each = torch.func.vmap(torch.func.grad(loss))(logits, targets)
    for gradient, sentence, words in zip(each, logits, targets, strict=True):
        alone = sentence.clone().requires_grad_()
        (expected,) = torch.autograd.grad(loss(alone, words), alone)
        torch.testing.assert_close(gradient, expected)
        torch.testing.assert_close(torch.func.grad(loss)(sentence, words), expected)
