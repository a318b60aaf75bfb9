"""The PyTorch that the page shows gives the numbers that the page shows."""

import torch

from pages.self_attention.code import self_attention_code
from tests.pages.printed_code import run
from transformer_core import (
    plain_self_attention,
    random_embedding,
    random_multi_head_weights,
    random_self_attention_weights,
    weighted_self_attention,
)


def test_self_attention():
    ids = [0, 2, 1, 2]
    X = random_embedding(10, 16, seed=123)[ids]
    expected = {
        "plain": plain_self_attention(X).output,
        "weighted": weighted_self_attention(X, random_self_attention_weights(16, 123)).output,
        "heads": weighted_self_attention(X, random_multi_head_weights(16, 8, 123)).output,
    }
    for view, output in expected.items():
        shown = run(self_attention_code(ids, 16, 10, 123, view))
        torch.testing.assert_close(shown["context"], output)
