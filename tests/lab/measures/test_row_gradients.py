"""Gradients of all rows in one pass back are those of transformers, a row at a time."""

import pytest
import torch
from transformers import (
    AutoModelForCausalLM,
    AutoModelForMaskedLM,
    AutoModelForSeq2SeqLM,
)

from transformer_core.explain.assembled.computation import ModelInputs
from transformer_lab import open_model
from transformer_lab.measures.row_gradients import numbers_kept, row_gradients

THEIRS = {"bert": AutoModelForMaskedLM, "gpt2": AutoModelForCausalLM, "llama": AutoModelForCausalLM}
PATHS = {
    "encoder": ("encoder.layers.{}.self_attention", ("encoder_attentions", "attentions")),
    "decoder": ("decoder.layers.{}.self_attention", ("decoder_attentions", "attentions")),
    "cross": ("decoder.layers.{}.cross_attention", ("cross_attentions",)),
}
CASES = [
    ("bert", "encoder"),
    ("gpt2", "decoder"),
    ("llama", "decoder"),
    ("marian", "encoder"),
    ("marian", "decoder"),
    ("marian", "cross"),
    ("t5", "decoder"),
    ("t5", "cross"),
]

pytestmark = pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")


@pytest.fixture(scope="module")
def theirs(saved):
    """transformers' own model, eager."""
    found = {}

    def get(kind):
        if kind not in found:
            read = THEIRS.get(kind, AutoModelForSeq2SeqLM)
            found[kind] = read.from_pretrained(saved(kind), attn_implementation="eager").eval()
        return found[kind]

    return get


def given_and_asked(kind, model):
    """What both read, and what their model is asked."""
    ids = model.ids("the cat sat on the mat")
    if kind == "bert":
        return ModelInputs(src_ids=ids), {"input_ids": ids}
    if kind in ("gpt2", "llama"):
        return ModelInputs(tgt_ids=ids), {"input_ids": ids}
    read = torch.cat([model.beginning(), model.ids("a dog ran", is_target=True)], dim=1)
    both = {"input_ids": ids, "decoder_input_ids": read, "use_cache": False}
    return ModelInputs(src_ids=ids, tgt_ids=read), both


@pytest.mark.sampled
@pytest.mark.parametrize(("kind", "part"), CASES)
@pytest.mark.parametrize("layer", [0, 1])
def test_each_row_is_transformers_gradient(saved, theirs, kind, part, layer):
    model = open_model(saved(kind))
    given, asked = given_and_asked(kind, model)
    made = theirs(kind)(**asked, output_attentions=True)
    tokens = made.logits[0].argmax(-1)
    path, names = PATHS[part]
    weights = next(found for name in names if (found := getattr(made, name, None)))[layer]
    logits = made.logits[0].gather(-1, tokens[:, None])[:, 0]
    if part == "encoder":
        (expected,) = torch.autograd.grad(logits.sum(), weights)
        expected = expected[0]
    else:
        rows = [torch.autograd.grad(one, weights, retain_graph=True)[0][0] for one in logits]
        expected = torch.stack([one[:, at] for at, one in enumerate(rows)], dim=1)
    ours = row_gradients(model.model, given, path.format(layer), tokens)
    if part == "decoder":
        # What is hidden has no weight that could change; theirs computes it nevertheless.
        future = torch.ones(expected.shape[1:], dtype=torch.bool).triu(1)
        ours, expected = (one.masked_fill(future, 0.0) for one in (ours, expected))
    assert expected.any()
    assert (ours - expected).abs().max() <= 1e-5 * expected.abs().max()


def test_rows_without_a_token_do_not_count(saved):
    model = open_model(saved("bert"))
    given, _ = given_and_asked("bert", model)
    path, seq = "encoder.layers.0.self_attention", given.src_ids.size(1)
    each = [
        row_gradients(model.model, given, path, torch.where(torch.arange(seq) == row, 7, -1))
        for row in range(seq)
    ]
    together = row_gradients(model.model, given, path, torch.full((seq,), 7))
    torch.testing.assert_close(sum(each), together, atol=1e-5, rtol=1e-4)


def test_it_works_in_inference_mode_and_leaves_the_numbers_as_they_are(saved):
    model = open_model(saved("gpt2"))
    given, _ = given_and_asked("gpt2", model)
    with torch.inference_mode():
        made = row_gradients(
            model.model, given, "decoder.layers.0.self_attention", given.tgt_ids[0]
        )
    assert made.any()
    assert all(one.grad is None for one in model.model.parameters())


def test_a_model_without_logits_has_no_gradients(saved, monkeypatch):
    model = open_model(saved("bert"))
    given, _ = given_and_asked("bert", model)
    monkeypatch.setattr(model.model, "output", None)
    with pytest.raises(ValueError, match="without an output layer"):
        row_gradients(model.model, given, "encoder.layers.0.self_attention", given.src_ids[0])


def test_deeper_and_longer_passes_keep_more(saved):
    model = open_model(saved("marian")).model
    last = numbers_kept(model, "decoder.layers.1.cross_attention", 8, 8)
    assert last < numbers_kept(model, "decoder.layers.0.cross_attention", 8, 8)
    assert last < numbers_kept(model, "decoder.layers.1.cross_attention", 8, 16)
    from_encoder = numbers_kept(model, "encoder.layers.1.self_attention", 8, 8)
    assert from_encoder > numbers_kept(model, "decoder.layers.0.self_attention", 8, 8)
