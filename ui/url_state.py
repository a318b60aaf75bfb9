"""State that is no widget's value, kept in the URL so that a link or a reload finds it again.

The URL holds only what was good. What a person is still typing stays in its widget.
"""

from collections.abc import Callable, Collection
from typing import Generic, TypeVar

import streamlit as st

T = TypeVar("T")


class UrlValue(Generic[T]):
    """One value under `name` in the URL and, for coming back to the page, in the session.

    `read` turns the URL's text into a value and raises ValueError for what it cannot be; then,
    and when the URL says nothing, the value is the default.
    """

    def __init__(
        self, name: str, default: T, read: Callable[[str], T], write: Callable[[T], str] = str
    ) -> None:
        self.name, self.default, self._read, self._write = name, default, read, write

    @property
    def _session_key(self) -> str:
        return f"url.{self.name}"

    def get(self) -> T:
        if self._session_key not in st.session_state:
            st.session_state[self._session_key] = self._from_url()
        value = st.session_state[self._session_key]
        self._mirror(value)
        return value

    def set(self, value: T) -> None:
        st.session_state[self._session_key] = value
        self._mirror(value)

    def _from_url(self) -> T:
        if self.name not in st.query_params:
            return self.default
        try:
            return self._read(st.query_params[self.name])
        except ValueError:
            return self.default

    def _mirror(self, value: T) -> None:
        if value == self.default:
            if self.name in st.query_params:
                del st.query_params[self.name]
            return
        written = self._write(value)
        if st.query_params.get(self.name) != written:
            st.query_params[self.name] = written


def one_of(options: Collection[str]) -> Callable[[str], str]:
    """A reader that takes only these texts."""

    def read(text: str) -> str:
        if text not in options:
            raise ValueError(f"{text[:40]!r} is none of {', '.join(options)}")
        return text

    return read
