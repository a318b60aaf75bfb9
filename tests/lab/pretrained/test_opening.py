"""A folder with a model becomes one of ours, which computes what transformers computes."""

import json
import shutil
import sys

import pytest
import torch
from safetensors.torch import load_file, save_file

from transformer_core.variants import activations
from transformer_lab import open_model
from transformer_lab.pretrained import opening
from transformer_lab.pretrained.errors import PretrainedError
from transformer_lab.pretrained.package import import_transformers

pytestmark = pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")


@pytest.fixture(autouse=True)
def any_folder(monkeypatch) -> None:
    for variable in ("MODELS", "MODEL_FOLDERS", "MODEL_GB"):
        monkeypatch.delenv(f"WORKBENCH_{variable}", raising=False)


@pytest.mark.parametrize("kind", ["bert", "gpt2", "marian", "t5"])
def test_a_model_is_opened_with_its_tokenizer_and_its_probe(saved, kind):
    model = open_model(saved(kind))
    assert model.family == kind
    assert 0 <= model.probe < 1e-5
    records = model.trace("the cat sat")
    assert list(records)[-1] == "logits"
    stack = "decoder" if kind == "gpt2" else "encoder"
    weights = records[f"{stack}.layers.0.self_attention.weights"]
    assert weights.size(-1) == len(model.tokens("the cat sat"))


def test_a_model_that_computes_something_else_is_not_opened(saved, monkeypatch):
    """A wrong activation, as a part would be that differs from theirs."""
    monkeypatch.setitem(activations.ACTIVATIONS, "gelu_tanh", torch.relu)
    with pytest.raises(PretrainedError) as raised:
        open_model(saved("gpt2"))
    assert raised.value.name == "probe_differs"


def test_numbers_that_are_none_are_not_opened(saved, tmp_path):
    folder = shutil.copytree(saved("gpt2"), tmp_path / "gpt2")
    weights = load_file(folder / "model.safetensors")
    weights["transformer.ln_f.bias"][0] = torch.nan
    save_file(weights, folder / "model.safetensors", {"format": "pt"})
    with pytest.raises(PretrainedError) as raised:
        open_model(folder)
    assert raised.value.name == "probe_differs"


def test_the_checks_of_the_workbench_hold_here_too(saved, tmp_path, monkeypatch):
    folder = shutil.copytree(saved("bert"), tmp_path / "bert")
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"num_hidden_layers": 1_000_000}))
    cases = {str(folder): "config_number", "//elsewhere/model": "not_a_name", "": "empty_name"}
    for name, error in cases.items():
        with pytest.raises(PretrainedError) as raised:
            open_model(name)
        assert raised.value.name == error
    monkeypatch.setenv("WORKBENCH_MODEL_GB", "0.00001")
    with pytest.raises(PretrainedError) as raised:
        open_model(saved("bert"))
    assert raised.value.name == "too_large"


@pytest.mark.parametrize("listed", [None, "a/b"])
def test_who_calls_it_may_name_any_id(saved, monkeypatch, listed):
    """The list is for those who type into a server's page."""
    if listed is not None:
        monkeypatch.setenv("WORKBENCH_MODELS", listed)
    asked = []
    monkeypatch.setattr(opening, "download", lambda id_, report: asked.append(id_) or saved("gpt2"))
    assert open_model("somebody/else").name == "somebody/else"
    assert asked == ["somebody/else"]


def test_without_transformers_it_says_what_is_missing(saved, monkeypatch):
    monkeypatch.setitem(sys.modules, "transformers", None)
    import_transformers.cache_clear()
    with pytest.raises(PretrainedError) as raised:
        open_model(saved("bert"))
    assert raised.value.name == "not_installed"
