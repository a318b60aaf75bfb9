"""The controls of a page, drawn from what its setting declares of them."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any, Generic, TypeVar

import streamlit as st

from ui.shell.language import Text
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
from ui.state.kept import Kept
from ui.state.setting import Setting

S = TypeVar("S", bound=Setting)
LINE_WIDTH = 280
"""Of a line among controls, in pixels: a longer one breaks, and makes no popover wider."""


class Widgets(Generic[S]):
    """Draws controls where it is told to; remembers which, for the picture to watch them."""

    def __init__(self, kept: Kept[S], text: Text) -> None:
        self._kept, self._text = kept, text
        self.drawn: dict[str, dict[str, Any]] = {}
        """By Streamlit's key of each control: its field, what its places stand for, its limits."""
        self._refused: list[str] = []

    @property
    def kept(self) -> Kept[S]:
        return self._kept

    @property
    def text(self) -> Text:
        return self._text

    @property
    def setting(self) -> S:
        return self._kept.setting

    def draw(self, *names: str, words: str = "") -> None:
        """The controls of these fields, in this order.

        words: where the label stands in "controls", if the rest of the setting asks for another.
        """
        for name in names:
            control = type(self.setting).controls()[name]
            self._draw(name, replace(control, words=words) if words else control)

    def draw_choice(self, name: str, options: Sequence[str], value: str) -> None:
        """The control of a choice with some of its options only, on a page that has no use for the
        others. `value` is the one that counts here.
        """
        control = type(self.setting).controls()[name]
        assert isinstance(control, Choice)
        self._choice(name, replace(control, options=options), value)

    def say(self, name: str, **values: object) -> None:
        """A line next to a control that changes nothing while the others are as they are."""
        st.caption(self._text(name, **values), width=LINE_WIDTH)

    def draw_refusals(self) -> None:
        """What is wrong with the values that were refused: below the controls, which stay in their
        places and as wide as they are.
        """
        for said in self._refused:
            st.error(said)

    def more(self) -> AbstractContextManager[object]:
        """A place for the controls that matter less."""
        return st.popover(self._text("frame.more"), icon=":material/tune:")

    def untrained(self, seed: int | None = None) -> None:
        """Say that the numbers are random, and of which seed; the setting's where none is given."""
        used = self.setting.plain()["seed"] if seed is None else seed
        said = self._text("frame.untrained", seed=used)
        st.badge(said, color="gray", help=self._text("frame.untrained_help"))

    def _draw(self, name: str, control: Control) -> None:
        # The value is its default too: a control behind "More" is not drawn until somebody looks,
        # and never hears what the session said meanwhile.
        words = self._words(name, control)
        value, key = getattr(self.setting, name), self._kept.key(name)
        if isinstance(control, Stepped):
            self._stepped(name, control, words)
        elif isinstance(control, GradedSlider):
            self._graded(name, control, words)
        elif isinstance(control, Listed):
            self._listed(name, control, words)
        elif isinstance(control, Choice):
            self._choice(name, control, value)
        else:
            self._kept.refill(name, value)
            self._watch(key, name, limits=_limits(control))
            self._plain(control, words | {"value": value})
        if error := self._kept.error(name):
            self._refused.append(self._text(f"errors.{error.name}", **self._labelled(error.values)))

    def _labelled(self, values: Mapping[str, object]) -> dict[str, object]:
        """An error's values, with a control under its label."""
        label = f"controls.{values.get('control')}"
        return {**values, "control": self._text(label)} if label in self._text else {**values}

    def _choice(self, name: str, control: Choice, value: str) -> None:
        section, options = control.section or name, list(control.options)
        labels = {option: self._text(f"{section}.{option}") for option in options}
        self._kept.refill(name, value, tuple(labels.values()))
        self._watch(self._kept.key(name), name, options)
        st.segmented_control(
            **self._words(name, control),
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
        beyond = self._kept.beyond(name, control.options)
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
        """A slider over options, `differing` those that are not always the same ones."""
        # Each set of options has a field of its own: one whose options change loses its value.
        field = "_".join([name, *map(str, differing)])
        key = self._kept.key(field)
        self._kept.refill(field, chosen)
        self._watch(key, name, options)
        st.select_slider(
            **words | {"key": key, "args": (name, field)}, options=options, value=chosen
        )

    def _listed(self, name: str, control: Listed, words: dict[str, Any]) -> None:
        options = list(control.options(self.setting))
        chosen = control.chosen(self.setting, getattr(self.setting, name))
        self._kept.refill(name, chosen, tuple(options))
        self._watch(words["key"], name, options)
        st.selectbox(**words, options=options, index=options.index(chosen), width=control.width)

    def _words(self, name: str, control: Control) -> dict[str, Any]:
        words = control.words or name
        help_name = f"controls.{words}_help"
        return {
            "label": self._text(f"controls.{words}"),
            "key": self._kept.key(name),
            "help": self._text(help_name) if help_name in self._text else None,
            "on_change": self._kept.take,
            "args": (name,),
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
    """Which numbers can be typed; None where none are."""
    if not isinstance(control, Number) or isinstance(control, Slider):
        return None
    return {"low": control.low, "high": control.high, "isWhole": control.is_whole}
