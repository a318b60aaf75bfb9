"""The question that a setting answers is shown with its answer, and only while it is answered."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from tests.pages.answers import Asked as Page
from tests.pages.changed_setting import changed_setting
from ui.answer.asked import Asked, AskedQuestion
from ui.answer.page_handler import ASKED, PageHandler
from ui.answer.parts import Chip
from ui.ask.route import entry, found_on
from ui.questions.register import REGISTER, WATCHED, Question, questions_at, questions_of
from ui.questions.search import find
from ui.state.address import Selection, State
from ui.words.language import LANGUAGES
from ui.words.pages import page_names

languages = pytest.mark.parametrize("language", LANGUAGES)
questions = pytest.mark.parametrize("question", REGISTER, ids=lambda question: question.key)
SILENT = {"sqrt_dk", "several_heads", "cross_attention", "step_by_step", "key_value_cache"}
"""Questions whose pages open with the setting that answers them."""


def shown(page: str, language: str, state: State[Any]) -> list[AskedQuestion]:
    """What the head of a page may show."""
    parts = PageHandler(page, language).answer(state).area(ASKED).parts()
    return [one for part in parts if isinstance(part, Asked) for one in part.questions]


@languages
@questions
def test_the_setting_that_answers_a_question_shows_it_with_its_answer(language, question):
    found = {one.key: one for one in shown(question.page, language, question.state(language))}
    one = found[question.key]
    assert (one.question, one.answer) == (question.text(language), question.answer(language))


@pytest.mark.parametrize("page", page_names())
@languages
def test_nobody_who_just_opens_a_page_is_answered_what_they_did_not_ask(page, language):
    opened = Page(page, language)
    assert all(one.is_silent for one in shown(page, language, opened.state))


@languages
@questions
def test_only_what_a_page_opens_with_waits_until_it_is_asked(language, question):
    found = {one.key: one for one in shown(question.page, language, question.state(language))}
    opens = question.state(language).setting == Page(question.page, language).setting
    assert found[question.key].is_silent == opens


def other_settings(question: Question) -> Iterator[tuple[str, Any]]:
    """The setting that answers a question, with another value in each field of its own."""
    setting = question.state("en").setting
    other = changed_setting(type(setting), Page(question.page).text, ()).to_json()
    controls, plain = type(setting).controls(), setting.to_json()
    for name in plain:
        try:
            yield name, setting.with_values(**{name: controls[name].read(other[name])})
        except ValueError:
            continue


@questions
def test_an_answer_goes_with_the_setting_that_it_speaks_of(question):
    watched = {*WATCHED.get(question.page, ())}
    kept = watched | ({*question.state("en").setting.views()} - question.fields_set("en"))
    for name, setting in other_settings(question):
        if setting == question.state("en").setting:
            continue
        stays = name in question.stays and (
            not question.stays[name] or setting.to_json()[name] in question.stays[name]
        )
        is_there = question in questions_at(question.page, setting)
        assert is_there == (name in kept or stays), name


@questions
def test_an_answer_that_only_stays_is_for_those_who_asked(question):
    for name, values in question.stays.items():
        for value in values:
            state = question.state("en")
            other = replace(state, setting=state.setting.with_values(**{name: value}))
            found = {one.key: one for one in shown(question.page, "en", other)}
            assert found[question.key].is_silent


@questions
def test_an_answer_stays_while_a_number_is_looked_at(question):
    state = question.state("en")
    pinned = replace(state, selection=Selection("weights.0.0"))
    assert shown(question.page, "en", pinned) == shown(question.page, "en", state)


@languages
@questions
def test_what_answers_a_question_further_down_is_there_to_be_scrolled_to(language, question):
    area = question.area(language)
    answer = PageHandler(question.page, language).answer(question.state(language))
    assert not area or answer.area(area).parts()
    assert bool(area) == ("below" in question.fields_set(language))


def test_every_answer_below_the_map_is_scrolled_to():
    below = [question for question in questions_of("encoder_decoder")]
    assert below and all(question.area("en") == "below" for question in below)


@pytest.mark.parametrize("page", page_names())
@languages
def test_a_page_lists_its_questions_in_their_own_words(page, language):
    listed = found_on(page, language)
    assert listed["kind"] == "page" and listed["message"]
    named = [(one["question"], one["brings"]) for one in listed["questions"]]
    assert named == [
        (one.text(language), one.state(language).setting.to_json()) for one in questions_of(page)
    ]


NAMED = 3
"""Among how many of the questions found for a chip's name its own is."""


@cache
def named_chips(name: str, language: str) -> list[Chip]:
    """The chips of a page that are named as questions, or as mistakes."""
    page = Page(name, language)
    named = {*page.text.section("presets" if name == "mistakes" else "questions").values()}
    return [one for one in page.chips if one.label in named]


def names_to(question: Question, language: str) -> list[str]:
    """Those that open the setting of a question."""
    setting = question.state(language).setting.to_json()
    chips = named_chips(question.page, language)
    return [one.label for one in chips if dict(one.setting) == setting]


@languages
@questions
def test_a_chip_is_named_so_that_its_question_is_found(language, question):
    """Whoever types the words of the chip finds the question that it opens."""
    for label in names_to(question, language):
        assert question in find(label).questions[:NAMED], label


@languages
def test_most_questions_have_a_chip_of_their_own_on_their_page(language):
    assert sum(bool(names_to(one, language)) for one in REGISTER) > len(REGISTER) / 2


@languages
@questions
def test_the_field_opens_the_page_with_the_question(language, question):
    assert f"ask={question.key}" in entry(question.key, language)["address"].split("&")
