"""Every tensor of a file is used or known not to be needed, and every parameter is filled."""

import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import GPT2Config, GPT2LMHeadModel

from tests.lab.pretrained.comparing import random_network
from tests.lab.pretrained.refusing import refusal
from transformer_lab.pretrained.errors import PretrainedError
from transformer_lab.pretrained.folder import open_folder
from transformer_lab.pretrained.opening import read_network

SIZES = {"vocab_size": 50, "n_embd": 24, "n_layer": 2, "n_head": 4, "n_positions": 20}


@pytest.fixture
def folder(tmp_path) -> Path:
    random_network(lambda: GPT2LMHeadModel(GPT2Config(**SIZES))).save_pretrained(tmp_path)
    return tmp_path


def changed(folder: Path, **tensors: torch.Tensor | None) -> PretrainedError | None:
    file = folder / "model.safetensors"
    weights = load_file(file) | {name.replace("__", "."): one for name, one in tensors.items()}
    save_file({name: one for name, one in weights.items() if one is not None}, file)
    return refusal(folder)


def test_a_tensor_that_nothing_needs_is_named(folder):
    error = changed(folder, transformer__h__0__extra__weight=torch.ones(2))
    assert error.name == "unknown_weight"
    assert error.values["weight"] == r"h\.0\.extra\.weight"


def test_a_layer_more_than_the_configuration_says_is_named(folder):
    error = changed(folder, transformer__h__2__ln_1__weight=torch.ones(24))
    assert error.name == "unknown_weight"


def test_a_missing_tensor_is_named_by_what_it_would_fill(folder):
    error = changed(folder, transformer__h__1__ln_2__bias=None)
    assert error.name == "missing_weight"
    assert error.values["weight"] == r"decoder\.layers\.1\.norm\_2\.bias"


def test_another_size_is_named(folder):
    error = changed(folder, transformer__h__1__ln_2__bias=torch.ones(23))
    assert error.name == "weight_size"


def test_an_output_that_is_tied_may_be_in_the_file_again(folder):
    table = load_file(folder / "model.safetensors")["transformer.wte.weight"]
    assert changed(folder, lm_head__weight=table.clone()) is None


def test_the_output_alone_is_the_embedding_too(folder):
    """transformers saves one of two names of a matrix, and may choose either."""
    table = load_file(folder / "model.safetensors")["transformer.wte.weight"]
    assert changed(folder, lm_head__weight=table.clone(), transformer__wte__weight=None) is None
    model, _ = read_network(open_folder(folder, "m"), "m")
    assert torch.equal(model.get_parameter("tgt_embedding.weight"), table)


def test_no_weight_waits_for_a_gradient(folder):
    model, _ = read_network(open_folder(folder, "m"), "m")
    assert not any(one.requires_grad or one.is_meta for one in model.parameters())


def test_a_family_that_we_do_not_have_is_named(folder):
    error = refusal(folder, {"model_type": "xlnet"})
    assert error.name == "no_part" and error.values["part"] == r"model\_type = 'xlnet'"


def test_sizes_that_fit_no_part_are_named(folder):
    error = refusal(folder, {"n_head": 5})
    assert error.name == "no_part"
    assert error.values["part"] == r"d\_model=24 is not divisible by num\_heads=5"


MEMORY = """
import resource, sys
from pathlib import Path
import torch
from transformer_lab.pretrained.folder import open_folder
from transformer_lab.pretrained.opening import read_network

def most():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

torch.set_num_threads(1)
read_network(open_folder(Path(sys.argv[1]), "m"), "m")
before = most()
model, _ = read_network(open_folder(Path(sys.argv[2]), "m"), "m")
print((most() - before) / sum(one.numel() * 4 for one in model.parameters()))
"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    "dtype", [pytest.param(torch.float32, marks=pytest.mark.thorough), torch.float16]
)
def test_memory_is_at_most_a_third_over_the_weights(folder, tmp_path, dtype):
    """Read in a process of its own, after a small one that brings the code into memory."""
    large = {"vocab_size": 9000, "n_embd": 768, "n_layer": 6, "n_head": 4, "n_positions": 20}
    with torch.device("meta"):
        network = GPT2LMHeadModel(GPT2Config(**large))
    network.to(dtype).to_empty(device="cpu")
    with torch.no_grad():
        for one in network.parameters():
            one.fill_(0.5)
    network.save_pretrained(tmp_path / "large")
    arguments = [sys.executable, "-c", MEMORY, str(folder), str(tmp_path / "large")]
    run = subprocess.run(arguments, capture_output=True, text=True, check=True)
    assert float(run.stdout) < 1.3
