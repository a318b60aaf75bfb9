import pytest
import torch

from transformer_core import (
    Decoder,
    DecoderLayer,
    TransformerConfig,
    generator,
    look_ahead_mask,
    trace,
)

both_norms = pytest.mark.parametrize("norm_first", [False, True], ids=["post", "pre"])


def config(norm_first=False):
    return TransformerConfig(10, 10, 16, 4, 2, 24, dropout=0.0, norm_first=norm_first)


def drawn(seed, *shape):
    return torch.randn(shape, generator=generator(seed))


@both_norms
def test_a_layer_equals_torchs(norm_first, torch_twin, shaken):
    ours = shaken(DecoderLayer(config(norm_first)))
    theirs = torch_twin(ours, config(norm_first))
    x, memory = drawn(1, 2, 4, 16), drawn(2, 2, 5, 16)
    padding = torch.tensor([[False] * 5, [False, False, False, True, True]])
    future = look_ahead_mask(4)
    expected = theirs(x, memory, tgt_mask=future, memory_key_padding_mask=padding)
    output = ours(x, memory, future, padding[:, None, None])
    torch.testing.assert_close(output, expected, atol=1e-5, rtol=1e-5)


def test_post_norm_is_the_papers_picture():
    layer = DecoderLayer(config())
    x, memory, mask = drawn(1, 1, 3, 16), drawn(2, 1, 5, 16), look_ahead_mask(3)
    first = layer.norm_1(x + layer.self_attention(x, x, x, mask))
    second = layer.norm_2(first + layer.cross_attention(first, memory, memory))
    third = layer.norm_3(second + layer.feed_forward(second))
    torch.testing.assert_close(layer(x, memory, mask), third)


def test_cross_attention_has_queries_of_the_target_and_keys_of_the_source():
    layer = DecoderLayer(config())
    with trace(layer) as records:
        layer(drawn(1, 1, 3, 16), drawn(2, 1, 5, 16))
    assert records["self_attention.weights"].shape == (1, 4, 3, 3)
    assert records["cross_attention.weights"].shape == (1, 4, 3, 5)
    assert "normed_3" in records


def test_only_a_pre_norm_decoder_ends_in_a_norm():
    assert Decoder(config(norm_first=False)).norm is None
    output = Decoder(config(norm_first=True))(drawn(1, 1, 3, 16), drawn(2, 1, 5, 16))
    torch.testing.assert_close(output.mean(dim=-1), torch.zeros(1, 3), atol=1e-5, rtol=0)
