"""The attention weights of any model, with its words beside them."""

import numpy as np
import pytest
import torch
from torch import nn

from tests.ui.notebook.test_show import matrices
from transformer_core import generator
from ui.notebook import show_attention

TOKENS = ["the", "cat", "saw", "the", "dog"]
LABELS = ["the (1)", "cat", "saw", "the (4)", "dog"]


def weights(*shape: int) -> torch.Tensor:
    return torch.softmax(torch.randn(*shape, generator=generator(1)), dim=-1)


def labels_of(header: dict) -> tuple[list[str], list[str]]:
    return header["rows"]["labels"], header["cols"]["labels"]


def test_a_module_of_torchs_own_in_two_lines():
    x = torch.randn(1, 5, 16, generator=generator(2))
    attention = nn.MultiheadAttention(16, 4, batch_first=True)
    _, made = attention(x, x, x, average_attn_weights=False)
    header, numbers = matrices(show_attention(made, TOKENS).html)["weights"]
    assert numbers.shape == (4, 5, 5)
    assert np.array_equal(numbers, made[0].detach().numpy())
    assert header["scale"] == "weights"
    assert labels_of(header) == (LABELS, LABELS)


def test_an_array_of_ones_own_and_rows_of_numbers():
    for own in (weights(5, 5).numpy(), weights(5, 5).tolist()):
        header, numbers = matrices(show_attention(own, TOKENS).html)["weights"]
        assert np.allclose(numbers, own)
        assert labels_of(header) == (LABELS, LABELS)


def test_several_layers_have_a_picture_each():
    layers = tuple(weights(1, 2, 5, 5) for _ in range(3))
    found = matrices(show_attention(layers, TOKENS).html)
    assert [*found] == ["layer_1", "layer_2", "layer_3"]
    assert all(numbers.shape == (2, 5, 5) for _, numbers in found.values())


def test_keys_of_another_sentence_have_their_own_words():
    header, _ = matrices(show_attention(weights(5, 2), TOKENS, ["der", "Hund"]).html)["weights"]
    assert labels_of(header) == (LABELS, ["der", "Hund"])


def test_tokens_that_do_not_fit_are_refused_with_their_numbers():
    with pytest.raises(ValueError, match=r"\(5, 5\), but the tokens are 2 queries and 2 keys"):
        show_attention(weights(5, 5), ["a", "b"])
    with pytest.raises(ValueError, match=r"layer_2 has shape \(4, 5\)"):
        show_attention([weights(5, 5), weights(4, 5)], TOKENS)


def test_a_batch_of_several_sentences_is_refused():
    with pytest.raises(ValueError, match="heads first"):
        show_attention(weights(2, 4, 5, 5), TOKENS)


def test_a_list_of_rows_is_one_matrix_and_a_list_of_heads_several_layers():
    heads = [weights(5, 5), weights(5, 5)]
    assert [*matrices(show_attention(heads, TOKENS).html)] == ["layer_1", "layer_2"]
    assert [*matrices(show_attention([[1.0, 0.0], [0.5, 0.5]], ["a", "b"]).html)] == ["weights"]
