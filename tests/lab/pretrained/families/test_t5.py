import pytest
from transformers import T5Config, T5ForConditionalGeneration

from tests.lab.pretrained.comparing import compare, random_network
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.t5 import FAMILY

SIZES = {
    "vocab_size": 50,
    "d_model": 24,
    "d_kv": 10,
    "d_ff": 40,
    "num_layers": 3,
    "num_heads": 4,
    "decoder_start_token_id": 0,
}
NEAR = {"relative_attention_num_buckets": 8, "relative_attention_max_distance": 12}


def network(**options: object) -> T5ForConditionalGeneration:
    return random_network(lambda: T5ForConditionalGeneration(T5Config(**SIZES | options)), gain=1.0)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"num_decoder_layers": 2, **NEAR},
        {"feed_forward_proj": "gated-gelu", "tie_word_embeddings": False},
        {"feed_forward_proj": "gated-silu"},
        {"feed_forward_proj": "gelu", "layer_norm_epsilon": 1e-3},
    ],
)
def test_its_numbers_are_theirs(tmp_path, options):
    compare(tmp_path, network(**options))


def test_what_its_config_leaves_out_is_as_in_transformers():
    assert_defaults(FAMILY, T5Config())


@pytest.mark.parametrize("kind", ["gated-xielu", "double-gelu", ""])
def test_what_we_have_no_part_for_is_named(tmp_path, kind):
    network().save_pretrained(tmp_path)
    error = refusal(tmp_path, {"feed_forward_proj": kind})
    assert error is not None and error.name == "no_part"
