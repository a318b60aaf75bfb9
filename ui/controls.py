"""The controls of a page, each labelled from the page's text, kept in the URL and the session."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import streamlit as st

from ui.page import Page
from ui.typed_input import InputError
from ui.url_state import UrlValue, one_of

T = TypeVar("T")

_KEPT = {"bind": "query-params", "persist_state": "session"}


def _words(page: Page, name: str) -> dict[str, str | None]:
    help_name = f"controls.{name}_help"
    return {
        "label": page.text(f"controls.{name}"),
        "key": page.key(name),
        "help": page.text(help_name) if help_name in page.text else None,
    }


def slider(page: Page, name: str, low: int, high: int, value: int, *, step: int = 1) -> int:
    return st.slider(
        min_value=low, max_value=high, value=value, step=step, **_words(page, name), **_KEPT
    )


def number(
    page: Page,
    name: str,
    low: float,
    high: float,
    value: float,
    *,
    step: float = 1,
    width: int | str = "stretch",
    format: str | None = None,
) -> float:
    return st.number_input(
        min_value=low,
        max_value=high,
        value=value,
        step=step,
        width=width,
        format=format,
        **_words(page, name),
        **_KEPT,
    )


def choice(page: Page, name: str, options: Sequence[str], value: str) -> str:
    """One of a few; what each is called stands in the text file under `name`."""
    words = _words(page, name)
    return held_choice(
        page.key(name),
        options,
        value,
        {option: page.text(f"{name}.{option}") for option in options},
        label=words["label"],
        help=words["help"],
    )


def held_choice(
    key: str, options: Sequence[str], value: str, names: dict[str, str], **looks: Any
) -> str:
    """One of a few options, by its own name in the URL.

    Streamlit's binding would put there what the option is called in the language in force.
    """
    held = UrlValue(key, value, one_of(options))
    field = _refill(held, tuple(names.values()))
    chosen = st.segmented_control(
        options=options,
        required=True,
        format_func=names.get,
        key=field,
        persist_state="session",
        **looks,
    )
    return _keep(held, chosen)


def _refill(held: UrlValue[Any], language: object = None) -> str:
    """Bring a field to the held value where that came from elsewhere than the field itself."""
    field, wanted = f"{held.name}_field", (held.get(), language)
    if st.session_state.get(f"{field}.from") != wanted:
        st.session_state[field] = wanted[0]
        st.session_state[f"{field}.from"] = wanted
    return field


def _keep(held: UrlValue[T], value: T) -> T:
    field = f"{held.name}_field"
    held.set(value)
    st.session_state[f"{field}.from"] = (value, st.session_state[f"{field}.from"][1])
    return value


def toggle(page: Page, name: str, value: bool) -> bool:
    return st.toggle(value=value, **_words(page, name), **_KEPT)


def typed(page: Page, name: str, value: str, read: Callable[[str], T]) -> T:
    """A text field. `read` makes a value of the text or raises InputError: then the message is
    shown, the text stays as it is, and the last good value goes on."""
    held = UrlValue(page.key(name), value, lambda text: (read(text), text)[1])
    field = _refill(held)
    text = st.text_input(**(_words(page, name) | {"key": field}), persist_state="session")
    try:
        result = read(text)
    except InputError as error:
        st.error(page.text(f"errors.{error.name}", **error.values))
        return read(held.get())
    _keep(held, text)
    return result
