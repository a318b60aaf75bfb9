import pytest

from transformer_core.learning import RunConfig
from transformer_core.learning.config import RECORDS


def test_a_run_has_about_so_many_records():
    assert RunConfig(steps=600).every == 600 // RECORDS
    assert RunConfig(steps=20).every == 1
    assert RunConfig(steps=600, every=100).every == 100


@pytest.mark.parametrize(
    ("values", "message"),
    [({"task": "add"}, "task='add'"), ({"d_model": 33, "num_heads": 2}, "d_model=33 is not"),
     ({"steps": 0}, "steps=0"), ({"steps": 10**9}, "steps=1000000000"),
     ({"num_layers": 5}, "num_layers=5"), ({"dropout": 1.0}, "dropout=1.0"),
     ({"factor": float("nan")}, "factor=nan"), ({"factor": 21.0}, "factor=21"),
     ({"exponent": -1.0}, "exponent=-1"), ({"every": 1, "steps": 4000}, "every=1 makes"),
     ({"seed": -1}, "seed=-1"), ({"batch_size": 1.5}, "batch_size=1.5"),
     ({"scaled": 1}, "scaled=1"), ({"d_model": True}, "d_model=True"), ({"colour": 1}, "colour")],
)  # fmt: skip
def test_impossible_values_are_refused_by_name(values, message):
    with pytest.raises(ValueError, match=message):
        RunConfig.of(values)


def test_plain_values_make_a_config():
    assert RunConfig.of({"task": "sort", "factor": 2}) == RunConfig("sort", factor=2)
