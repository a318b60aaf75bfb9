"""Paste a whole matrix, from a spreadsheet or as numpy prints it."""

from collections.abc import Callable, Sequence

import streamlit as st

from ui.shell.page import Page
from ui.state.typed_input import InputError, read_matrix


def paste_field(
    page: Page, matrices: Sequence[str], take: Callable[[str, list[list[float]]], None]
) -> None:
    """A popover in which a matrix is chosen and pasted. `take` gets its name and its rows.

    A text that is no matrix changes nothing, stays in the field, and is said what is wrong with.
    """
    field, chosen, said = page.key("paste_text"), page.key("paste_matrix"), page.key("paste_said")

    def use() -> None:
        try:
            rows = read_matrix(st.session_state[field] or "")
        except InputError as error:
            st.session_state[said] = error
            return
        st.session_state[said] = None
        take(st.session_state[chosen], rows)
        page.followed.ask_for_all()

    with st.popover(page.text("paste.open"), icon=":material/content_paste:"):
        st.segmented_control(
            page.text("paste.matrix"), matrices, default=matrices[0], required=True, key=chosen
        )
        st.text_area(
            page.text("paste.text"),
            key=field,
            help=page.text("paste.help"),
            height=150,
            placeholder="1\t0\t0\n0\t1\t0",
        )
        st.button(page.text("paste.use"), key=page.key("paste_use"), on_click=use, type="primary")
        error = st.session_state.get(said)
        if error is not None:
            st.error(page.text(f"errors.{error.name}", **error.values))
