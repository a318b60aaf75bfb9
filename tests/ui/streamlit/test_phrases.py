"""Streamlit still says what `phrases.js` replaces."""

from pathlib import Path

import pytest
from streamlit.file_util import get_static_dir

from ui.words.language import read_words

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
def test_seam_phrases(streamlits_scripts, name):
    for piece in PIECES.get(name, [f"`{ENGLISH[name]}`"]):
        assert piece in streamlits_scripts
