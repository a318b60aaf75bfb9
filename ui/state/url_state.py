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

    def end_with(self, owner: str) -> None:
        """Fall back to the default when the owner is another one than at the last call.

        Places in a sentence mean nothing in the next one. What the URL says when the page opens
        belongs to the first owner.
        """
        key = f"{self._session_key}.owner"
        if st.session_state.setdefault(key, owner) != owner:
            self.set(self.default)
            st.session_state[key] = owner

    def _from_url(self) -> T:
        if self.name not in st.query_params:
            return self.default
        try:
            return self._read(st.query_params[self.name])
        except ValueError:
            return self.default

    def _mirror(self, value: T) -> None:
        _put(self.name, None if value == self.default else self._write(value))


_LATER, _WAITING = "url.later", "url.waiting"


def _put(name: str, written: str | None) -> None:
    if st.session_state.get(_LATER):
        st.session_state.setdefault(_WAITING, {})[name] = written
    elif written is None:
        if name in st.query_params:
            del st.query_params[name]
    elif st.query_params.get(name) != written:
        st.query_params[name] = written


def write_later() -> None:
    """From here to `write_now` the URL waits: rewriting it would delay the picture."""
    st.session_state[_LATER] = True


def stop_waiting() -> None:
    st.session_state[_LATER] = False


def write_now() -> None:
    """Bring the URL up to what has been set since `write_later`."""
    stop_waiting()
    for name, written in st.session_state.pop(_WAITING, {}).items():
        _put(name, written)


def one_of(options: Collection[str]) -> Callable[[str], str]:
    """A reader that takes only these texts."""

    def read(text: str) -> str:
        if text not in options:
            raise ValueError(f"{text[:40]!r} is none of {', '.join(options)}")
        return text

    return read


def read_switch(text: str) -> bool:
    """From "true" or "false"."""
    return one_of(("true", "false"))(text) == "true"


def number_between(low: float, high: float) -> Callable[[str], float]:
    """A reader of numbers in a range, whole ones where the range is given in whole numbers."""

    def read(text: str) -> float:
        value = int(text) if isinstance(low, int) else float(text)
        if not low <= value <= high:
            raise ValueError(f"{value} is not from {low} to {high}")
        return value

    return read
