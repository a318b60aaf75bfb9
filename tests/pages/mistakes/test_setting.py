"""What the page of mistakes keeps: a mistake by its name or its number, its sizes, the quiz."""

import itertools

import pytest

from pages.mistakes.setting import (
    SHOWN,
    MistakeSetting,
    QuizAnswer,
    read_mistake,
    read_quiz_answer,
    write_number,
    write_quiz_answer,
)
from tests.pages.answers import Asked
from transformer_lab.mistakes import MISTAKES


def test_mistakes_of_one_topic_follow_each_other():
    topics = [topic for topic, _ in itertools.groupby(one.topic for one in MISTAKES.values())]
    assert topics == ["scores", "mask", "layers", "training"]


def test_every_size_of_a_mistake_has_its_control():
    for one in MISTAKES.values():
        assert {*one.sizes} <= MistakeSetting.controls().keys()
        assert {size for sizes in one.suggestions.values() for size in sizes} <= {*one.sizes}


def test_an_answer_survives_the_address():
    assert read_quiz_answer(write_quiz_answer(QuizAnswer(7, 2))) == (7, 2)
    assert read_quiz_answer(write_quiz_answer(QuizAnswer(7, SHOWN))) == (7, SHOWN)
    assert read_quiz_answer(write_quiz_answer(None)) is None


@pytest.mark.parametrize("text", ["7", "7.5", "7.-1", "x.1", "7.2.1", "-7.2", "1000.1"])
def test_what_is_no_answer_is_refused(text):
    with pytest.raises(ValueError, match="is not an answer"):
        read_quiz_answer(text)


def test_a_mistake_is_read_by_name_and_by_number():
    for name in MISTAKES:
        assert read_mistake(name) == read_mistake(write_number(name)) == name
        assert name not in write_number(name)


@pytest.mark.parametrize("text", ["", "0", "14", "-1", "01", "none"])
def test_what_names_no_mistake_is_refused(text):
    with pytest.raises(ValueError, match="is not one of"):
        read_mistake(text)


def test_the_address_names_the_mistake_but_not_in_the_quiz():
    setting = Asked("mistakes", mistake="one_speed")
    assert setting.address["mi_mistake"] == "one_speed"
    asked = setting.with_values(quiz=True, number=2)
    assert asked.address["mi_mistake"] == "8"
    assert "one_speed" not in str(asked.setting.to_json())


def test_the_quiz_is_left_where_it_was_entered():
    entered = Asked("mistakes", mistake="one_speed", quiz=True, number=2)
    assert (
        Asked.at("mistakes", **entered.address).with_values(quiz=False).setting.mistake
        == "one_speed"
    )


@pytest.mark.parametrize("name", MISTAKES)
def test_the_address_brings_back_mistake_and_sizes(name):
    sizes = {"d_k": 256, "d_model": 32, "num_heads": 4, "num_layers": 2, "padded": 20}
    sizes |= {"padding": 4, "positions": 20, "seed": 12, "seq_len": 7, "warmup": 400}
    wanted = {size: sizes[size] for size in MISTAKES[name].sizes}
    address = {f"mi_{size}": str(value) for size, value in wanted.items()}
    opened = Asked.at("mistakes", mi_mistake=name, **address)
    assert opened.setting.sizes == wanted
    assert Asked.at("mistakes", **opened.address).state == opened.state


def test_there_is_no_more_padding_than_tokens():
    setting = MistakeSetting(mistake="minus_1e9", padding=8)
    assert setting.sizes["padding"] == 6
    assert setting.with_values(seq_len=8).sizes["padding"] == 8


def test_a_size_between_two_steps_counts_as_the_smaller_one():
    assert MistakeSetting(d_k=100).sizes["d_k"] == 64
    assert MistakeSetting(d_k=1).sizes["d_k"] == 2


@pytest.mark.parametrize(
    ("name", "bad"),
    [("mistake", "none"), ("d_k", "x"), ("d_k", "0"), ("seed", "-1"), ("answer", "7.9"),
     ("number", "1000"), ("quiz", "perhaps"), ("seq_len", "9"), ("warmup", "99")],
)  # fmt: skip
def test_a_bad_value_in_the_address_falls_back_to_the_default(name, bad):
    assert Asked.at("mistakes", **{f"mi_{name}": bad}).setting == MistakeSetting()


def test_an_answer_counts_for_its_own_number_only():
    assert MistakeSetting(quiz=True, number=2, answer=QuizAnswer(2, 1)).current_answer == (2, 1)
    assert MistakeSetting(quiz=True, number=3, answer=QuizAnswer(2, 1)).current_answer is None


def test_the_next_number_has_no_answer_and_after_the_last_comes_the_first():
    following = MistakeSetting(number=2, answer=QuizAnswer(2, 1)).going_on()
    assert (following.number, following.answer) == (3, None)
    assert MistakeSetting(number=999).going_on().number == 1
