"""Every number of a model that is trained without one of its parts explains itself all the same."""

import random

import pytest
import torch

from pages.training.forward import forward_of, model_with, written_by
from pages.training.presets import PRESETS
from pages.training.run_model import attentions, config_of, untrained
from pages.training.setting import TrainingSetting
from tests.core.explain.computations import cells_in
from transformer_core.explain.computation import INPUT
from transformer_core.explain.explanation import explain
from transformer_lab.learning import RunConfig, learn

CELLS = 12
SMALL = {"d_model": 8, "d_ff": 8, "num_heads": 2}


@pytest.mark.sampled
@pytest.mark.parametrize("name", PRESETS)
def test_a_number_is_recomputed_from_its_terms(name: str) -> None:
    config = config_of(TrainingSetting(**{**PRESETS[name], **SMALL}))
    task, draw = config.the_task, random.Random(0)
    computation = forward_of(config, model_with(config, {}), *task.example).computation
    for tensor in computation.steps:
        cells = list(cells_in(computation, tensor))
        for cell in draw.sample(cells, min(CELLS, len(cells))):
            explanation = explain(computation, cell)
            if computation.step(cell) is INPUT or not explanation.equation:
                continue
            expected = pytest.approx(explanation.value, rel=2e-5, abs=2e-6)
            assert explanation.recomputed() == expected, cell


@pytest.mark.parametrize("name", ["reverse", "no_look_ahead", "translate"])
def test_what_is_seen_before_a_run_is_its_first_record(name: str) -> None:
    config = config_of(TrainingSetting(**{**PRESETS[name], **SMALL}))
    record, seen = next(learn(config)), untrained(config)
    assert seen.predicted == record.predicted
    for one in attentions(config, "cross"):
        assert torch.equal(seen.attention[one.name], record.attention[one.name])


def test_the_weights_of_a_step_make_its_model() -> None:
    config = RunConfig(steps=2, every=1, d_model=8, d_ff=8, batch_size=4)
    weights = {name: torch.zeros(()) for name in ("output.bias",)}
    model = model_with(config, weights)
    assert not model.output.bias.any()
    assert len(written_by(model, config.the_task, config.the_task.example.source)) > 0
