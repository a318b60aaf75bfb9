"""How many layers a model has, how many positions, and which way it looks."""

import json
import shutil
from pathlib import Path

import pytest
import torch
import transformers

from tests.lab.pretrained.tiny_models import saved_together
from ui import models
from ui.models import PretrainedError

SIZES = {"hidden_size": 16, "num_attention_heads": 2, "intermediate_size": 16}


def tokeniser_of(folder: Path):
    return transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)


def save(folder: Path, tokeniser, name: str, head: str, **sizes: object) -> Path:
    config = getattr(transformers, f"{name}Config")(vocab_size=len(tokeniser), **sizes)
    saved_together(folder, tokeniser, getattr(transformers, f"{name}{head}")(config))
    return folder


def refused(folder: Path, sentence: str = "the cat sat") -> PretrainedError:
    with pytest.raises(PretrainedError) as raised:
        models.load(str(folder)).look(sentence)
    return raised.value


def test_a_model_of_which_only_some_layers_attend_is_refused_with_their_number(saved, tmp_path):
    """transformers leaves the others out, so that its first one may be layer 3."""
    layers = ["conv", "conv", "full_attention", "conv"]
    sizes = {"layer_types": layers, "num_hidden_layers": 4, "num_key_value_heads": 2}
    folder = save(
        tmp_path / "m", tokeniser_of(saved("gpt2")), "Lfm2", "ForCausalLM", **SIZES | sizes
    )
    error = refused(folder)
    assert (error.name, error.values["count"], error.values["layers"]) == ("some_layers", 1, 4)


def test_a_model_without_attention_says_so(saved, tmp_path):
    sizes = {"hidden_size": 16, "num_hidden_layers": 2, "state_size": 4}
    folder = save(tmp_path / "m", tokeniser_of(saved("gpt2")), "Mamba", "ForCausalLM", **sizes)
    assert refused(folder).name == "no_attention"


def test_positions_that_start_behind_the_paddings_are_not_counted(saved, tmp_path):
    sizes = {"num_hidden_layers": 2, "max_position_embeddings": 66, "pad_token_id": 1}
    folder = save(
        tmp_path / "m", tokeniser_of(saved("bart")), "Roberta", "ForMaskedLM", **SIZES | sizes
    )
    model = models.load(str(folder))
    looked = model.look("cat " * 300)
    assert (model.limit, len(looked.source), looked.source_cut) == (64, 64, True)


@pytest.mark.parametrize(
    ("kind", "numbers"),
    [("XLNet", {"d_model": 16, "n_layer": 2, "n_head": 2, "d_inner": 16, "mem_len": 512})],
)
def test_a_number_of_positions_below_0_is_no_limit(saved, tmp_path, kind, numbers):
    folder = save(tmp_path / "m", tokeniser_of(saved("gpt2")), kind, "LMHeadModel", **numbers)
    assert models.load(str(folder)).limit == 128


@pytest.mark.parametrize("longest", ["512", -1, 0, None, "many", 1e30])
def test_a_tokeniser_that_says_nonsense_of_its_longest_text_is_no_limit(saved, tmp_path, longest):
    folder = Path(shutil.copytree(saved("gpt2"), tmp_path / "m"))
    settings = json.loads((folder / "tokenizer_config.json").read_text())
    settings["model_max_length"] = longest
    (folder / "tokenizer_config.json").write_text(json.dumps(settings))
    model = models.load(str(folder))
    assert model.limit == 128
    assert model.look("the cat").read


@pytest.mark.parametrize(
    ("name", "head", "numbers"),
    [
        ("BertGeneration", "Decoder", SIZES | {"num_hidden_layers": 2}),
        ("XLNet", "LMHeadModel", {"d_model": 16, "n_layer": 2, "n_head": 2, "d_inner": 16}),
    ],
)
def test_a_model_that_looks_ahead_is_an_encoder(saved, tmp_path, name, head, numbers):
    folder = save(tmp_path / "m", tokeniser_of(saved("gpt2")), name, head, **numbers)
    model = models.load(str(folder))
    looked = model.look("the cat sat")
    assert (model.architecture, looked.kinds, looked.predicted) == ("encoder", ("encoder",), ())
    assert looked.encoder.triu(1).any()
    # One word alone does not make it another kind of model.
    assert model.look("the").kinds == ("encoder",)


def test_a_model_that_does_not_look_ahead_stays_a_decoder(saved, tmp_path):
    sizes = SIZES | {"num_hidden_layers": 2, "is_decoder": True}
    tokeniser = tokeniser_of(saved("gpt2"))
    folder = save(tmp_path / "m", tokeniser, "BertGeneration", "Decoder", **sizes)
    looked = models.load(str(folder)).look("the cat sat")
    assert looked.kinds == ("decoder",)
    assert torch.equal(looked.decoder, looked.decoder.tril())
