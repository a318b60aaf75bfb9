"""The PyTorch that a page shows gives the numbers that the page shows."""

import pytest
import torch

from pages.encoder_decoder.setting import Sizes, read_sentences
from pages.encoder_decoder.setting import run as run_model
from transformer_core import (
    attention,
    index_encoding,
    look_ahead_mask,
    masked_cross_entropy,
    normalized_index_encoding,
    plain_self_attention,
    positional_encoding,
    random_embedding,
    random_matrix,
    random_multi_head_weights,
    random_self_attention_weights,
    weighted_self_attention,
)
from ui.explain.pytorch_code import (
    attention_code,
    encoder_decoder_code,
    index_encoding_code,
    positional_encoding_code,
    self_attention_code,
)


def run(code: str) -> dict:
    names: dict = {}
    exec(code, names)
    return names


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("scale", [None, 1.0])
def test_attention(masked, scale):
    Q, K, V = (random_matrix(5, 4, seed=1, stream=stream) for stream in range(3))
    mask = look_ahead_mask(5) if masked else None
    if masked:
        mask[2] = True
    steps = attention(Q, K, V, mask, scale)
    shown = run(attention_code(Q, K, V, mask, scale))
    torch.testing.assert_close(shown["weights"], steps.weights)
    torch.testing.assert_close(shown["output"], steps.output)


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


@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("dropout_seed", [None, 3])
@pytest.mark.parametrize("shared", [False, True])
def test_encoder_decoder(norm_first, dropout_seed, shared):
    sizes = Sizes(1, 8, 2, 16, 12, 0.25, shared)
    sentences = read_sentences(["I", "see"], ["je", "vois"], 1, 12)
    logits = run_model(sizes, norm_first, 4, sentences, dropout_seed)["logits"]
    shown = run(encoder_decoder_code(sizes, norm_first, 4, sentences, dropout_seed, 0.1))
    torch.testing.assert_close(shown["logits"], logits)
    expected = masked_cross_entropy(logits, sentences.targets, label_smoothing=0.1)
    torch.testing.assert_close(shown["loss"], expected)
