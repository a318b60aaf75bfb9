"""The programs that give the numbers of a Hugging Face model's map."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pages.translator.run_name import file_of
from pages.translator.setting import SentenceSetting
from transformer_core.explain.computation import Cell
from transformer_lab.learning.opened_run import FAMILY
from ui.answer.program import Program
from ui.answer.template import printed
from ui.explain.trail import read_trail
from ui.models import BoardAbout, BoardSeen, is_folder
from ui.state.address import Selection
from ui.words.language import Text

PROGRAMS = Path(__file__).with_name("programs")
UNSEEN = re.compile(r"(mask|look_ahead|speeds|angles|each_\w+|\w+_ids|\w+_padding)")
"""The last word of a tensor's name that only the core's program has, for it is no number that the
model computes with."""


@dataclass(frozen=True)
class OtherProgram:
    """What the programs of one forward are printed from."""

    setting: SentenceSetting
    about: BoardAbout
    seen: BoardSeen
    selection: Selection

    def program(self, text: Text) -> Program:
        """With torch alone where the model is plain enough, and with the core."""
        if self._is_run and not self._file:
            return Program(text, "other_model")
        torch_only = self._torch_only() if self.about.constants else ""
        return Program(text, "other_model", torch_only, self._with_core())

    @property
    def cell(self) -> Cell:
        """The number that the page explains: the followed, the pinned, or the first one."""
        texts = (self.selection.trail, self.selection.pin, self.seen.first)
        return next(cell for cell in map(self._last_cell, texts) if cell is not None)

    def _last_cell(self, trail: str) -> Cell | None:
        """The last number of a trail, if this forward has it."""
        try:
            *_, cell = read_trail(trail) or (None,)
        except ValueError:
            return None
        return cell if cell is not None and self._has(cell) else None

    def _has(self, cell: Cell) -> bool:
        shape = self.seen.shapes.get(cell.tensor, ())
        return len(shape) == len(cell.index) and all(
            place < size for place, size in zip(cell.index, shape, strict=True)
        )

    def _torch_only(self) -> str:
        cell = self.cell
        if UNSEEN.fullmatch(cell.tensor.rpartition(".")[2]):
            cell = read_trail(self.seen.first)[0]
        choices = {
            **self._choices,
            "is_id": not is_folder(self.setting.name),
            "is_tied": "output.weight" not in self.about.parameters,
        }
        values = {**self._values(cell), **self.about.constants}
        lines = {"by_hand": list(self._changes("W"))}
        file = PROGRAMS / f"{self.about.family}.py"
        return printed(file, values, choices, lines=lines, is_compact=True)

    def _with_core(self) -> str:
        changes = list(self._changes("parameters"))
        if changes:
            parameters = "dict(opened.model.named_parameters(remove_duplicate=False))"
            changes = [f"parameters = {parameters}", *changes]
        choices = {**self._choices, "side": self._side, "is_run": self._is_run}
        values = {**self._values(self.cell), "file": self._file}
        file = PROGRAMS / "with_core.py"
        return printed(file, values, choices, lines={"by_hand": changes})

    @property
    def _is_run(self) -> bool:
        return self.about.family == FAMILY

    @property
    def _file(self) -> str:
        """Of a run, where its weights are; "" where they are not saved as they are shown."""
        return file_of(self.setting.name) if self._is_run else ""

    @property
    def _side(self) -> str:
        if not self.seen.tgt:
            return "encoder"
        return "both" if self.seen.src else "decoder"

    @property
    def _hidden(self) -> list[int]:
        """The hidden tokens that the sentence has."""
        tokens = len(self.seen.src or self.seen.tgt)
        return [place for place in sorted(self.setting.hidden) if place < tokens]

    @property
    def _choices(self) -> dict[str, bool | str]:
        return {"hides": bool(self._hidden), "has_logits": self.about.has_logits}

    def _values(self, cell: Cell) -> Mapping[str, Any]:
        (first,) = read_trail(self.seen.first)
        is_of_row = cell.tensor in ("logits", "probabilities")
        return {
            "name": self.setting.name.strip(),
            "src_ids": list(self.seen.ids["src"]),
            "tgt_ids": list(self.seen.ids["tgt"]),
            "hidden": self._hidden,
            "row": (cell if is_of_row else first).index[0],
            "shown": cell.tensor,
            "place": cell.index,
        }

    def _changes(self, table: str) -> Iterator[str]:
        """A line for each head that is off and each number that is set, where there is one."""
        for head in sorted(self.setting.other_heads):
            name = f"{head.path}.w_o.weight"
            counts = self.about.heads.get(head.kind, ())
            if head.layer < len(counts) and head.head < counts[head.layer]:
                d_k = self.about.parameters[name][1] // counts[head.layer]
                columns = f"{head.head * d_k}:{(head.head + 1) * d_k}"
                yield f'{table}["{name}"][:, {columns}] = 0'
        for name, index, value in self.setting.other_numbers:
            shape = self.about.parameters.get(name, ())
            fits = len(shape) == len(index) and all(
                at < size for at, size in zip(index, shape, strict=True)
            )
            if fits:
                yield f'{table}["{name}"][{", ".join(map(str, index))}] = {value!r}'
