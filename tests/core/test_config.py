import dataclasses

import pytest

from transformer_core import TransformerConfig


def test_the_defaults_are_the_papers_base_model():
    config = TransformerConfig(37_000, 37_000)
    assert (config.d_model, config.num_heads, config.d_k) == (512, 8, 64)
    assert (config.num_layers, config.d_ff, config.dropout) == (6, 2048, 0.1)
    assert not config.norm_first


def test_a_config_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        TransformerConfig(10, 10).d_model = 4


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"d_model": 10, "num_heads": 4}, "d_model=10 is not divisible by num_heads=4"),
        ({"src_vocab_size": 0}, "src_vocab_size must be at least 1, got 0"),
        ({"num_layers": 0}, "num_layers must be at least 1, got 0"),
        ({"num_layers": 1.5}, r"num_layers must be a whole number, got 1\.5"),
        ({"max_len": -1}, "max_len must be at least 1, got -1"),
        ({"dropout": 1.0}, r"dropout must be in \[0, 1\), got 1\.0"),
        ({"dropout": float("nan")}, "dropout must be .*, got nan"),
        (
            {"layer_norm_eps": 0.0},
            r"layer_norm_eps must be a finite number greater than 0, got 0\.0",
        ),
        ({"pad_id": 10}, "pad_id must be in the vocabulary of 10 tokens, got 10"),
        ({"tgt_vocab_size": 5, "pad_id": 5}, "pad_id must be in the vocabulary of 5 tokens, got 5"),
        ({"pad_id": -1}, "pad_id must be .*, got -1"),
        ({"pad_id": 0.5}, r"pad_id must be a whole number, got 0\.5"),
        ({"pad_id": True}, "pad_id must be a whole number, got True"),
        ({"norm_first": "no"}, "norm_first must be True or False, got 'no'"),
        ({"tied_output": 1}, "tied_output must be True or False, got 1"),
        ({"shared_embeddings": None}, "shared_embeddings must be True or False, got None"),
    ],
)
def test_impossible_sizes_are_refused_with_the_numbers(sizes, message):
    with pytest.raises(ValueError, match=message):
        TransformerConfig(**{"src_vocab_size": 10, "tgt_vocab_size": 10, **sizes})
