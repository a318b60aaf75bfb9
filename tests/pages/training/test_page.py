"""The training page as Streamlit runs it."""

import pytest

from tests.pages.answers import setting_in


@pytest.mark.parametrize(("lang", "title"), [("en", "Training"), ("ko", "학습")])
def test_opens_in_both_languages(open_page, lang, title):
    app = open_page("training", lang)
    assert not app.exception
    assert app.title[0].value == title


def test_the_address_fills_the_controls_and_a_control_reaches_the_setting(open_page):
    app = open_page("training", tr_d_model="64", tr_steps="-1", tr_run="a b")
    assert app.number_input(key="tr_d_model").value == 64
    assert app.number_input(key="tr_steps").value == 500
    app.number_input(key="tr_warmup_steps").set_value(100).run()
    assert not app.exception
    setting = setting_in(app, "tr")
    assert (setting.d_model, setting.warmup_steps, setting.run) == (64, 100, "")
