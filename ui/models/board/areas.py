"""The parts of a map's page: the map, the arithmetic of a number, what is asked for on demand."""

from collections.abc import Sequence
from dataclasses import replace

from transformer_core.explain.computation import INPUT, Cell
from transformer_core.explain.origin import Tokens
from ui.answer.map_areas import on_demand_areas
from ui.answer.parts import Part
from ui.explain.explanation import explained
from ui.explain.next_words import NextWords
from ui.explain.onward import uses_lines
from ui.explain.trail import read_cell, valid_trail, write_trail
from ui.models.board.comparing import Compared, compared_in_numbers
from ui.models.board.forward import BoardForward
from ui.models.board.found import FoundTokens
from ui.models.board.naming import BoardNaming
from ui.models.board.patching import PatchingParts
from ui.models.board.predicted import (
    likeliest_ids,
    next_token,
    next_tokens,
    shown_names,
    shown_row,
    vocabulary,
)
from ui.models.board.question import FIND
from ui.models.board.reading import ReadingParts
from ui.models.board.texts import board_strings
from ui.models.board.vector_patch import NO_PATCHING, Patching
from ui.picture.model_map import JoinedRows, MapWords, ModelMap
from ui.words.language import Text, text_of

MOST_BEFORE = 8
"""The most tokens repeated from before the next one."""


class BoardAreas:
    """One forward, as parts of a page in one language, next to another one if there is one."""

    def __init__(self, text: Text, made: BoardForward, other: Compared | None = None) -> None:
        self.text, self.made, self.computation, self.other = text, made, made.computation, other
        self.words = text_of("models", text.language)
        self.strings = board_strings(text, made)
        self.naming = BoardNaming(text, made, self.strings["tensors"])

    def parts(
        self, name: str, pin: str, trail: str, patching: Patching = NO_PATCHING
    ) -> Sequence[Part]:
        """The parts of an area; none of one that there is not."""
        if name == "map":
            return [self.map()]
        if name == "arithmetic":
            return self.arithmetic(pin, trail)
        if name.startswith(FIND):
            return self.arithmetic(pin, trail, name.removeprefix(FIND))
        if name == "reading":
            return ReadingParts(self.text, self.made).board()
        if name == "read_early":
            return ReadingParts(self.text, self.made).arithmetic(pin, trail)
        if name == "patching":
            return PatchingParts(self.text, self.made, patching).parts()
        if name == "patched":
            return PatchingParts(self.text, self.made, patching).arithmetic(self.text, pin, trail)
        area = on_demand_areas(self.text, self.computation, self.shown_cell(pin, trail))(name)
        return [] if area is None else area.parts()

    def map(self) -> ModelMap:
        made, question, other = self.made, self.made.question, self.other
        drawn = other if other is not None and other.tensors else None
        strings = self.strings
        if other is not None:
            strings = strings | {"tools": strings["tools"] | {"seen_other": other.name}}
        hidden = [at for at in question.hidden if at < len(made.labels[self._hidden_side])]
        words = {
            side: MapWords(
                labels if other is None else other.with_labels(labels, side),
                hidden if side == self._hidden_side else (),
                made.special[side],
                [JoinedRows(*one) for one in made.joined[side]],
            )
            for side, labels in made.labels.items()
        }
        return ModelMap(
            "map",
            self.computation,
            src=words["src"],
            tgt=words["tgt"],
            next_tokens=next_tokens(made),
            strings=strings,
            other=None if drawn is None else drawn.computation(self.computation),
            other_next=() if drawn is None else drawn.next,
            before="" if drawn is None else compared_in_numbers(self.words, made, drawn),
            heads_off=[(f"{one.path}.weights", one.head) for one in question.heads_off],
            editable=tuple(
                name
                for name in ("src_embeddings", "tgt_embeddings")
                if name in self.computation.tensors
            ),
            written=written_text(made),
            vocabulary=vocabulary(made),
            named=shown_names(made),
            norm_first=is_norm_first(made),
            hide_field="hidden",
            view_field="ys_view",
            has_cache=True,
        )

    @property
    def _hidden_side(self) -> Tokens:
        """The side of the sentence."""
        return "src" if self.made.given.src_ids is not None else "tgt"

    def shown_cell(self, pin: str, trail: str) -> Cell:
        """The number to explain: the followed one, the pinned one, else a probability."""
        *_, followed = valid_trail(self.computation, trail) or (None,)
        return followed or read_cell(self.computation, pin) or first_cell(self.made)

    def arithmetic(self, pin: str, trail: str, find: str = "") -> list[Part]:
        """The explained number and what comes next; the tokens that contain `find` before it."""
        cell = self.shown_cell(pin, trail)
        made = explained(self.text, self.computation, cell, self.naming, trail)
        lines = [*made.lines, *uses_lines(self.text, self.computation, cell, self.naming)]
        levels = dict(made.levels)
        if self.other is not None:
            compared = self.other.lines(self.text, self.computation, cell)
            lines += compared
            levels |= {label: "numbers" for label, _ in compared}
        parts: list[Part] = [replace(made, lines=lines, levels=levels)]
        row = self._row(cell)
        if row is None or "logits" not in self.computation.tensors:
            return parts
        next_words, found = self._next_words(row), FoundTokens(self.words, self.made, row)
        searched = [found.searched(find)] if find.strip() else []
        parts = [*searched, *parts, next_words]
        is_single = cell.tensor in ("logits", "probabilities")
        if is_single and cell.index[-1] not in likeliest_ids(self.made, row):
            parts.append(found.around(cell.index[-1]))
        return parts

    def _row(self, cell: Cell) -> int | None:
        """The row with logits that a number belongs to; None if it belongs to none."""
        places = self.computation.coordinates(cell)
        of_rows = (
            place
            for axis, place in places.items()
            if axis.tokens == self.made.predicting and axis.role in ("query", "position", "key")
        )
        return next(of_rows, None)

    def _next_words(self, row: int) -> NextWords:
        labels = self.made.labels[self.made.predicting]
        one = next_token(self.made, row)
        pins = [
            write_trail([Cell("probabilities", (row, token))])
            for token in likeliest_ids(self.made, row)
        ]
        if self.made.predicting == "src":
            before = self.words("board.at", token=labels[row], number=row + 1)
            title = self.words("board.here")
            return NextWords(title, before, one.likeliest, one.chosen, pins=pins)
        pieces = self.made.opened.pieces(self.made.given.tgt_ids)  # type: ignore[arg-type]
        before = " ".join(pieces[: row + 1][-MOST_BEFORE:])
        before = f"… {before}" if row + 1 > MOST_BEFORE else before
        title = self.text("steps.question")
        return NextWords(title, before, one.likeliest, one.chosen, pins=pins)


