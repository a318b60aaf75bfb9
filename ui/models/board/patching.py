"""The parts of "Patching" for another model: a vector of another sentence in the place of one."""

from collections.abc import Iterator, Sequence
from functools import cache, cached_property

from transformer_core.explain.assembled.computation import ModelInputs
from transformer_lab.measures.patching import Place
from ui.answer.parts import Heading, Note, Part
from ui.explain.explanation import explained
from ui.explain.trail import has_cell
from ui.models.board.forward import BoardForward, told_apart
from ui.models.board.naming import BoardNaming
from ui.models.board.patch_cells import given_cells, said_cells, vector_cells
from ui.models.board.patch_pins import BEFORE, PatchNaming, PatchPin
from ui.models.board.patched import (
    SIDES,
    BoardPatched,
    ids_of,
    other_given,
    patch_of,
    predicting_stack,
    stacks_of,
)
from ui.models.board.texts import board_strings, kind_of
from ui.models.board.vector_patch import Patching
from ui.picture.word_grid import WordGrid
from ui.words.language import Text, text_of

PAGE = "your_sentence"
"""The page whose texts the boards have."""


class PatchingParts:
    """What a model makes of its sentence with a vector of another one.

    Args:
        asked: the other sentence, and where its vector is put.
    """

    def __init__(self, text: Text, made: BoardForward, asked: Patching) -> None:
        self.made, self.asked = made, asked
        self.page, self.words = text_of(PAGE, text.language), text_of("models", text.language)
        self.kind = kind_of(made)
        self.token = cache(lambda number: made.token(number, made.predicting))

    @cached_property
    def other(self) -> Sequence[int]:
        """The tokens of the other sentence."""
        side = stacks_of(self.made)[0]
        return ids_of(self._other, side).tolist()

    @cached_property
    def done(self) -> BoardPatched:
        return BoardPatched(
            self.made, self._other, patch_of(self.made, self._other, self.asked.patch)
        )

    def parts(self) -> list[Part]:
        """The tokens to take a vector from, the vectors of this sentence, and what is said then."""
        heading = Heading(self.page("patching.title"), self.page("patching.about"))
        count = len(ids_of(self.made.given, stacks_of(self.made)[0]))
        if count != len(self.other):
            counts = {"count": count, "other": len(self.other)}
            return [heading, Note(self.words("patching.lengths", **counts), "warning")]
        has_words = self.made.opened.model.output is not None
        return [
            heading,
            self._given(),
            *map(self._vectors, stacks_of(self.made)),
            *([self._said()] if has_words else []),
            Note(" ".join(self._summary())),
            Note(" ".join(self._caveats(has_words=has_words)), "quiet"),
        ]

    def after(self, layer: int) -> str:
        """The name of a row: how many layers have been applied."""
        return self.page("reading.after", layer=layer) if layer else self.page("reading.before")

    @cached_property
    def _other(self) -> ModelInputs:
        return other_given(self.made, self.asked.other)

    def arithmetic(self, text: Text, pin: str, trail: str) -> list[Part]:
        """Where a pinned number comes from; nothing of any other pin.

        Args:
            text: the texts of the map, in which numbers are named.
        """
        found = PatchPin.parse(pin)
        is_possible = found is not None and (not found.stack or found.stack in stacks_of(self.made))
        count = len(ids_of(self.made.given, stacks_of(self.made)[0]))
        if found is None or not is_possible or count != len(self.other):
            return []
        if not found.stack and self.made.opened.model.output is None:
            return []
        done, is_before = self.done, not found.stack and found.row == BEFORE
        ids = [] if found.stack else done.likeliest[found.row][1].tolist()
        cell = found.cell(done.names(found.stack) if found.stack else (), ids)
        computation = self.made.computation if is_before else done.computation
        if cell is None or not has_cell(computation, cell):
            return []
        own = BoardNaming(text, self.made, board_strings(text, self.made)["tensors"])
        own.computation = computation
        stack, layer, token = done.patch.place
        word = "" if is_before else self._labels()[done.patch.token]
        naming = PatchNaming(own, self.page, (done.names(stack)[layer], token), word)
        return [explained(text, computation, cell, naming, trail)]

    def _labels(self) -> list[str]:
        """The tokens that the vectors are taken from."""
        stack = self.done.patch.place.stack
        ids = ids_of(self.done.other, stack)[None]
        return told_apart(self.made.opened.pieces(ids, of_source=stack == "encoder"))

    def _given(self) -> WordGrid:
        """The tokens whose vectors can be taken."""
        stack, layer, _ = self.done.patch.place
        labels = self._labels()
        cells = given_cells(self.page, labels, self.done.patch)
        is_target = self.kind == "both" and stack == "decoder"
        title = self.words(f"patching.given_{'target' if is_target else 'sentence'}")
        return WordGrid("patch_given", title, [self.after(layer)], [""] * len(cells), [cells])

    def _vectors(self, stack: str) -> WordGrid:
        """Every vector of a stack: how far it has moved, or that it is the same."""
        names = self.done.names(stack)
        labels = self.made.labels[SIDES[stack]]
        rows = [self.after(layer) for layer in range(len(names))]
        cells = [
            list(
                vector_cells(
                    self.page,
                    Place(stack, layer, 0),
                    rows[layer],
                    labels,
                    self.done.cone[name],
                    self.done.moved(name),
                    self.done.patch.place,
                    self.asked.press,
                )
            )
            for layer, name in enumerate(names)
        ]
        title = self.words(f"patching.{self.kind}.vectors_{stack}")
        return WordGrid(f"patch_{stack}", title, rows, labels, cells, drop_field="patch")

    def _said(self) -> WordGrid:
        """The likeliest token at each place, before and after."""
        columns = self.made.labels[self.made.predicting]
        can = self.done.cone["logits"]
        cells = said_cells(self.page, self.token, self.done.likeliest, can, len(columns))
        rows = [self.page("patching.before"), self.page("patching.after")]
        corner = self.words(f"reading.{self.kind}.corner")
        title = self.words(f"patching.{self.kind}.said")
        return WordGrid("patch_said", title, rows, columns, cells, corner=corner)

    def _summary(self) -> Iterator[str]:
        """How many vectors can change, that the others are the same, and what is said then."""
        cones = [
            self.done.cone[name]
            for stack in stacks_of(self.made)
            for name in self.done.names(stack)
        ]
        can, total = sum(int(one.sum()) for one in cones), sum(map(len, cones))
        key = "all" if can == total else "some"
        yield self.words(f"patching.{key}", can=can, total=total, same=total - can)
        if self.made.opened.model.output is None:
            yield self.words("patching.no_head")
            return
        (_, before), (_, after) = self.done.likeliest
        counts = {"changed": int((before != after).sum()), "tokens": len(before)}
        yield self.words("patching.changed", **counts)

    def _caveats(self, *, has_words: bool) -> Iterator[str]:
        if has_words and predicting_stack(self.made) == "decoder":
            yield self.words(f"patching.{self.kind}.caveat")
        yield self.words("patching.caveat")
