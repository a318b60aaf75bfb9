from dataclasses import replace

import pytest
from transformers import Qwen3Config, Qwen3ForCausalLM

from tests.lab.pretrained.comparing import compare, random_network
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.qwen3 import FAMILY

SIZES = {
    "vocab_size": 50,
    "hidden_size": 24,
    "intermediate_size": 40,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 20,
    "head_dim": 10,
}
SLIDING = {"use_sliding_window": True, "sliding_window": 3, "max_window_layers": 1}
TYPES = {"layer_types": ["sliding_attention", "full_attention", "sliding_attention"]}


def network(**options: object) -> Qwen3ForCausalLM:
    return random_network(lambda: Qwen3ForCausalLM(Qwen3Config(**SIZES | options)))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {**SLIDING, **TYPES},
        {"attention_bias": True, "num_key_value_heads": None},
        {"tie_word_embeddings": True, "rms_norm_eps": 1e-3},
    ],
)
def test_its_numbers_are_theirs(tmp_path, options):
    compare(tmp_path, network(**options))


def test_without_kinds_of_layers_the_later_ones_have_the_window(tmp_path):
    compare(tmp_path, network(**SLIDING), config={"layer_types": None})


def test_what_its_config_leaves_out_is_as_in_transformers():
    """Its window is null where it is not in use, which is the default."""
    used = {"use_sliding_window": True}
    family = replace(FAMILY, defaults={**FAMILY.defaults, **used})
    assert_defaults(family, Qwen3Config(**used))
    assert FAMILY.defaults["use_sliding_window"] is Qwen3Config().use_sliding_window


@pytest.mark.parametrize(
    "change",
    [
        {"hidden_act": "xielu"},
        {"model_type": "qwen3_moe"},
        {
            "layer_types": ["sliding_attention"] * 3,
            "sliding_window": 3,
            "use_sliding_window": False,
        },
        {"layer_types": ["full_attention", "linear_attention", "full_attention"]},
        {"layer_types": ["full_attention"]},
        {"layer_types": None, "max_window_layers": None},
    ],
)
def test_what_we_have_no_part_for_is_named(tmp_path, change):
    network().save_pretrained(tmp_path)
    error = refusal(tmp_path, change)
    assert error is not None and error.name == "no_part"
    assert list(change)[-1] in error.values["part"].replace("\\", "")
