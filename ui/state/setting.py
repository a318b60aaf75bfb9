"""What can be changed on a page, declared once.

A page's setting is a frozen dataclass. Each of its fields is declared with what kind of control it
has, its limits and its default; from that follow the control, the place in the address, reading
back with limits, undo, comparison and the request of the one trip.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, ClassVar, Self, cast

from ui.shell.language import Text
from ui.state.cells import Cells, Edits, read_cells, read_edits, write_cells, write_edits
from ui.state.typed_input import InputError

Plain = str | int | float | bool
"""What a field's value is in a request."""
CONTROL = "control"


@dataclass(frozen=True, kw_only=True)
class Control:
    """One field: how its value is read, written and drawn."""

    words: str = ""
    """Where the label stands in "controls", if not under the field's own name."""
    is_view: bool = False
    """Whether it only says how things are shown: to change it is no step to undo."""

    def read(self, plain: object) -> Any:
        """A value of a plain one. Raises: ValueError for what the control would never give."""
        raise NotImplementedError

    def write(self, value: Any) -> Plain:
        """What `read` takes."""
        return cast(Plain, value)

    def from_text(self, text: str) -> Any:
        """From the address. Raises: ValueError."""
        return self.read(text)

    def to_text(self, value: Any) -> str:
        """For the address."""
        return str(self.write(value))


@dataclass(frozen=True, kw_only=True)
class Number(Control):
    """A number in a range, whole where the range is given in whole numbers."""

    low: float
    high: float
    step: float = 1
    width: int = 120
    format: str | None = None

    @property
    def is_whole(self) -> bool:
        return isinstance(self.low, int)

    def read(self, plain: object) -> float:
        if isinstance(plain, bool) or not isinstance(plain, int | float | str):
            raise ValueError(f"{plain!r} is no number")
        if self.is_whole and isinstance(plain, float) and plain != int(plain):
            raise ValueError(f"{plain} is no whole number")
        value = int(plain) if self.is_whole else float(plain)
        if not self.low <= value <= self.high:
            raise ValueError(f"{value} is not from {self.low} to {self.high}")
        return value

    def to_text(self, value: float) -> str:
        return str(value) if self.is_whole else f"{value:.12g}"


@dataclass(frozen=True, kw_only=True)
class Slider(Number):
    """A whole number to slide."""


@dataclass(frozen=True, kw_only=True)
class Stepped(Control):
    """A slider over numbers that may depend on the rest of the setting.

    A number that is no option counts as the next smaller one; what was asked for stays.
    """

    low: int
    high: int
    options: Callable[[Any], Sequence[int]]
    width: int = 180

    def read(self, plain: object) -> int:
        return int(Number(low=self.low, high=self.high).read(plain))

    def chosen(self, setting: Any, wanted: int) -> int:
        """The option that counts."""
        options = self.options(setting)
        return max((option for option in options if option <= wanted), default=options[0])


@dataclass(frozen=True, kw_only=True)
class Choice(Control):
    """One of a few, by its own name; what each is called stands in the section of that name."""

    options: Collection[str]
    section: str = ""

    def read(self, plain: object) -> str:
        if plain not in self.options:
            raise ValueError(f"{str(plain)[:40]!r} is none of {', '.join(self.options)}")
        return str(plain)


@dataclass(frozen=True, kw_only=True)
class Toggle(Control):
    """On or off."""

    def read(self, plain: object) -> bool:
        if isinstance(plain, bool):
            return plain
        return Choice(options=("true", "false")).read(plain) == "true"

    def to_text(self, value: bool) -> str:
        return str(value).lower()


@dataclass(frozen=True, kw_only=True)
class Typed(Control):
    """A text that `check` takes, or refuses with an InputError.

    `default_words` names the text with which it starts, which depends on the language.
    """

    check: Callable[[str], object]
    default_words: str = ""
    longest: int = 4000

    def read(self, plain: object) -> str:
        if not isinstance(plain, str):
            raise ValueError(f"{str(plain)[:40]!r} is no text")
        self.check(plain)
        if len(plain) > self.longest:
            raise InputError("text_too_long", count=f"{len(plain):,}", limit=f"{self.longest:,}")
        return plain


@dataclass(frozen=True, kw_only=True)
class Held(Control):
    """A value that no control of Streamlit shows: it is changed in the picture."""

    reader: Callable[[str], Any]
    writer: Callable[[Any], str] = str

    def read(self, plain: object) -> Any:
        if not isinstance(plain, str):
            raise ValueError(f"{plain!r} is no text")
        return self.reader(plain)

    def write(self, value: Any) -> str:
        return self.writer(value)


