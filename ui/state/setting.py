"""What can be changed on a page, declared once.

A page's setting is a frozen dataclass. Each of its fields is declared with what kind of control it
has, its limits and its default; from that follow the control, the place in the address, reading
back with limits, undo, comparison and the request of the one trip.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from typing import Any, ClassVar, Self

from ui.shell.language import Text
from ui.state.cells import Cells, Edits, read_cells, read_edits, write_cells, write_edits
from ui.state.control import (
    Choice,
    Control,
    GradedSlider,
    Held,
    Listed,
    Number,
    Plain,
    Slider,
    Stepped,
    Toggle,
    Typed,
)
from ui.state.typed_input import InputError

CONTROL = "control"


def _declared(control: Control, default: Any) -> Any:
    return field(default=default, metadata={CONTROL: control})


def number(low: float, high: float, default: float, **looks: Any) -> Any:
    """A number to type."""
    return _declared(Number(low=low, high=high, **looks), default)


def slider(low: int, high: int, default: int, **looks: Any) -> Any:
    """A whole number to slide."""
    return _declared(Slider(low=low, high=high, **looks), default)


def graded(low: int, high: int, default: int, **looks: Any) -> Any:
    """A whole number to slide over a long way, in steps that grow with it."""
    return _declared(GradedSlider(low=low, high=high, **looks), default)


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


def listed(options: Callable[[Any], Sequence[str]], **looks: Any) -> Any:
    """One of a list that depends on the rest of the setting."""
    return _declared(Listed(check=str, options=options, longest=40, **looks), "")


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
    FORMER: ClassVar[Mapping[str, Sequence[str]]] = {}
    """What addresses called a field before, in full."""

    @classmethod
    @cache
    def controls(cls) -> Mapping[str, Control]:
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
        """After a control change: reset whatever depended on the previous value (`before`)."""
        return self

    def plain(self) -> dict[str, Plain]:
        """What `read` takes."""
        return dict(self._plain)

    @cached_property
    def _plain(self) -> dict[str, Plain]:
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

    def changed_like(self, before: Self, after: Self) -> Self:
        """With what leads from `before` to `after`; just `after` where that cannot be here."""
        was, now = before.plain(), after.plain()
        changed = {name: getattr(after, name) for name in now if now[name] != was[name]}
        try:
            return self.having(**changed)
        except InputError:
            return after

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
        return json.dumps(self._plain, ensure_ascii=False, sort_keys=True)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)
