"""The attention page under Streamlit: its controls reach the setting, and say what they refuse."""

import pytest

from pages.attention.setting import AttentionSetting
from transformer_lab.examples import worked_example
from ui.words.language import text_of


def setting(app) -> AttentionSetting:
    return app.session_state["workbench.at"].history.state


def click(app, key):
    app.button(key=key).click().run()
    assert not app.exception


def paste(app, text, matrix="Q"):
    app.segmented_control(key="at_paste_matrix").set_value(matrix)
    app.text_area(key="at_paste_text").set_value(text)
    click(app, "at_paste_use")


def test_opens_in_both_languages_and_every_control_moves(open_page, language):
    app = open_page("attention", language, at_source="random")
    assert not app.exception
    assert app.title[0].value == text_of("attention", language)("title")
    for name, value in {"queries": 5, "keys": 6, "d_k": 16, "d_v": 1, "seed": 3}.items():
        app.number_input(key=f"at_{name}_more").set_value(value).run()
        assert not app.exception
        assert getattr(setting(app), name) == value
    app.toggle(key="at_scaling").set_value(False).run()
    for mask in ("padding", "look_ahead", "painted", "none"):
        app.segmented_control(key="at_mask").set_value(mask).run()
        assert not app.exception
        assert (setting(app).mask, setting(app).scaling) == (mask, False)


def test_a_pasted_matrix_takes_its_own_size_and_leaves_the_others(open_page):
    app = open_page("attention")
    paste(app, "1\t2\t3\n4\t5\t-6")
    assert setting(app).matrices.Q.tolist() == [[1, 2, 3], [4, 5, -6]]
    assert setting(app).matrices.K.tolist() == worked_example().K.tolist()
    assert app.number_input(key="at_queries_more").value == 2


@pytest.mark.parametrize("text", ["1 2\n3", "1 2\n3 x", "1 2\n3 nan", "1 2\n3 inf", ""])
def test_a_wrong_paste_says_what_is_wrong_and_changes_nothing(open_page, language, text):
    app = open_page("attention", language)
    before = setting(app)
    paste(app, text)
    assert len(app.error) == 1
    if text:
        assert "2" in app.error[0].value
    assert setting(app) == before


@pytest.mark.parametrize("text", ["", "   ", "word " * 10_000, "w " * 17])
def test_a_wrong_sentence_keeps_the_last_good_one(open_page, language, text):
    app = open_page("attention", language, at_source="sentence", at_sentence="one two three")
    app.text_input(key="at_sentence").set_value(text).run()
    assert not app.exception
    assert len(app.error) == 1
    assert setting(app).words == ("one", "two", "three")
