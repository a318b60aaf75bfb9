"""Types for a page's answer to a setting: a pure function, independent of Streamlit."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from torch import Tensor

from transformer_core.explain.computation import Cell
from ui.answer.carried import Carried
from ui.answer.parts import Part
from ui.answer.tensor_file import TensorFiles
from ui.state.address import Selection, State
from ui.state.change import Change
from ui.state.setting import Setting
from ui.words.language import Text

S = TypeVar("S", bound=Setting)


class PassingError(Exception):
    """An area cannot be made now: the parts to show until it is requested again."""

    def __init__(self, parts: Sequence[Part]) -> None:
        super().__init__("an area cannot be made now")
        self.parts = parts


@dataclass(frozen=True)
class Area:
    """One region of a page. Its parts are made only when they are needed.

    Whatever makes them may raise PassingError.
    """

    parts: Callable[[], Sequence[Part]]
    follows_pin: bool = False
    """Whether the area depends on the pin; otherwise it depends on the setting alone."""
    is_provisional: bool = False
    """Whether this area is provisional: the same setting will soon give another result, e.g. once a
    model has loaded."""
    encoded: Callable[[], bytes] | None = None
    """Returns the parts as `encode_parts` would, where another process has made them."""
    is_large: bool = False
    """Whether only the browser's own request returns this area, not every rerun of the controls."""


@dataclass(frozen=True)
class Answer:
    """Everything on a page that depends on its setting, by area.

    The areas in `first` are visible immediately; those in `later` are requested after them.
    """

    first: Mapping[str, Area]
    later: Mapping[str, Area] = field(default_factory=dict)
    equation: str = ""
    """The name of the page's equation that applies."""
    on_demand: Callable[[str], Area | None] = lambda name: None
    """Return a further area that a picture requests on demand; None for an unknown name."""

    @property
    def areas(self) -> dict[str, Area]:
        return {**self.first, **self.later}

    def area(self, name: str) -> Area | None:
        """Return an area by name, including areas that only a picture requests."""
        return self.areas.get(name) or self.on_demand(name)


def _unchanged(setting: Any, change: Change) -> Any:
    raise ValueError("nothing on this page can be changed by hand")


def _pinned(state: State[Any], pin: str) -> State[Any]:
    return replace(state, selection=Selection(pin))


def _followed(state: State[Any], cell: Cell, text: Text) -> State[Any]:
    return state


def _as_it_is(state: State[Any]) -> State[Any]:
    return state


def _compares_nothing(setting: Any) -> bool:
    return False


def _no_tensors(setting: Any) -> Mapping[str, Tensor]:
    return {}


def _tensors_here(state: State[Any], text: Text) -> TensorFiles | None:
    return None


def _no_results(setting: Any) -> Mapping[str, float]:
    return {}


def _as_shown(setting: Any, matrix: str, rows: list[list[float]]) -> None:
    return None


def unpinned(change: Callable[[S], S]) -> Callable[[S], tuple[S, str]]:
    """Return the question that changes the setting and pins nothing."""
    return lambda setting: (change(setting), "")


def _known(setting: Any, text: Text) -> str:
    return text("corridor.known")


def _gives_nothing(state: State[Any]) -> Carried:
    return Carried()


def _takes_nothing(carried: Carried) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True)
class PageAnswer(Generic[S]):
    """One page: its settings, its answer, and the actions in its pictures."""

    setting: type[S]
    answer: Callable[[State[S], Text], Answer]
    changed: Callable[[S, Change], S] = _unchanged
    """Return the setting after an edit or a paint stroke. Raises: ValueError."""
    pinned: Callable[[State[S], str], State[S]] = _pinned
    """Return the state after the user pinned a cell."""
    followed: Callable[[State[S], Cell, Text], State[S]] = _followed
    """Return the state after the user followed a cell in the arithmetic, with that cell visible."""
    opened: Callable[[State[S]], State[S]] = _as_it_is
    """Return the state that a URL opens, with the pinned cell visible."""
    normalised: Callable[[State[S]], State[S]] = _as_it_is
    """Return the state with its pin in an existing matrix."""
    compares: Callable[[S], bool] = _compares_nothing
    """Return whether a setting shows the effect of the last change."""
    tensors: Callable[[S], Mapping[str, Tensor]] = _no_tensors
    """Return every tensor of a setting, by its name in the computation or in `trace`."""
    tensor_files: Callable[[State[S], Text], TensorFiles | None] = _tensors_here
    """Return the files of tensors that another process has; None where `tensors` has them."""
    results: Callable[[S], Mapping[str, float]] = _no_results
    """Return what is measured of a setting beside its tensors, by name."""
    loaded: Callable[[S, str, list[list[float]]], S | None] = _as_shown
    """Return the setting with a whole matrix from a file, which may change its size; None if the
    file is equal to the matrix shown. Raises: InputError."""
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The fields of each preset that other pages may link to, by its name in the texts."""
    questions: Mapping[str, Callable[[S], tuple[S, str]]] = field(default_factory=dict)
    """What a question asked elsewhere does to the page's default setting, with the cell to pin."""
    views: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    """The part of its picture that answers a question asked elsewhere, as in the URL."""
    known: Callable[[S, Text], str] = _known
    """Return what one knows at the end of the page."""
    gives: Callable[[State[S]], Carried] = _gives_nothing
    """Return what a visitor takes along from the page."""
    takes: Callable[[Carried], Mapping[str, Any]] = _takes_nothing
    """Return the fields to open the page with for what a visitor brings."""
    scripts: Sequence[str] = ()
    """Modules that draw parts used by this page alone, by their paths in the project."""
