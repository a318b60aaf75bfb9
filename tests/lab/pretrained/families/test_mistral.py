import pytest
from transformers import MistralConfig, MistralForCausalLM

from tests.lab.pretrained.comparing import compare, random_network
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.mistral import FAMILY

SIZES = {
    "vocab_size": 50,
    "hidden_size": 24,
    "intermediate_size": 40,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 20,
}
ODD = {"head_dim": 10, "hidden_act": "gelu", "rms_norm_eps": 1e-3}


def network(**options: object) -> MistralForCausalLM:
    return random_network(lambda: MistralForCausalLM(MistralConfig(**SIZES | options)))


@pytest.mark.parametrize(
    "options",
    [{}, {"sliding_window": 3}, {"sliding_window": None}, {"tie_word_embeddings": True}, ODD],
)
def test_its_numbers_are_theirs(tmp_path, options):
    compare(tmp_path, network(**options))


def test_what_its_config_leaves_out_is_as_in_transformers():
    assert_defaults(FAMILY, MistralConfig())


@pytest.mark.parametrize(
    "change",
    [
        {"hidden_act": "xielu"},
        {"sliding_window": 0},
        {"rms_norm_eps": "small"},
        {"model_type": "mixtral"},
    ],
)
def test_what_we_have_no_part_for_is_named(tmp_path, change):
    network().save_pretrained(tmp_path)
    error = refusal(tmp_path, change)
    assert error is not None and error.name == "no_part"
    assert list(change)[-1] in error.values["part"].replace("\\", "")
