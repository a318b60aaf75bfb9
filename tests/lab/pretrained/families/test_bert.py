import pytest
from transformers import BertConfig, BertForMaskedLM, BertForSequenceClassification, BertModel

from tests.lab.pretrained.comparing import compare, random_network
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.bert import FAMILY

SIZES = {
    "vocab_size": 50,
    "hidden_size": 24,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "intermediate_size": 40,
    "max_position_embeddings": 20,
}
ODD = {"hidden_act": "gelu_new", "type_vocab_size": 3, "layer_norm_eps": 1e-3}


def network(**options: object) -> BertForMaskedLM:
    return random_network(lambda: BertForMaskedLM(BertConfig(**SIZES | options)))


@pytest.mark.parametrize("options", [{}, ODD, {"tie_word_embeddings": False}])
def test_its_numbers_are_theirs(tmp_path, options):
    compare(tmp_path, network(**options))


def test_without_its_head_it_has_no_logits(tmp_path):
    model = compare(tmp_path, random_network(lambda: BertModel(BertConfig(**SIZES))))
    assert model.output is None


def test_of_a_classifier_the_encoder_is_read(tmp_path):
    classifier = random_network(lambda: BertForSequenceClassification(BertConfig(**SIZES)))
    classifier.save_pretrained(tmp_path)
    assert refusal(tmp_path) is None


def test_what_its_config_leaves_out_is_as_in_transformers():
    assert_defaults(FAMILY, BertConfig())


@pytest.mark.parametrize(
    "change",
    [{"is_decoder": True}, {"hidden_act": "mish"}, {"position_embedding_type": "relative_key"}],
)
def test_what_we_have_no_part_for_is_named(tmp_path, change):
    network().save_pretrained(tmp_path)
    error = refusal(tmp_path, change)
    assert error is not None and error.name == "no_part"
    assert next(iter(change)).replace("_", r"\_") in error.values["part"]
