"""What a page answers, read without a screen."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, Self, TypeVar
from urllib.parse import parse_qsl

import numpy as np
import plotly.graph_objects as go
import torch
from streamlit.testing.v1 import AppTest
from torch import Tensor

from ui.answer.answer import Answer, Area
from ui.answer.page_handler import PageHandler
from ui.answer.parts import Board, Chip, Chips, Columns, Curves, Legend, Note, Part, Reset
from ui.answer.program import Program
from ui.answer.requests import PageRequest, read_values
from ui.explain.arithmetic import Arithmetic
from ui.explain.arithmetic.numbers import read_back
from ui.picture.matrix_view.matrix import Matrix
from ui.state.address import Selection, State, read_state, write_state
from ui.state.setting import Setting

P = TypeVar("P", bound=Part)


class Asked:
    """One page in one language, in one state."""

    waits = True
    """Whether it waits for what several answers compute, as a visitor does."""

    def __init__(
        self,
        name: str,
        language: str = "en",
        pin: str = "",
        trail: str = "",
        before: dict[str, Any] | None = None,
        **values: Any,
    ) -> None:
        self.handler = PageHandler(name, language)
        self.text = self.handler.text
        start = self.handler.page.setting.default(self.text)
        earlier = None if before is None else start.with_values(**before)
        self.state: State[Any] = State(start.with_values(**values), Selection(pin, trail), earlier)
        self._made: dict[str, tuple[Area, Sequence[Part]]] = {}
        """The parts of each area, made once while the page's answer is the same."""

    @classmethod
    def at(cls, name: str, language: str = "en", **address: str) -> Self:
        """What a link opens."""
        opened = cls(name, language)
        return opened.moved(read_state(opened.handler.page.setting, opened.text, address))

    def moved(self, state: State[Any]) -> Self:
        """The same page in another state."""
        asked = type(self)(self.handler.name, self.handler.language)
        asked.state = state
        return asked

    def with_values(self, **values: Any) -> Self:
        """After controls were moved."""
        changed = self.setting.with_values(**values)
        return self.moved(replace(self.state, setting=changed, before=self.setting))

    def pressed(self, which: str | Chip) -> Self:
        """After a chip was pressed, or the one that has the words of a name, e.g. "try.peak"."""
        chip = self.chip(self.text(which)) if isinstance(which, str) else which
        selection = self.state.selection if chip.selection is None else chip.selection
        return self.moved(State(type(self.setting).read(chip.setting), selection, self.setting))

    def offered(self, label: str) -> Chip:
        """The chip of a label."""
        return self.chip(label)

    def normalised(self) -> Self:
        """As the page takes its state."""
        return self.moved(self.handler.page.normalised(self.state))

    def done(self, **request: Any) -> Self:
        """After something was done in the picture, as in `after`."""
        return self.moved(self.after(**request))

    @property
    def setting(self) -> Any:
        setting = self.state.setting
        if self.waits and hasattr(setting, "train_whole"):
            setting.train_whole()
        return setting

    @property
    def answer(self) -> Answer:
        assert self.setting is self.state.setting
        return self.handler.answer(self.state)

    @property
    def address(self) -> dict[str, str]:
        """The parameters of the link to this state."""
        return dict(parse_qsl(write_state(self.state, self.handler.language).removeprefix("?")))

    def parts(self, area: str = "") -> Sequence[Part]:
        """Of one area, or of all, also what stands side by side."""
        areas = self.answer.areas
        chosen = [area] if area else areas
        made = [part for name in chosen for part in self._of(name, areas[name])]
        return [each for part in made for each in (part, *_inside(part))]

    def _of(self, name: str, area: Area) -> Sequence[Part]:
        if name not in self._made or self._made[name][0] is not area:
            self._made[name] = area, area.parts()
        return self._made[name][1]

    def all(self, kind: type[P], area: str = "") -> list[P]:
        return [part for part in self.parts(area) if isinstance(part, kind)]

    @property
    def matrices(self) -> dict[str, Matrix]:
        """Every matrix by its id."""
        items = [item for board in self.all(Board) for item in board.items]
        return {item.id: item for item in items if isinstance(item, Matrix)}

    def values(self, matrix: str) -> Tensor:
        """The numbers of a matrix."""
        return torch.as_tensor(self.matrices[matrix].values)

    def labels(self, matrix: str) -> list[str]:
        """What stands above the columns of a matrix."""
        return list(self.matrices[matrix].cols.labels)

    @property
    def figures(self) -> list[go.Figure]:
        """As Plotly understands them: it refuses what it does not know."""
        return [go.Figure(curves.figure) for curves in self.all(Curves)]

    @property
    def curves(self) -> list[go.Scatter]:
        """The lines of all figures, without their marks."""
        return [line for one in self.figures for line in one.data if line.mode == "lines"]

    @property
    def arithmetic(self) -> Arithmetic:
        (only,) = self.all(Arithmetic, "arithmetic")
        return only

    @property
    def lines(self) -> dict[str, str]:
        """The lines of the arithmetic as text, by their labels."""
        return {
            label: " ".join(piece["text"] for piece in spans)
            for label, spans in self.arithmetic.lines
        }

    @property
    def explained_number(self) -> float:
        """The number after the last "= " of the arithmetic's title."""
        return read_back(self.arithmetic.title.rpartition("= ")[2])

    @property
    def notes(self) -> list[str]:
        return [note.text for note in self.all(Note)]

    @property
    def chips(self) -> list[Chip]:
        """Every chip, in any row, legend or history."""
        rows = [chip for row in self.all(Chips) for chip in row.chips]
        legends = [entry.action for one in self.all(Legend) for entry in one.entries]
        histories = [
            chip for one in self.all(Reset) for chip in (one.chip, *one.extra, *one.further)
        ]
        return [chip for chip in (*rows, *legends, *histories) if chip is not None]

    def chip(self, label: str) -> Chip:
        """The chip of a label."""
        return next(chip for chip in self.chips if chip.label == label)

    def row(self, name: str) -> dict[str, Chip]:
        """One row of chips, by their labels."""
        return {
            chip.label: chip for row in self.all(Chips) for chip in row.chips if row.name == name
        }

    def watched(self) -> list[str]:
        """What the chips that are on say to watch for."""
        return [chip.hint for row in self.all(Chips) for chip in row.chips if chip.is_on]

    @property
    def code(self) -> str:
        return next(iter(self.program.sources.values()))

    @property
    def program(self) -> Program:
        """The program that gives the page's numbers."""
        (only,) = self.all(Program, "pytorch")
        return only

    def ran(self, needed: str = "") -> dict[str, Any]:
        """What the shown PyTorch makes, by name; "torch" or "core" says which of it."""
        names: dict[str, Any] = {}
        exec(self.program.sources[needed] if needed else self.code, names)
        return names

    def all_text(self) -> str:
        """Every text of the whole answer, also in its pictures, but not what chips lead to."""
        return "\n".join(text for part in self.parts() for text in _texts(part))

    def after(self, **request: Any) -> State[Any]:
        """The state after something was done: change=..., pin=..., follow=... and here=..."""
        selection = {"pin": self.state.selection.pin, "trail": self.state.selection.trail}
        asked = {"setting": self.setting.to_json(), "selection": selection, "do": request}
        return self.handler.after(read_values(asked, PageRequest))


def _inside(part: Part) -> list[Part]:
    columns = part.columns if isinstance(part, Columns) else ()
    return [one for column in columns for one in column]


def _texts(thing: object) -> Iterator[str]:
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, Columns):
        return
    elif isinstance(thing, Chip):
        yield from (thing.label, thing.hint)
    elif is_dataclass(thing):
        yield from (text for one in fields(thing) for text in _texts(getattr(thing, one.name)))
    elif isinstance(thing, Mapping):
        yield from (text for one in thing.values() for text in _texts(one))
    elif isinstance(thing, Iterable) and not isinstance(thing, bytes | np.ndarray | Tensor):
        yield from (text for one in thing for text in _texts(one))


def setting_in(app: AppTest, prefix: str) -> Setting:
    """The setting that a page run by Streamlit keeps."""
    return app.session_state[f"workbench.{prefix}"].history.state
