"""A configuration that asks for more than its weights have is refused before anything is built."""

import json
from pathlib import Path

import pytest

from transformer_lab.pretrained.errors import PretrainedError
from transformer_lab.pretrained.folder import open_folder
from transformer_lab.pretrained.sizes import check_numbers, sizes_of


def changed(folder: Path, **numbers: object) -> Path:
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | numbers))
    return folder


def copied(source: Path, target: Path) -> Path:
    target.mkdir()
    for file in source.iterdir():
        (target / file.name).write_bytes(file.read_bytes())
    return target


@pytest.mark.parametrize("kind", ["bert", "gpt2", "t5", "bart", "marian"])
def test_what_authors_save_is_let_through(saved, kind):
    check_numbers(open_folder(saved(kind), kind), kind)


@pytest.mark.parametrize(
    ("name", "number", "text"),
    [
        ("num_hidden_layers", 1_000_000, "1,000,000"),
        ("num_hidden_layers", "1000000", "1,000,000"),
        ("num_hidden_layers", 1e6, "1e+06"),
        ("num_labels", 10**8, "100,000,000"),
        ("vocab_size", 10**9, "1,000,000,000"),
        ("hidden_size", -(10**9), "-1,000,000,000"),
        ("hidden_size", float("nan"), "nan"),
        ("intermediate_size", float("inf"), "inf"),
        ("max_position_embeddings", 10**9, "1,000,000,000"),
        ("inner", {"deep": [1, {"num_experts": 10**7}]}, "10,000,000"),
    ],
)
def test_a_number_that_no_weight_has_is_named(saved, tmp_path, name, number, text):
    folder = changed(copied(saved("bert"), tmp_path / "bert"), **{name: number})
    with pytest.raises(PretrainedError) as raised:
        check_numbers(open_folder(folder, "bert"), "bert")
    assert raised.value.name == "config_number"
    assert raised.value.values["value"] == text
    assert raised.value.values["key"].replace("\\", "") in (name, "num_experts")


@pytest.mark.parametrize(
    "numbers",
    [
        {"rope_theta": 1_000_000.0},
        {"max_position_embeddings": 131_072},
        {"sliding_window": 4096},
        {"task_specific_params": {"summarization": {"max_length": 200, "length_penalty": 2.0}}},
        {"eos_token_id": [128_001, 128_009], "bos_token_id": 128_000},
        {"max_length": 512},
        {"max_window_layers": 28},
        {"mem_len": 512, "clamp_len": -1},
        {"id2label": {"2": "20240101"}, "label2id": {"20240101": 2}},
    ],
)
def test_what_sizes_no_weight_may_be_large(saved, tmp_path, numbers):
    folder = changed(copied(saved("bert"), tmp_path / "bert"), **numbers)
    check_numbers(open_folder(folder, "bert"), "bert")


def test_the_sizes_are_those_of_the_weights(saved):
    sizes = sizes_of(open_folder(saved("bert"), "bert"), "bert")
    assert sizes.tensors > 30
    # More positions than words.
    assert sizes.longest == 200


@pytest.mark.parametrize("harm", [b"", b"\xff" * 4096])
def test_weights_whose_header_cannot_be_read_are_said_so(saved, tmp_path, harm):
    folder = copied(saved("bert"), tmp_path / "bert")
    (folder / "model.safetensors").write_bytes(harm)
    with pytest.raises(PretrainedError) as raised:
        sizes_of(open_folder(folder, "bert"), "bert")
    assert raised.value.name == "unreadable"
