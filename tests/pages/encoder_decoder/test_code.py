"""The PyTorch that the page shows gives the numbers that the page shows."""

import pytest
import torch

from pages.encoder_decoder.code import encoder_decoder_programs
from pages.encoder_decoder.forward import Forward
from pages.encoder_decoder.sizes import Sizes
from tests.pages.printed_code import run
from transformer_core import masked_cross_entropy


@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("dropout_seed", [None, 3])
@pytest.mark.parametrize("shared", [False, True])
def test_encoder_decoder(norm_first, dropout_seed, shared):
    sizes = Sizes(1, 8, 2, 16, 12, 0.25, shared)
    forward = Forward(sizes, norm_first, 4, ("I", "see"), ("je", "vois"), 1, dropout_seed)
    logits = forward.records["logits"]
    shown = run(encoder_decoder_programs(forward, 0.1)[1])
    torch.testing.assert_close(shown["logits"], logits)
    expected = masked_cross_entropy(logits, forward.sentences.targets, label_smoothing=0.1)
    torch.testing.assert_close(shown["loss"], expected)


@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize(("padding", "dropout_seed"), [(0, None), (2, None), (0, 3), (2, 5)])
def test_torch_alone_gives_the_same_logits_and_loss(norm_first, shared, padding, dropout_seed):
    sizes = Sizes(2, 8, 2, 16, 12, 0.25, shared)
    forward = Forward(sizes, norm_first, 4, ("I", "see"), ("je", "vois"), padding, dropout_seed)
    source, with_core = encoder_decoder_programs(forward, 0.1)
    assert "transformer_core" not in source
    shown, core = run(source), run(with_core)
    torch.testing.assert_close(shown["logits"], core["logits"])
    torch.testing.assert_close(shown["loss"], core["loss"])
