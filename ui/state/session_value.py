"""Values that last for a visitor's session but are not part of the link, such as a score."""

from collections.abc import Callable
from typing import TypeVar, cast

import streamlit as st

T = TypeVar("T")


def session_value(name: str, make: Callable[[], T]) -> T:
    """Return the object of this name; it is made on first use."""
    key = f"remembered.{name}"
    if key not in st.session_state:
        st.session_state[key] = make()
    return cast(T, st.session_state[key])
