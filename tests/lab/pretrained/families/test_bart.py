import pytest
from safetensors.torch import load_file, save_file
from transformers import BartConfig, BartForConditionalGeneration, BartForSequenceClassification

from tests.lab.pretrained.comparing import compare, random_network
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.bart import FAMILY

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


def network(**options: object) -> BartForConditionalGeneration:
    return random_network(lambda: BartForConditionalGeneration(BartConfig(**SIZES | options)))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"scale_embedding": True, "activation_function": "relu"},
        {"tie_word_embeddings": False, "pad_token_id": 0},
    ],
)
def test_its_numbers_are_theirs(tmp_path, options):
    compare(tmp_path, network(**options))


def test_two_embeddings_that_differ_are_not_one(tmp_path):
    network(tie_word_embeddings=False).save_pretrained(tmp_path)
    assert refusal(tmp_path, {"tie_word_embeddings": True}) is None


def test_the_embedding_may_be_in_the_file_under_each_of_its_names(tmp_path):
    network().save_pretrained(tmp_path)
    file = tmp_path / "model.safetensors"
    weights = load_file(file)
    names = ("lm_head", "model.encoder.embed_tokens", "model.decoder.embed_tokens")
    table = weights["model.shared.weight"]
    save_file(weights | {f"{name}.weight": table.clone() for name in names}, file)
    assert refusal(tmp_path) is None
    weights[f"{names[1]}.weight"] = weights.pop("model.shared.weight")
    save_file(weights, file)
    assert refusal(tmp_path) is None


def test_of_a_classifier_both_halves_are_read(tmp_path):
    classifier = random_network(lambda: BartForSequenceClassification(BartConfig(**SIZES)))
    classifier.save_pretrained(tmp_path)
    assert refusal(tmp_path) is None


def test_what_its_config_leaves_out_is_as_in_transformers():
    assert_defaults(FAMILY, BartConfig())


@pytest.mark.parametrize(
    "change",
    [
        {"activation_function": "mish"},
        {"normalize_before": True},
        {"normalize_embedding": False},
        {"add_final_layer_norm": True},
        {"static_position_embeddings": True},
    ],
)
def test_what_we_have_no_part_for_is_named(tmp_path, change):
    network().save_pretrained(tmp_path)
    error = refusal(tmp_path, change)
    assert error is not None and error.name == "no_part"
    assert next(iter(change)).replace("_", r"\_") in error.values["part"]


def test_what_older_files_say_of_it_is_read(tmp_path):
    network().save_pretrained(tmp_path)
    said = {"normalize_before": False, "normalize_embedding": True, "add_final_layer_norm": False}
    assert refusal(tmp_path, said | {"static_position_embeddings": False}) is None
