"""The overview, and the way from it to every page."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.conftest import ROOT, number_in, press
from ui.language import LANGUAGES, text_of
from ui.navigation import SECTIONS, page_file

PAGES = [name for names in SECTIONS.values() for name in names]


def opened(language, **address):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
    for parameter, value in {"lang": language, **address}.items():
        app.query_params[parameter] = value
    app.session_state["language_asked"] = language
    return app.run()


@pytest.fixture(params=LANGUAGES)
def app(request):
    return opened(request.param)


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


@pytest.mark.parametrize("pin", ["input.1.3", "weights.2.0", "output.5.15"])
def test_the_pinned_number_is_explained(shown, explained, pin):
    matrix, row, col = pin.split(".")
    assert not opened("en", ov_pin=pin, ov_sentence="a b a c d e").exception
    (title,) = explained
    value = float(shown[matrix].values[int(row), int(col)])
    assert number_in(title) == pytest.approx(value, rel=1e-3, abs=6e-5)
