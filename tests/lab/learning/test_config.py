from dataclasses import fields

import pytest

from transformer_lab.learning import RunConfig, untrained_model
from transformer_lab.learning.config import RECORDS
from transformer_lab.learning.measuring import inspect_example


def test_a_run_has_about_so_many_records():
    assert RunConfig(steps=600).every == 600 // RECORDS
    assert RunConfig(steps=20).every == 1
    assert RunConfig(steps=600, every=100).every == 100


@pytest.mark.parametrize(
    ("values", "message"),
    [({"task": "divide"}, "task .*got 'divide'"),
     ({"d_model": 33, "num_heads": 2}, "d_model=33 is not"),
     ({"steps": 0}, "steps .*got 0"), ({"steps": 10**9}, "steps .*got 1000000000"),
     ({"num_layers": 5}, "num_layers .*got 5"), ({"dropout": 1.0}, "dropout .*got 1.0"),
     ({"factor": float("nan")}, "factor .*got nan"), ({"factor": 21.0}, "factor .*got 21"),
     ({"exponent": -1.0}, "exponent .*got -1"), 
     ({"every": 1, "steps": 4000}, "every=1 gives more than 400 records"),
     ({"seed": -1}, "seed .*got -1"), ({"batch_size": 1.5}, "batch_size .*got 1.5"),
     ({"scaled": 1}, "scaled .*got 1"), ({"d_model": True}, "d_model .*got True"), 
     ({"colour": 1}, "a run has no setting colour")],
)  # fmt: skip
def test_impossible_values_are_refused_by_name(values, message):
    with pytest.raises(ValueError, match=message):
        RunConfig.of(values)


def test_plain_values_make_a_config():
    assert RunConfig.of({"task": "sort", "factor": 2}) == RunConfig("sort", factor=2)


MODELS = {"task": "copy", "num_layers": 2, "d_model": 16, "num_heads": 2, "d_ff": 32,
          "norm_first": True, "seed": 2, "positional_encoding": False, "scaled": False,
          "look_ahead": False, "positions": "rotary", "norm_kind": "rms",
          "feed_forward": "swiglu"}  # fmt: skip
TRAININGS = {"dropout": 0.3, "warmup_steps": 50, "factor": 2.0, "exponent": -0.25,
             "batch_size": 8, "label_smoothing": 0.1, "steps": 90, "every": 7,
             "schedule": "cosine", "weight_decay": 0.1}  # fmt: skip


def test_every_value_is_of_the_model_or_of_its_training():
    assert {one.name for one in fields(RunConfig)} == {*MODELS, *TRAININGS, "context", "data"}


@pytest.mark.parametrize("name", TRAININGS)
def test_a_training_starts_from_the_model_of_another(name):
    config = RunConfig(**{name: TRAININGS[name]})
    assert config != RunConfig()
    assert config.untrained == RunConfig().untrained
    assert _seen(config) == _seen(config.untrained)


@pytest.mark.parametrize("name", MODELS)
def test_another_model_is_another_start(name):
    config = RunConfig(**{name: MODELS[name]})
    assert config.untrained != RunConfig().untrained
    assert _seen(config) == _seen(config.untrained) != _seen(RunConfig())


def _seen(config):
    """What there is to see before the first step, to the last bit."""
    attention, predicted, _ = inspect_example(untrained_model(config), config)
    return predicted, {name: weights.tolist() for name, weights in attention.items()}
