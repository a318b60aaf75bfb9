"""What holds of every family that can be opened. Each has a test file of its name, whose `network`
makes a small random model of it.
"""

from importlib import import_module

import pytest
import torch

from tests.core.explain.assembled_models import inputs_of, recorded
from tests.core.explain.test_assembled import some_cells
from tests.lab.pretrained.comparing import Network, compare
from transformer_core.explain.assembled.computation import assembled_computation
from transformer_core.explain.explanation import explain
from transformer_lab.pretrained.families import FAMILIES
from transformer_lab.pretrained.folder import open_folder
from transformer_lab.pretrained.opening import read_network

CELLS = 100
every_family = pytest.mark.parametrize("family", FAMILIES)


def network_of(family: str) -> Network:
    name = family.replace("-", "_")
    return import_module(f"tests.lab.pretrained.families.test_{name}").network()


@pytest.mark.sampled
@every_family
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_is_computed_in_float32(tmp_path, family, dtype):
    compare(tmp_path, network_of(family).to(dtype))


@pytest.mark.sampled
@every_family
def test_every_number_is_worked_out_from_the_terms_that_are_shown(tmp_path, family):
    network_of(family).save_pretrained(tmp_path)
    model, _ = read_network(open_folder(tmp_path, "m"), "m")
    inputs = inputs_of(model, padded=True)
    records = recorded(model, inputs)
    computation = assembled_computation(model, records, inputs)
    assert {*records} <= {*computation.tensors}
    for cell in some_cells(computation, CELLS):
        explanation = explain(computation, cell)
        largest = max([1.0, *(abs(term.value) for term in explanation.terms)])
        expected = pytest.approx(explanation.value, rel=2e-5, abs=2e-6 * largest)
        assert explanation.recomputed() == expected, cell
