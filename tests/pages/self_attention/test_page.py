"""The self-attention page as Streamlit runs it: its controls reach the setting."""

import pytest

from tests.pages.answers import setting_in
from ui.words.language import text_of


def test_every_control_reaches_the_setting(open_page, language):
    app = open_page("self_attention", language)
    assert app.title[0].value == text_of("self_attention", language)("title")
    app.segmented_control(key="sa_stack_more").set_value("decoder").run()
    assert setting_in(app, "sa").trained.kind == "decoder"
    app.segmented_control(key="sa_source_more").set_value("random").run()
    app.text_input(key="sa_sentence").set_value("one two three").run()
    app.number_input(key="sa_seed_more").set_value(0).run()
    app.segmented_control(key="sa_view").set_value("heads").run()
    (head,) = [one for one in app.select_slider if one.key.startswith("sa_head")]
    head.set_value(7).run()
    assert not app.exception
    now = setting_in(app, "sa")
    assert now.words == ("one", "two", "three")
    assert (now.seed, now.view, now.head) == (0, "heads", 7)


@pytest.mark.parametrize("sentence", ["", "w " * 17])
def test_a_wrong_sentence_is_said_and_keeps_the_last_good_one(open_page, language, sentence):
    app = open_page("self_attention", language, sa_sentence="one two three")
    app.text_input(key="sa_sentence").set_value(sentence).run()
    assert not app.exception
    assert len(app.error) == 1
    assert setting_in(app, "sa").words == ("one", "two", "three")
