"""The kinds of steps that only mistakes take obey the laws of all others."""

import pytest

from tests.core.explain.laws import assert_every_law, kinds_in
from tests.lab.mistakes.computations import mistakes
from transformer_core.explain.kind import KINDS
from transformer_lab.mistakes import MISTAKES


@pytest.mark.sampled
@pytest.mark.parametrize("which", range(len(mistakes())))
def test_every_law_holds_for_both_results_of_a_mistake(which):
    assert_every_law(mistakes()[which])


def test_every_kind_that_a_mistake_brings_is_tried_and_known():
    brought = {kind.name: kind for one in MISTAKES.values() for kind in one.kinds}
    assert brought.keys() <= {*kinds_in(mistakes())}
    assert all(KINDS[name] is kind for name, kind in brought.items())
