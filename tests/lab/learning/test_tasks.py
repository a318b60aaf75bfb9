import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer_lab.learning import TASK_NAMES, UnreadableError, task_of
from transformer_lab.learning.tasks import LENGTH, SYMBOLS, split_of
from transformer_lab.vocabulary import END_ID, START_ID, UNKNOWN_ID

SEEDS = st.integers(0, 2**32 - 1)


@given(seed=SEEDS, name=st.sampled_from(TASK_NAMES))
def test_a_target_is_what_the_task_makes_of_its_source(seed, name):
    task = task_of(name)
    for source, target in task.draw(5, seed, "training"):
        words = tuple(task.source.words(source))
        assert target[0] == START_ID
        assert target[-1] == END_ID
        assert task.words(target) == task.right(words)
        assert max(len(source), len(target)) <= task.longest
        assert UNKNOWN_ID not in (*source, *target)


@given(seed=SEEDS, name=st.sampled_from(TASK_NAMES))
def test_what_is_held_out_is_never_trained_on(seed, name):
    task = task_of(name)
    for split in ("training", "held_out"):
        for source, _ in task.draw(5, seed, split):
            assert split_of(tuple(task.source.words(source))) == split


@pytest.mark.parametrize("name", TASK_NAMES)
def test_the_example_is_held_out_and_has_its_right_answer(name):
    task = task_of(name)
    assert split_of(task.example.source) == "held_out"
    assert task.right(task.example.source) == task.example.target


@pytest.mark.parametrize("name", TASK_NAMES)
def test_the_seed_decides_what_is_drawn(name):
    task = task_of(name)
    assert task.draw(20, 1, "training") == task.draw(20, 1, "training")
    assert task.draw(20, 1, "training") != task.draw(20, 2, "training")


def test_ten_digits_are_reversed_copied_and_sorted():
    digits = tuple("3141592653")
    answers = {name: "".join(task_of(name).right(digits)) for name in TASK_NAMES[:3]}
    assert answers == {"reverse": "3562951413", "copy": "3141592653", "sort": "1123345569"}
    assert (LENGTH, len(SYMBOLS)) == (10, 10)


def test_the_small_language_has_at_most_60_words_a_side_and_right_korean():
    task = task_of("translate")
    assert len(task.source) <= 60
    assert len(task.target) <= 60
    right = task.right(("she", "did", "not", "read", "a", "book", "yesterday"))
    assert right == ("그녀", "-은/는", "어제", "책", "-을/를", "읽-", "-지", "않-", "-었-", "-어요")
    assert task.right(("a", "book")) is None


@pytest.mark.parametrize(
    ("name", "source", "target"),
    [
        ("add", "999+001", "1000"), ("add", "120+034", "0154"),
        ("brackets", "([])", "yes"), ("brackets", "([)]", "no"), ("brackets", "(()", "no"),
        ("dates", "march 4 1992", "1992-03-04"), ("dates", "december 28 2001", "2001-12-28"),
        ("second", "cadbac", "cadbac"), ("second", "adbcca", "cabcad"),
        ("recall", "a3b7c1?ca", "c1a3"), ("recall", "a3b7?bba", "b7b7a3"),
    ],
)  # fmt: skip
def test_rules_on_symbols_worked_out_by_hand(name, source, target):
    task = task_of(name)
    answer = task.right(task.cut(source))
    assert "".join(answer) == target


@pytest.mark.parametrize(
    ("name", "source"),
    [("add", "1+2"), ("add", "1234567"), ("dates", "march march 1992"), ("second", "abc"),
     ("recall", "a3?b"), ("recall", "a3b4")],
)  # fmt: skip
def test_what_has_no_answer_gets_none(name, source):
    task = task_of(name)
    assert task.right(task.read(source)) is None


def test_half_of_the_brackets_are_balanced_and_every_sum_may_carry():
    task = task_of("brackets")
    answers = [task.words(target) for _, target in task.draw(400, 1, "training")]
    assert 0.4 < answers.count(("yes",)) / 400 < 0.6
    unbalanced = [
        "".join(task.source.words(source))
        for source, target in task.draw(400, 1, "training")
        if task.words(target) == ("no",)
    ]
    # Of these, counting how many open and how many close tells nothing
    alike = [
        one for one in unbalanced if all(one.count(a) == one.count(b) for a, b in ("()", "[]"))
    ]
    assert 0.3 < len(alike) / len(unbalanced) < 0.6
    carried = [
        task_of("add").words(target)[0] for _, target in task_of("add").draw(400, 1, "training")
    ]
    assert 0.4 < carried.count("1") / 400 < 0.6


def test_digits_are_read_with_and_without_spaces_and_english_as_it_is_written():
    assert task_of("sort").read(" 31 4\t1 ") == ("3", "1", "4", "1")
    assert task_of("translate").read("She reads a book.") == ("she", "reads", "a", "book")


@pytest.mark.parametrize(
    ("task", "text", "word"),
    [("copy", "", None), ("copy", "12a", "a"), ("copy", "1" * 11, None),
     ("translate", "she reads a newspaper", "newspaper"), ("translate", "<pad>", "pad"),
     ("translate", "a " * 30, None)],
)  # fmt: skip
def test_what_cannot_be_read_is_said(task, text, word):
    with pytest.raises(UnreadableError) as error:
        task_of(task).read(text)
    assert error.value.word == word


def test_an_unknown_task_is_refused():
    with pytest.raises(ValueError, match=r"task must be one of reverse, .*, got 'divide'"):
        task_of("divide")
