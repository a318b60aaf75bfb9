"""What can be asked, what counts as an answer, and how answers are counted."""

import math

import pytest

from ui.classroom.questions import (
    MOST_DRAWN,
    MOST_OPTIONS,
    MOST_SHOWN,
    Question,
    distribution,
    is_answer,
    is_right,
    problem_of,
)

PICK = Question(kind="pick", text="Where?", options=("left", "right", "both"))
NUMBER = Question(kind="number", text="How much?", right=(0.5,))
ROW = Question(kind="row", text="Which weights?", size=3, right=(0.1, 0.2, 0.7))
MASK = Question(kind="mask", text="Which cells?", size=4, columns=2, right=(0, 2, 3))
ORDER = Question(kind="order", text="Which first?", options=("a", "b", "c"), right=(2, 0, 1))
CURVE = Question(kind="curve", text="How does it go?", size=2)

ANSWERS = [
    (PICK, [1.0], True), (PICK, [0.0, 1.0], False), (PICK, [3.0], False), (PICK, [-1.0], False),
    (PICK, [0.5], False), (PICK, [], False),
    (NUMBER, [3.25], True), (NUMBER, [1.0, 2.0], False), (NUMBER, [math.inf], False),
    (NUMBER, [math.nan], False), (NUMBER, [], False),
    (ROW, [0.0, 0.5, 0.5], True), (ROW, [0.5, 0.5], False),
    (MASK, [0.0, 3.0], True), (MASK, [], True), (MASK, [0.0, 0.0], False), (MASK, [4.0], False),
    (ORDER, [2.0, 1.0, 0.0], True), (ORDER, [0.0, 1.0], False), (ORDER, [0.0, 0.0, 1.0], False),
    (CURVE, [1.0, -2.0], True), (CURVE, [1.0], False),
]  # fmt: skip


@pytest.mark.parametrize(("question", "answer", "counts"), ANSWERS)
def test_only_what_answers_the_question_counts(question, answer, counts):
    assert is_answer(question, answer) is counts


def test_several_or_none_are_answers_where_the_question_says_so():
    several = Question(kind="pick", text="Which?", options=("a", "b"), several=True, none=True)
    assert is_answer(several, [0.0, 1.0])
    assert not is_answer(several, [1.0, 1.0])
    assert is_answer(several, [])
    assert distribution(several, [[0.0, 1.0], [1.0], []]).counts == (
        ([0.0], 1), ([1.0], 2), ([], 1),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("question", "answer", "right"),
    [
        (NUMBER, [0.504], True), (NUMBER, [0.506], False),
        (ROW, [0.1, 0.204, 0.696], True), (ROW, [0.1, 0.21, 0.69], False),
        (MASK, [3.0, 0.0, 2.0], True), (MASK, [0.0, 2.0], False),
        (ORDER, [2.0, 0.0, 1.0], True), (ORDER, [0.0, 2.0, 1.0], False),
    ],
)  # fmt: skip
def test_an_answer_is_right_within_the_tolerance(question, answer, right):
    assert is_right(question, answer) is right


@pytest.mark.parametrize(
    ("several", "answer", "right"),
    [(False, [0.0], True), (False, [2.0], True), (False, [1.0], False), (False, [], False),
     (True, [0.0], False), (True, [2.0, 0.0], True), (True, [0.0, 1.0, 2.0], False)],
)  # fmt: skip
def test_of_several_right_options_one_is_enough_unless_all_are_asked(several, answer, right):
    options = ("a", "b", "c")
    question = Question(kind="pick", text="Which?", options=options, right=(0.0, 2.0),
                        several=several, none=True)  # fmt: skip
    assert is_right(question, answer) is right


def test_where_none_is_right_saying_so_is():
    question = Question(kind="pick", text="Which?", options=("a", "b"), right=(), none=True)
    assert problem_of(question) == ""
    assert is_right(question, []) and not is_right(question, [0.0])


