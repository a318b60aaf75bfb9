import pytest
from transformers import MBartConfig, MBartForConditionalGeneration

from tests.lab.pretrained.comparing import compare, random_network
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.mbart import FAMILY

SIZES = {
    "vocab_size": 50,
    "d_model": 24,
    "encoder_layers": 3,
    "decoder_layers": 2,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 3,
    "encoder_ffn_dim": 40,
    "decoder_ffn_dim": 32,
    "max_position_embeddings": 20,
}


def network(**options: object) -> MBartForConditionalGeneration:
    return random_network(lambda: MBartForConditionalGeneration(MBartConfig(**SIZES | options)))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"scale_embedding": True, "activation_function": "relu"},
        {"tie_word_embeddings": False},
    ],
)
def test_its_numbers_are_theirs(tmp_path, options):
    compare(tmp_path, network(**options))


def test_what_its_config_leaves_out_is_as_in_transformers():
    assert_defaults(FAMILY, MBartConfig())


@pytest.mark.parametrize(
    "change",
    [
        {"normalize_before": False},
        {"add_final_layer_norm": False},
        {"static_position_embeddings": True},
    ],
)
def test_what_we_have_no_part_for_is_named(tmp_path, change):
    network().save_pretrained(tmp_path)
    error = refusal(tmp_path, change)
    assert error is not None and error.name == "no_part"
    assert next(iter(change)).replace("_", r"\_") in error.values["part"]
