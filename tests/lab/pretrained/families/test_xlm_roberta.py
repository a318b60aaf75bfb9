import pytest
from transformers import (
    XLMRobertaConfig,
    XLMRobertaForMaskedLM,
    XLMRobertaForSequenceClassification,
    XLMRobertaModel,
)

from tests.lab.pretrained.comparing import compare, random_network
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.xlm_roberta import FAMILY
from transformer_lab.pretrained.folder import open_folder
from transformer_lab.pretrained.opening import read_network

SIZES = {
    "vocab_size": 50,
    "hidden_size": 24,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "intermediate_size": 40,
    "max_position_embeddings": 22,
}


def network(**options: object) -> XLMRobertaForMaskedLM:
    return random_network(
        lambda: XLMRobertaForMaskedLM(XLMRobertaConfig(**SIZES | options)), gain=2.5
    )


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"hidden_act": "gelu_new", "type_vocab_size": 3, "layer_norm_eps": 1e-3},
        {"tie_word_embeddings": False, "type_vocab_size": 1},
    ],
)
def test_its_numbers_are_theirs(tmp_path, options):
    compare(tmp_path, network(**options))


@pytest.mark.parametrize("pad", [0, 1, 3])
def test_padding_has_no_position(tmp_path, pad):
    compare(tmp_path, network(pad_token_id=pad), pad=pad)


def test_its_longest_sentence_has_the_last_row_of_the_table(tmp_path):
    network(pad_token_id=3).save_pretrained(tmp_path)
    model, _ = read_network(open_folder(tmp_path, "m"), "m")
    assert model.src_encoding.positions.max_len == 22 - 4


def test_without_its_head_it_has_no_logits(tmp_path):
    model = compare(tmp_path, random_network(lambda: XLMRobertaModel(XLMRobertaConfig(**SIZES))))
    assert model.output is None


def test_of_a_classifier_the_encoder_is_read(tmp_path):
    classifier = random_network(
        lambda: XLMRobertaForSequenceClassification(XLMRobertaConfig(**SIZES))
    )
    classifier.save_pretrained(tmp_path)
    assert refusal(tmp_path) is None


def test_what_its_config_leaves_out_is_as_in_transformers():
    assert_defaults(FAMILY, XLMRobertaConfig())


@pytest.mark.parametrize(
    "change",
    [
        {"is_decoder": True},
        {"hidden_act": "mish"},
        {"position_embedding_type": "relative_key"},
        {"pad_token_id": None},
        {"pad_token_id": 21},
    ],
)
def test_what_we_have_no_part_for_is_named(tmp_path, change):
    network().save_pretrained(tmp_path)
    error = refusal(tmp_path, change)
    assert error is not None and error.name == "no_part"
    assert next(iter(change)).replace("_", r"\_") in error.values["part"]
