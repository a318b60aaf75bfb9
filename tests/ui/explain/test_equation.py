"""Equations on the screen are true as they are written: they are read back and worked out."""

import math
import random
import re

import numpy as np
import pytest
import torch

from tests.core.explain.computations import computations
from tests.core.explain.laws import cells_of, kinds_in
from tests.lab.mistakes.computations import mistakes
from transformer_core import positional_encoding
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.explanation import explain
from transformer_core.explain.kind import KINDS
from ui.explain.arithmetic.numbers import as_operand, exact, percent, read_back, significant
from ui.explain.board import BoardNames
from ui.explain.equation import LARGEST_TERMS, chosen_terms, equation_spans, value_text
from ui.words.language import text_of

TEXT, KOREAN = text_of("workbench", "en"), text_of("workbench", "ko")
CELLS_OF_A_KIND = 150
RULES = {
    "input",
    "padding_mask",
    "look_ahead_mask",
    "sliding_window_mask",
    "shifted_mask",
    "zero_vector",
    "padded_place",
    "relative_bucket",
}
"""Kinds without an equation."""
ALL = [*computations(), *mistakes()]
every_kind = pytest.mark.parametrize("kind", sorted({*kinds_in(ALL)} - RULES))

_SIGNS = {"−": "-", "·": "*", "^": "**", "√(": "sqrt(", "π": str(math.pi), "∞": "inf"}
_FUNCTIONS = {
    "sqrt": np.sqrt,
    "exp": np.exp,
    "sin": np.sin,
    "cos": np.cos,
    "tanh": np.tanh,
    "erf": math.erf,
    "max": max,
    "min": min,
    "inf": np.float64(np.inf),
    "NaN": np.float64(np.nan),
    "N": np.float64,
}


def written(explanation, text=TEXT):
    return " ".join(one["text"] for one in equation_spans(text, explanation, BoardNames({})))


def in_english(korean: str) -> str:
    """A Korean equation with the words that an English one has."""
    plain = korean.replace(KOREAN("arithmetic.hidden_value"), TEXT("arithmetic.hidden_value"))
    return re.sub(r"나머지 항 ([\d,]+)개", r"\1 more terms", plain)


def worked_out(side: str) -> float:
    """One side of an equation as a person would work it out, from its digits alone."""
    if found := re.fullmatch(r"√ mean \(x − \(?(.+?)\)?\)², x: (.*)", side):
        mean, numbers = worked_out(found[1]), [worked_out(each) for each in found[2].split(" , ")]
        return math.sqrt(sum((x - mean) ** 2 for x in numbers) / len(numbers))
    plain = re.sub(r"(?<=\d),(?=\d{3})", "", side)
    plain = re.sub(r"\d+ more terms ", "", plain)
    # As it is written: without brackets, 1 / 2 × 10⁸ is half of 10⁸
    plain = re.sub(r" × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda raised: f" * 10**{exponent(raised[1])}", plain)
    plain = plain.replace("e^(", "exp(")
    for sign, code in _SIGNS.items():
        plain = plain.replace(sign, code)
    plain = re.sub(r"(?<![\w.])\d+(\.\d+)?(e[+-]?\d+)?", lambda number: f"N('{number[0]}')", plain)
    with np.errstate(all="ignore"):
        return float(eval(plain, {"__builtins__": {}}, _FUNCTIONS))  # digits and signs of our own


def exponent(raised: str) -> str:
    return raised.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))


def shown_again(kind: str, value: float) -> float:
    return read_back((significant if KINDS[kind].notation.significant else exact)(value))


def explained(kind: str):
    cells = cells_of(kind, ALL)
    for computation, cell in random.Random(1).sample(cells, min(CELLS_OF_A_KIND, len(cells))):
        yield explain(computation, cell)


@every_kind
def test_what_stands_before_the_equals_sign_makes_what_stands_after(kind):
    read = 0
    for explanation in explained(kind):
        text = written(explanation)
        assert in_english(written(explanation, KOREAN)) == text
        if not text or "…" in text:
            continue
        *sides, result = re.split(r" [=≈] ", text)
        is_exact = " = " in text
        value = read_back(result.replace(" (hidden)", ""))
        for side in sides:
            worked = worked_out(side)
            # Decimals that cancel leave 2e-17 in a computer's own digits
            worked = round(worked, 12) if value == 0 else worked
            if is_exact:
                same = shown_again(kind, worked) == value
                assert same or (math.isnan(worked) and math.isnan(value)), text
            else:
                assert worked == pytest.approx(value, rel=0.05, abs=2e-3), text
        read += 1
    assert read


@every_kind
def test_no_sign_meets_another(kind):
    for explanation in explained(kind):
        text = re.sub(r"\^−(0\.5|1\.5|0\.25)", "", written(explanation))
        assert not re.search(r"[+−·/^]\s*[+−]", text), text


