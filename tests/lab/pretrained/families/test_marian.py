import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import MarianConfig, MarianMTModel

from tests.lab.pretrained.comparing import compare, random_network
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.marian import FAMILY

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
    "pad_token_id": 49,
    "decoder_start_token_id": 49,
}
TWO_VOCABULARIES = {"share_encoder_decoder_embeddings": False, "decoder_vocab_size": 60}


def network(**options: object) -> MarianMTModel:
    return random_network(lambda: MarianMTModel(MarianConfig(**SIZES | options)))


@pytest.mark.parametrize(
    "options",
    [{}, {"scale_embedding": True, "activation_function": "swish"}, TWO_VOCABULARIES],
)
def test_its_numbers_are_theirs(tmp_path, options):
    compare(tmp_path, network(**options))


def test_older_files_have_the_encoding_and_each_name_of_the_embedding(tmp_path):
    network().save_pretrained(tmp_path)
    file = tmp_path / "model.safetensors"
    weights = load_file(file)
    table = weights["model.shared.weight"]
    names = ("lm_head", "model.encoder.embed_tokens", "model.decoder.embed_tokens")
    weights |= {f"{name}.weight": table.clone() for name in names}
    weights["model.encoder.embed_positions.weight"] = torch.zeros(20, 24)
    save_file(weights, file)
    assert refusal(tmp_path) is None


def test_without_a_bias_of_the_logits_there_is_none(tmp_path):
    network().save_pretrained(tmp_path)
    file = tmp_path / "model.safetensors"
    weights = load_file(file)
    del weights["final_logits_bias"]
    save_file(weights, file)
    assert refusal(tmp_path) is None


def test_what_its_config_leaves_out_is_as_in_transformers():
    assert_defaults(FAMILY, MarianConfig())
