"""The PyTorch that the page shows gives the numbers that the page shows."""

import pytest
import torch

from pages.positional_encoding.code import index_encoding_code, positional_encoding_code
from tests.pages.printed_code import run
from transformer_core import positional_encoding
from transformer_lab.examples import index_encoding, normalized_index_encoding


@pytest.mark.parametrize(("seq_len", "d_model", "base"), [(50, 128, 10_000.0), (10, 7, 100.0)])
def test_positional_encoding(seq_len, d_model, base):
    shown = run(positional_encoding_code(seq_len, d_model, base))
    torch.testing.assert_close(shown["PE"], positional_encoding(seq_len, d_model, base))


@pytest.mark.parametrize("seq_len", [1, 6])
def test_index_encodings(seq_len):
    plain = run(index_encoding_code(seq_len, 3, normalized=False))
    torch.testing.assert_close(plain["PE"], index_encoding(seq_len, 3))
    shared = run(index_encoding_code(seq_len, 3, normalized=True))
    torch.testing.assert_close(shared["PE"], normalized_index_encoding(seq_len, 3))