def scaled(value: float, factor: float) -> Computation:
    tensors = {"x": np.array([value]), "y": np.array([value * factor])}
    return Computation(tensors, {"y": Step("scaling", {"x": "x"}, {"factor": factor})})


def test_a_short_equation_gets_the_digits_that_it_needs():
    assert written(explain(scaled(0.37405, 4), Cell("y", (0,)))) == "0.37405 · 4 = 1.4962"


def test_a_short_equation_keeps_four_digits_where_they_hold():
    assert written(explain(scaled(0.25, 2.0), Cell("y", (0,)))) == "0.2500 · 2 = 0.5000"


def test_a_sum_whose_digits_do_not_add_up_says_about():
    values = torch.tensor([[0.00004 + 0.1 * place for place in range(12)]], dtype=torch.float64)
    ones = torch.ones(12, 1, dtype=torch.float64)
    tensors = {"weights": values, "values": ones, "y": values @ ones}
    step = Step("weighted_sum", {"weights": "weights", "values": "values"})
    text = written(explain(Computation(tensors, {"y": step}), Cell("y", (0, 0))))
    assert text.endswith(" ≈ 6.6005")


def test_a_difference_of_negative_numbers_keeps_its_signs_apart():
    tensors = {"x": np.array([0.25]), "y": np.array([-0.5]), "less": np.array([0.75])}
    computation = Computation(tensors, {"less": Step("difference", {"x": "x", "y": "y"})})
    assert written(explain(computation, Cell("less", (0,)))) == "0.2500 − (−0.5000) = 0.7500"


def test_a_hidden_score_has_minus_infinity_added():
    for explanation in explained("masking"):
        text = written(explanation)
        if explanation.numbers["hidden"]:
            assert text.endswith(" + (−∞) = −∞ (hidden)")
        else:
            assert " + 0 = " in text


def test_a_padded_target_has_no_equation():
    padded = [each for each in explained("cross_entropy") if each.numbers["padding"]]
    assert padded
    assert not any(map(written, padded))


def test_without_a_bias_none_is_added():
    for explanation in explained("linear_without_bias"):
        assert "bias" not in explanation.numbers
        assert written(explanation).count(" · ") == len(explanation.terms)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_no_words_speak_of_a_bias_where_there_is_none(language):
    words = text_of("workbench", language)("kinds.linear_without_bias")
    assert {"en": "without a bias", "ko": "편향이 없는"}[language] in words


def test_the_value_is_that_of_the_cell():
    for explanation in explained("scaling"):
        assert read_back(value_text(TEXT, explanation)) == read_back(exact(explanation.value))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.5, "0.5000"),
        (-3, "−3"),
        (2.477e-5, "2.477 × 10⁻⁵"),
        (-1.0e-5, "−1.000 × 10⁻⁵"),
        (1e9, "1.000 × 10⁹"),
        (-math.inf, "−∞"),
        (math.nan, "NaN"),
    ],
)
def test_numbers_have_one_form(value, text):
    assert exact(value) == text
    assert math.isnan(value) or read_back(text) == value


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.78, "78"), (0.034, "3.4"), (0.996, "99.6"), (1.0, "100"), (0.99996, "99.996"),
     (0.0, "0"), (0.00001, "0.001"), (0.0995, "10"), (0.984, "98"), (1.3, "130")],
)  # fmt: skip
def test_a_percentage_is_never_all_or_nothing_for_what_is_not(share, text):
    assert percent(share) == text


@pytest.mark.parametrize("base", [1e6, 1e8])
def test_a_large_base_stands_in_brackets(base):
    tensors = {"pe": torch.from_numpy(positional_encoding(30, 128, base).numpy())}
    steps = {"pe": Step("positional_encoding", {}, {"d_model": 128, "base": base})}
    text = written(explain(Computation(tensors, steps), Cell("pe", (24, 20))))
    left, right = text.split(" = ")
    assert exact(worked_out(left)) == right


@pytest.mark.parametrize(
    ("number", "written"),
    [(3.0, "3"), (-3.0, "(−3)"), (4.2e-7, "(4.200 × 10⁻⁷)"), (-4.2e-7, "(−4.200 × 10⁻⁷)")],
)
def test_what_is_raised_or_divides_stands_in_brackets_with_its_sign_and_its_power(number, written):
    assert as_operand(significant(number)) == written


def test_the_term_that_a_share_is_of_is_among_the_largest():
    values = [float(20 - at) for at in range(20)]
    assert chosen_terms(values).places == list(range(LARGEST_TERMS))
    places, left_out, rest = chosen_terms(values, own=19)
    assert places == [*range(LARGEST_TERMS - 1), 19]
    assert left_out == 20 - LARGEST_TERMS
    assert rest == sum(values) - sum(values[at] for at in places)
