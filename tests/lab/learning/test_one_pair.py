"""Training on one pair of sentences alone."""

import pytest
import torch

from transformer_core import TransformerConfig, build_transformer, masked_cross_entropy
from transformer_lab.learning.one_pair import trained_on_pair
from transformer_lab.measures import least_loss

SRC = torch.tensor([[4, 5, 6, 0]])
TRG = torch.tensor([[1, 7, 8, 2, 0]])
TGT, TARGETS = TRG[:, :-1], TRG[:, 1:]
REAL = TARGETS[0] != 0


def untrained(norm_first=False, shared=False):
    config = TransformerConfig(12, 12, d_model=8, num_heads=2, num_layers=1, d_ff=16,
                               norm_first=norm_first, shared_embeddings=shared)  # fmt: skip
    return build_transformer(config, seed=3)


def test_one_step_goes_against_the_gradient():
    model = untrained()
    twin = untrained().double().requires_grad_()
    loss = masked_cross_entropy(twin(SRC, TGT), TARGETS, label_smoothing=0.1)
    loss.backward()
    trained = dict(trained_on_pair(model, SRC, TGT, TARGETS, 1, 0.1, rate=0.5).named_parameters())
    for name, before in twin.named_parameters():
        torch.testing.assert_close(trained[name], (before - 0.5 * before.grad).float())


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("norm_first", "shared", "smoothing"),
    [(False, False, 0.1), (True, True, 0.1), (False, True, 0.4), (True, False, 0.4)],
)
def test_it_comes_near_the_least_loss_and_stops_there(norm_first, shared, smoothing):
    model = untrained(norm_first, shared)
    least, losses = least_loss(12, smoothing), []
    for steps in (0, 200):
        logits = trained_on_pair(model, SRC, TGT, TARGETS, steps, smoothing)(SRC, TGT)
        losses.append(float(masked_cross_entropy(logits, TARGETS, label_smoothing=smoothing)))
    assert least <= losses[1] < least + 0.03 < losses[0]
    right = logits[0].softmax(-1).gather(1, TARGETS[0].unsqueeze(1))[REAL]
    assert right.squeeze(1).tolist() == pytest.approx(
        [1 - smoothing + smoothing / 12] * 3, abs=0.03
    )


def test_the_model_itself_stays_as_it_is():
    model, twin = untrained(), untrained()
    trained = trained_on_pair(model, SRC, TGT, TARGETS, 5)
    for one, other in zip(model.parameters(), twin.parameters(), strict=True):
        assert torch.equal(one, other)
    pairs = zip(trained.parameters(), twin.parameters(), strict=True)
    assert not any(torch.equal(one, other) for one, other in pairs if one.dim() > 1)
    none = trained_on_pair(model, SRC, TGT, TARGETS, 0)
    assert all(map(torch.equal, none.parameters(), twin.parameters()))


def test_it_is_a_model_like_any_other_also_in_inference_mode():
    with torch.inference_mode():
        trained = trained_on_pair(untrained(), SRC, TGT, TARGETS, 2)
    assert not trained.training
    for parameter in trained.parameters():
        assert parameter.dtype == torch.float32 and not parameter.requires_grad


def test_what_is_read_after_the_end_token_teaches_nothing():
    other = TGT.clone()
    other[0, -1] = 5
    assert int(TARGETS[0, -1]) == 0
    one, two = (trained_on_pair(untrained(), SRC, ids, TARGETS, 3) for ids in (TGT, other))
    for first, second in zip(one.parameters(), two.parameters(), strict=True):
        torch.testing.assert_close(first, second)
