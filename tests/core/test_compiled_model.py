"""The model as one graph: compiled, exported, and without any numbers at all."""

import dataclasses

import pytest
import torch
from torch import nn
from torch.export import Dim, export

from transformer_core import (
    Transformer,
    TransformerConfig,
    build_transformer,
    generator,
    masked_cross_entropy,
    seeded_dropout,
    trace,
)

pytestmark = pytest.mark.thorough

POST = TransformerConfig(12, 9, 8, 2, num_layers=1, d_ff=16, dropout=0.5, max_len=10)
PRE = dataclasses.replace(POST, norm_first=True)
SRC = torch.tensor([[3, 4, 5, 6, 7], [8, 9, 10, 0, 0]])
TGT = torch.tensor([[1, 2, 3, 4], [1, 5, 0, 0]])

both_norms = pytest.mark.parametrize("config", [POST, PRE], ids=["post", "pre"])


@pytest.fixture(autouse=True)
def no_graph_is_left():
    yield
    torch.compiler.reset()


def compiled(model):
    """In one graph or not at all."""
    return torch.compile(model, fullgraph=True, backend="eager")


@both_norms
def test_a_compiled_forward_is_one_graph_with_the_same_numbers(config):
    model = build_transformer(config, seed=1)
    with torch.no_grad():
        assert torch.equal(compiled(model)(SRC, TGT), model(SRC, TGT))


def test_a_model_is_trained_in_one_graph_with_the_same_gradients():
    config = dataclasses.replace(POST, dropout=0.0)
    model, same = (build_transformer(config, seed=1).train() for _ in range(2))
    compiled(model)(SRC, TGT).square().sum().backward()
    same(SRC, TGT).square().sum().backward()
    for mine, its in zip(model.parameters(), same.parameters(), strict=True):
        torch.testing.assert_close(mine.grad, its.grad)


def test_a_trace_and_a_seed_around_it_leave_a_compiled_model_as_it_is():
    model = build_transformer(POST, seed=1)
    with torch.no_grad(), seeded_dropout(1), trace(model) as records:
        logits = compiled(model)(SRC, TGT)
    assert records == {}
    assert torch.equal(logits, model(SRC, TGT))


@both_norms
def test_an_exported_model_takes_sentences_of_any_length_and_number(config):
    model = build_transformer(config, seed=1)
    open_sizes = {0: Dim.DYNAMIC, 1: Dim.DYNAMIC}
    exported = export(model, (SRC, TGT), dynamic_shapes=(open_sizes, open_sizes)).module()
    for src, tgt in ((SRC, TGT), (SRC[:, :3].repeat(2, 1), TGT[:, :2].repeat(2, 1))):
        torch.testing.assert_close(exported(src, tgt), model(src, tgt))


@both_norms
@pytest.mark.parametrize("training", [False, True])
def test_on_the_meta_device_a_forward_has_its_shapes(config, training):
    with torch.device("meta"):
        model = Transformer(config).train(training)
    with trace(model) as records, seeded_dropout(1):
        logits = model(SRC.to("meta"), TGT.to("meta"))
    assert logits.shape == (2, 4, 9)
    assert all(tensor.is_meta for tensor in records.values())


@pytest.mark.filterwarnings("ignore::torch.jit.TracerWarning", "ignore::DeprecationWarning")
@both_norms
def test_a_traced_model_has_the_same_numbers(config):
    model = build_transformer(config, seed=1)
    traced = torch.jit.trace(model, (SRC, TGT))
    torch.testing.assert_close(traced(SRC, TGT), model(SRC, TGT))


def test_a_model_can_be_mapped_over_sentences():
    model = build_transformer(POST, seed=1)
    each = torch.func.vmap(lambda src, tgt: model(src[None], tgt[None])[0])(SRC, TGT)
    torch.testing.assert_close(each, model(SRC, TGT))


class Loss(nn.Module):
    def forward(self, logits, targets):
        return masked_cross_entropy(logits, targets, label_smoothing=0.1)


narrow_and_wide = pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32], ids=str)


@narrow_and_wide
def test_the_loss_is_compiled_and_exported_with_the_same_numbers(dtype):
    logits = torch.randn(2, 4, 9, generator=generator(1)).to(dtype).requires_grad_()
    expected = Loss()(logits, TGT)
    gradient = torch.autograd.grad(expected, logits)[0]
    loss = compiled(Loss())(logits, TGT)
    assert torch.equal(loss, expected)
    assert torch.equal(torch.autograd.grad(loss, logits)[0], gradient)
    exported = export(Loss(), (logits.detach(), TGT)).module()
    assert torch.equal(exported(logits.detach(), TGT), expected)


def test_a_model_built_on_the_meta_device_is_whole_once_its_weights_are_there():
    model = build_transformer(POST, seed=1)
    expected = model(SRC, TGT)
    with torch.device("meta"):
        emptied, assigned = Transformer(POST).eval(), Transformer(POST).eval()
    emptied.to_empty(device="cpu").load_state_dict(model.state_dict())
    assigned.load_state_dict(model.state_dict(), assign=True)
    assert torch.equal(emptied(SRC, TGT), expected)
    assert torch.equal(assigned(SRC, TGT), expected)


def test_an_encoding_that_was_set_by_hand_stays_when_weights_are_loaded():
    model = build_transformer(POST, seed=1)
    model.positional_encoding.encoding.zero_()
    model.load_state_dict(build_transformer(POST, seed=2).state_dict())
    assert not model.positional_encoding.encoding.any()
    assert not model.double().positional_encoding.encoding.any()
