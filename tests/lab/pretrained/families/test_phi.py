import pytest
from transformers import PhiConfig, PhiForCausalLM

from tests.lab.pretrained.comparing import compare, random_network
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.phi import FAMILY

SIZES = {
    "vocab_size": 50,
    "hidden_size": 24,
    "num_hidden_layers": 3,
    "num_attention_heads": 3,
    "max_position_embeddings": 20,
    "intermediate_size": 40,
}
TABLE = {"rope_type": "dynamic", "factor": 2.0, "partial_rotary_factor": 0.75}


def network(**options: object) -> PhiForCausalLM:
    return random_network(lambda: PhiForCausalLM(PhiConfig(**SIZES | options)))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"qk_layernorm": True},
        {"tie_word_embeddings": True, "num_key_value_heads": 1},
        {"rope_parameters": TABLE, "max_position_embeddings": 12},
        {"hidden_act": "relu", "layer_norm_eps": 1e-3},
    ],
)
def test_its_numbers_are_theirs(tmp_path, options):
    compare(tmp_path, network(**options))


def test_what_its_config_leaves_out_is_as_in_transformers():
    assert_defaults(FAMILY, PhiConfig())


FORMER = {"rope_parameters": None, "partial_rotary_factor": 0.25, "rope_theta": 300.0}


@pytest.mark.parametrize("written", [FORMER, {"rope_parameters": None}])
def test_the_first_files_name_their_positions_otherwise(tmp_path, written):
    compare(tmp_path, network(), config=written)


@pytest.mark.parametrize(
    "change",
    [{"hidden_act": "xielu"}, {"layer_norm_eps": None}, {"qk_layernorm": "yes"}],
)
def test_what_we_have_no_part_for_is_named(tmp_path, change):
    network().save_pretrained(tmp_path)
    error = refusal(tmp_path, change)
    assert error is not None and error.name == "no_part"
    named = next(iter(change))
    assert named in error.values["part"].replace("\\", "")
