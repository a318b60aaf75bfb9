"""The quiz: a wrong picture, four mistakes to choose from, and what is said to each choice."""

import pytest

from pages.mistakes.quiz import question
from pages.mistakes.setting import OPTIONS, SHOWN, QuizAnswer
from tests.pages.answers import Asked
from transformer_lab.mistakes import MISTAKES
from ui.answer.parts import Board, Chips, Code, Curves, Note
from ui.answer.program import Program
from ui.explain.arithmetic import Arithmetic
from ui.words.language import read_words

every_number = pytest.mark.parametrize("number", range(1, len(MISTAKES) + 1))


def quiz(number, language="en", option=None, **values):
    text = None if option is None else QuizAnswer(number, option)
    return Asked("mistakes", language, quiz=True, question=number, answer=text, **values)


def notes(asked, tone):
    return [note.text for note in asked.all(Note, "picture") if note.tone == tone]


def chips(asked):
    return {chip.label: chip for row in asked.all(Chips, "picture") for chip in row.chips}


def options(asked):
    return list(asked.row("options").values())


def chosen(asked, label):
    """After the chip of a label was pressed."""
    target = chips(asked)[label].setting
    return asked.with_values(**type(asked.setting).read(target).__dict__)


def wrong_options(asked):
    return [place for place in range(1, OPTIONS + 1) if place != asked.right_option]


@every_number
def test_only_the_wrong_picture_is_shown_and_nothing_of_the_answer(number, language):
    answer = question(number).mistake
    asked = quiz(number, language, mistake=answer)
    boards, curves = asked.all(Board), asked.all(Curves)
    assert (len(boards), len(curves)) == ((1, 0) if MISTAKES[answer].picture else (0, 1))
    assert [item.id for board in boards for item in board.items] == ["wrong"] * len(boards)
    assert not any(isinstance(part, Arithmetic | Code | Program) for part in asked.parts())
    assert not asked.answer.equation
    words = read_words(language, "mistakes")
    labels = [chip.label for chip in options(asked)]
    assert len(set(labels)) == OPTIONS
    assert words[f"mistake.{answer}"] in labels
    readable = asked.all_text()
    for label in sorted(labels, key=len, reverse=True):
        readable = readable.replace(label, "")
    travels = asked.handler.encoded(asked.state, list(asked.answer.areas)).decode(errors="replace")
    for name in MISTAKES:
        assert name not in travels
        for kind in ("mistake", "effect", "about", "watch"):
            assert words[f"{kind}.{name}"].partition("{")[0] not in readable


@every_number
def test_a_wrong_answer_says_only_what_its_picture_would_show(number, language):
    asked = question(number)
    words = read_words(language, "mistakes")
    for option in wrong_options(asked):
        shown = quiz(number, language, option)
        kind = "sign" if MISTAKES[asked.mistake].picture else "sign_curve"
        (text,) = notes(shown, "bad")
        assert words[f"{kind}.{asked.options[option - 1]}"] in text
        assert not (notes(shown, "good") or notes(shown, "info") or shown.answer.equation)
        assert asked.mistake not in shown.handler.encoded(shown.state).decode(errors="replace")
        assert [chip.is_on for chip in options(shown)].index(True) == option - 1


def test_nothing_is_chosen_before_an_answer():
    assert not any(chip.is_on for chip in options(quiz(2)))
    assert not notes(quiz(2), "bad")


@every_number
def test_a_right_answer_reveals_the_mistake(number, language):
    asked = question(number)
    words = read_words(language, "mistakes")
    found = chosen(quiz(number, language), words[f"mistake.{asked.mistake}"])
    assert found.address["mi_answer"] == f"{number}.{asked.right_option}"
    assert notes(found, "good") == [
        found.text("quiz.right", mistake=words[f"mistake.{asked.mistake}"])
    ]
    assert set(found.matrices) >= (
        {"right", "wrong", "difference"} if MISTAKES[asked.mistake].picture else set()
    )
    assert found.arithmetic.title
    assert MISTAKES[asked.mistake].wrong.__name__ in found.program.sources["core"]
    assert found.answer.equation


def test_after_a_wrong_answer_the_right_one_is_still_to_be_found():
    asked = question(2)
    first = quiz(2, option=wrong_options(asked)[0])
    found = chosen(first, first.text(f"mistake.{asked.mistake}"))
    assert notes(found, "good")
    assert not notes(found, "bad")


def test_who_gives_up_is_shown_the_answer():
    asked = question(3)
    shown = chosen(quiz(3), "Show the answer")
    assert shown.setting.answer == (3, SHOWN)
    assert shown.address["mi_answer"] == "3.0"
    (text,) = notes(shown, "info")
    assert text == f"The answer: {shown.text(f'mistake.{asked.mistake}')}."
    assert set(shown.matrices) >= {"right", "wrong", "difference"}


def test_next_asks_the_next_number_without_an_answer():
    for option in (None, 1, SHOWN):
        following = chosen(quiz(2, option=option), "Next")
        assert following.address["mi_question"] == "3"
        assert "mi_answer" not in following.address


def test_the_mistakes_are_not_offered_while_one_is_to_be_found():
    assert not quiz(2).parts("chips")


def test_the_code_waits_until_the_mistake_is_found():
    (note,) = quiz(2).parts("pytorch")
    assert note.text == quiz(2).text("quiz.no_code")
