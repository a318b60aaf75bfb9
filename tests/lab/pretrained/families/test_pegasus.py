import pytest
from safetensors.torch import load_file, save_file
from transformers import PegasusConfig, PegasusForConditionalGeneration

from tests.lab.pretrained.comparing import Batch, compare, compare_once, random_network, reloaded
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.pegasus import FAMILY
from transformer_lab.pretrained.folder import open_folder
from transformer_lab.pretrained.opening import read_network

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


def network(**options: object) -> PegasusForConditionalGeneration:
    return random_network(lambda: PegasusForConditionalGeneration(PegasusConfig(**SIZES | options)))


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


def test_without_an_encoding_in_the_file_it_is_computed(tmp_path):
    network().save_pretrained(tmp_path)
    file = tmp_path / "model.safetensors"
    weights = {key: one for key, one in load_file(file).items() if "embed_positions" not in key}
    save_file(weights, file)
    model, _ = read_network(open_folder(tmp_path, "m"), "m")
    compare_once(model, reloaded(tmp_path, network()), Batch(17, 50))


def test_what_its_config_leaves_out_is_as_in_transformers():
    assert_defaults(FAMILY, PegasusConfig())


@pytest.mark.parametrize(
    "change",
    [
        {"add_final_layer_norm": False},
        {"normalize_embedding": True},
        {"static_position_embeddings": False},
    ],
)
def test_what_we_have_no_part_for_is_named(tmp_path, change):
    network().save_pretrained(tmp_path)
    error = refusal(tmp_path, change)
    assert error is not None and error.name == "no_part"
    assert next(iter(change)).replace("_", r"\_") in error.values["part"]
