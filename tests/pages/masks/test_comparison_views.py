"""Right and compared side by side: the same axes, the same colours, each mask above its weights."""

import pytest
import torch

from pages.masks.setting import COMPARED
from tests.pages.answers import Asked

PAIRS = [(one, name) for one, names in COMPARED.items() for name in names]
every_pair = pytest.mark.parametrize(("which", "name"), PAIRS)


def compared(which: str, name: str, **values: object) -> Asked:
    return Asked("masks", attention=which, compare=name, target_length=5, **values)


@pytest.mark.sampled
@every_pair
def test_both_sides_have_the_same_axes_and_the_same_colours(which, name):
    shown = compared(which, name).matrices
    middle = "reach" if "right_reach" in shown else "weights"
    for part in ("", f"_{middle}", "_output"):
        right, other = shown[f"right{part}"], shown[f"other{part}"]
        assert (right.rows, right.cols) == (other.rows, other.cols)
        assert (right.limit, right.scale) == (other.limit, other.scale)


@every_pair
def test_what_a_mask_leaves_stands_below_it(which, name):
    shown = compared(which, name).matrices
    below = [matrix.id for matrix in shown.values() if matrix.below]
    middle = "reach" if "right_reach" in shown else "weights"
    assert below == [f"right_{middle}", f"other_{middle}"]
    assert [matrix.id for matrix in shown.values() if matrix.row_labels] == ["right", below[0]]
    assert [matrix.id for matrix in shown.values() if not matrix.col_labels] == below


@pytest.mark.sampled
@every_pair
def test_what_is_hatched_has_no_weight(which, name):
    shown = compared(which, name, gain=20_000).matrices
    for side in ("right", "other"):
        if (weights := shown.get(f"{side}_weights")) is not None:
            hatched = torch.as_tensor(weights.hidden).bool()
            assert (torch.as_tensor(weights.values)[hatched] == 0).all()


def test_only_outputs_that_are_not_written_yet_are_hatched_in_a_leak_test():
    hidden = compared("decoder", "recomputed").matrices["right_reach"].hidden
    assert torch.equal(torch.as_tensor(hidden), torch.ones(5, 5).tril().bool())
    assert compared("decoder", "norm").matrices["right_reach"].hidden is None
