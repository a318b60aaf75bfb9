"""What a page answers, read without a screen."""

from collections.abc import Sequence
from typing import Any, TypeVar

from ui.answer.answer import Answer
from ui.answer.parts import Arithmetic, Board, Chip, Chips, Legend, Note, Part, Reset
from ui.answer.trip import Trip
from ui.picture.matrix_view.matrix import Matrix
from ui.state.address import Place, State, read_state

P = TypeVar("P", bound=Part)


class Asked:
    """One page in one language, in one state."""

    def __init__(
        self,
        name: str,
        language: str = "en",
        pin: str = "",
        trail: str = "",
        before: dict[str, Any] | None = None,
        **values: Any,
    ) -> None:
        self.trip = Trip(name, language)
        self.text = self.trip.text
        start = self.trip.page.setting.default(self.text)
        earlier = None if before is None else start.having(**before)
        self.state: State[Any] = State(start.having(**values), Place(pin, trail), earlier)

    @property
    def setting(self) -> Any:
        return self.state.setting

    @property
    def answer(self) -> Answer:
        return self.trip.answer(self.state)

    def parts(self, area: str = "") -> Sequence[Part]:
        """Of one area, or of all."""
        areas = self.answer.areas
        chosen = [areas[area]] if area else list(areas.values())
        return [part for one in chosen for part in one.parts()]

    def all(self, kind: type[P], area: str = "") -> list[P]:
        return [part for part in self.parts(area) if isinstance(part, kind)]

    @property
    def matrices(self) -> dict[str, Matrix]:
        """Every matrix by its id."""
        items = [item for board in self.all(Board) for item in board.items]
        return {item.id: item for item in items if isinstance(item, Matrix)}

    @property
    def arithmetic(self) -> Arithmetic:
        (only,) = self.all(Arithmetic, "arithmetic")
        return only

    @property
    def notes(self) -> list[str]:
        return [note.text for note in self.all(Note)]

    @classmethod
    def at(cls, name: str, language: str = "en", **address: str) -> "Asked":
        """As an address opens it."""
        asked = cls(name, language)
        asked.state = read_state(asked.trip.page.setting, asked.text, address)
        return asked

    def having(self, **values: Any) -> "Asked":
        """After a control was moved."""
        asked = type(self)(self.trip.name, self.trip.language)
        asked.state = State(self.setting.having(**values), self.state.place, self.setting)
        return asked

    def pressed(self, chip: Chip) -> "Asked":
        """After a chip was pressed."""
        asked = type(self)(self.trip.name, self.trip.language)
        place = self.state.place if chip.place is None else chip.place
        asked.state = State(self.setting.read(chip.setting), place, self.setting)
        return asked

    def offered(self, label: str) -> Chip:
        """The chip of a label beside undo, or in a legend."""
        beside = [chip for row in self.all(Reset) for chip in (row.chip, *row.extra)]
        entries = [entry.action for legend in self.all(Legend) for entry in legend.entries]
        return next(chip for chip in [*beside, *entries] if chip and chip.label == label)

    def chip(self, label: str) -> Chip:
        """The chip of a label, in any row."""
        return next(c for row in self.all(Chips) for c in row.chips if c.label == label)

    def after(self, **request: Any) -> State[Any]:
        """The state after something was done: change=..., pin=..., follow=... and here=..."""
        place = {"pin": self.state.place.pin, "trail": self.state.place.trail}
        return self.trip.after({"setting": self.setting.plain(), "place": place, "do": request})
