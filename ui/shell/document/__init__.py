"""What concerns the whole HTML document: the language that it says it is in."""

from pathlib import Path

import streamlit as st

_document = st.components.v2.component(
    "document", js=(Path(__file__).parent / "document.js").read_text(encoding="utf-8")
)


def speak(language: str) -> None:
    """Tell the browser the language of what it shows: screen readers choose their voice by it,
    and browsers their fonts, their line breaks and whether they offer to translate."""
    _document(key="document", data={"language": language})