def first_cell(made: BoardForward) -> Cell:
    """The most probable token of the row that says most: a mask, else the last one."""
    tensors = made.computation.tensors
    if "probabilities" not in tensors:
        last = "encoder.output" if made.predicting == "src" else "decoder.output"
        return Cell(_made_by(made, last), (0, 0))
    row = shown_row(made)
    return Cell("probabilities", (row, int(tensors["probabilities"][row].argmax())))


def _made_by(made: BoardForward, tensor: str) -> str:
    """The tensor that another one is a copy of, whose arithmetic says more."""
    while (step := made.computation.steps.get(tensor, INPUT)).kind == "copy":
        tensor = step.inputs["x"]
    return tensor


def written_text(made: BoardForward) -> str:
    """What an encoder-decoder writes, as text."""
    if made.given.src_ids is None or made.given.tgt_ids is None:
        return ""
    beginning = made.opened.beginning(made.question.languages).size(1)
    return made.opened.plain_text(made.given.tgt_ids[:, beginning:])


def is_norm_first(made: BoardForward) -> bool:
    """Whether the norm of a sublayer comes before it."""
    steps = made.computation.steps
    for stack in ("encoder", "decoder"):
        normed = steps.get(f"{stack}.layers.0.normed_1")
        if normed is not None:
            return not normed.inputs["x"].endswith("residual_1")
    return False
