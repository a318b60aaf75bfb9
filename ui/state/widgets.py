"""The controls of a page, drawn from the declarations of its setting."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Generic, Literal, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.state.control import (
    Choice,
    Control,
    GradedSlider,
    Listed,
    Number,
    Slider,
    Stepped,
    Toggle,
    Typed,
)
from ui.state.session import PageSession
from ui.state.setting import Setting
from ui.words.language import Text

S = TypeVar("S", bound=Setting)
LINE_WIDTH = 280
"""Width of a line among controls, in pixels: a longer one wraps and does not widen the popover."""
MORE = "_more"
"""After the name of a control under "More"."""


class Widgets(Generic[S]):
    """Draws controls where they are needed, and records them for the picture to watch."""

    def __init__(self, session: PageSession[S], text: Text) -> None:
        self._session, self._text = session, text
        self.drawn: dict[str, dict[str, Any]] = {}
        """By Streamlit's key of each control: its field, its options and its limits."""
        self._refused: list[str] = []
        self._place = ""

    @property
    def session(self) -> PageSession[S]:
        return self._session

    @property
    def text(self) -> Text:
        return self._text

    @property
    def setting(self) -> S:
        return self._session.setting

    def row(
        self, name: str = "controls", gap: Literal["small", "medium"] = "small"
    ) -> DeltaGenerator:
        """Return a row for controls above the picture. Its name is that of its style."""
        looks: dict[str, Any] = {"horizontal": True, "vertical_alignment": "bottom", "gap": gap}
        return st.container(**looks, key=f"{name}_row")

    def draw(self, *names: str, words: str = "") -> None:
        """Draw the controls of these fields, in this order.

        Args:
            words: the label's name in "controls", if the rest of the setting requires another one.
        """
        for name in names:
            control = type(self.setting).controls()[name]
            self._draw(name, replace(control, words=words) if words else control)

    def draw_choice(self, name: str, options: Sequence[str], value: str) -> None:
        """Draw the control of a choice with only some of its options, on a page that does not use
        the others. `value` is the option that applies here.
        """
        control = type(self.setting).controls()[name]
        assert isinstance(control, Choice)
        self._choice(name, replace(control, options=options), value)

    def say(self, name: str, **values: object) -> None:
        """Draw a line next to a control that has no effect with the current values of the
        others.
        """
        st.caption(self._text(name, **values), width=LINE_WIDTH)

    def draw_refusals(self) -> None:
        """Draw the messages for refused values: below the controls, which keep their places and
        widths.
        """
        for message in self._refused:
            st.error(message)

    @contextmanager
    def more(self) -> Iterator[None]:
        """Put what is drawn in it under "More". There a control has another name than in the row:
        while "More" is closed, Streamlit would give back the value that it had in the row.
        """
        with st.popover(self._text("frame.more"), icon=":material/tune:"):
            self._place = MORE
            yield
            self._place = ""

    def untrained(self, seed: int | None = None) -> None:
        """Say that the numbers are random, and from which seed; by default that of the setting."""
        used = self.setting.to_json()["seed"] if seed is None else seed
        message = self._text("frame.untrained", seed=used)
        st.badge(message, color="gray", help=self._text("frame.untrained_help"))

    def _draw(self, name: str, control: Control) -> None:
        # The value is also the default: a control under "More" is not drawn until it is opened, and
        # does not get the changes made in the session meanwhile.
        words, value = self._words(name, control), getattr(self.setting, name)
        if isinstance(control, Stepped):
            self._stepped(name, control, words)
        elif isinstance(control, GradedSlider):
            self._graded(name, control, words)
        elif isinstance(control, Listed):
            self._listed(name, control, words)
        elif isinstance(control, Choice):
            self._choice(name, control, value)
        else:
            self._session.sync_widget(name, value, control=f"{name}{self._place}")
            self._watch(words["key"], name, limits=_limits(control))
            self._plain(control, words | {"value": value})
        if error := self._session.error(name):
            self._refused.append(self._text(f"errors.{error.name}", **self._labelled(error.values)))
            self._mark_refused(name)

    def _mark_refused(self, name: str) -> None:
        """Let the page find the control that a message is about."""
        for one in self.drawn.values():
            if one["field"] == name:
                one["isRefused"] = True

    def _labelled(self, values: Mapping[str, object]) -> dict[str, object]:
        """An error's values, with a control under its label."""
        label = f"controls.{values.get('control')}"
        return {**values, "control": self._text(label)} if label in self._text else {**values}

    def _choice(self, name: str, control: Choice, value: str) -> None:
        section, options = control.section or name, list(control.options)
        labels = {option: self._text(f"{section}.{option}") for option in options}
        shown, words = tuple(labels.values()), self._words(name, control)
        self._session.sync_widget(name, value, shown, control=f"{name}{self._place}")
        self._watch(words["key"], name, options)
        st.segmented_control(
            **words,
            options=options,
            default=value,
            required=True,
            format_func=labels.__getitem__,
        )

    def _plain(self, control: Control, words: dict[str, Any]) -> None:
        if isinstance(control, Number):
            limits: dict[str, Any] = {
                "min_value": control.low,
                "max_value": control.high,
                "step": control.step,
            }
            if isinstance(control, Slider):
                st.slider(**words, **limits)
            else:
                st.number_input(**words, **limits, width=control.width, format=control.format)
        elif isinstance(control, Toggle):
            st.toggle(**words)
        elif isinstance(control, Typed):
            st.text_input(**words)
        else:
            raise TypeError(f"{type(control).__name__} has no control")

    def _stepped(self, name: str, control: Stepped, words: dict[str, Any]) -> None:
        options = list(control.options(self.setting))
        chosen = control.chosen(self.setting, getattr(self.setting, name))
        looks = {"format_func": control.shown, "width": control.width}
        self._optioned(name, options, options, chosen, words | looks)

    def _graded(self, name: str, control: GradedSlider, words: dict[str, Any]) -> None:
        beyond = self._session.beyond(name, control.options)
        value = getattr(self.setting, name)
        self._optioned(name, control.with_options(beyond), beyond, value, words)

    def _optioned(
        self,
        name: str,
        options: list[int],
        differing: Sequence[int],
        chosen: int,
        words: dict[str, Any],
    ) -> None:
        """Draw a slider over options; `differing` are those that are not always the same."""
        # Each set of options has a separate field: one whose options change loses its value.
        field = "_".join([name, *map(str, differing)]) + self._place
        key = self._session.key(field)
        self._session.sync_widget(field, chosen)
        self._watch(key, name, options)
        st.select_slider(
            **words | {"key": key, "args": (name, field)}, options=options, value=chosen
        )

    def _listed(self, name: str, control: Listed, words: dict[str, Any]) -> None:
        options = list(control.options(self.setting))
        chosen = control.chosen(self.setting, getattr(self.setting, name))
        self._session.sync_widget(name, chosen, tuple(options), control=f"{name}{self._place}")
        self._watch(words["key"], name, options)
        st.selectbox(**words, options=options, index=options.index(chosen), width=control.width)

    def _words(self, name: str, control: Control) -> dict[str, Any]:
        words, drawn = control.words or name, f"{name}{self._place}"
        help_name = f"controls.{words}_help"
        return {
            "label": self._text(f"controls.{words}"),
            "key": self._session.key(drawn),
            "help": self._text(help_name) if help_name in self._text else None,
            "on_change": self._session.apply_control,
            "args": (name, drawn),
        }

    def _watch(
        self,
        key: str,
        name: str,
        options: list[Any] | None = None,
        limits: dict[str, Any] | None = None,
    ) -> None:
        self.drawn[key] = {"field": name, "options": options, "limits": limits}


def _limits(control: Control) -> dict[str, Any] | None:
    """Return the range of numbers that can be typed; None for other controls."""
    if not isinstance(control, Number) or isinstance(control, Slider):
        return None
    return {"low": control.low, "high": control.high, "isWhole": control.is_whole}
