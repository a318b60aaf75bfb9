import pytest
from transformers import (
    AlbertConfig,
    AlbertForMaskedLM,
    AlbertForSequenceClassification,
    AlbertModel,
)

from tests.lab.pretrained.comparing import compare, random_network
from tests.lab.pretrained.refusing import assert_defaults, refusal
from transformer_lab.pretrained.families.albert import FAMILY
from transformer_lab.pretrained.folder import open_folder
from transformer_lab.pretrained.opening import read_network

SIZES = {
    "vocab_size": 50,
    "embedding_size": 10,
    "hidden_size": 24,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "intermediate_size": 40,
    "max_position_embeddings": 22,
}


def network(**options: object) -> AlbertForMaskedLM:
    return random_network(lambda: AlbertForMaskedLM(AlbertConfig(**SIZES | options)), gain=2.5)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"embedding_size": 24},
        {"hidden_act": "relu", "type_vocab_size": 3, "layer_norm_eps": 1e-3},
        {"tie_word_embeddings": False},
    ],
)
def test_its_numbers_are_theirs(tmp_path, options):
    compare(tmp_path, network(**options))


def test_its_layers_are_in_memory_once(tmp_path):
    network().save_pretrained(tmp_path)
    model, _ = read_network(open_folder(tmp_path, "m"), "m")
    layers = model.encoder.layers
    assert len(layers) == 3
    assert layers[0].self_attention.w_q.weight is layers[2].self_attention.w_q.weight


def test_without_its_head_it_has_no_logits(tmp_path):
    model = compare(tmp_path, random_network(lambda: AlbertModel(AlbertConfig(**SIZES))))
    assert model.output is None


def test_of_a_classifier_the_encoder_is_read(tmp_path):
    classifier = random_network(lambda: AlbertForSequenceClassification(AlbertConfig(**SIZES)))
    classifier.save_pretrained(tmp_path)
    assert refusal(tmp_path) is None


def test_what_its_config_leaves_out_is_as_in_transformers():
    assert_defaults(FAMILY, AlbertConfig())


@pytest.mark.parametrize(
    "change",
    [
        {"num_hidden_groups": 2},
        {"inner_group_num": 2},
        {"hidden_act": "mish"},
    ],
)
def test_what_we_have_no_part_for_is_named(tmp_path, change):
    network().save_pretrained(tmp_path)
    error = refusal(tmp_path, change)
    assert error is not None and error.name == "no_part"
    assert next(iter(change)).replace("_", r"\_") in error.values["part"]
