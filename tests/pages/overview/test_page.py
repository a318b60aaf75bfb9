"""The overview, and the way from it to every page."""

import pytest
import torch
from streamlit.testing.v1 import AppTest

from pages.overview.code import overview_code
from pages.overview.setting import OverviewSetting
from pages.overview.views import COLUMNS
from tests.pages.conftest import ROOT, number_in, press
from transformer_core import attention
from ui.shell.language import LANGUAGES, text_of
from ui.shell.navigation import SECTIONS, page_file

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
    assert list(shown["weights"].rows.labels) == ["a (1)", "b", "a (3)"]
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


def test_there_are_weights_and_another_seed_draws_others(shown):
    opened("en", ov_sentence="a b c", ov_seed="3")
    X, first = (torch.as_tensor(shown[name].values) for name in ("input", "weights"))
    assert not torch.allclose(first, attention(X, X, X).weights)
    made = OverviewSetting(("a", "b", "c"), 3).projections()
    torch.testing.assert_close(first, attention(*made.project()).weights)
    torch.testing.assert_close(X, made.X)
    opened("en", ov_sentence="a b c", ov_seed="4")
    assert not torch.allclose(torch.as_tensor(shown["weights"].values), first)


def test_the_pytorch_gives_the_picture():
    setting = OverviewSetting(("the", "cat", "saw", "the", "dog"), 5)
    names = {}
    exec(overview_code(setting), names)  # our own text, checked as a person would run it
    torch.testing.assert_close(names["X"], setting.input()[2])
    torch.testing.assert_close(names["weights"], setting.steps().weights)
    torch.testing.assert_close(names["output"], setting.steps().output)


def test_the_map_leads_to_every_other_page():
    targets = {target for parts in COLUMNS.values() for _, _, target in parts}
    assert targets == set(PAGES) - {"overview"}


def test_each_part_of_the_map_leads_where_its_words_say():
    leads = {part: target for parts in COLUMNS.values() for part, _, target in parts}
    assert leads["output"] == "your_sentence"
    assert leads["heads"] == "multi_head_attention"
    assert leads["stacks"] == "encoder_decoder"
    assert all(leads[name] == name for name in leads.keys() & set(PAGES))
