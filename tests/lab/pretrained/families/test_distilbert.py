import pytest
from transformers import (
    DistilBertConfig,
    DistilBertForMaskedLM,
    DistilBertForSequenceClassification,
    DistilBertModel,
)

from tests.lab.pretrained.comparing import compare, random_network
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.distilbert import FAMILY

SIZES = {
    "vocab_size": 50,
    "dim": 24,
    "n_layers": 3,
    "n_heads": 4,
    "hidden_dim": 40,
    "max_position_embeddings": 20,
}


def network(**options: object) -> DistilBertForMaskedLM:
    return random_network(lambda: DistilBertForMaskedLM(DistilBertConfig(**SIZES | options)))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"activation": "relu", "sinusoidal_pos_embds": True},
        {"tie_word_embeddings": False},
    ],
)
def test_its_numbers_are_theirs(tmp_path, options):
    compare(tmp_path, network(**options))


def test_without_its_head_it_has_no_logits(tmp_path):
    model = compare(tmp_path, random_network(lambda: DistilBertModel(DistilBertConfig(**SIZES))))
    assert model.output is None


def test_of_a_classifier_the_encoder_is_read(tmp_path):
    classifier = random_network(
        lambda: DistilBertForSequenceClassification(DistilBertConfig(**SIZES))
    )
    classifier.save_pretrained(tmp_path)
    assert refusal(tmp_path) is None


def test_what_its_config_leaves_out_is_as_in_transformers():
    assert_defaults(FAMILY, DistilBertConfig())


@pytest.mark.parametrize(
    "change",
    [
        {"activation": "mish"},
        {"dim": 0},
    ],
)
def test_what_we_have_no_part_for_is_named(tmp_path, change):
    network().save_pretrained(tmp_path)
    error = refusal(tmp_path, change)
    assert error is not None and error.name == "no_part"
    assert next(iter(change)).replace("_", r"\_") in error.values["part"]
