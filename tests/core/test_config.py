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
        ({"src_vocab_size": 0}, "src_vocab_size=0 is less than 1"),
        ({"num_layers": 0}, "num_layers=0 is less than 1"),
        ({"num_layers": 1.5}, r"num_layers=1\.5 is not a whole number"),
        ({"max_len": -1}, "max_len=-1 is less than 1"),
        ({"dropout": 1.0}, r"dropout=1\.0 is not in \[0, 1\)"),
        ({"dropout": float("nan")}, "dropout=nan"),
        ({"layer_norm_eps": 0.0}, r"layer_norm_eps=0\.0 is not a finite number greater than 0"),
        ({"pad_id": 10}, "pad_id=10 is no token of a vocabulary of 10"),
        ({"tgt_vocab_size": 5, "pad_id": 5}, "pad_id=5 is no token of a vocabulary of 5"),
        ({"pad_id": -1}, "pad_id=-1"),
    ],
)
def test_impossible_sizes_are_refused_with_the_numbers(sizes, message):
    with pytest.raises(ValueError, match=message):
        TransformerConfig(**{"src_vocab_size": 10, "tgt_vocab_size": 10, **sizes})
