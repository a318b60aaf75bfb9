"""What a person changed on a page, step by step: undo, redo, and what was before.

A page records the whole setting of every run; a setting that differs from the last one is a step.
So nothing that changes a setting needs to know of this. The history lives in the session only:
the URL holds the present, and a reload starts a new history.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import streamlit as st

from ui.shell.page import Page
from ui.state.url_state import UrlValue, one_of

S = TypeVar("S")
LONGEST = 50
"""Settings that are kept; older ones are forgotten."""


@dataclass(frozen=True)
class History(Generic[S]):
    """Settings in the order in which they were made, and the place of the one in force."""

    states: tuple[S, ...]
    place: int = 0
    previous: S | None = None
    """What was in force before the last step, be that a change, an undo or a redo."""

    @property
    def state(self) -> S:
        return self.states[self.place]

    @property
    def can_undo(self) -> bool:
        return self.place > 0

    @property
    def can_redo(self) -> bool:
        return self.place < len(self.states) - 1

    def changed_to(self, state: S) -> "History[S]":
        """One step further; what was undone before it is gone."""
        if state == self.state:
            return self
        states = (*self.states[: self.place + 1], state)[-LONGEST:]
        return History(states, len(states) - 1, self.state)

    def undone(self) -> "History[S]":
        return self._at(self.place - 1) if self.can_undo else self

    def redone(self) -> "History[S]":
        return self._at(self.place + 1) if self.can_redo else self

    def settled_as(self, state: S) -> "History[S]":
        """The same step, as the page's controls took it."""
        states = (*self.states[: self.place], state, *self.states[self.place + 1 :])
        return replace(self, states=states)

    def _at(self, place: int) -> "History[S]":
        return replace(self, place=place, previous=self.state)


def shown_as(page: Page, *ways: str) -> UrlValue[str]:
    """In which way a page shows its matrices: "" for their values, or one of `ways`."""
    return UrlValue(page.key("show"), "", one_of(("", *ways)))


def way_switches(page: Page, *ways: str, on_change: Callable[[str], None] | None = None) -> None:
    """A switch for each way; switching one on switches the others off."""
    held, key = shown_as(page, *ways), page.key("show_pills")

    def act() -> None:
        held.set(st.session_state[key] or "")
        if on_change is not None:
            on_change(held.get())
        page.followed.ask_for_all()

    st.session_state[key] = held.get() or None
    st.pills(
        page.text("change.show"),
        ways,
        format_func=lambda way: page.text(f"change.{way}"),
        key=key,
        on_change=act,
        label_visibility="collapsed",
        width="content",
    )


class KeptHistory(Generic[S]):
    """The history of one page in the session. `put_back` brings its controls to a setting."""

    def __init__(self, page: Page, put_back: Callable[[S], None]) -> None:
        self._page, self._put_back = page, put_back
        self._key, self._moved = page.key("history"), page.key("history_moved")

    @property
    def now(self) -> History[S] | None:
        return st.session_state.get(self._key)

    @property
    def previous(self) -> S | None:
        """The setting before the last step; None as long as there was none."""
        return self.now.previous if self.now else None

    def record(self, state: S) -> None:
        """Call it in every run with the setting in force."""
        history = self.now
        if history is None:
            history = History((state,))
        elif st.session_state.pop(self._moved, False):
            history = history.settled_as(state)
        else:
            history = history.changed_to(state)
        st.session_state[self._key] = history

    def _move(self, step: Callable[[History[S]], History[S]]) -> None:
        history = step(self.now)
        st.session_state[self._key], st.session_state[self._moved] = history, True
        self._put_back(history.state)
        self._page.followed.ask_for_all()

    def buttons(self, reset: Callable[[], None] | None) -> None:
        """Undo, redo and reset. `reset` drops what was changed by hand; None: there is nothing."""
        history, text = self.now, self._page.text

        def reset_all() -> None:
            reset()
            self._page.followed.ask_for_all()

        buttons = (
            ("undo", history.can_undo, lambda: self._move(History.undone)),
            ("redo", history.can_redo, lambda: self._move(History.redone)),
            ("reset", reset is not None, reset_all),
        )
        for name, possible, act in buttons:
            st.button(
                text(f"change.{name}"),
                key=self._page.key(name),
                icon=f":material/{'restart_alt' if name == 'reset' else name}:",
                help=text(f"change.{name}_help"),
                on_click=act,
                disabled=not possible,
                type="tertiary",
            )
