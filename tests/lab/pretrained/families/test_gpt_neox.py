import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import GPTNeoXConfig, GPTNeoXForCausalLM

from tests.lab.pretrained.comparing import compare, random_network
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.gpt_neox import FAMILY

SIZES = {
    "vocab_size": 50,
    "hidden_size": 32,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "max_position_embeddings": 20,
    "intermediate_size": 40,
}
ODD = {"hidden_act": "gelu_fast", "attention_bias": False, "layer_norm_eps": 1e-3}
TABLE = {"rope_type": "linear", "factor": 2.0, "rope_theta": 300.0, "partial_rotary_factor": 0.5}


def network(**options: object) -> GPTNeoXForCausalLM:
    return random_network(lambda: GPTNeoXForCausalLM(GPTNeoXConfig(**SIZES | options)))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"use_parallel_residual": False},
        {"tie_word_embeddings": True},
        {"rope_parameters": TABLE},
        {"rope_parameters": {"rope_type": "default", "partial_rotary_factor": 1.0}},
        ODD,
    ],
)
def test_its_numbers_are_theirs(tmp_path, options):
    compare(tmp_path, network(**options))


def test_what_its_config_leaves_out_is_as_in_transformers():
    assert_defaults(FAMILY, GPTNeoXConfig())


FORMER = {"rope_parameters": None, "rotary_pct": 0.5, "rotary_emb_base": 300.0}


@pytest.mark.parametrize("written", [FORMER, {"rope_parameters": None}])
def test_the_first_files_name_their_positions_otherwise(tmp_path, written):
    compare(tmp_path, network(), config=written)


def test_the_first_files_have_masks_and_speeds_and_call_the_output_embed_out(tmp_path):
    theirs = network()
    theirs.save_pretrained(tmp_path)
    file = tmp_path / "model.safetensors"
    weights = load_file(file)
    assert "embed_out.weight" in weights
    start = "gpt_neox.layers.0.attention"
    weights[f"{start}.bias"] = torch.ones(1, 1, 9, 9)
    weights[f"{start}.masked_bias"] = torch.tensor(-1e4)
    weights[f"{start}.rotary_emb.inv_freq"] = torch.ones(4)
    save_file(weights, file)
    assert refusal(tmp_path) is None
    weights["lm_head.weight"] = weights.pop("embed_out.weight")
    save_file(weights, file)
    assert refusal(tmp_path) is None


def test_a_matrix_that_cannot_be_cut_is_named(tmp_path):
    network().save_pretrained(tmp_path)
    file = tmp_path / "model.safetensors"
    weights = load_file(file)
    key = "gpt_neox.layers.1.attention.query_key_value.weight"
    weights[key] = weights[key][:-1].clone()
    save_file(weights, file)
    error = refusal(tmp_path)
    assert error is not None and error.name == "weight_size"
    assert error.values["weight"].replace("\\", "") == key.removeprefix("gpt_neox.")


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"hidden_act": "xielu"}, "hidden_act"),
        ({"rope_scaling": {"type": "longrope"}}, "longrope"),
        ({"rope_parameters": {"partial_rotary_factor": 0.01}}, "partial_rotary_factor"),
    ],
)
def test_what_we_have_no_part_for_is_named(tmp_path, change, named):
    network().save_pretrained(tmp_path)
    error = refusal(tmp_path, change)
    assert error is not None and error.name == "no_part"
    assert named in error.values["part"].replace("\\", "")
