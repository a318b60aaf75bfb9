import pytest

from transformer_core.mistakes import MISTAKES
from ui.mistake_quiz import LAST_NUMBER, question, read_answer, rivals, write_answer
from ui.mistake_setting import CONTROLS


def test_thirteen_numbers_ask_for_every_mistake_once():
    for first in (1, 14, 27):
        asked = [question(number).mistake for number in range(first, first + len(MISTAKES))]
        assert sorted(asked) == sorted(MISTAKES)


def test_the_same_number_asks_the_same_for_everybody():
    assert question(7) == question(7)
    assert question(7).mistake == "warmup_exponent"


def test_the_answer_is_among_four_different_mistakes_of_its_kind():
    for number in range(1, LAST_NUMBER + 1):
        asked = question(number)
        assert asked.mistake in asked.options
        assert len(set(asked.options)) == 4
        assert set(asked.options) <= set(rivals(asked.mistake))


def test_the_answer_stands_in_every_place_about_equally_often():
    places = [question(number).options.index(question(number).mistake) for number in range(1, 401)]
    assert all(70 <= places.count(place) <= 130 for place in range(4))


def test_a_question_sets_every_size_of_its_mistake():
    for number in range(1, 40):
        asked = question(number)
        assert tuple(asked.sizes) == CONTROLS[asked.mistake]


def test_an_answer_survives_the_url():
    assert read_answer(write_answer((7, 2))) == (7, 2)


@pytest.mark.parametrize("text", ["", "7", "7.5", "7.0", "x.1", "7.2.1", "-7.2", "1000.1"])
def test_what_is_no_answer_is_refused(text):
    with pytest.raises(ValueError, match="no answer"):
        read_answer(text)
