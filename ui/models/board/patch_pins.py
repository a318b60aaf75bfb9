"""Numbers of "Patching" that are pinned, and what the numbers on their way are called."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import Explanation
from transformer_lab.measures.patch_steps import APART, MOVED, UNPATCHED, MoveOf
from ui.explain.equation import Naming
from ui.picture.label import with_gloss
from ui.picture.matrix_view import Pin
from ui.words.language import Text

PRESSES = ("put", "explain")
"""What a press on a vector does: put the other one there, or explain how far it has moved."""
SAID, BEFORE, AFTER = "patch_said", 0, 1


class PatchPin(NamedTuple):
    """A number that is pinned: `row` of a grid and a place in it.

    stack: "encoder" or "decoder", for how far a vector of it has moved, after `row` layers; ""
    for the probability of a token, before (row 0) or after (row 1).
    """

    stack: str
    row: int
    place: int

    @classmethod
    def parse(cls, text: str) -> "PatchPin | None":
        """None of the pin of anything else."""
        found = Pin.parse(text)
        if found is None:
            return None
        if found.matrix == SAID and found.row in (BEFORE, AFTER):
            return cls("", found.row, found.col)
        stack = found.matrix.removeprefix("patch_")
        if stack == found.matrix or stack not in ("encoder", "decoder"):
            return None
        return cls(stack, found.row, found.col)

    def cell(self, names: Sequence[str], likeliest: Sequence[int]) -> Cell | None:
        """The number itself; None where there is none.

        Args:
            names: the vectors between the layers of the stack.
            likeliest: the likeliest token in each place, before or after.
        """
        if not self.stack:
            has_place = self.place < len(likeliest)
            return Cell("probabilities", (self.place, likeliest[self.place])) if has_place else None
        return (
            Cell(f"{MOVED}.{names[self.row]}", (self.place, 0)) if self.row < len(names) else None
        )


@dataclass(frozen=True)
class PatchNaming:
    """Names how far vectors have moved; the rest as the page itself does.

    text: of a page with "Patching". put: the vector that was put in, a tensor and a row. word: the
    token of the other sentence that it is of; no vector is put in where this is empty.
    """

    own: Naming
    text: Text
    put: tuple[str, int]
    word: str

    def name(self, cell: Cell) -> str:
        found = MoveOf.of(cell.tensor)
        if found is None:
            return self.own.name(cell)
        of = self.own.name(Cell(found.name, cell.index))
        if found.part not in (UNPATCHED, APART):
            # One number for a whole vector: without the dimension.
            of = f"{of.rpartition(', ')[0]} ]"
        return f"{self.text(f'patching.parts.{found.part}')} · {of}"

    def term(self, cell: Cell) -> str:
        return f"d{cell.index[-1]}" if MoveOf.of(cell.tensor) else self.own.term(cell)

    def role(self, cell: Cell) -> str:
        return "" if MoveOf.of(cell.tensor) else self.own.role(cell)

    def in_words(self, explanation: Explanation) -> str:
        tensor, index = explanation.cell
        found = MoveOf.of(tensor)
        if found is not None:
            return self.text("patching.without") if found.part == UNPATCHED else ""
        if self.word and (tensor, index[0]) == self.put:
            return self.text("patching.taken", word=with_gloss(self.word))
        return self.own.in_words(explanation)
