"""What can be changed on a page, declared once.

A page's setting is a frozen dataclass. Each field is declared with its kind of control, its limits
and its default; from these follow the control, the name in the URL, reading with limits, undo,
comparison and requests.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from typing import Any, ClassVar, Self

from ui.state.cells import Cells, Edits, read_cells, read_edits, write_cells, write_edits
from ui.state.control import (
    Choice,
    Control,
    GradedSlider,
    JsonValue,
    Listed,
    Number,
    PictureField,
    Slider,
    Stepped,
    Toggle,
    Typed,
)
from ui.state.typed_input import InputError
from ui.words.language import Text

CONTROL = "control"


def _declared(control: Control, default: Any) -> Any:
    return field(default=default, metadata={CONTROL: control})


def number(low: float, high: float, default: float, **looks: Any) -> Any:
    """Declare a number field."""
    return _declared(Number(low=low, high=high, **looks), default)


def slider(low: int, high: int, default: int, **looks: Any) -> Any:
    """Declare a slider for whole numbers."""
    return _declared(Slider(low=low, high=high, **looks), default)


def graded(low: int, high: int, default: int, **looks: Any) -> Any:
    """Declare a slider for whole numbers over a wide range, with growing steps."""
    return _declared(GradedSlider(low=low, high=high, **looks), default)


def stepped(
    low: int, high: int, default: int, options: Callable[[Any], Sequence[int]], **looks: Any
) -> Any:
    """Declare a slider over numbers that may depend on the rest of the setting."""
    return _declared(Stepped(low=low, high=high, options=options, **looks), default)


def choice(options: Collection[str], default: str, **looks: Any) -> Any:
    """Declare a choice between a few options."""
    return _declared(Choice(options=options, **looks), default)


def toggle(default: bool, **looks: Any) -> Any:
    """Declare a switch."""
    return _declared(Toggle(**looks), default)


def typed(check: Callable[[str], object], default: str = "", **looks: Any) -> Any:
    """Declare a text field."""
    return _declared(Typed(check=check, **looks), default)


def listed(options: Callable[[Any], Sequence[str]], **looks: Any) -> Any:
    """Declare a choice from a list that depends on the rest of the setting."""
    return _declared(Listed(check=str, options=options, longest=40, **looks), "")


def picture_field(
    reader: Callable[[str], Any], writer: Callable[[Any], str], default: Any, **looks: Any
) -> Any:
    """Declare a value that is changed in the picture."""
    return _declared(PictureField(reader=reader, writer=writer, **looks), default)


def edited_cells(matrices: Collection[str], most_rows: int = 16, most_cols: int = 16) -> Any:
    """Declare numbers edited by hand, in the matrices of these names."""
    names = tuple(matrices)

    def read(text: str) -> Edits:
        return read_edits(text, names, most_rows, most_cols)

    def write(edits: Edits) -> str:
        return write_edits(edits, names)

    return field(default_factory=dict, metadata={CONTROL: PictureField(reader=read, writer=write)})


def painted_cells() -> Any:
    """Declare the cells of a mask that are painted by hand."""
    default: Cells = frozenset()
    return picture_field(read_cells, write_cells, default)


@dataclass(frozen=True, eq=False)
class Setting:
    """Everything that the user chose on a page. Settings are equal if their plain values
    are equal.
    """

    PREFIX: ClassVar[str] = ""
    """Prefix of each name in the URL, so that pages do not collide."""
    FORMER: ClassVar[Mapping[str, Sequence[str]]] = {}
    """Former names of a field in the URL, in full."""

    @classmethod
    @cache
    def controls(cls) -> Mapping[str, Control]:
        """Return the declared fields, in their order."""
        return {one.name: one.metadata[CONTROL] for one in fields(cls)}

    @classmethod
    def default(cls, text: Text) -> Self:
        """Return a page's default setting in a language."""
        words = {
            name: text(control.opens_with or control.default_words)
            for name, control in cls.controls().items()
            if isinstance(control, Typed) and control.default_words
        }
        return cls(**words)

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> Self:
        """Read plain values by name. Raises: ValueError for values no control can have, or if one
        is missing.
        """
        if missing := cls.controls().keys() - plain.keys():
            raise ValueError(f"there is no {', '.join(sorted(missing))}")
        values = {name: control.read(plain[name]) for name, control in cls.controls().items()}
        setting = cls(**values)
        setting.check()
        return setting

    def check(self) -> None:
        """Check the fields together. Raises: InputError if valid fields do not fit each other."""

    def reset_dependents(self, before: Self) -> Self:
        """After a control change: reset whatever depended on the previous value (`before`)."""
        return self

    def to_json(self) -> dict[str, JsonValue]:
        """Return the plain values that `read` accepts."""
        return dict(self._json)

    @cached_property
    def _json(self) -> dict[str, JsonValue]:
        controls = type(self).controls().items()
        return {name: control.write(getattr(self, name)) for name, control in controls}

    def in_address(self, name: str) -> str:
        """Return the text of a field in the URL."""
        return type(self).controls()[name].to_text(getattr(self, name))

    def with_values(self, **values: Any) -> Self:
        """Return the setting with other values. Raises: InputError, ValueError if they
        are invalid.
        """
        changed = replace(self, **values)
        changed.check()
        return changed

    def apply_change(self, before: Self, after: Self) -> Self:
        """Apply the change from `before` to `after`; return `after` if that is invalid here."""
        was, now = before.to_json(), after.to_json()
        changed = {name: getattr(after, name) for name in now if now[name] != was[name]}
        try:
            return self.with_values(**changed)
        except InputError:
            return after

    @classmethod
    def views(cls) -> list[str]:
        """Return the fields that only set the display mode."""
        return [name for name, control in cls.controls().items() if control.is_view]

    def shown_as(self, other: Self) -> Self:
        """Return the same setting, in the display mode of another one."""
        return replace(self, **{name: getattr(other, name) for name in self.views()})

    @cached_property
    def key(self) -> str:
        """All of it as one string."""
        return json.dumps(self._json, ensure_ascii=False, sort_keys=True)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)
