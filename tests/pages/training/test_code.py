"""The programs of a training give the run's own numbers, bit for bit."""

import re
from dataclasses import replace

import pytest
import torch

from pages.training.code import torch_code, training_code
from tests.pages.printed_code import run
from transformer_lab.learning import learn
from transformer_lab.learning.config import RunConfig
from transformer_lab.own_data import prepare_pairs
from transformer_lab.own_data.examples import example_text

SHORT = RunConfig(steps=12, every=5)
SETTINGS = [
    {},
    {"task": "sort", "norm_first": True, "dropout": 0.1, "num_layers": 2, "num_heads": 2},
    {"task": "copy", "scaled": False, "positional_encoding": False, "d_model": 15},
    {"look_ahead": False, "exponent": -0.25, "label_smoothing": 0.1},
    {"dropout": 0.2, "batch_size": 50, "d_ff": 20, "seed": 9, "factor": 2.0, "warmup_steps": 5},
]


def numbers_of(printed: str) -> list[list[str]]:
    """Of each step that is printed: the step, two losses, two shares."""
    return [re.findall(r"[\d.,]+(?=[\s%]|$)", line)[:5] for line in printed.splitlines()
            if line.startswith("step")]  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize("changed", SETTINGS)
def test_torch_alone_trains_the_same_model_to_the_last_bit(changed, capsys):
    config = replace(SHORT, **changed)
    source = torch_code(config)
    assert "transformer_core" not in source
    weights = run(source)["weights"]
    records = list(learn(config))
    name = "decoder.layers.0.cross_attention.weights"
    assert torch.equal(weights, records[-1].attention[name])
    expected = [
        f"step {one.step:5,}  loss {one.loss:.4f} / {one.held_out_loss:.4f}  "
        f"exact {one.exact:.0%} / {one.held_out_exact:.0%}"
        for one in records
    ]
    assert numbers_of(capsys.readouterr().out) == numbers_of("\n".join(expected))
    assert len(expected) == 4


def test_the_cores_program_ends_with_the_same_weights(capsys):
    config = replace(SHORT, every=1)
    assert torch.equal(run(training_code(config))["weights"], run(torch_code(config))["weights"])
    assert "exact" in capsys.readouterr().out


def test_sentences_need_the_grammar_and_so_the_core():
    assert torch_code(replace(SHORT, task="translate")) == ""
    assert "translate" in training_code(replace(SHORT, task="translate"))


def test_the_program_of_own_data_reads_a_file_and_trains_the_same(tmp_path, monkeypatch, capsys):
    table = example_text("dates")
    (tmp_path / "pairs.tsv").write_text(table, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    sizes = {"d_model": 8, "d_ff": 8, "batch_size": 8, "steps": 2, "warmup_steps": 2}
    config = RunConfig(task="own_pairs", data=prepare_pairs(table.encode()).data, **sizes)
    exec(training_code(config), {})
    last = [*learn(config)][-1]
    assert f"loss {last.loss:.4f} / {last.held_out_loss:.4f}" in capsys.readouterr().out
