"""The overview as Streamlit runs it, and the way from it to every page."""

import pytest
from streamlit.testing.v1 import AppTest

from pages.overview.model_map import COLUMNS
from tests.pages.answers import setting_in
from tests.pages.conftest import ROOT
from ui.shell.language import LANGUAGES, text_of
from ui.shell.navigation import SECTIONS, page_file

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
    app.text_input(key="ov_sentence").set_value("a b a").run()
    app.number_input(key="ov_seed").set_value(3).run()
    assert not app.exception
    assert (setting_in(app, "ov").words, setting_in(app, "ov").seed) == (("a", "b", "a"), 3)
    app.text_input(key="ov_sentence").set_value("").run()
    assert len(app.error) == 1
    assert setting_in(app, "ov").words == ("a", "b", "a")


def test_the_map_leads_to_every_other_page():
    targets = {target for parts in COLUMNS.values() for _, _, target in parts}
    assert targets == set(PAGES) - {"overview"}


def test_each_part_of_the_map_leads_where_its_words_say():
    leads = {part: target for parts in COLUMNS.values() for part, _, target in parts}
    assert leads["output"] == "your_sentence"
    assert leads["heads"] == "multi_head_attention"
    assert leads["stacks"] == "encoder_decoder"
    assert all(leads[name] == name for name in leads.keys() & set(PAGES))
