"""Streamlit's own words in other languages."""

from ui.shell.document import streamlits_words
from ui.words.language import read_words

ENGLISH = {
    name.removeprefix("streamlit."): word
    for name, word in read_words("en", "workbench").items()
    if name.startswith("streamlit.")
}


def test_english_needs_no_other_words():
    assert streamlits_words("en") == {}


def test_korean_has_a_word_for_each():
    assert streamlits_words("ko").keys() == set(ENGLISH.values())
    assert len(set(streamlits_words("ko").values())) == len(ENGLISH), "none can be taken back"
