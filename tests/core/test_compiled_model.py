"""The model as one graph: compiled, exported, and without any numbers at all."""

import dataclasses

import pytest
import torch
from torch.export import Dim, export

from transformer_core import (
    Transformer,
    TransformerConfig,
    build_transformer,
    seeded_dropout,
    trace,
)

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
