"""A model that people use, all-MiniLM-L6-v2: opened, compared, and its sentences' similarities.

It comes in an ordinary package, as requirements-dev.txt says, and nothing of that runs but the
function that names its zip file.
"""

import zipfile
from pathlib import Path

import all_minilm_l6_v2
import pytest
import torch
import torch.nn.functional as F
from torch import Tensor
from transformers import AutoModel, AutoTokenizer

from tests.lab.pretrained.comparing import Batch, compare_once
from transformer_lab import open_model
from transformer_lab.pretrained.opened import OpenedModel

SENTENCES = [
    "The weather is lovely today.",
    "It's so sunny outside!",
    "He drove to the stadium.",
]
PRINTED = torch.tensor([[1.0, 0.6660, 0.1046], [0.6660, 1.0, 0.1411], [0.1046, 0.1411, 1.0]])
"""What the first page of sentence-transformers' documentation prints for these with this model."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("minilm")
    with zipfile.ZipFile(all_minilm_l6_v2.get_model_zip_path()) as packed:
        packed.extractall(path)
    return path


@pytest.fixture(scope="module")
def model(folder) -> OpenedModel:
    return open_model(folder)


def similarities(vectors: Tensor) -> Tensor:
    """Cosines of the angles between sentences: (sentences, d_model) -> (sentences, sentences)."""
    unit = F.normalize(vectors, dim=-1)
    return unit @ unit.T


def test_it_is_opened_and_computes_what_transformers_computes(model, folder):
    assert model.family == "bert" and model.model.output is None
    assert len(model.model.encoder.layers) == 6 and model.limit == 512
    assert model.probe < 1e-5
    network = AutoModel.from_pretrained(folder, attn_implementation="eager", local_files_only=True)
    compare_once(model.model, network.eval(), Batch(12, 30522))


def test_its_tokens_are_bert_s(model):
    assert model.tokens("It's unbelievable!") == [
        "[CLS]", "it", "'", "s", "unbelievable", "!", "[SEP]",
    ]  # fmt: skip


def test_similarities_are_those_that_its_makers_print(model):
    """The mean over a sentence's tokens is its vector."""
    means = [model.trace(one)["encoder.output"][0].mean(dim=0) for one in SENTENCES]
    made = similarities(torch.stack(means))
    torch.testing.assert_close(made, PRINTED, rtol=0, atol=1e-4)


def test_similarities_are_those_of_its_cards_pipeline(model, folder):
    """Which computes all sentences at once, and takes the mean over those that are no padding."""
    tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
    network = AutoModel.from_pretrained(folder, local_files_only=True).eval()
    batch = tokenizer(SENTENCES, padding=True, return_tensors="pt")
    there = batch["attention_mask"].unsqueeze(-1)  # (sentences, seq_len, 1)
    with torch.inference_mode():
        theirs = network(**batch).last_hidden_state
        ours = model.model(batch["input_ids"], ~there.squeeze(-1).bool())
    pooled = [(one * there).sum(1) / there.sum(1) for one in (ours, theirs)]
    torch.testing.assert_close(*map(similarities, pooled), rtol=0, atol=1e-5)
