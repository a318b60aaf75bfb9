"""What a model would write if it ended after one of its layers."""

import pytest
import torch
from transformers import AutoModelForCausalLM, AutoModelForMaskedLM

from transformer_core import TransformerConfig, trace
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from transformer_core.explain.provenance import transformer_computation
from transformer_core.transformer import build_transformer
from transformer_lab import open_model
from transformer_lab.measures.logit_lens import (
    ended_after,
    logit_lens,
    stream_names,
    with_source_of_last,
)

SRC, TGT = torch.tensor([[3, 4, 5]]), torch.tensor([[1, 6, 7, 2]])


def own_model(**more):
    sizes = {"src_vocab_size": 9, "tgt_vocab_size": 11, "d_model": 8, "num_heads": 2}
    return build_transformer(TransformerConfig(**sizes, num_layers=3, d_ff=16, **more), seed=3)


def recorded(model, *ids):
    model.eval()
    with torch.inference_mode(), trace(model) as records:
        model(*ids)
    return records


@pytest.mark.parametrize("more", [{}, {"norm_first": True}, {"tied_output": True}])
def test_after_the_last_layer_the_model_says_what_it_says(more):
    model = own_model(**more)
    records = recorded(model, SRC, TGT)
    lens = logit_lens(model, records)
    assert lens.shape == (4, 1, 4, 11)
    assert torch.equal(lens[-1], torch.softmax(records["logits"], dim=-1))
    assert not torch.allclose(lens[1], lens[-1])


def test_before_the_first_layer_only_the_embedding_is_read():
    model = own_model()
    records = recorded(model, SRC, TGT)
    with torch.inference_mode():
        by_hand = torch.softmax(model.output(records["tgt_encoded"]), dim=-1)
    assert torch.equal(logit_lens(model, records)[0], by_hand)


def test_a_pre_norm_model_reads_its_sums_through_its_last_norm():
    model = own_model(norm_first=True)
    records = recorded(model, SRC, TGT)
    summed = records["decoder.layers.0.residual_3"]
    with torch.inference_mode():
        by_hand = torch.softmax(model.output(model.decoder.norm(summed)), dim=-1)
    assert torch.equal(logit_lens(model, records)[1], by_hand)


@pytest.mark.parametrize("kind", ["gpt2", "bert", "marian", "t5", "bart"])
def test_opened_models_say_what_they_say(saved, kind):
    model = open_model(saved(kind))
    records = model.trace("the cat sat")
    lens = logit_lens(model.model, records)
    assert torch.equal(lens[-1], torch.softmax(records["logits"], dim=-1))
    stack = "encoder" if kind == "bert" else "decoder"
    assert len(lens) == 1 + len(model.model.get_submodule(stack).layers)


def test_every_layer_of_gpt2_is_read_as_transformers_would(saved):
    model, theirs = open_model(saved("gpt2")), AutoModelForCausalLM.from_pretrained(saved("gpt2"))
    ids = model.ids("the cat sat")
    with torch.inference_mode():
        lens = logit_lens(model.model, model.trace("the cat sat"))
        hidden = theirs.eval()(ids, output_hidden_states=True).hidden_states
        for layer, vectors in enumerate(hidden[:-1]):  # the last one has been normed already
            logits = theirs.lm_head(theirs.transformer.ln_f(vectors))
            torch.testing.assert_close(lens[layer], logits.softmax(-1), atol=1e-6, rtol=1e-4)


def test_every_layer_of_bert_is_read_as_transformers_would(saved):
    model, theirs = open_model(saved("bert")), AutoModelForMaskedLM.from_pretrained(saved("bert"))
    ids = model.ids("the cat sat")
    with torch.inference_mode():
        lens = logit_lens(model.model, model.trace("the cat sat"))
        hidden = theirs.eval()(ids, output_hidden_states=True).hidden_states
        for layer, vectors in enumerate(hidden):
            logits = theirs.cls(vectors)
            torch.testing.assert_close(lens[layer], logits.softmax(-1), atol=1e-6, rtol=1e-4)


def test_a_model_without_an_output_layer_has_no_words(saved):
    model = open_model(saved("bert"))
    records = model.trace("the cat")
    model.model.output = None
    with pytest.raises(ValueError, match="without an output layer"):
        logit_lens(model.model, records)


@pytest.mark.parametrize("norm_first", [False, True])
def test_a_number_read_early_leads_back_to_the_layer_it_was_read_after(norm_first):
    model = own_model(norm_first=norm_first)
    records = recorded(model, SRC, TGT)
    lens, names = logit_lens(model, records), stream_names(records, "decoder")
    with torch.inference_mode():
        early = transformer_computation(model, ended_after(model, records, 1), SRC, TGT)
    early = with_source_of_last(early, names, 1)
    assert torch.equal(early.tensors["probabilities"], lens[1, 0])
    found = explain(early, Cell(names[-1], (2, 5)))
    assert found.kind == "copy"
    assert found.terms[0].cells == (Cell(names[1], (2, 5)),)
    last = explain(early, Cell("decoder.output", (2, 5)))
    assert last.kind == ("layer_norm" if norm_first else "copy")
    assert abs(last.value - float(early.tensors["decoder.output"][2, 5])) < 1e-5
