import pytest
import torch

from transformer_core import Encoder, EncoderLayer, TransformerConfig, generator, trace

both_norms = pytest.mark.parametrize("norm_first", [False, True], ids=["post", "pre"])


def config(norm_first=False, **sizes):
    small = {"d_model": 16, "num_heads": 4, "num_layers": 2, "d_ff": 24, "dropout": 0.0}
    return TransformerConfig(10, 10, norm_first=norm_first, **{**small, **sizes})


def drawn(seed, *shape):
    return torch.randn(shape, generator=generator(seed))


@both_norms
def test_a_layer_equals_torchs(norm_first, torch_twin, shaken):
    ours = shaken(EncoderLayer(config(norm_first)))
    theirs = torch_twin(ours, config(norm_first))
    padding = torch.tensor([[False] * 5, [False, False, False, True, True]])
    x = drawn(1, 2, 5, 16)
    expected = theirs(x, src_key_padding_mask=padding)
    torch.testing.assert_close(ours(x, padding[:, None, None]), expected, atol=1e-5, rtol=1e-5)


def test_post_norm_normalises_the_sum():
    layer = EncoderLayer(config())
    x = drawn(1, 1, 3, 16)
    first = layer.norm_1(x + layer.self_attention(x, x, x))
    second = layer.norm_2(first + layer.feed_forward(first))
    torch.testing.assert_close(layer(x), second)


def test_pre_norm_normalises_the_input_of_each_sublayer():
    layer = EncoderLayer(config(norm_first=True))
    x = drawn(1, 1, 3, 16)
    normed = layer.norm_1(x)
    first = x + layer.self_attention(normed, normed, normed)
    second = first + layer.feed_forward(layer.norm_2(first))
    torch.testing.assert_close(layer(x), second)


def test_only_a_pre_norm_encoder_ends_in_a_norm():
    assert Encoder(config(norm_first=False)).norm is None
    encoder = Encoder(config(norm_first=True))
    output = encoder(drawn(1, 1, 3, 16))
    torch.testing.assert_close(output.mean(dim=-1), torch.zeros(1, 3), atol=1e-5, rtol=0)
    torch.testing.assert_close(output.var(dim=-1, correction=0), torch.ones(1, 3))


@both_norms
def test_records_name_the_sum_and_the_norm_of_each_sublayer(norm_first):
    layer = EncoderLayer(config(norm_first))
    with trace(layer) as records:
        output = layer(drawn(1, 1, 3, 16))
    outer = [name for name in records if "." not in name]
    if norm_first:
        assert outer == ["normed_1", "residual_1", "normed_2", "residual_2"]
        assert records["residual_2"] is output
    else:
        assert outer == ["residual_1", "normed_1", "residual_2", "normed_2"]
        assert records["normed_2"] is output


def test_dropout_is_on_each_sublayers_output():
    layer = EncoderLayer(config(dropout=0.999))
    x = drawn(1, 1, 3, 16)
    with trace(layer) as records:
        layer(x)
    # Nearly everything that a sublayer says is dropped, so that sums are nearly their inputs
    assert (records["residual_1"] == x).float().mean() > 0.8
    assert (records["residual_2"] == records["normed_1"]).float().mean() > 0.8
