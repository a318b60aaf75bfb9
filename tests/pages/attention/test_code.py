"""The PyTorch that the page shows gives the numbers that the page shows."""

import pytest
import torch

from pages.attention.code import attention_programs
from tests.pages.printed_code import run
from transformer_core import attention, look_ahead_mask
from transformer_lab.examples import random_matrix


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("scale", [None, 1.0])
def test_attention(masked, scale):
    Q, K, V = (random_matrix(5, 4, seed=1, stream=stream) for stream in range(3))
    mask = look_ahead_mask(5) if masked else None
    if masked:
        mask[2] = True
    steps = attention(Q, K, V, mask, scale)
    for program in attention_programs(Q, K, V, mask, scale):
        shown = run(program)
        torch.testing.assert_close(shown["weights"], steps.weights)
        torch.testing.assert_close(shown["output"], steps.output)
