"""What the page of mistakes keeps: a mistake by its name or its number, its sizes, the quiz."""

import itertools

import pytest

from pages.mistakes.setting import (
    COUNTED,
    FIRST_RELEASE,
    SHOWN,
    MistakeSetting,
    QuizAnswer,
    read_mistake,
    read_quiz_answer,
    write_number,
    write_quiz_answer,
)
from tests.pages.answers import Asked
from tests.pages.mistakes.test_answer import CHANGED
from transformer_lab.mistakes import MISTAKES


def test_mistakes_of_one_topic_follow_each_other():
    topics = [topic for topic, _ in itertools.groupby(one.topic for one in MISTAKES.values())]
    assert topics == ["scores", "mask", "padding", "layers", "training"]


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


@pytest.mark.parametrize("text", ["", "0", "24", "-1", "01", "none"])
def test_what_names_no_mistake_is_refused(text):
    with pytest.raises(ValueError, match="is not one of"):
        read_mistake(text)


def test_the_address_names_the_mistake_but_not_in_the_quiz():
    setting = Asked("mistakes", mistake="one_speed")
    assert setting.address["mi_mistake"] == "one_speed"
    asked = setting.with_values(quiz=True, question=2)
    assert asked.address["mi_mistake"] == "8"
    assert "one_speed" not in str(asked.setting.to_json())


def test_the_quiz_is_left_where_it_was_entered():
    entered = Asked("mistakes", mistake="one_speed", quiz=True, question=2)
    assert (
        Asked.at("mistakes", **entered.address).with_values(quiz=False).setting.mistake
        == "one_speed"
    )


@pytest.mark.parametrize("name", MISTAKES)
def test_the_address_brings_back_mistake_and_sizes(name):
    wanted = {size: CHANGED[size] for size in MISTAKES[name].sizes}
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
     ("number", "1000"), ("question", "0"), ("quiz", "perhaps"), ("seq_len", "9"),
     ("warmup", "99")],
)  # fmt: skip
def test_a_bad_value_in_the_address_falls_back_to_the_default(name, bad):
    assert Asked.at("mistakes", **{f"mi_{name}": bad}).setting == MistakeSetting()


def test_an_answer_counts_for_its_own_number_only():
    answer = QuizAnswer(2, 1)
    assert MistakeSetting(quiz=True, question=2, answer=answer).current_answer == (2, 1)
    assert MistakeSetting(quiz=True, question=3, answer=answer).current_answer is None
    # The number of an old link comes first.
    assert MistakeSetting(quiz=True, number=2, answer=answer).current_answer == (2, 1)
    assert MistakeSetting(quiz=True, number=3, question=2, answer=answer).current_answer is None


def test_the_next_number_has_no_answer_and_after_the_last_comes_the_first():
    following = MistakeSetting(question=2, answer=QuizAnswer(2, 1)).going_on()
    assert (following.question, following.answer) == (3, None)
    assert MistakeSetting(question=999).going_on().question == 1


def test_a_link_of_the_first_release_goes_on_in_its_quiz():
    opened = Asked.at("mistakes", mi_quiz="true", mi_number="7", mi_answer="7.2").setting
    assert (opened.asked_number, opened.current_answer) == (7, (7, 2))
    following = opened.going_on()
    assert (following.number, following.question, following.answer) == (8, 1, None)
    assert MistakeSetting(number=999).going_on().number == 1


def test_old_links_count_the_mistakes_as_before_and_new_ones_come_last():
    assert [write_number(name) for name in FIRST_RELEASE] == [str(n) for n in range(1, 14)]
    assert read_mistake("8") == "one_speed"
    assert read_mistake("14") == "cross_attention_mask"
    assert {*COUNTED} == {*MISTAKES}
    assert sorted(map(write_number, MISTAKES), key=int) == [
        str(number) for number in range(1, len(MISTAKES) + 1)
    ]


def test_the_target_never_has_as_much_padding_as_the_source():
    for seq_len, source, target in itertools.product(range(2, 9), range(1, 9), range(9)):
        setting = MistakeSetting(
            mistake="cross_attention_mask",
            seq_len=seq_len,
            source_padding=source,
            target_padding=target,
        )
        sizes = setting.sizes
        assert sizes["source_padding"] != sizes["target_padding"] < seq_len
        assert 1 <= sizes["source_padding"] < seq_len


def test_one_token_at_least_is_not_padding():
    for seq_len in range(2, 9):
        setting = MistakeSetting(mistake="joined_with_and", seq_len=seq_len, trailing=8)
        assert setting.sizes["trailing"] == seq_len - 1
