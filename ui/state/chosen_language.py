"""The current language: from the switch once it is used, else from the URL, else the browser."""

from collections.abc import Mapping

import streamlit as st

PARAMETER = "lang"
_FIELD, _KEPT = "lang_field", "workbench.language"


def chosen_language(languages: Mapping[str, str]) -> str:
    """Return the code of one of these languages; English if neither URL nor browser names one."""
    clicked = st.session_state.get(_FIELD)
    if clicked in languages:
        st.session_state[_KEPT] = clicked
    if _KEPT not in st.session_state:
        browser = (st.context.locale or "").split("-")[0].lower()
        wanted = (st.query_params.get(PARAMETER), browser, "en")
        st.session_state[_KEPT] = next(code for code in wanted if code in languages)
    return str(st.session_state[_KEPT])


def language_switch(languages: Mapping[str, str], label: str) -> None:
    """Draw a switch between these languages, each under its own name."""
    language = chosen_language(languages)
    if st.session_state.get(_FIELD) != language:
        st.session_state[_FIELD] = language
    st.segmented_control(
        label,
        list(languages),
        required=True,
        format_func=languages.__getitem__,
        key=_FIELD,
        label_visibility="collapsed",
    )
