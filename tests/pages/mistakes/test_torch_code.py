"""The program with torch alone: the page's own numbers, and the mistake's one line."""

import pytest
import torch

from pages.mistakes.code import torch_code
from pages.mistakes.setting import MistakeSetting
from tests.pages.mistakes.test_answer import CHANGED, every_mistake
from tests.pages.printed_code import run
from transformer_lab.mistakes import MISTAKES

LONGEST = 40
ENCODERS = ("pre_norm", "wrong_residual")
LONGEST_OF_AN_ENCODER = 64
WIDEST = 88
given_and_changed = pytest.mark.parametrize("values", [{}, CHANGED], ids=["start", "changed"])


def program_of(name, values):
    """The program of a mistake, and its sizes."""
    sizes = MistakeSetting(mistake=name, **values).sizes
    return torch_code(name, sizes), sizes


def marked(code, side):
    """The lines of a program that end in "# right" or "# wrong", without that."""
    mark = f"  # {side}"
    return [line.strip().removesuffix(mark) for line in code.splitlines() if line.endswith(mark)]


@every_mistake
@given_and_changed
def test_right_and_wrong_are_those_of_the_core(name, values):
    code, sizes = program_of(name, values)
    names, comparison = run(code), MISTAKES[name].compare(**sizes)
    for side in ("right", "wrong"):
        expected = getattr(comparison, side)
        torch.testing.assert_close(names[side], expected, rtol=1e-5, atol=1e-5, equal_nan=True)


@every_mistake
@given_and_changed
def test_the_right_line_and_the_wrong_line_stand_in_it_once_each(name, values):
    code, _ = program_of(name, values)
    for side in ("right", "wrong"):
        assert marked(code, side) == [getattr(MISTAKES[name].lines, side)]


@every_mistake
def test_right_and_wrong_differ_in_that_line_alone(name):
    lines = MISTAKES[name].lines
    code, _ = program_of(name, {})
    right, wrong = (block.splitlines() for block in code.split("\n\n\n")[-3:-1])
    changed = [pair for pair in zip(right, wrong, strict=True) if pair[0] != pair[1]]
    head, line = changed
    assert [one.partition("_")[0] for one in head] == ["def right", "def wrong"]
    assert [one.partition("  # ")[0].strip() for one in line] == [lines.right, lines.wrong]


@every_mistake
@given_and_changed
def test_it_can_be_read_in_class(name, values):
    code = program_of(name, values)[0].splitlines()
    assert len(code) <= (LONGEST_OF_AN_ENCODER if name in ENCODERS else LONGEST)
    assert max(len(line) for line in code) <= WIDEST
