import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import M2M100Config, M2M100ForConditionalGeneration

from tests.lab.pretrained.comparing import compare, random_network
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.m2m_100 import FAMILY

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


def network(**options: object) -> M2M100ForConditionalGeneration:
    return random_network(lambda: M2M100ForConditionalGeneration(M2M100Config(**SIZES | options)))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"scale_embedding": False, "activation_function": "gelu_new"},
        {"tie_word_embeddings": False, "pad_token_id": 0},
    ],
)
def test_its_numbers_are_theirs(tmp_path, options):
    compare(tmp_path, network(**options))


@pytest.mark.parametrize("pad", [0, 1])
def test_padding_has_no_position(tmp_path, pad):
    compare(tmp_path, network(pad_token_id=pad), pad=pad)


def test_older_files_have_the_encoding(tmp_path):
    network().save_pretrained(tmp_path)
    file = tmp_path / "model.safetensors"
    encoding = {"model.encoder.embed_positions.weights": torch.zeros(22, 24)}
    save_file(load_file(file) | encoding, file)
    assert refusal(tmp_path) is None


def test_what_its_config_leaves_out_is_as_in_transformers():
    assert_defaults(FAMILY, M2M100Config())


@pytest.mark.parametrize(
    "change",
    [
        {"normalize_before": False},
        {"normalize_embedding": True},
        {"static_position_embeddings": False},
        {"pad_token_id": None},
    ],
)
def test_what_we_have_no_part_for_is_named(tmp_path, change):
    network().save_pretrained(tmp_path)
    error = refusal(tmp_path, change)
    assert error is not None and error.name == "no_part"
    assert next(iter(change)).replace("_", r"\_") in error.values["part"]
