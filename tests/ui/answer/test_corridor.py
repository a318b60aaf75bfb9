"""Each page ends with what one now knows and the question that the next page answers."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from pages.mistakes.quiz import question_of
from pages.mistakes.setting import QuizAnswer
from tests.pages.answers import Asked
from transformer_lab.mistakes import MISTAKES
from ui.answer.page_handler import answer_of
from ui.answer.parts import Corridor
from ui.state.address import read_state
from ui.words.language import text_of
from ui.words.pages import page_names

languages = pytest.mark.parametrize("language", ["en", "ko"])
pages = pytest.mark.parametrize("page", page_names())


def end_of(asked: Asked) -> Corridor:
    (only,) = asked.all(Corridor, "corridor")
    return only


@languages
@pages
def test_the_way_on_leads_through_all_pages_in_the_order_of_the_navigation(language, page):
    order, end = page_names(), end_of(Asked(page, language))
    assert end.page == order[(order.index(page) + 1) % len(order)]
    assert end.title == text_of(end.page, language)(f"pages.{end.page}")
    assert end.known and end.question.endswith("?")


@languages
def test_each_mistake_teaches_something_else_and_the_quiz_gives_none_away(language):
    taught = {name: end_of(Asked("mistakes", language, mistake=name)).known for name in MISTAKES}
    assert len({*taught.values()}) == len(MISTAKES)
    asking = Asked("mistakes", language, quiz=True)
    assert end_of(asking).known == asking.text("corridor.known")
    assert asking.text("corridor.known") not in taught.values()
    asked = question_of(asking.setting)
    right = QuizAnswer(asking.setting.question, 1 + asked.options.index(asked.mistake))
    over = Asked("mistakes", language, quiz=True, answer=right)
    assert end_of(over).known == taught[asked.mistake]


@languages
@pages
def test_what_is_brought_is_what_the_link_opens(language, page):
    end = end_of(Asked(page, language))
    parameters = dict(parse_qsl(urlsplit(end.address).query))
    opened = read_state(answer_of(end.page).setting, text_of(end.page, language), parameters)
    plain = opened.setting.to_json()
    assert {name: plain[name] for name in end.brings} == end.brings


@pytest.mark.parametrize("sentence", ["I love you", "the cat saw the dog", "We sing"])
def test_a_sentence_goes_along_from_the_map_to_the_positions(sentence):
    asked = Asked("overview", sentence=sentence)
    for page in (
        "attention",
        "self_attention",
        "multi_head_attention",
        "masks",
        "positional_encoding",
    ):
        end = end_of(asked)
        assert end.page == page
        parameters = dict(parse_qsl(urlsplit(end.address).query))
        asked = Asked.at(page, **parameters)
        assert asked.setting.sentence == sentence


def test_a_sentence_that_is_too_long_for_the_next_page_is_left_behind():
    end = end_of(Asked("overview", sentence=" ".join(["cat"] * 17)))
    assert "sentence" not in end.brings


def test_the_width_of_a_trained_model_goes_along_to_its_learning_rate():
    assert end_of(Asked("training", d_model=48)).brings == {"d_model": 48}
