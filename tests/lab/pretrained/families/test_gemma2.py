import pytest
from transformers import Gemma2Config, Gemma2ForCausalLM

from tests.lab.pretrained.comparing import compare, random_network
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.gemma2 import FAMILY

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
    "final_logit_softcapping": 4.0,
    "attn_logit_softcapping": 5.0,
}
UNCAPPED = {"final_logit_softcapping": None, "attn_logit_softcapping": None}
TYPES = {"layer_types": ["full_attention", "sliding_attention", "sliding_attention"]}


def network(**options: object) -> Gemma2ForCausalLM:
    return random_network(lambda: Gemma2ForCausalLM(Gemma2Config(**SIZES | options)))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {**UNCAPPED, "attention_bias": True},
        {**TYPES, "tie_word_embeddings": False},
        {"hidden_activation": "silu", "rms_norm_eps": 1e-3, "num_key_value_heads": 1},
    ],
)
def test_its_numbers_are_theirs(tmp_path, options):
    compare(tmp_path, network(**options))


def test_what_its_config_leaves_out_is_as_in_transformers():
    assert_defaults(FAMILY, Gemma2Config())


def test_without_kinds_of_layers_every_other_one_has_a_window(tmp_path):
    compare(tmp_path, network(), config={"layer_types": None})


@pytest.mark.parametrize(
    "change",
    [
        {"hidden_activation": "xielu"},
        {"use_bidirectional_attention": True},
        {"final_logit_softcapping": 0},
        {"sliding_window": None},
        {"layer_types": ["full_attention", "chunked_attention", "full_attention"]},
    ],
)
def test_what_we_have_no_part_for_is_named(tmp_path, change):
    network().save_pretrained(tmp_path)
    error = refusal(tmp_path, change)
    assert error is not None and error.name == "no_part"
    assert next(iter(change)) in error.values["part"].replace("\\", "")