def _declared(control: Control, default: Any) -> Any:
    return field(default=default, metadata={CONTROL: control})


def number(low: float, high: float, default: float, **looks: Any) -> Any:
    """A number to type."""
    return _declared(Number(low=low, high=high, **looks), default)


def slider(low: int, high: int, default: int, **looks: Any) -> Any:
    """A whole number to slide."""
    return _declared(Slider(low=low, high=high, **looks), default)


def stepped(
    low: int, high: int, default: int, options: Callable[[Any], Sequence[int]], **looks: Any
) -> Any:
    """A slider over numbers that may depend on the rest of the setting."""
    return _declared(Stepped(low=low, high=high, options=options, **looks), default)


def choice(options: Collection[str], default: str, **looks: Any) -> Any:
    """One of a few."""
    return _declared(Choice(options=options, **looks), default)


def toggle(default: bool, **looks: Any) -> Any:
    """On or off."""
    return _declared(Toggle(**looks), default)


def typed(check: Callable[[str], object], default: str = "", **looks: Any) -> Any:
    """A text field."""
    return _declared(Typed(check=check, **looks), default)


def held(
    reader: Callable[[str], Any], writer: Callable[[Any], str], default: Any, **looks: Any
) -> Any:
    """What is changed in the picture."""
    return _declared(Held(reader=reader, writer=writer, **looks), default)


def edited_cells(matrices: Collection[str], most_rows: int = 16) -> Any:
    """Numbers that are edited by hand, in the matrices of these names."""
    names = tuple(matrices)

    def read(text: str) -> Edits:
        return read_edits(text, names, most_rows)

    def write(edits: Edits) -> str:
        return write_edits(edits, names)

    return field(default_factory=dict, metadata={CONTROL: Held(reader=read, writer=write)})


def painted_cells() -> Any:
    """The cells of a mask that are painted by hand."""
    default: Cells = frozenset()
    return held(read_cells, write_cells, default)


@dataclass(frozen=True, eq=False)
class Setting:
    """Everything that a person chose on a page. Equal when all that is written is equal."""

    PREFIX: ClassVar[str] = ""
    """What stands before each name in the address, so that pages keep apart."""

    @classmethod
    def controls(cls) -> dict[str, Control]:
        """The declared fields, in their order."""
        return {one.name: one.metadata[CONTROL] for one in fields(cls)}

    @classmethod
    def default(cls, text: Text) -> Self:
        """With what a page starts in a language."""
        words = {
            name: text(control.default_words)
            for name, control in cls.controls().items()
            if isinstance(control, Typed) and control.default_words
        }
        return cls(**words)

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> Self:
        """From plain values by name. Raises: ValueError or KeyError for what nothing would give."""
        values = {name: control.read(plain[name]) for name, control in cls.controls().items()}
        setting = cls(**values)
        setting.check()
        return setting

    def check(self) -> None:
        """Raises: InputError where fields, each good by itself, do not go together."""

    def following(self, before: Self) -> Self:
        """After a control was moved: without what belonged to the value that it had `before`."""
        return self

    def plain(self) -> dict[str, Plain]:
        """What `read` takes."""
        controls = type(self).controls().items()
        return {name: control.write(getattr(self, name)) for name, control in controls}

    def in_address(self, name: str) -> str:
        """What the address says of a field."""
        return type(self).controls()[name].to_text(getattr(self, name))

    def having(self, **values: Any) -> Self:
        """With other values, where these are possible. Raises: InputError, ValueError."""
        changed = replace(self, **values)
        changed.check()
        return changed

    @classmethod
    def views(cls) -> list[str]:
        """The fields that only say how things are shown."""
        return [name for name, control in cls.controls().items() if control.is_view]

    def shown_as(self, other: Self) -> Self:
        """The same, shown in the way of another one."""
        return replace(self, **{name: getattr(other, name) for name in self.views()})

    @cached_property
    def key(self) -> str:
        """All of it as one text."""
        return json.dumps(self.plain(), ensure_ascii=False, sort_keys=True)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)


__all__ = [
    "Choice",
    "Control",
    "Held",
    "InputError",
    "Number",
    "Plain",
    "Setting",
    "Slider",
    "Stepped",
    "Toggle",
    "Typed",
    "choice",
    "edited_cells",
    "held",
    "number",
    "painted_cells",
    "slider",
    "stepped",
    "toggle",
    "typed",
]
