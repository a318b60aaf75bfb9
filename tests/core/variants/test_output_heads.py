from functools import partial

import torch
import torch.nn.functional as F

from transformer_core import generator, trace
from transformer_core.layers import Embedding, LayerNorm
from transformer_core.variants.output_heads import (
    BiasedTiedOutput,
    MaskedWordHead,
    ProjectionHead,
    ScaledHead,
)

X = torch.randn(2, 3, 4, generator=generator(1))


def test_a_tied_output_with_a_bias_has_only_the_bias_of_its_own():
    table = Embedding(7, 4)
    output = BiasedTiedOutput(table)
    assert [name for name, _ in output.named_parameters()] == ["bias"]
    output.bias.data = torch.arange(7.0)
    torch.testing.assert_close(output(X), X @ table.weight.T + torch.arange(7.0))


def test_berts_layer_before_the_logits():
    head = MaskedWordHead(4, 6, "gelu", partial(LayerNorm, 6))
    linear = F.linear(X, head.linear.weight, head.linear.bias)
    with trace(head) as records:
        torch.testing.assert_close(head(X), F.layer_norm(F.gelu(linear), (6,)))
    assert list(records) == ["hidden", "activated", "normed"]


def test_last_vectors_can_be_scaled():
    assert torch.equal(ScaledHead(0.5)(X), X / 2)


def test_last_vectors_can_be_brought_to_another_width():
    head = ProjectionHead(4, 6)
    with trace(head) as records:
        torch.testing.assert_close(head(X), X @ head.linear.weight.T)
    assert list(records) == ["projected"]
