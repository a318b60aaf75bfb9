import math
import re

import pytest

from pages.mistakes.arithmetic import told
from pages.mistakes.views import LOOKS, as_matrix
from transformer_core.mistakes import MISTAKES
from ui.explain.arithmetic.numbers import exact, read_back
from ui.shell.language import LANGUAGES, text_of

SMALL = {"positions": 4, "seq_len": 4, "d_model": 16, "num_layers": 2, "d_k": 8, "padding": 2}
SHARING = [name for name in LOOKS if LOOKS[name].scale == "weights"]


def small(name):
    sizes = MISTAKES[name].given.__annotations__.keys() & SMALL.keys()
    return MISTAKES[name].compare(**{size: SMALL[size] for size in sizes})


NUMBER = r"[\d.]+(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"


def last_fraction(words):
    """What a line such as "... = 0.4107 / 2.9100" comes to, or the last number of one."""
    found = re.search(rf"[=≈] ({NUMBER}) / ({NUMBER})(?:$| [=≈] |, )", words)
    return read_back(found[1]) / read_back(found[2])


@pytest.mark.parametrize("name", SHARING)
def test_each_weight_is_the_share_that_its_line_says(name):
    comparison = small(name)
    text = text_of("mistakes", "en")
    for row in range(4):
        for col in range(4):
            sides = zip(told(text, name, comparison, row, col), comparison[1:], strict=True)
            for said, result in sides:
                value = float(result[row, col])
                if math.isnan(value):
                    assert said.before.endswith("0 / 0")
                elif "by definition" in said.before:
                    assert value == 0
                elif said.sign == "→":
                    assert value == 0
                    assert said.before.endswith("hidden afterwards")
                else:
                    assert last_fraction(said.before) == pytest.approx(value, abs=2e-4)


def test_the_encoding_s_angle_does_not_slow_down_with_the_dimension():
    right, wrong = told(text_of("mistakes", "en"), "one_speed", small("one_speed"), 3, 5)
    assert right.before == "cos(3 / 10000^(4/16))"
    assert wrong.before == "cos(3 / 10000^(0/16))"


def test_an_embedding_is_multiplied_before_the_encoding_is_added():
    name = "unscaled_embeddings"
    comparison = small(name)
    for said, result in zip(
        told(text_of("mistakes", "en"), name, comparison, 2, 1), comparison[1:], strict=True
    ):
        number, factor, encoding = re.fullmatch(
            r"(\S+)( · √16)? \+ \(?([^\s)]+)\)?", said.before.replace("−", "-")
        ).groups()
        value = float(number) * (4 if factor else 1) + float(encoding)
        assert value == pytest.approx(float(as_matrix(name, result)[2, 1]), abs=5e-4)


def test_a_number_in_a_head_says_where_it_comes_from():
    right, wrong = told(
        text_of("mistakes", "en"),
        "heads_without_transpose",
        small("heads_without_transpose"),
        1,
        2,
    )
    assert right.before == "token 1, dimension 2"
    assert wrong.before == "token 0, dimension 6"


def test_after_the_norm_a_row_has_deviation_1_and_before_it_another():
    right, wrong = told(text_of("mistakes", "en"), "pre_norm", small("pre_norm"), 0, 0)
    assert right.after.endswith("deviation 1.0000")
    assert not wrong.after.endswith("deviation 1.0000")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MISTAKES)
def test_every_mistake_can_be_explained_in_both_languages(name, language):
    right, wrong = told(text_of("mistakes", language), name, small(name), 1, 0)
    assert right.before
    assert wrong.before


@pytest.mark.parametrize("name", MISTAKES)
def test_no_sign_meets_another_and_equal_is_said_only_of_what_is(name):
    text, comparison = text_of("mistakes", "en"), small(name)
    shape = as_matrix(name, comparison.right).shape if name in LOOKS else (1, 1)
    for row in range(min(4, shape[0])):
        for col in range(min(4, shape[1])):
            for said in told(text, name, comparison, row, col):
                assert not re.search(r"[+·/] −|− −", said.before)
                if said.worked_out is not None:
                    assert said.relation_to(said.worked_out, exact) == "="
                    assert said.relation_to(said.worked_out + 0.001, exact) == "≈"
