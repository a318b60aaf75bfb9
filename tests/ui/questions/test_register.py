"""Every question opens a page with a picture, and the documents list just these."""

from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.pages.answers import Asked
from ui.answer.parts import Curves
from ui.ask.route import entry, found
from ui.questions.document import FILES, document
from ui.questions.register import REGISTER, WORDS
from ui.questions.shown import NOTE, OF_QUESTION, ON_PAGE, shown_by
from ui.state.address import read_state, unrestored_fields
from ui.words.language import text_of

DOCS = Path(__file__).parents[3] / "docs"
languages = pytest.mark.parametrize("language", ["en", "ko"])
questions = pytest.mark.parametrize("question", REGISTER, ids=lambda question: question.key)


@languages
@questions
def test_its_link_opens_the_setting_that_answers_it(language, question):
    asked = Asked(question.page, language)
    parameters = dict(parse_qsl(urlsplit(question.address(language)).query))
    cls, state = type(asked.setting), question.state(language)
    opened = asked.handler.page.normalised(read_state(cls, asked.text, parameters))
    assert opened == state
    assert unrestored_fields(cls, asked.text, parameters) == []
    assert asked.moved(state).normalised().state.selection == state.selection


@languages
@questions
def test_the_field_opens_the_same_as_its_link(language, question):
    opened, state = entry(question.key, language), question.state(language)
    assert opened["brings"] == state.setting.to_json()
    assert (opened["page"], opened["pin"]) == (question.page, state.selection.pin)


@languages
@questions
def test_the_pictures_that_answer_it_are_on_its_page(language, question):
    asked = Asked(question.page, language).moved(question.state(language)).normalised()
    curves = {curves.id for curves in asked.all(Curves)}
    names = [name for name in shown_by(question.key, question.page) if name != NOTE]
    # Those of a run are drawn from its records.
    assert question.page == "training" or {*names} <= {*asked.matrices} | curves


def test_no_picture_is_named_for_a_question_or_page_that_is_gone():
    assert {*OF_QUESTION} <= {question.key for question in REGISTER}
    assert {*ON_PAGE} <= {question.page for question in REGISTER}


def test_no_two_questions_have_one_key():
    assert len({question.key for question in REGISTER}) == len(REGISTER)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_no_words_are_left_without_a_question(language):
    named = {
        name.split(".")[1]
        for name in text_of(WORDS, language).section("questions")
        for name in [f"questions.{name}"]
    }
    assert named == {question.key for question in REGISTER}


@pytest.mark.parametrize(("language", "name"), FILES.items())
def test_the_document_is_what_the_command_writes(language, name):
    assert (DOCS / name).read_text(encoding="utf-8") == document(language)


def test_where_nothing_fits_a_line_says_so_and_the_closest_are_offered():
    nothing = found("how to bake bread", "en")
    assert (nothing["kind"], nothing["questions"]) == ("nearest", [])
    assert "how to bake bread" in nothing["message"]
    assert found("", "en") == {"kind": "answers", "message": "", "questions": []}
    nearest = found("beam search width", "en")
    assert nearest["kind"] == "nearest" and nearest["questions"]
    assert nearest["message"].endswith("The nearest:")


@pytest.mark.parametrize(
    ("language", "choice"), [("en", "choose pre-norm"), ("ko", "pre-norm을 고르")]
)
def test_the_question_on_the_place_of_the_norm_says_which_to_choose(language, choice):
    (question,) = [one for one in REGISTER if one.key == "pre_or_post"]
    assert choice in question.answer(language)
