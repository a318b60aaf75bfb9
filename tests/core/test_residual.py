import pytest
import torch
from torch import nn

from transformer_core import DecoderLayer, EncoderLayer, TransformerConfig, generator, trace
from transformer_core.residual import Residual

SIZES = {"d_model": 2, "num_heads": 1, "num_layers": 1, "d_ff": 4, "layer_norm_eps": 1e-12}
X = torch.tensor([[[1.0, 3.0]]])


def config(norm_first=False, dropout=0.0):
    return TransformerConfig(5, 5, norm_first=norm_first, dropout=dropout, **SIZES)


class Doubled(nn.Module):
    def forward(self, query, *_):
        return 2 * query


def doubling(norm_first):
    """A layer whose sublayers double what they are given."""
    layer = EncoderLayer(config(norm_first))
    layer.self_attention, layer.feed_forward = Doubled(), Doubled()
    return layer


@pytest.mark.parametrize(
    ("norm_first", "expected"),
    [
        # LayerNorm(x + 2x) is the norm of [3, 9]; x + 2 LayerNorm(x) is [1, 3] + 2 [-1, 1]
        (False, {"residual_1": [3, 9], "normed_1": [-1, 1], "residual_2": [-3, 3],
                 "normed_2": [-1, 1]}),
        (True, {"normed_1": [-1, 1], "residual_1": [-1, 5], "normed_2": [-1, 1],
                "residual_2": [-3, 7]}),
    ],
    ids=["post", "pre"],
)  # fmt: skip
def test_sublayers_that_double_by_hand(norm_first, expected):
    layer = doubling(norm_first)
    with trace(layer) as records:
        output = layer(X)
    assert list(records) == list(expected)
    for name, numbers in expected.items():
        torch.testing.assert_close(records[name][0, 0], torch.tensor(numbers).float())
    assert records[list(expected)[-1]] is output


def test_dropout_is_on_what_the_sublayer_adds():
    residual = Residual(config(dropout=0.999))
    x = torch.randn(1, 50, 2, generator=generator(1))
    unchanged = residual(x, x + 1) == x
    assert unchanged.float().mean() > 0.9


@pytest.mark.parametrize(("build", "count"), [(EncoderLayer, 2), (DecoderLayer, 3)])
def test_a_layer_keeps_its_norms_under_their_own_names(build, count):
    layer = build(config())
    norms = {name for name in layer.state_dict() if "norm" in name or "residual" in name}
    assert norms == {f"norm_{n + 1}.{part}" for n in range(count) for part in ("weight", "bias")}


def test_another_norm_in_its_place_is_the_one_that_is_used():
    layer = EncoderLayer(config())
    layer.norm_1 = nn.Identity()
    with trace(layer) as records:
        layer(X)
    assert torch.equal(records["normed_1"], records["residual_1"])
