"""What is exported is the same model elsewhere."""

import runpy
import sys
from dataclasses import replace

import pytest
import torch
from safetensors.torch import load_file

from tests.lab.learning.own_examples import dates, small_text
from transformer_core.random_tensors import generator
from transformer_lab import open_model
from transformer_lab.learning import RunConfig, RunState, learn, model_at, untrained_model
from transformer_lab.learning.exported import exported
from transformer_lab.learning.exported_families import family_of
from transformer_lab.learning.stored import read
from transformer_lab.own_data import prepare_text
from transformer_lab.own_data.examples import example_text
from transformer_lab.pretrained.package import import_transformers

SIZES = {"d_model": 16, "num_heads": 2, "num_layers": 2, "d_ff": 24, "context": 24, "steps": 3,
         "warmup_steps": 4, "batch_size": 4, "every": 3}  # fmt: skip
TURNED = {"positions": "rotary"}
FAMILIES = {
    "GPT-2": {},
    "GPT-2, learned": {"positions": "learned", "feed_forward": "gelu"},
    "GPT-2, none": {"positional_encoding": False},
    "GPT-NeoX": {**TURNED, "feed_forward": "gelu"},
    "Llama": {**TURNED, "norm_kind": "rms", "feed_forward": "swiglu"},
}


def run_of(data=None, **values):
    data = small_text(20_000) if data is None else data
    return RunConfig(task="own_text", data=data, norm_first=True, **{**SIZES, **values})


def weights_of(config):
    """Trained a little, so that no bias is 0."""
    state = RunState()
    for _ in learn(config, state):
        pass
    draw = generator(1)
    return {
        name: one + 0.1 * torch.randn(one.shape, generator=draw)
        for name, one in state.weights.items()
    }


def written(files, folder):
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


@pytest.mark.parametrize("name", FAMILIES)
def test_transformers_computes_the_same(name, tmp_path):
    config = run_of(**FAMILIES[name])
    weights = weights_of(config)
    family = family_of(config)
    assert family is not None and name.startswith(family.name)
    folder = written(exported(config, weights), tmp_path)
    transformers = import_transformers()
    theirs = transformers.AutoModelForCausalLM.from_pretrained(
        folder, attn_implementation="eager", dtype=torch.float32, local_files_only=True
    ).eval()
    ids = config.data.text("held_out")[:20].unsqueeze(0)
    with torch.inference_mode():
        ours = model_at(config, RunState(weights))(ids)
        torch.testing.assert_close(theirs(ids).logits, ours, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("cut", ["characters", "subwords"])
def test_the_workbench_opens_it_as_any_other_model(cut, tmp_path):
    data = prepare_text((example_text("text") + " 고양이 🐈 é\n" * 9).encode(), cut, 200).data
    config = run_of(data, **FAMILIES["GPT-NeoX"])
    opened = open_model(written(exported(config, weights_of(config)), tmp_path))
    assert opened.family == "gpt_neox" and opened.probe < 1e-4
    text = "The cat 고양이 saw"
    assert "".join(opened.tokens(text)) != ""
    assert opened.ids(text)[0].tolist() == data.target.ids(data.cutter.tokens(text))


@pytest.mark.parametrize(
    "values",
    [{"positions": "alibi"}, {"norm_first": False}, {"norm_kind": "rms"},
     {**TURNED, "norm_kind": "rms"}, {"scaled": False}],
)  # fmt: skip
def test_what_no_family_is_made_of_is_exported_without_one(values):
    config = replace(run_of(), **values)
    weights = dict(untrained_model(config).named_parameters())
    files = exported(config, weights)
    assert set(files) == {"run.safetensors", "continue.py", "README.md"}
    assert b"no family" in files["README.md"]


def test_pairs_are_exported_as_a_run_whose_weights_torch_reads(tmp_path):
    config = RunConfig(task="own_pairs", data=dates(100), d_model=8, d_ff=8, steps=2)
    weights = dict(untrained_model(config).named_parameters())
    folder = written(exported(config, weights), tmp_path)
    loaded = load_file(folder / "run.safetensors")
    for name, one in weights.items():
        assert torch.equal(loaded[name], one)


def test_the_script_goes_on_with_the_training(tmp_path, monkeypatch, capsys):
    config = run_of(**FAMILIES["GPT-NeoX"])
    weights = weights_of(config)
    folder = written(exported(config, weights), tmp_path)
    monkeypatch.setattr(sys, "argv", ["continue.py", "4"])
    runpy.run_path(str(folder / "continue.py"), run_name="__main__")
    assert capsys.readouterr().out.startswith("step     0  loss ")
    stored = read((folder / "run_continued.safetensors").read_bytes())
    assert stored.config.data == config.data
    assert not torch.equal(stored.weights["output.weight"], weights["output.weight"])
