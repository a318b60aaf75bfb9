"""The overview as Streamlit runs it, and the way from it to every page."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.answers import setting_in
from tests.pages.conftest import ROOT
from ui.shell.navigation import page_file
from ui.words.language import LANGUAGES, text_of
from ui.words.pages import SECTIONS

PAGES = [name for names in SECTIONS.values() for name in names]


@pytest.fixture(params=LANGUAGES)
def app(request):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
    app.query_params["lang"] = request.param
    app.session_state["language_asked"] = request.param
    return app.run()


def test_opens_in_the_language_of_the_address(app):
    assert not app.exception
    language = app.session_state["language_asked"]
    assert app.markdown[0].value == text_of("overview", language)("question")


@pytest.mark.parametrize("name", PAGES)
def test_every_page_opens_from_the_navigation(app, name):
    app.switch_page(page_file(name)).run()
    assert not app.exception
    language = app.session_state["language_asked"]
    assert app.title[0].value == text_of(name, language)("title")


def test_every_control_reaches_the_setting(app):
    app.text_input(key="ys_sentence").set_value("I love you").run()
    app.segmented_control(key="ys_model").set_value("untrained").run()
    app.segmented_control(key="ys_writing").set_value("sampled").run()
    app.number_input(key="ys_temperature").set_value(2.5).run()
    app.toggle(key="ys_beside").set_value(True).run()
    assert not app.exception
    kept = setting_in(app, "ys")
    assert (kept.sentence, kept.model, kept.writing) == ("I love you", "untrained", "sampled")
    assert (kept.temperature, kept.beside) == (2.5, True)


@pytest.mark.parametrize("sentence", ["", "?!", "w " * 129])
def test_a_sentence_that_is_none_is_said_and_the_last_one_stays(app, sentence):
    before = setting_in(app, "ys")
    app.text_input(key="ys_sentence").set_value(sentence).run()
    assert not app.exception
    assert len(app.error) == 1
    assert setting_in(app, "ys") == before


def test_random_weights_are_called_so(app):
    words = text_of("overview", app.session_state["language_asked"])
    text = words("frame.untrained", seed="").strip()
    assert not any(text in one.value for one in app.markdown)
    app.segmented_control(key="ys_model").set_value("untrained").run()
    assert any(text in one.value for one in app.markdown)


def test_the_sentence_goes_along_to_its_own_page(app):
    app.text_input(key="ys_sentence").set_value("I love you").run()
    app.switch_page(page_file("your_sentence")).run()
    assert app.text_input(key="ys_sentence").value == "I love you"
    assert setting_in(app, "ys").sentence == "I love you"
