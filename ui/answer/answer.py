"""Types for a page's answer to a setting: a pure function, independent of Streamlit."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from torch import Tensor

from transformer_core.explain.computation import Cell
from ui.answer.parts import Part
from ui.shell.language import Text
from ui.state.address import Place, State
from ui.state.setting import Setting

S = TypeVar("S", bound=Setting)
Change = Mapping[str, Any]
"""What was done in a matrix: an edited cell {"matrix", "row", "col", "value"}, or a stroke of
paint {"matrix", "cells", "hidden"}."""


@dataclass(frozen=True)
class Area:
    """One region of a page. Its parts are made when somebody looks at it."""

    parts: Callable[[], Sequence[Part]]
    follows_pin: bool = False
    """Whether it depends on what is looked at; else the setting alone decides it."""
    is_passing: bool = False
    """Whether this area is provisional: the same setting will soon give another result, e.g. once a
    model has loaded."""
    is_large: bool = False
    """Whether only the browser's own request brings it, and not each rerun of the controls."""


@dataclass(frozen=True)
class Answer:
    """Everything on a page that depends on its setting, by areas.

    `first` are those that a person sees at once; the `later` ones are asked for behind them.
    """

    first: Mapping[str, Area]
    later: Mapping[str, Area] = field(default_factory=dict)
    equation: str = ""
    """Which of the page's equations holds."""
    asked: Callable[[str], Area | None] = lambda name: None
    """Further areas by name, which a picture asks for as it needs them; None for no such name."""

    @property
    def areas(self) -> dict[str, Area]:
        return {**self.first, **self.later}

    def area(self, name: str) -> Area | None:
        """An area by its name, also one that only a picture asks for."""
        return self.areas.get(name) or self.asked(name)


def _unchanged(setting: Any, change: Change) -> Any:
    raise ValueError("nothing on this page can be changed by hand")


def _pinned(state: State[Any], pin: str) -> State[Any]:
    return replace(state, place=Place(pin))


def _followed(state: State[Any], cell: Cell, text: Text) -> State[Any]:
    return state


def _as_it_is(state: State[Any]) -> State[Any]:
    return state


def _compares_nothing(setting: Any) -> bool:
    return False


def _no_tensors(setting: Any) -> Mapping[str, Tensor]:
    return {}


def _as_shown(setting: Any, matrix: str, rows: list[list[float]]) -> None:
    return None


@dataclass(frozen=True)
class PageAnswer(Generic[S]):
    """One page: what can be set, what it answers, and what is done in its pictures."""

    setting: type[S]
    answer: Callable[[State[S], Text], Answer]
    changed: Callable[[S, Change], S] = _unchanged
    """A setting after something was edited or painted. Raises: ValueError."""
    pinned: Callable[[State[S], str], State[S]] = _pinned
    """After a cell was pinned by hand."""
    followed: Callable[[State[S], Cell, Text], State[S]] = _followed
    """After a person went on to a cell in the arithmetic: where that is to be seen."""
    opened: Callable[[State[S]], State[S]] = _as_it_is
    """A state as an address opens it: with what is pinned in sight."""
    settled: Callable[[State[S]], State[S]] = _as_it_is
    """A state with its pin in a matrix that is there, however it came about."""
    compares: Callable[[S], bool] = _compares_nothing
    """Whether a setting asks what the last change did."""
    tensors: Callable[[S], Mapping[str, Tensor]] = _no_tensors
    """Every tensor that a setting gives, by the names of its computation or of `trace`."""
    loaded: Callable[[S, str, list[list[float]]], S | None] = _as_shown
    """With a whole matrix from a file, which may have another size; None where a file holds what
    the matrix shows. Raises: InputError."""
    scripts: Sequence[str] = ()
    """Modules that draw what only this page has, by their paths in the project."""
