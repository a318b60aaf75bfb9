"""The PyTorch that the page shows gives the numbers that the page shows."""

import pytest
import torch

from pages.encoder_decoder.code import encoder_decoder_programs
from pages.encoder_decoder.forward import Forward, Training
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


@pytest.mark.sampled
@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("training", [None, Training(20, 0.1)])
@pytest.mark.parametrize("reads_own", [False, True])
def test_a_trained_model_and_one_that_reads_its_own_tokens(norm_first, shared, training, reads_own):
    sizes = Sizes(2, 8, 2, 16, 12, 0.25, shared)
    sentences = ("I", "see"), ("je", "vois")
    forward = Forward(sizes, norm_first, 4, *sentences, 2, None, training, reads_own)
    logits = forward.records["logits"]
    for program in encoder_decoder_programs(forward, 0.1):
        shown = run(program)
        torch.testing.assert_close(shown["logits"], logits)
        assert shown["tgt_ids"].tolist() == forward.sentences.tgt_ids.tolist()
        assert shown["targets"].tolist() == forward.sentences.targets.tolist()
        assert ("rate" in shown, "most_written" in shown) == (training is not None, reads_own)


def test_a_program_has_the_shift_of_the_target():
    forward = Forward(Sizes(1, 8, 2, 16, 12, 0.1), False, 4, ("I", "see"), ("je", "vois"), 1)
    for program in encoder_decoder_programs(forward, 0.1):
        assert "trg = torch.tensor([[1, 4, 6, 2, 0]])" in program
        assert "tgt_ids, targets = trg[:, :-1], trg[:, 1:]" in program
