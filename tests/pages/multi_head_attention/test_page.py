"""The multi-head page as Streamlit runs it: its controls reach the setting."""

import pytest

from tests.pages.answers import setting_in


def slider(app, name):
    """The page's slider by its name: its key also holds what it may be set to."""
    return next(one for one in app.select_slider if one.key.startswith(f"mh_{name}_"))


def setting(app):
    return setting_in(app, "mh")


def test_every_control_reaches_the_setting(open_page, language):
    app = open_page("multi_head_attention", language)
    app.segmented_control(key="mh_source").set_value("random").run()
    app.text_input(key="mh_sentence").set_value("one two three").run()
    app.number_input(key="mh_seed_more").set_value(0).run()
    slider(app, "d_model").set_value(64).run()
    slider(app, "num_heads").set_value(8).run()
    slider(app, "head").set_value(5).run()
    app.segmented_control(key="mh_mask_more").set_value("padding").run()
    app.number_input(key="mh_padding_more").set_value(1).run()
    assert not app.exception
    now = setting(app)
    assert now.words == ("one", "two", "three")
    assert (now.seed, now.width, now.heads, now.opened) == (0, 64, 8, 5)
    assert (now.mask, now.padding) == ("padding", 1)
    assert any("0" in piece.value and "gray-badge[" in piece.value for piece in app.markdown)


@pytest.mark.parametrize("sentence", ["", "   ", "w " * 65])
def test_a_wrong_sentence_is_said_and_keeps_the_last_good_one(open_page, language, sentence):
    app = open_page("multi_head_attention", language, mh_sentence="one two three")
    app.text_input(key="mh_sentence").set_value(sentence).run()
    assert not app.exception
    assert len(app.error) == 1
    assert setting(app).words == ("one", "two", "three")
