import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import GPT2Config, GPT2LMHeadModel

from tests.lab.pretrained.comparing import compare, random_network
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.gpt2 import FAMILY

SIZES = {"vocab_size": 50, "n_embd": 24, "n_layer": 3, "n_head": 4, "n_positions": 20}
ODD = {"n_inner": 36, "activation_function": "relu", "layer_norm_epsilon": 1e-3}


def network(**options: object) -> GPT2LMHeadModel:
    return random_network(lambda: GPT2LMHeadModel(GPT2Config(**SIZES | options)))


@pytest.mark.parametrize(
    "options",
    [
        {},
        ODD,
        {"scale_attn_weights": False},
        {"scale_attn_by_inverse_layer_idx": True},
        {"tie_word_embeddings": False},
    ],
)
def test_its_numbers_are_theirs(tmp_path, options):
    compare(tmp_path, network(**options))


def test_the_first_files_had_no_prefix_and_stored_their_masks(tmp_path):
    network().save_pretrained(tmp_path)
    file = tmp_path / "model.safetensors"
    weights = {key.removeprefix("transformer."): one for key, one in load_file(file).items()}
    weights |= {"h.0.attn.bias": torch.ones(1, 1, 9, 9), "h.0.attn.masked_bias": torch.tensor(-1e4)}
    save_file(weights, file)
    assert refusal(tmp_path) is None


def test_what_its_config_leaves_out_is_as_in_transformers():
    assert_defaults(FAMILY, GPT2Config())


@pytest.mark.parametrize("change", [{"add_cross_attention": True}, {"n_embd": "24"}])
def test_what_we_have_no_part_for_is_named(tmp_path, change):
    network().save_pretrained(tmp_path)
    error = refusal(tmp_path, change)
    assert error is not None and error.name == "no_part"
