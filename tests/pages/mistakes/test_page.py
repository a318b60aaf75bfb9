"""The page of mistakes as Streamlit runs it."""

import pytest

from pages.mistakes.quiz import question
from pages.mistakes.setting import OPTIONS, QuizAnswer
from tests.pages.answers import setting_in
from tests.pages.conftest import all_text
from ui.state.session import PageSession
from ui.words.language import read_words


def test_opens_in_both_languages_with_the_controls_of_its_mistake(open_page, language):
    app = open_page("mistakes", language, mi_mistake="minus_1e9")
    assert not app.exception
    assert app.title[0].value == read_words(language, "mistakes")["title"]
    assert [field.key for field in app.number_input] == ["mi_seq_len", "mi_seed"]
    assert len(app.select_slider) == 1


def test_a_control_reaches_the_setting_and_its_seed_is_named(open_page):
    app = open_page("mistakes")
    app.number_input(key="mi_seed").set_value(12).run()
    app.select_slider[0].set_value(512).run()
    assert not app.exception
    assert setting_in(app, "mi").sizes == {"d_k": 512, "seed": 12}
    assert "untrained · seed 12" in all_text(app)


def test_a_mistake_without_chance_says_nothing_of_random_numbers(open_page):
    assert "untrained" not in all_text(open_page("mistakes", mi_mistake="one_speed"))


@pytest.fixture
def play(open_page, monkeypatch):
    """The quiz; `answer` says an option of a number, as the picture would."""
    app = open_page("mistakes", mi_quiz="true", mi_question="2")
    waiting = []
    show = PageSession.state.fget

    def answered(session):
        if waiting:
            session.set(waiting.pop())
        return show(session)

    def answer(number, option):
        waiting.append(
            setting_in(app, "mi").with_values(question=number, answer=QuizAnswer(number, option))
        )
        app.run()
        app.run()
        assert not app.exception

    monkeypatch.setattr(PageSession, "state", property(answered))
    return app, answer


def test_the_score_counts_first_tries(play):
    app, answer = play
    assert "first try" not in all_text(app)
    for number, is_found in ((2, True), (3, False), (4, True)):
        right = question(number).right_option
        if not is_found:
            answer(number, right % OPTIONS + 1)
        answer(number, right)
    assert "2 of 3 on the first try" in all_text(app)


def test_an_answer_that_came_with_the_link_is_no_first_try(open_page):
    right = question(2).right_option
    app = open_page("mistakes", mi_quiz="true", mi_question="2", mi_answer=f"2.{right}")
    assert not app.exception
    assert "first try" not in all_text(app)
