"""The learning-rate page as Streamlit runs it."""

import pytest

from tests.pages.answers import setting_in


@pytest.mark.parametrize(("lang", "title"), [("en", "Learning rate"), ("ko", "학습률")])
def test_opens_in_both_languages(open_page, lang, title):
    app = open_page("learning_rate", lang)
    assert not app.exception
    assert app.title[0].value == title


def test_the_address_fills_the_controls_and_a_control_reaches_the_setting(open_page):
    app = open_page("learning_rate", lr_d_model="64", lr_step="-1")
    assert app.number_input(key="lr_d_model").value == 64
    assert app.number_input(key="lr_step").value == 20_000
    app.number_input(key="lr_warmup").set_value(100).run()
    assert not app.exception
    setting = setting_in(app, "lr")
    assert (setting.d_model, setting.warmup, setting.step) == (64, 100, 20_000)
