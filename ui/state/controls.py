"""The controls of a page, each labelled from the page's text, kept in the URL and the session."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import streamlit as st

from ui.picture.word_labels import word_labels
from ui.shell.page import Page
from ui.state.typed_input import InputError
from ui.state.url_state import UrlValue, number_between, one_of, read_switch

T = TypeVar("T")


def _words(page: Page, name: str) -> dict[str, str | None]:
    help_name = f"controls.{name}_help"
    return {
        "label": page.text(f"controls.{name}"),
        "key": page.key(name),
        "help": page.text(help_name) if help_name in page.text else None,
    }


def _seeded(
    page: Page, name: str, value: T, read: Callable[[str], T], write: Callable[[T], str] = str
) -> UrlValue[T]:
    """The home of a control's value, from which the control starts.

    Streamlit could bind the control to the URL itself, but then its front end rewrites the URL
    before it asks the server: 7 ms at every key.
    """
    key = page.key(name)
    held = UrlValue(key, value, read, write)
    if key not in st.session_state:
        st.session_state[key] = held.get()
    return held


def slider(page: Page, name: str, low: int, high: int, value: int, *, step: int = 1) -> int:
    held = _seeded(page, name, value, number_between(low, high))
    chosen = st.slider(
        min_value=low, max_value=high, step=step, persist_state="session", **_words(page, name)
    )
    held.set(chosen)
    return chosen


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
    held = _seeded(page, name, value, number_between(low, high))
    chosen = st.number_input(
        min_value=low,
        max_value=high,
        step=step,
        width=width,
        format=format,
        persist_state="session",
        **_words(page, name),
    )
    held.set(chosen)
    return chosen


def held_number(page: Page, name: str, low: float, high: float, value: float) -> float:
    """What a number is that is not on the page just now."""
    return _seeded(page, name, value, number_between(low, high)).get()


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


def stepped(
    page: Page, name: str, options: Sequence[int], held: UrlValue[int], *, width: int = 180
) -> int:
    """A slider over numbers that may depend on other controls, such as the divisors of d_model.

    What was asked for stays in the URL; where it is no option, the next smaller one counts.
    """
    wanted = held.get()
    value = max((option for option in options if option <= wanted), default=options[0])
    # Each set of options has a field of its own: a field whose options change loses its value.
    field = f"{held.name}_{'_'.join(map(str, options))}"
    if st.session_state.get(field) != value:
        st.session_state[field] = value
    st.select_slider(
        **(_words(page, name) | {"key": field}),
        options=options,
        on_change=lambda: held.set(st.session_state[field]),
        width=width,
    )
    return value


def switches(page: Page, name: str, labels: Sequence[str], off: UrlValue[frozenset[int]]) -> None:
    """One switch for each label, filled while it is on; `off` holds the places switched off.

    Equal labels get numbers: Streamlit's front end knows an option by its label alone, so that of
    two equal ones only the last could be switched, and the first would come back as switched off.
    """
    places, labels = range(len(labels)), word_labels(labels)
    wanted = [place for place in places if place not in off.get()]
    field = f"{off.name}_{len(labels)}"
    if sorted(st.session_state.get(field, [-1])) != wanted:
        st.session_state[field] = wanted
    st.pills(
        **(_words(page, name) | {"key": field}),
        options=places,
        selection_mode="multi",
        format_func=labels.__getitem__,
        on_change=lambda: off.set(frozenset(places) - frozenset(st.session_state[field])),
    )


def toggle(page: Page, name: str, value: bool) -> bool:
    held = _seeded(page, name, value, read_switch, lambda on: str(on).lower())
    chosen = st.toggle(persist_state="session", **_words(page, name))
    held.set(chosen)
    return chosen


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
