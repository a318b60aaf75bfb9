import pytest
from transformers import Gemma3ForCausalLM, Gemma3TextConfig

from tests.lab.pretrained.comparing import compare, random_network
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.gemma3_text import FAMILY

SIZES = {
    "vocab_size": 50,
    "hidden_size": 24,
    "intermediate_size": 40,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 10,
    "max_position_embeddings": 20,
    "query_pre_attn_scalar": 7,
    "sliding_window": 3,
    "sliding_window_pattern": 2,
}
TYPES = {"layer_types": ["full_attention", "sliding_attention", "sliding_attention"]}
TABLES = {
    "full_attention": {"rope_type": "linear", "factor": 4.0, "rope_theta": 300.0},
    "sliding_attention": {"rope_type": "default", "rope_theta": 20.0},
}


def network(**options: object) -> Gemma3ForCausalLM:
    return random_network(lambda: Gemma3ForCausalLM(Gemma3TextConfig(**SIZES | options)))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"attention_bias": True, "final_logit_softcapping": 4.0},
        {**TYPES, "tie_word_embeddings": False},
        {"rope_parameters": TABLES},
    ],
)
def test_its_numbers_are_theirs(tmp_path, options):
    compare(tmp_path, network(**options))


def test_what_its_config_leaves_out_is_as_in_transformers():
    assert_defaults(FAMILY, Gemma3TextConfig())


FORMER = {"rope_theta": 300.0, "rope_local_base_freq": 20.0}


@pytest.mark.parametrize(
    "written",
    [FORMER, {**FORMER, "rope_scaling": {"factor": 8.0, "rope_type": "linear"}}, {}],
)
def test_the_first_files_have_two_bases_and_a_pattern(tmp_path, written):
    former = {"rope_parameters": None, "layer_types": None, "sliding_window_pattern": 3}
    compare(tmp_path, network(), config=former | written)


def test_without_a_pattern_every_sixth_layer_sees_all(tmp_path):
    former = {"layer_types": None, "sliding_window_pattern": None}
    compare(tmp_path, network(num_hidden_layers=7), config=former)


@pytest.mark.parametrize(
    "change",
    [
        {"hidden_activation": "xielu"},
        {"use_bidirectional_attention": True},
        {"attn_logit_softcapping": 50.0},
        {"rope_parameters": {"full_attention": {"rope_type": "longrope"}}},
    ],
)
def test_what_we_have_no_part_for_is_named(tmp_path, change):
    network().save_pretrained(tmp_path)
    error = refusal(tmp_path, change)
    assert error is not None and error.name == "no_part"
    named = "rope_type" if "rope_parameters" in change else next(iter(change))
    assert named in error.values["part"].replace("\\", "")
