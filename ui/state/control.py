"""The kinds of fields that a setting can have: limits, reading and writing of values."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, cast

from ui.state.typed_input import InputError

JsonValue = str | int | float | bool
"""The type of a field's value in a request."""


@dataclass(frozen=True, kw_only=True)
class Control:
    """One field: how its value is read, written and drawn."""

    words: str = ""
    """The label's name in "controls", if it is not the field's own name."""
    is_view: bool = False
    """Whether it only sets the display mode: changing it is not an undo step."""
    former: JsonValue | None = None
    """What a link or a file without the field showed before there was the field, or before its
    default changed; None if that is its default. If there is one, links always have the field.
    """

    def read(self, plain: object) -> Any:
        """Read a plain value. Raises: ValueError for a value that the control cannot have."""
        raise NotImplementedError

    def write(self, value: Any) -> JsonValue:
        """Return the plain value that `read` accepts."""
        return cast(JsonValue, value)

    def from_text(self, text: str) -> Any:
        """Read a value from the URL. Raises: ValueError."""
        return self.read(text)

    def to_text(self, value: Any) -> str:
        """Write a value for the URL."""
        return str(self.write(value))


@dataclass(frozen=True, kw_only=True)
class Number(Control):
    """A number in a range; a whole number if the range is given in whole numbers."""

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
            raise ValueError(f"{plain!r} is not a number")
        if self.is_whole and isinstance(plain, float) and not plain.is_integer():
            raise ValueError(f"{plain} is not a whole number")
        try:
            value = int(plain) if self.is_whole else float(plain)
        except OverflowError:
            raise ValueError("the number is too large") from None
        if not self.low <= value <= self.high:
            raise ValueError(f"{value} is not in the range from {self.low} to {self.high}")
        return value

    def to_text(self, value: float) -> str:
        return str(value) if self.is_whole else f"{value:.12g}"


@dataclass(frozen=True, kw_only=True)
class Slider(Number):
    """A slider for whole numbers."""


@dataclass(frozen=True, kw_only=True)
class GradedSlider(Slider):
    """A slider for whole numbers over a wide range, with growing steps: as fine at 4 as at 1000.

    The control offers the numbers in `options`; a URL may have any other number in the range.
    """

    low: int
    high: int

    @property
    def options(self) -> list[int]:
        """Return every number up to 64, then 32 per doubling: no step is more than 1/32."""
        options = [self.low]
        while options[-1] < self.high:
            step = max(1, 2 ** (options[-1].bit_length() - 6))
            options.append(min(options[-1] + step, self.high))
        return options

    def with_options(self, also: Collection[int]) -> list[int]:
        """Return the options and some further numbers, in order."""
        return sorted({*self.options, *also})


@dataclass(frozen=True, kw_only=True)
class Stepped(Control):
    """A slider over numbers that may depend on the rest of the setting.

    A number that is not an option counts as the next smaller option; the requested number is kept.
    """

    low: int
    high: int
    options: Callable[[Any], Sequence[int]]
    width: int = 180
    counts_from: int = 0
    """The number shown for option 0: the first head is 0 in a link, and 1 on the screen."""

    def shown(self, option: int) -> str:
        """Return an option as it is shown on the screen."""
        return str(option + self.counts_from)

    def read(self, plain: object) -> int:
        return int(Number(low=self.low, high=self.high).read(plain))

    def chosen(self, setting: Any, wanted: int) -> int:
        """Return the option that applies."""
        options = self.options(setting)
        return max((option for option in options if option <= wanted), default=options[0])


@dataclass(frozen=True, kw_only=True)
class Choice(Control):
    """One of a few options; their labels are in the section of the same name."""

    options: Collection[str]
    section: str = ""

    def read(self, plain: object) -> str:
        if plain not in self.options:
            raise ValueError(f"{str(plain)[:40]!r} is not one of {', '.join(self.options)}")
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
    """A text that `check` accepts, or refuses with an InputError.

    `default_words` names the default text, which depends on the language; `opens_with` the one with
    which the page opens, if that is another one since its first links were made.
    """

    check: Callable[[str], object]
    default_words: str = ""
    opens_with: str = ""
    longest: int = 4000

    def read(self, plain: object) -> str:
        if not isinstance(plain, str):
            raise ValueError(f"{str(plain)[:40]!r} is not text")
        # First: a text that is too long would take long to check.
        if len(plain) > self.longest:
            raise InputError("text_too_long", count=f"{len(plain):,}", limit=f"{self.longest:,}")
        self.check(plain)
        return plain


@dataclass(frozen=True, kw_only=True)
class Listed(Typed):
    """One item of a list that depends on the rest of the setting.

    A text that is not in the list counts as its first item; the requested text is kept.
    """

    options: Callable[[Any], Sequence[str]]
    width: int = 160

    def chosen(self, setting: Any, wanted: str) -> str:
        """Return the option that applies."""
        options = self.options(setting)
        return wanted if wanted in options else options[0]


@dataclass(frozen=True, kw_only=True)
class PictureField(Control):
    """A value without a Streamlit control: it is changed in the picture."""

    reader: Callable[[str], Any]
    writer: Callable[[Any], str] = str
    section: str = ""
    """The section with the names of the values, if they have any."""

    def read(self, plain: object) -> Any:
        if not isinstance(plain, str):
            raise ValueError(f"{plain!r} is not text")
        return self.reader(plain)

    def write(self, value: Any) -> str:
        return self.writer(value)
