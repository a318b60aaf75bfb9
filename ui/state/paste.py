"""Paste a whole matrix, from a spreadsheet or as NumPy prints it."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import streamlit as st

from ui.state.setting import Setting
from ui.state.typed_input import InputError, read_matrix
from ui.state.widgets import Widgets

S = TypeVar("S", bound=Setting)


def paste_field(
    widgets: Widgets[S], matrices: Sequence[str], take: Callable[[str, list[list[float]]], S]
) -> None:
    """Draw a popover to select a matrix and paste it: `take` makes a setting from it.

    A text that is not a matrix changes nothing; it stays in the field, with an error message.
    """
    session, text = widgets.session, widgets.text
    field, chosen, refused = (
        session.key(f"paste_{name}") for name in ("text", "matrix", "refused")
    )

    def use() -> None:
        try:
            rows = read_matrix(st.session_state[field] or "")
        except InputError as error:
            st.session_state[refused] = error
            return
        st.session_state[refused] = None
        session.set(take(st.session_state[chosen], rows))

    with st.popover(text("paste.open"), icon=":material/content_paste:"):
        st.segmented_control(
            text("paste.matrix"), matrices, default=matrices[0], required=True, key=chosen
        )
        st.text_area(
            text("paste.text"),
            key=field,
            help=text("paste.help"),
            height=150,
            placeholder="1\t0\t0\n0\t1\t0",
        )
        st.button(text("paste.use"), key=session.key("paste_use"), on_click=use, type="primary")
        error = st.session_state.get(refused)
        if error is not None:
            st.error(text(f"errors.{error.name}", **error.values))
