"""What concerns the whole HTML document: its language, and Streamlit's own words in it."""

import json
from pathlib import Path

import streamlit as st

from ui.shell.language import text_of

_document = st.components.v2.component(
    "document", js=(Path(__file__).parent / "document.js").read_text(encoding="utf-8")
)


def streamlits_words(language: str) -> dict[str, str]:
    """What Streamlit says in English only, and what to say in its place; nothing for English."""
    english = text_of("workbench", "en").section("streamlit")
    other = text_of("workbench", language).section("streamlit")
    return {word: other[name] for name, word in english.items() if other[name] != word}


def speak(language: str) -> None:
    """Tell the browser the language of what it shows: screen readers choose their voice by it,
    and browsers their fonts, their line breaks and whether they offer to translate."""
    said = {"language": language, "words": streamlits_words(language)}
    # As bytes: what else Streamlit is given it looks through for tables, with all of pandas.
    _document(key="document", data=json.dumps(said).encode())
