import pytest
from transformers import Phi3Config, Phi3ForCausalLM

from tests.lab.pretrained.comparing import compare, random_network
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.phi3 import FAMILY

SIZES = {
    "vocab_size": 50,
    "hidden_size": 24,
    "num_hidden_layers": 3,
    "num_attention_heads": 3,
    "max_position_embeddings": 20,
    "intermediate_size": 40,
    "pad_token_id": 0,
}


def network(**options: object) -> Phi3ForCausalLM:
    return random_network(lambda: Phi3ForCausalLM(Phi3Config(**SIZES | options)))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"sliding_window": 3},
        {"tie_word_embeddings": True, "num_key_value_heads": 1},
        {"head_dim": 10, "hidden_act": "gelu", "rms_norm_eps": 1e-3},
        {"rope_parameters": {"rope_type": "default", "partial_rotary_factor": 0.5}},
    ],
)
def test_its_numbers_are_theirs(tmp_path, options):
    compare(tmp_path, network(**options))


def test_what_its_config_leaves_out_is_as_in_transformers():
    assert_defaults(FAMILY, Phi3Config())


FORMER = {"rope_parameters": None, "rope_scaling": None, "rope_theta": 300.0}


@pytest.mark.parametrize("part", [None, 0.75])
def test_the_first_files_name_their_positions_otherwise(tmp_path, part):
    compare(tmp_path, network(), config={**FORMER, "partial_rotary_factor": part})


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"hidden_act": "xielu"}, "hidden_act = 'xielu'"),
        ({"rope_scaling": {"long_factor": [1.5] * 60, "type": "longrope"}}, "type = 'longrope'"),
        ({"rope_scaling": {"type": "yarn", "factor": 2}}, "type = 'yarn'"),
        ({"rope_parameters": {"rope_type": "longrope"}}, "rope_type = 'longrope'"),
    ],
)
def test_what_we_have_no_part_for_is_named(tmp_path, change, named):
    network().save_pretrained(tmp_path)
    error = refusal(tmp_path, change)
    assert error is not None and error.name == "no_part"
    assert error.values["part"].replace("\\", "") == named
