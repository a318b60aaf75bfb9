"""A page's answer while a person goes on: presses chips, pins cells, follows terms."""

from dataclasses import replace
from typing import Any, Self
from urllib.parse import parse_qsl

import torch
from streamlit.testing.v1 import AppTest
from torch import Tensor

from tests.pages.answers import Asked
from ui.answer.parts import Chip, Chips, Code, Reset
from ui.explain.arithmetic.numbers import read_back
from ui.state.address import State, read_state, write_state
from ui.state.setting import Setting


class Visited(Asked):
    """One page in one language, in one state, and where each step leads from there."""

    @classmethod
    def at(cls, name: str, language: str = "en", **address: str) -> Self:
        """What a link opens."""
        opened = cls(name, language)
        return opened.moved(read_state(opened.trip.page.setting, opened.text, address))

    def moved(self, state: State[Any]) -> Self:
        """The same page in another state."""
        visited = type(self)(self.trip.name, self.trip.language)
        visited.state = state
        return visited

    def having(self, **values: Any) -> Self:
        """After controls were moved."""
        return self.moved(replace(self.state, setting=self.setting.having(**values)))

    def settled(self) -> Self:
        """As the page takes its state."""
        return self.moved(self.trip.page.settled(self.state))

    def pressed(self, words: str) -> Self:
        """After the chip was pressed that has the words of this name, e.g. "try.peak"."""
        chip = next(one for one in self.every_chip() if one.label == self.text(words))
        place = self.state.place if chip.place is None else chip.place
        return self.moved(State(type(self.setting).read(chip.setting), place))

    def done(self, **request: Any) -> Self:
        """After something was done in the picture, as in `after`."""
        return self.moved(self.after(**request))

    @property
    def address(self) -> dict[str, str]:
        """The parameters of the link to this state."""
        return dict(parse_qsl(write_state(self.state, self.trip.language).removeprefix("?")))

    def values(self, matrix: str) -> Tensor:
        """The numbers of a matrix."""
        return torch.as_tensor(self.matrices[matrix].values)

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

    def every_chip(self) -> list[Chip]:
        """Those of the rows, and those beside undo."""
        rows = [chip for row in self.all(Chips) for chip in row.chips]
        beside = [chip for one in self.all(Reset) for chip in (one.chip, *one.extra)]
        return [chip for chip in (*rows, *beside) if chip is not None]

    def row(self, name: str) -> dict[str, Chip]:
        """One row of chips, by their labels."""
        rows = [row for row in self.all(Chips) if row.name == name]
        return {chip.label: chip for row in rows for chip in row.chips}

    def watched(self) -> list[str]:
        """What the chips that are on say to watch for."""
        return [chip.watch for row in self.all(Chips) for chip in row.chips if chip.is_on]

    @property
    def code(self) -> str:
        (only,) = self.all(Code, "pytorch")
        return only.text

    def ran(self) -> dict[str, Any]:
        """What the shown PyTorch makes, by name."""
        names: dict[str, Any] = {}
        exec(self.code, names)
        return names


def setting_in(app: AppTest, prefix: str) -> Setting:
    """The setting that a page run by Streamlit keeps."""
    setting: Setting = app.session_state[f"workbench.{prefix}"].history.state
    return setting
