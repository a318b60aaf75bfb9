"""Streamlit's own words in other languages."""

from pathlib import Path

import pytest
from streamlit.file_util import get_static_dir

from ui.shell.document import streamlits_words
from ui.shell.language import read_words

# Put together from pieces in Streamlit's source.
PIECES = {
    "help": ["Help for "],
    "apply": ["Press Enter to ", "`apply`"],
    "apply_lines": ["Press ", "`Ctrl`", "+Enter to ", "`apply`"],
    "apply_lines_mac": ["Press ", "`⌘`", "+Enter to ", "`apply`"],
    "no_page_long": [
        "`The page that you have requested does not seem to exist`",
        ". Running the app's main page.`",
    ],
    "check": [" icon`"],
    "check_circle": [" icon`"],
    "close_icon": [" icon`"],
}


@pytest.fixture(scope="module")
def streamlits_scripts() -> str:
    scripts = (Path(get_static_dir()) / "static" / "js").glob("*.js")
    return "\n".join(script.read_text(encoding="utf-8") for script in scripts)


ENGLISH = {
    name.removeprefix("streamlit."): word
    for name, word in read_words("en", "workbench").items()
    if name.startswith("streamlit.")
}


@pytest.mark.parametrize("name", ENGLISH)
def test_streamlit_still_says_it_like_this(streamlits_scripts, name):
    for piece in PIECES.get(name, [f"`{ENGLISH[name]}`"]):
        assert piece in streamlits_scripts


def test_english_needs_no_other_words():
    assert streamlits_words("en") == {}


def test_korean_has_a_word_for_each():
    assert streamlits_words("ko").keys() == set(ENGLISH.values())
    assert len(set(streamlits_words("ko").values())) == len(ENGLISH), "none can be taken back"
