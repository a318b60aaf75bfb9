"""Settings for the whole HTML document: its language, and Streamlit's own texts in it."""

import json

import streamlit as st

from ui.streamlit.seams import phrases_script
from ui.words.language import text_of

_document = st.components.v2.component("document", js=phrases_script())


def streamlits_words(language: str) -> dict[str, str]:
    """Map Streamlit's texts, which are English only, to their translations; empty for English."""
    english = text_of("workbench", "en").section("streamlit")
    other = text_of("workbench", language).section("streamlit")
    return {word: other[name] for name, word in english.items() if other[name] != word}


def set_document_language(language: str) -> None:
    """Tell the browser the language of the page: it determines the voice of screen readers, fonts,
    line breaks and whether the browser offers to translate."""
    data = {"language": language, "words": streamlits_words(language)}
    # As bytes: Streamlit searches any other data for tables, which loads all of pandas.
    _document(key="document", data=json.dumps(data).encode())
