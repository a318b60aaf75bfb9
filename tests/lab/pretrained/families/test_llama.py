import pytest
from transformers import LlamaConfig, LlamaForCausalLM

from tests.lab.pretrained.comparing import compare, random_network
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.llama import FAMILY

SIZES = {
    "vocab_size": 50,
    "hidden_size": 24,
    "intermediate_size": 40,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "max_position_embeddings": 20,
}
ODD = {"head_dim": 10, "hidden_act": "gelu", "attention_bias": True, "mlp_bias": True}


def network(**options: object) -> LlamaForCausalLM:
    return random_network(lambda: LlamaForCausalLM(LlamaConfig(**SIZES | options)))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"num_key_value_heads": 2, "rms_norm_eps": 1e-3},
        {"num_key_value_heads": 1, "tie_word_embeddings": True},
        ODD,
        {"rope_parameters": {"rope_type": "default", "rope_theta": 500.0}},
    ],
)
def test_its_numbers_are_theirs(tmp_path, options):
    compare(tmp_path, network(**options))


LLAMA3 = {"factor": 4.0, "low_freq_factor": 0.3, "high_freq_factor": 1.5}
YARN = {"rope_type": "yarn", "factor": 3.0, "original_max_position_embeddings": 8}


@pytest.mark.parametrize(
    "scaling",
    [
        {"rope_type": "linear", "factor": 3.0},
        {"rope_type": "dynamic", "factor": 3.0},
        {"rope_type": "llama3", "original_max_position_embeddings": 8, **LLAMA3},
        YARN,
        {**YARN, "beta_fast": 2.0, "beta_slow": 0.2, "truncate": False, "attention_factor": 1.5},
        {**YARN, "rope_theta": 100.0, "mscale": 0.7, "mscale_all_dim": 0.4},
    ],
)
def test_past_its_trained_length_positions_are_scaled_as_theirs(tmp_path, scaling):
    options = {"max_position_embeddings": 12, "rope_parameters": scaling, "head_dim": 16}
    compare(tmp_path, network(**options))


IN_FILES = {  # of Llama 3.1, of Llama 2 with longer texts, and of YaRN's authors
    "llama3": {**LLAMA3, "original_max_position_embeddings": 8, "rope_type": "llama3"},
    "linear": {"type": "linear", "factor": 2.0},
    "yarn": {"type": "yarn", "factor": 3.0, "original_max_position_embeddings": 8},
}


@pytest.mark.parametrize("kind", IN_FILES)
def test_files_of_before_name_their_positions_otherwise(tmp_path, kind):
    theirs = network(head_dim=16)
    former = {"rope_theta": 500.0, "rope_scaling": IN_FILES[kind]}
    compare(tmp_path, theirs, config=former | {"rope_parameters": None})


def test_the_first_files_say_nothing_of_positions(tmp_path):
    compare(tmp_path, network(), config={"rope_parameters": None})


def test_what_stands_outside_the_table_comes_first(tmp_path):
    """As transformers reads it: the length of the first training."""
    table = {"rope_type": "llama3", "original_max_position_embeddings": 16, **LLAMA3}
    theirs = network(head_dim=16, rope_parameters=table)
    compare(tmp_path, theirs, config={"original_max_position_embeddings": 8})


def test_what_its_config_leaves_out_is_as_in_transformers():
    assert_defaults(FAMILY, LlamaConfig())


PARTS = ("partial_rotary_factor = 1.5", "hidden_act = 'xielu'")


@pytest.mark.parametrize(
    "change",
    [
        {"rope_parameters": {"factor": 2, "rope_type": "longrope"}},
        {"rope_scaling": {"long_factor": [1.5] * 60, "type": "longrope"}},
        {"rope_parameters": {"partial_rotary_factor": 1.5}},
        {"hidden_act": "xielu"},
    ],
)
def test_what_we_have_no_part_for_is_named(tmp_path, change):
    network().save_pretrained(tmp_path)
    error = refusal(tmp_path, change)
    assert error is not None and error.name == "no_part"
    part = error.values["part"].replace("\\", "")
    assert part in ("rope_type = 'longrope'", "type = 'longrope'", *PARTS)
