"""The state of a page in a visitor's session; the only code that accesses it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any, Generic, TypeVar, cast

import streamlit as st

from ui.state.address import Selection, State, is_newer, read_state, unrestored_fields
from ui.state.history import History
from ui.state.setting import Setting
from ui.state.typed_input import InputError
from ui.words.language import Text

S = TypeVar("S", bound=Setting)


@dataclass
class _Stored(Generic[S]):
    history: History[S]
    selection: Selection
    start: S
    """The setting with which the page was opened."""
    refused: dict[str, tuple[object, InputError]] = field(default_factory=dict)
    """Invalid values in controls, with the reasons; the setting was left unchanged."""
    labels: dict[str, object] = field(default_factory=dict)
    """The labels of a control's options when it was last drawn."""
    beyond: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Numbers that a field had and that are not options of its slider."""
    lost: list[str] | None = None
    """What could not be restored from the URL; None if nothing was lost, or if the setting has
    changed since."""
    done: int = 0
    """The number of the last action in the picture."""
    name: str = field(default_factory=lambda: token_hex(8))


class PageSession(Generic[S]):
    """The setting of a page, its pin and trail, and the steps that led there."""

    def __init__(
        self, cls: type[S], text: Text, opened: Callable[[State[S]], State[S]] = lambda state: state
    ) -> None:
        """Open a page's session. `opened` is what the page does with the state from a URL."""
        key = f"workbench.{cls.PREFIX}"
        if key not in st.session_state:
            state = opened(read_state(cls, text, st.query_params))
            stored = _Stored(History((state.setting,)), state.selection, state.setting)
            lost = unrestored_fields(cls, text, st.query_params)
            if lost or is_newer(st.query_params):
                stored.lost = lost
            st.session_state[key] = stored
        # Looked up once: every access makes Streamlit search the whole session.
        self._state = cast(_Stored[S], st.session_state[key])

    @property
    def setting(self) -> S:
        return self._state.history.state

    @property
    def state(self) -> State[S]:
        return State(self.setting, self._state.selection, self.history.previous)

    @property
    def lost(self) -> list[str] | None:
        """The URL fields that could not be restored, while its setting is current; else None."""
        return self._state.lost

    @property
    def start(self) -> S:
        """The setting with which the page was opened."""
        return self._state.start

    @property
    def history(self) -> History[S]:
        return self._state.history

    def set(self, setting: S) -> None:
        """Set the whole setting, as one step; the only way to set a value."""
        self._state.refused.clear()
        self._change_to(setting)

    def _change_to(self, setting: S) -> None:
        """Change the setting: as a new step, unless only the display mode differs."""
        stored = self._state
        stored.lost = None
        is_step = setting.shown_as(self.setting) != self.setting
        change = stored.history.changed_to if is_step else stored.history.replace_current
        stored.history = change(setting)

    def open_with(self, values: Mapping[str, Any], selection: Selection) -> None:
        """Set some fields from another page, as one step. Raises: ValueError."""
        self.set(self.setting.with_values(**values))
        self.select(selection)

    def select(self, selection: Selection) -> None:
        """Set pin and trail; this is not a step."""
        self._state.selection = selection

    def stepped(self, take: Callable[[History[S]], History[S]]) -> History[S]:
        """Return the history after one step back or forward, in the current display mode."""
        history = take(self.history)
        return history.replace_current(history.state.shown_as(self.setting))

    def step(self, take: Callable[[History[S]], History[S]]) -> None:
        """Go one step back or forward."""
        self._state.refused.clear()
        self._state.history = self.stepped(take)

    @property
    def acknowledged(self) -> int:
        """The number of the last action in the picture that the session has processed."""
        return self._state.done

    @property
    def id(self) -> str:
        """A name that differs in each session, so that a page that stays open notices when the
        server was restarted.
        """
        return self._state.name

    def new_messages(self, component: str, name: str) -> list[dict[str, Any]]:
        """Return a component's new messages, in order; they have increasing numbers.

        A component repeats its last few messages: of two in quick succession, Streamlit delivers
        only the second.
        """
        stored, raw = self._state, st.session_state[component].get(name)
        messages = [one for one in raw or () if isinstance(one, dict)]
        numbered = [one for one in messages if isinstance(one.get("number"), int)]
        new = [one for one in numbered if one["number"] > stored.done]
        stored.done = max([stored.done, *(one["number"] for one in new)])
        return new

    # Everything below is for the controls only.

    def key(self, name: str) -> str:
        """Return Streamlit's key for the control of a field."""
        return f"{self.setting.PREFIX}_{name}"

    def sync_widget(
        self, name: str, value: object, labels: object = None, *, control: str = ""
    ) -> None:
        """Set a control to the setting's value if it has another one.

        Args:
            control: the control's name, if it is not that of its field.

        Streamlit identifies the options of a choice by their labels: new labels require setting the
        value again.
        """
        stored, drawn = self._state, control or name
        if name in stored.refused:
            return
        key = self.key(drawn)
        if st.session_state.get(key) != value or stored.labels.get(drawn) != labels:
            st.session_state[key] = value
        stored.labels[drawn] = labels

    def beyond(self, name: str, options: Sequence[int]) -> tuple[int, ...]:
        """Return every number that a field has had in this session and that is not an option.

        Former numbers are kept: without them, the slider would be a new one while the user is still
        dragging it.
        """
        had, value = self._state.beyond.get(name, ()), getattr(self.setting, name)
        if value not in options and value not in had:
            had = self._state.beyond[name] = (*had, value)
        return had

    def apply_control(self, name: str, control: str = "") -> None:
        """Apply a control's new value to the setting, or record why it is invalid."""
        stored, value = self._state, st.session_state[self.key(control or name)]
        waiting: Mapping[str, Any] = {one: refused for one, (refused, _) in stored.refused.items()}
        try:
            good = type(self.setting).controls()[name].read(value)
        except InputError as error:
            stored.refused[name] = (value, error)
            return
        for values in ({**waiting, name: good}, {name: good}):
            try:
                changed = self.setting.with_values(**values).reset_dependents(self.setting)
            except InputError as error:
                why = error
                continue
            self._change_to(changed)
            for done in values:
                stored.refused.pop(done, None)
            return
        stored.refused[name] = (good, why)

    def error(self, name: str) -> InputError | None:
        """Return why the value in a control is invalid."""
        return self._state.refused.get(name, (None, None))[1]
