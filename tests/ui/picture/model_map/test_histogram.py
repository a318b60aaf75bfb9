"""The distribution of a parameter counts every number, however many there are."""

import numpy as np
import pytest
import torch

from transformer_core.explain.computation import Computation
from ui.picture.matrix_view.matrix import Blobs
from ui.picture.model_map.cells import cells_part
from ui.picture.model_map.histogram import BINS, histogram_part


def _histogram(values: torch.Tensor):
    return histogram_part(Computation({"x": values}, {}, origins={}), "x")


def _random(*shape: int) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(3))


@pytest.mark.parametrize("shape", [(7,), (16, 16), (2000, 1500)])
def test_every_number_is_counted_in_the_bin_that_it_is_in(shape):
    values = _random(*shape)
    made = _histogram(values)
    counts, edges = np.histogram(values.double().numpy(), bins=BINS)
    assert made.counts == counts.tolist()
    assert (made.least, made.most) == pytest.approx((edges[0], edges[-1]))
    assert sum(made.counts) == values.numel()


def test_a_tensor_whose_cells_are_pooled_has_the_histogram_of_all_its_numbers():
    values = _random(1001, 1003)
    assert cells_part(Computation({"x": values}, {}, origins={}), "x").pool > 1
    made = _histogram(values)
    assert sum(made.counts) == values.numel()
    assert made.mean == pytest.approx(float(values.double().mean()))
    assert made.deviation == pytest.approx(float(values.double().std(correction=0)))


def test_equal_numbers_are_one_bin():
    made = _histogram(torch.zeros(5))
    assert (made.counts, made.least, made.most, made.deviation) == ([5], 0, 0, 0)


@pytest.mark.parametrize("values", [torch.tensor([]), torch.tensor([1.0, torch.inf])])
def test_what_has_no_distribution_has_no_histogram(values):
    assert _histogram(values) is None


def test_of_a_tensor_that_is_not_there_there_is_none():
    assert histogram_part(Computation({}, {}, origins={}), "x") is None


def test_the_counts_are_sent_as_they_are():
    header = _histogram(_random(4, 4)).header(Blobs())
    assert (header["kind"], header["tensor"], sum(header["counts"])) == ("histogram", "x", 16)
