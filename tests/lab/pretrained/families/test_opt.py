import pytest
from transformers import OPTConfig, OPTForCausalLM

from tests.lab.pretrained.comparing import Batch, compare, compare_once, random_network, reloaded
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.opt import FAMILY

SIZES = {
    "vocab_size": 50,
    "hidden_size": 24,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "ffn_dim": 40,
    "max_position_embeddings": 20,
}
POST_NORM = {"do_layer_norm_before": False, "word_embed_proj_dim": 16}
GALACTICA = {
    "enable_bias": False,
    "layer_norm_elementwise_affine": False,
    "activation_function": "gelu",
}


def network(**options: object) -> OPTForCausalLM:
    return random_network(lambda: OPTForCausalLM(OPTConfig(**SIZES | options)))


@pytest.mark.parametrize(
    "options",
    [
        {},
        POST_NORM,
        {"word_embed_proj_dim": 16},
        GALACTICA,
        {"_remove_final_layer_norm": True},
        {"tie_word_embeddings": False},
    ],
)
def test_its_numbers_are_theirs(tmp_path, options):
    compare(tmp_path, network(**options))


def test_padding_before_a_text_moves_no_position(tmp_path):
    theirs = network()
    model = compare(tmp_path, theirs)
    batch = Batch(6, 50)
    batch.padding = batch.padding.flip(1)
    batch.rows = ~batch.padding
    assert batch.padding[1, 0]
    compare_once(model, reloaded(tmp_path, theirs), batch)


def test_what_its_config_leaves_out_is_as_in_transformers():
    assert_defaults(FAMILY, OPTConfig())


@pytest.mark.parametrize(
    "change",
    [{"activation_function": "xielu"}, {"do_layer_norm_before": "yes"}, {"ffn_dim": 0}],
)
def test_what_we_have_no_part_for_is_named(tmp_path, change):
    network().save_pretrained(tmp_path)
    error = refusal(tmp_path, change)
    assert error is not None and error.name == "no_part"
    assert next(iter(change)) in error.values["part"].replace("\\", "")
