import pytest
import torch

from transformer_core import TransformerConfig, build_transformer, learning_rate, training_step
from transformer_core.training_step import adam
from transformer_lab.learning.training import TrainingConfig, train

SRC, TGT = [[4, 5], [6, 7]], [[2, 5, 4, 3], [2, 7, 6, 3]]
CONFIG = TransformerConfig(9, 9, 16, 2, num_layers=1, d_ff=32, dropout=0.0, max_len=12)


def test_steps_learn_a_batch():
    model = build_transformer(CONFIG, 1).train()
    optimizer = adam(model)
    ids = torch.tensor(SRC), torch.tensor(TGT)
    losses = [training_step(model, optimizer, *ids, step, warmup_steps=20) for step in range(1, 61)]
    assert losses[-1] < 0.5 * losses[0]


def test_a_step_is_that_of_the_run_that_is_watched():
    """Without what only longer runs need: a decaying rate, shortened gradients."""
    ours, theirs = build_transformer(CONFIG, 1).train(), build_transformer(CONFIG, 1)
    config = TrainingConfig(3, batch_size=2, warmup_steps=5, largest_norm=float("inf"))
    pairs = list(zip(SRC, TGT, strict=True))
    rates = {step: learning_rate(step, 16, 5).item() for step in (1, 2, 3)}
    watched = train(theirs, pairs, config, seed=1, rate_at=rates.__getitem__)
    optimizer = adam(ours)
    for done in watched:
        loss = training_step(ours, optimizer, torch.tensor(SRC), torch.tensor(TGT), done.step, 5)
        assert loss == pytest.approx(done.loss, rel=1e-5)
    # Of the keys' biases, which softmax takes back, the gradient is 0 but for rounding.
    for name, weights in ours.state_dict().items():
        if not name.endswith("w_k.bias"):
            torch.testing.assert_close(weights, theirs.state_dict()[name], rtol=1e-3, atol=1e-5)
