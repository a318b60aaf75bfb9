"""Tensors are read one at a time, in float32, and stay as they are when the file changes."""

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from transformer_lab.pretrained.errors import PretrainedError
from transformer_lab.pretrained.folder import ModelFolder
from transformer_lab.pretrained.stored_weights import StoredWeights


def stored(folder: Path, prefix: str = "", **files: dict[str, torch.Tensor]) -> StoredWeights:
    paths = []
    for name, tensors in files.items():
        paths.append(folder / f"{name}.safetensors")
        save_file(tensors, paths[-1])
    return StoredWeights(ModelFolder(folder, {}, tuple(paths)), prefix, "m")


def test_names_lose_the_prefix_that_only_some_of_them_have(tmp_path):
    tensors = {"bert.a.weight": torch.ones(1), "cls.b": torch.ones(1)}
    assert sorted(stored(tmp_path, "bert.", one=tensors)) == ["a.weight", "cls.b"]


def test_no_two_tensors_have_one_name(tmp_path):
    with pytest.raises(PretrainedError) as raised:
        stored(tmp_path, "bert.", one={"bert.a": torch.ones(1), "a": torch.zeros(1)})
    assert raised.value.name == "unknown_weight"


def test_norms_may_have_their_former_names(tmp_path):
    tensors = {"norm.gamma": torch.ones(1), "norm.beta": torch.zeros(1)}
    assert sorted(stored(tmp_path, one=tensors)) == ["norm.bias", "norm.weight"]


def test_weights_may_lie_in_several_files(tmp_path):
    weights = stored(tmp_path, one={"a": torch.tensor([1.0])}, two={"b": torch.tensor([2.0])})
    assert "a" in weights and "b" in weights and "c" not in weights
    assert weights.read("b").tolist() == [2]


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64])
def test_every_precision_is_read_as_float32(tmp_path, dtype):
    read = stored(tmp_path, one={"a": torch.tensor([0.5, 2], dtype=dtype)}).read("a")
    assert read.dtype == torch.float32 and read.tolist() == [0.5, 2]


@pytest.mark.parametrize("dtype", [torch.int8, torch.int64, torch.bool])
def test_numbers_that_are_no_weights_are_refused(tmp_path, dtype):
    with pytest.raises(PretrainedError) as raised:
        stored(tmp_path, one={"a": torch.ones(2, dtype=dtype)}).read("a")
    assert raised.value.name == "unreadable"


def test_what_was_read_does_not_change_with_the_file(tmp_path):
    weights = stored(tmp_path, one={"a": torch.ones(1000)})
    read = weights.read("a")
    file = tmp_path / "one.safetensors"
    with file.open("r+b") as opened:
        opened.seek(-4000, 2)
        opened.write(bytes(4000))
    assert read.sum() == 1000


def test_a_broken_file_is_unreadable(tmp_path):
    file = tmp_path / "one.safetensors"
    file.write_bytes(b"\x08\0\0\0\0\0\0\0" + json.dumps([1]).encode())
    with pytest.raises(PretrainedError) as raised:
        StoredWeights(ModelFolder(tmp_path, {}, (file,)))
    assert raised.value.name == "unreadable"


@pytest.mark.parametrize(
    ("output", "is_tied", "is_own"),
    [(None, True, False), (1.0, True, False), (2.0, True, True), (1.0, False, True)],
)
def test_what_is_called_tied_is_not_where_both_are_there_and_differ(
    tmp_path, output, is_tied, is_own
):
    tensors = {"embedding": torch.ones(2)}
    if output is not None:
        tensors["output"] = torch.full((2,), output)
    weights = stored(tmp_path, one=tensors)
    assert weights.has_own_output("output", "embedding", is_tied) == is_own