def test_a_curve_is_right_if_it_is_near_on_average():
    question = Question(kind="curve", text="How?", size=4, right=(0.0, 0.5, 1.0, 1.0),
                        tolerance=0.1)  # fmt: skip
    assert is_right(question, [0.2, 0.5, 1.0, 0.9])
    assert not is_right(question, [0.3, 0.5, 1.0, 0.8])


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"kind": "pick", "options": ("one",)}, "options"),
        ({"kind": "order", "options": ("x",) * (MOST_OPTIONS["order"] + 1)}, "options"),
        ({"kind": "row"}, "size"),
        ({"kind": "mask", "size": 6}, "size"),
        ({"kind": "mask", "size": 6, "columns": 4}, "size"),
        ({"kind": "number", "text": "  "}, "no_text"),
        ({"kind": "number", "right": (1.0, 2.0)}, "right"),
        ({"kind": "number", "right": (1.0,)}, ""),
        ({"kind": "pick", "options": ("a", "b", "c"), "right": (0.0, 2.0)}, ""),
        ({"kind": "pick", "options": ("a", "b"), "right": (2.0,)}, "right"),
    ],
)
def test_what_cannot_be_asked_says_why(changed, problem):
    assert problem_of(Question(**({"text": "Which?"} | changed))) == problem


def test_options_are_counted_in_their_order_also_those_that_nobody_chose():
    found = distribution(PICK, [[2.0], [0.0], [2.0]])
    assert found.counts == (([0.0], 1), ([1.0], 0), ([2.0], 2))
    assert (found.answered, found.right) == (3, None)


def test_numbers_are_counted_the_most_frequent_first_with_their_mean():
    found = distribution(NUMBER, [[0.5], [1.0], [0.5], [3.0]])
    assert found.counts == (([0.5], 2), ([1.0], 1), ([3.0], 1))
    assert (found.mean, found.right, found.others) == ((1.25,), 2, 0)


def test_rare_numbers_are_counted_together():
    found = distribution(NUMBER, [[float(place)] for place in range(MOST_SHOWN + 5)])
    assert (len(found.counts), found.others) == (MOST_SHOWN, 5)


def test_rows_are_laid_over_each_other_in_no_order_of_time():
    answers = [[0.6, 0.2, 0.2], [0.0, 0.0, 1.0]]
    found = distribution(ROW, answers)
    assert found.drawn == ([0.0, 0.0, 1.0], [0.6, 0.2, 0.2])
    assert found == distribution(ROW, answers[::-1])
    assert found.mean == pytest.approx((0.3, 0.1, 0.6))


def test_of_very_many_rows_some_are_drawn_evenly_and_all_are_counted():
    answers = [[float(place), 0.123456, 0.0] for place in range(1000)]
    found = distribution(ROW, answers)
    assert (len(found.drawn), found.answered) == (MOST_DRAWN, 1000)
    firsts = [one[0] for one in found.drawn]
    assert firsts == sorted(firsts) and firsts[0] == 0 and firsts[-1] > 990
    assert found.drawn[0][1] == 0.1235 and found.mean[0] == 499.5


def test_a_mask_has_a_count_for_each_cell():
    found = distribution(MASK, [[0.0, 2.0, 3.0], [0.0], []])
    assert (found.cells, found.right, found.answered) == ((2, 0, 1, 1), 1, 3)


def test_orders_are_counted():
    found = distribution(ORDER, [[2.0, 0.0, 1.0], [0.0, 1.0, 2.0], [2.0, 0.0, 1.0]])
    assert found.counts == (([2.0, 0.0, 1.0], 2), ([0.0, 1.0, 2.0], 1))
    assert found.mean == ()


@pytest.mark.parametrize("question", [PICK, NUMBER, ROW, MASK, ORDER, CURVE])
def test_nothing_answered_is_a_distribution_too(question):
    assert distribution(question, []).answered == 0
