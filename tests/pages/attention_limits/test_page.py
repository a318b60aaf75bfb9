"""The page as Streamlit runs it: its controls reach the setting."""

import pytest

from tests.pages.answers import setting_in
from ui.words.language import text_of


def test_every_control_reaches_the_setting(open_page, language):
    app = open_page("attention_limits", language)
    assert app.title[0].value == text_of("attention_limits", language)("title")
    app.text_input(key="al_sentence").set_value("the old cat saw a dog").run()
    app.segmented_control(key="al_kind_more").set_value("encoder").run()
    app.segmented_control(key="al_hide_more").set_value("head").run()
    for name, value in (("layer", 0), ("head", 2), ("token", 3), ("word", 4)):
        (slider,) = [one for one in app.select_slider if one.key.startswith(f"al_{name}")]
        slider.set_value(value).run()
    assert not app.exception
    now = setting_in(app, "al")
    assert (now.sentence, now.kind, now.hide) == ("the old cat saw a dog", "encoder", "head")
    assert (now.layer, now.head, now.token, now.word) == (0, 2, 3, 4)


@pytest.mark.parametrize("sentence", ["", "[[[[", "w " * 17])
def test_a_wrong_sentence_is_said_and_keeps_the_last_good_one(open_page, language, sentence):
    app = open_page("attention_limits", language, al_sentence="the cat slept")
    app.text_input(key="al_sentence").set_value(sentence).run()
    app.segmented_control(key="al_hide_more").set_value("head").run()
    assert not app.exception
    assert len(app.error) == 1
    now = setting_in(app, "al")
    assert (now.sentence, now.hide) == ("the cat slept", "head")
