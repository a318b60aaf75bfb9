"""The masks page as Streamlit runs it."""

import pytest

from tests.pages.answers import setting_in
from tests.pages.conftest import errors


@pytest.mark.parametrize(("lang", "title"), [("en", "Masks"), ("ko", "마스크")])
def test_opens_in_both_languages(open_page, lang, title):
    app = open_page("masks", lang)
    assert not app.exception
    assert app.title[0].value == title


def test_a_control_reaches_the_setting_and_its_seed_is_named(open_page):
    app = open_page("masks")
    app.number_input(key="ma_seed_more").set_value(12).run()
    assert setting_in(app, "ma").seed == 12
    assert any("untrained · seed 12" in piece.value for piece in app.markdown)


@pytest.mark.parametrize("bad", ["one two", "<script>alert(1)</script>", "7 " * 65])
def test_bad_ids_are_said_and_the_last_good_setting_stays(open_page, language, bad):
    app = open_page("masks", language, ma_ids="1 2 0 4 5")
    app.text_input(key="ma_ids").set_value(bad).run()
    assert not app.exception
    assert len(errors(app)) == 1
    assert "<script>" not in errors(app)[0]
    assert setting_in(app, "ma").ids == "1 2 0 4 5"
    app.text_input(key="ma_ids").set_value("1 2").run()
    assert not errors(app)
    assert setting_in(app, "ma").ids == "1 2"


def test_a_sentence_has_controls_of_its_own(open_page):
    app = open_page("masks", ma_given="sentence", ma_sentence="a b")
    assert app.text_input(key="ma_sentence").value == "a b"
    app.text_input(key="ma_sentence").set_value("word " * 65).run()
    assert "65" in errors(app)[0]
    assert setting_in(app, "ma").sentence == "a b"
