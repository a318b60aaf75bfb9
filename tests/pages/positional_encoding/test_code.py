"""The PyTorch that the page shows gives the numbers that the page shows."""

import pytest
import torch

from pages.positional_encoding.code import encoding_programs
from pages.positional_encoding.setting import EncodingSetting
from tests.pages.printed_code import run
from transformer_core import positional_encoding
from transformer_lab.examples import index_encoding, normalized_index_encoding


@pytest.mark.parametrize(("seq_len", "d_model", "base"), [(50, 128, 10_000.0), (10, 7, 100.0)])
def test_positional_encoding(seq_len, d_model, base):
    setting = EncodingSetting(seq_len=seq_len, d_model=d_model, base=base)
    for program in encoding_programs(setting):
        shown = run(program)
        torch.testing.assert_close(shown["PE"], positional_encoding(seq_len, d_model, base))


@pytest.mark.parametrize("seq_len", [1, 6])
def test_index_encodings(seq_len):
    for program in encoding_programs(EncodingSetting(kind="index", seq_len=seq_len, d_model=3)):
        torch.testing.assert_close(run(program)["PE"], index_encoding(seq_len, 3))
    for program in encoding_programs(
        EncodingSetting(kind="normalized_index", seq_len=seq_len, d_model=3)
    ):
        torch.testing.assert_close(run(program)["PE"], normalized_index_encoding(seq_len, 3))
