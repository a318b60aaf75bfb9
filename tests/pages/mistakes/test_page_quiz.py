"""The quiz of the page of common mistakes."""

import pytest

from pages.mistakes.quiz import question
from pages.mistakes.views import LOOKS
from tests.pages.mistakes import mistakes_page
from tests.pages.mistakes.mistakes_page import in_url, said
from transformer_core.mistakes import MISTAKES
from ui.shell.language import read_words

figures, lines, opened = mistakes_page.figures, mistakes_page.lines, mistakes_page.opened


@pytest.mark.parametrize("number", range(1, len(MISTAKES) + 1))
def test_the_quiz_shows_only_the_wrong_picture_and_nothing_of_the_answer(
    shown, figures, opened, lines, language, number
):
    answer = question(number).mistake
    app = opened(language, mi_quiz="true", mi_number=str(number), mi_mistake=answer)
    assert list(shown) == (["wrong"] if answer in LOOKS else [])
    assert len(figures) == (answer not in LOOKS)
    assert not lines
    assert not app.code
    assert not app.latex
    words = read_words(language, "mistakes")
    drawn = " ".join(f"{one.name} {one.note} {one.rows} {one.cols}" for one in shown.values())
    axes = " ".join(str(figure.layout.xaxis.title.text) for figure in figures)
    readable = f"{said(app)} {drawn} {axes} {dict(app.query_params)}"
    for name in MISTAKES:
        for kind in ("mistake", "presets", "effect", "about"):
            assert words[f"{kind}.{name}"] not in readable
        assert name not in readable
    assert [len(radio.options) for radio in app.radio] == [4]
    assert words[f"mistake.{answer}"] in app.radio[0].options


def test_a_right_answer_reveals_the_mistake(shown, opened):
    asked = question(2)
    app = opened(mi_quiz="true", mi_number="2")
    app.radio[0].set_value(asked.options.index(asked.mistake) + 1).run()
    assert not app.exception
    assert app.success[0].value.startswith("Right: ")
    assert not app.error
    assert set(shown) >= {"right", "wrong", "difference"}
    assert app.code[1].value == MISTAKES[asked.mistake].lines.wrong


def wrong_options(asked):
    return [place for place in range(1, 5) if place != asked.right_option]


@pytest.mark.parametrize("number", range(1, len(MISTAKES) + 1))
def test_a_wrong_answer_says_only_what_its_picture_would_show(
    shown, figures, opened, language, lines, number
):
    asked = question(number)
    words = read_words(language, "mistakes")
    app = opened(language, mi_quiz="true", mi_number=str(number))
    for option in wrong_options(asked):
        app.radio[0].set_value(option).run()
        assert not app.exception
        assert in_url(app, "mi_answer") == f"{number}.{option}"
        kind = "sign" if asked.mistake in LOOKS else "sign_curve"
        assert words[f"{kind}.{asked.options[option - 1]}"] in app.error[0].value
        assert not (app.success or app.info or app.code or app.latex or lines)
        readable = f"{said(app)} {dict(app.query_params)}"
        assert asked.mistake not in readable
        assert words[f"mistake.{asked.mistake}"] not in readable


def test_after_a_wrong_answer_the_right_one_is_still_to_be_found(opened):
    asked = question(2)
    app = opened(mi_quiz="true", mi_number="2")
    app.radio[0].set_value(wrong_options(asked)[0]).run()
    assert not app.radio[0].disabled
    app.radio[0].set_value(asked.right_option).run()
    assert app.success
    assert not app.error
    assert app.radio[0].disabled
    assert in_url(app, "mi_answer") == f"2.{asked.right_option}"


def test_who_gives_up_is_shown_the_answer(shown, opened):
    asked = question(2)
    app = opened(mi_quiz="true", mi_number="2")
    app.button(key="mi_show").click().run()
    assert not app.exception
    title = read_words("en", "mistakes")[f"mistake.{asked.mistake}"]
    assert app.info[0].value.startswith(f"It is this one: {title}.")
    assert app.radio[0].value == asked.right_option
    assert set(shown) >= {"right", "wrong", "difference"}
    assert in_url(app, "mi_answer") == "2.0"
    again = opened(mi_quiz="true", mi_number="2", mi_answer="2.0")
    assert again.info[0].value == app.info[0].value


def test_the_score_counts_first_tries(opened):
    app = opened(mi_quiz="true", mi_number="2")
    for number, first in ((2, True), (3, False), (4, True)):
        asked = question(number)
        if not first:
            app.radio[0].set_value(wrong_options(asked)[0]).run()
        app.radio[0].set_value(asked.right_option).run()
        app.button(key="mi_next").click().run()
    assert "2 of 3 at the first try" in said(app)
    app.button(key="mi_show").click().run()
    assert "2 of 4 at the first try" in said(app)
    app.number_input(key="mi_number").set_value(3).run()
    assert app.radio[0].value is None
    app.radio[0].set_value(question(3).right_option).run()
    assert "2 of 4 at the first try" in said(app)


def test_an_answer_that_came_with_the_link_is_no_first_try(opened):
    asked = question(2)
    other = wrong_options(asked)[0]
    app = opened(mi_quiz="true", mi_number="2", mi_answer=f"2.{other}")
    assert app.error
    app.radio[0].set_value(asked.right_option).run()
    assert app.success
    assert "first try" not in said(app)


def test_an_answer_in_the_url_is_brought_back_for_its_own_number_only(opened):
    assert opened(mi_quiz="true", mi_number="2", mi_answer="2.1").radio[0].value == 1
    assert opened(mi_quiz="true", mi_number="3", mi_answer="2.1").radio[0].value is None


def test_next_asks_the_next_number_without_an_answer(opened):
    app = opened(mi_quiz="true", mi_number="2", mi_answer="2.1")
    app.button(key="mi_next").click().run()
    assert not app.exception
    assert in_url(app, "mi_number") == "3"
    assert "mi_answer" not in app.query_params
    assert app.radio[0].value is None
    assert not app.code


def test_after_the_last_number_comes_the_first(opened):
    app = opened(mi_quiz="true", mi_number="999")
    app.button(key="mi_next").click().run()
    assert app.number_input(key="mi_number").value == 1


def test_the_quiz_is_left_where_it_was_entered(shown, opened):
    app = opened(mi_mistake="one_speed")
    app.toggle(key="mi_quiz").set_value(True).run()
    assert "one_speed" not in str(dict(app.query_params))
    app.toggle(key="mi_quiz").set_value(False).run()
    assert not app.exception
    assert in_url(app, "mi_mistake") == "one_speed"
    assert shown["right"].values.shape == (50, 64)


def test_the_address_of_the_quiz_keeps_where_it_was_entered(shown, opened):
    app = opened(mi_mistake="one_speed", mi_quiz="true", mi_number="2")
    address = {name: in_url(app, name) for name in ("mi_mistake", "mi_quiz", "mi_number")}
    app.radio[0].set_value(question(2).right_option).run()
    app.button(key="mi_next").click().run()
    assert in_url(app, "mi_mistake") == address["mi_mistake"] != "one_speed"
    app = opened(**address)
    app.toggle(key="mi_quiz").set_value(False).run()
    assert in_url(app, "mi_mistake") == "one_speed"
    assert shown["right"].values.shape == (50, 64)


def test_every_answer_can_be_revealed_in_both_languages(opened, language):
    for number in range(1, len(MISTAKES) + 1):
        right = question(number).right_option
        app = opened(language, mi_quiz="true", mi_number=str(number), mi_answer=f"{number}.{right}")
        assert len(app.success) == 1
        assert "{" not in app.success[0].value
