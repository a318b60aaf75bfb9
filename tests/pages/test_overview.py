"""The overview, and the way from it to every page."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.conftest import ROOT, press
from ui.language import LANGUAGES, text_of
from ui.navigation import SECTIONS, page_file

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


def test_the_sentence_becomes_the_picture(app, shown):
    app.text_input(key="ov_sentence_field").set_value("a b a").run()
    assert not app.exception
    assert list(shown["weights"].rows.labels) == ["a", "b", "a"]
    for name in ("repeat", "turn", "reseed"):
        press(app, "ov_try", name)
        assert not app.exception
    app.text_input(key="ov_sentence_field").set_value("").run()
    assert len(app.error) == 1
