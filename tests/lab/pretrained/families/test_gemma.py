import pytest
from transformers import GemmaConfig, GemmaForCausalLM

from tests.lab.pretrained.comparing import compare, random_network
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.gemma import FAMILY

SIZES = {
    "vocab_size": 50,
    "hidden_size": 24,
    "intermediate_size": 40,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 1,
    "head_dim": 10,
    "max_position_embeddings": 20,
}


def network(**options: object) -> GemmaForCausalLM:
    return random_network(lambda: GemmaForCausalLM(GemmaConfig(**SIZES | options)))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"attention_bias": True, "num_key_value_heads": 2, "hidden_act": "silu"},
        {"tie_word_embeddings": False, "rms_norm_eps": 1e-3},
    ],
)
def test_its_numbers_are_theirs(tmp_path, options):
    compare(tmp_path, network(**options))


def test_what_the_first_files_call_gelu_is_the_approximation(tmp_path):
    compare(tmp_path, network(), config={"hidden_act": "gelu"})


def test_what_its_config_leaves_out_is_as_in_transformers():
    assert_defaults(FAMILY, GemmaConfig())


@pytest.mark.parametrize("change", [{"hidden_act": "xielu"}, {"use_bidirectional_attention": True}])
def test_what_we_have_no_part_for_is_named(tmp_path, change):
    network().save_pretrained(tmp_path)
    error = refusal(tmp_path, change)
    assert error is not None and error.name == "no_part"
    assert next(iter(change)) in error.values["part"].replace("\\", "")
