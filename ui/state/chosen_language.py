"""The current language: from the switch once it is used, else from the URL, else the browser."""

import streamlit as st

from ui.words.language import LANGUAGES, Text, text_of

PARAMETER = "lang"
_FIELD, _KEPT = "lang_field", "workbench.language"


def current_language() -> str:
    """Return the code of the language; English if neither URL nor browser names one of ours."""
    clicked = st.session_state.get(_FIELD)
    if clicked in LANGUAGES:
        st.session_state[_KEPT] = clicked
    if _KEPT not in st.session_state:
        browser = (st.context.locale or "").split("-")[0].lower()
        wanted = (st.query_params.get(PARAMETER), browser, "en")
        st.session_state[_KEPT] = next(code for code in wanted if code in LANGUAGES)
    return str(st.session_state[_KEPT])


def page_text(page: str) -> Text:
    """Return the texts of a page in the current language."""
    return text_of(page, current_language())


def language_switch(label: str) -> None:
    """Draw a switch between the languages, each under its own name."""
    language = current_language()
    if st.session_state.get(_FIELD) != language:
        st.session_state[_FIELD] = language
    st.segmented_control(
        label,
        list(LANGUAGES),
        required=True,
        format_func=LANGUAGES.__getitem__,
        key=_FIELD,
        label_visibility="collapsed",
    )
