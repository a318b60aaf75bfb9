"""The parts of "Reading by layer": the board of words, and the arithmetic of one of them."""

from functools import cache

from transformer_core.explain.computation import Cell
from transformer_core.variants.models import EncoderModel
from ui.answer.parts import Heading, Note, Part
from ui.explain.arithmetic import percent, short_percent
from ui.explain.explanation import explained
from ui.explain.next_words import NextWords
from ui.models.board.by_layer import ByLayer, ended
from ui.models.board.forward import BoardForward
from ui.models.board.naming import BoardNaming
from ui.models.board.texts import board_strings, kind_of
from ui.picture.matrix_view import Pin
from ui.picture.word_grid import WordCell, WordGrid
from ui.words.language import Text, text_of

MATRIX = "read"
"""The name of the board in pins."""
PAGE = "your_sentence"
"""The page whose texts the board has."""


class ReadingParts:
    """What the model of a forward would say if it ended after each layer.

    Args:
        text: the texts of the map, in which numbers are named.
    """

    def __init__(self, text: Text, made: BoardForward) -> None:
        self.text, self.made = text, made
        self.page, self.words = text_of(PAGE, text.language), text_of("models", text.language)
        self.kind = kind_of(made)
        self.labels = made.labels[made.predicting]
        self.token = cache(lambda number: made.token(number, made.predicting))

    def board(self) -> list[Part]:
        """The board, what to watch for, and what it is not; of a model without words, that."""
        heading = Heading(self.page("reading.title"), self.words(f"reading.{self.kind}.about"))
        if self.made.opened.model.output is None:
            return [heading, Note(self.words("reading.no_head"), "info")]
        read = self.made.by_layer
        rows = [self.after(layer) for layer in range(len(read.ids))]
        cells = [self._row(read, layer) for layer in range(len(read.ids))]
        corner = self.words(f"reading.{self.kind}.corner")
        return [
            heading,
            WordGrid(MATRIX, "", rows, self.labels, cells, corner=corner),
            Note(self.words("reading.hint"), "quiet"),
            Note(self._when(read)),
            *self._repeated(read),
            Note(self.words("reading.caveat"), "quiet"),
        ]

    def after(self, layer: int) -> str:
        """The name of a row: how many layers have been applied."""
        return self.page("reading.after", layer=layer) if layer else self.page("reading.before")

    def arithmetic(self, pin: str, trail: str) -> list[Part]:
        """The likeliest words of a pinned cell, and where the probability comes from; nothing of
        any other pin.
        """
        found = Pin.parse(pin)
        if found is None or found.matrix != MATRIX or self.made.opened.model.output is None:
            return []
        read, layer, place = self.made.by_layer, found.row, found.col
        if layer >= len(read.ids) or place >= len(self.labels):
            return []
        names = map(self.token, read.ids[layer, place].tolist())
        words = list(zip(names, read.shares[layer, place].tolist(), strict=True))
        last = self.token(int(read.last[place])), float(read.last_shares[layer, place])
        question = self.words(f"reading.{self.kind}.question", where=self.after(layer))
        before = self.words("board.at", token=self.labels[place], number=place + 1)
        cell = Cell("probabilities", (place, int(read.ids[layer, place, 0])))
        return [NextWords(question, before, words, last), self._explained(cell, layer, trail)]

    def _explained(self, cell: Cell, layer: int, trail: str) -> Part:
        made = self.made
        computation, late = ended(made.opened.model, made.records, made.given, layer)
        naming = EarlyNaming(self.text, made, board_strings(self.text, made)["tensors"])
        naming.computation, naming.late, naming.where = computation, late, self.after(layer)
        return explained(self.text, computation, cell, naming, trail)

    def _row(self, read: ByLayer, layer: int) -> list[WordCell]:
        cells = []
        for place, label in enumerate(self.labels):
            number, share = int(read.ids[layer, place, 0]), float(read.shares[layer, place, 0])
            said = {"word": self.token(number), "percent": percent(share), "token": label}
            cells.append(
                WordCell(
                    self.token(number),
                    short_percent(share),
                    share,
                    self.page("reading.spoken", where=self.after(layer), **said),
                    pin=f"{MATRIX}.{layer}.{place}",
                    is_marked=number == int(read.last[place]),
                )
            )
        return cells

    def _when(self, read: ByLayer) -> str:
        """At how many places the likeliest token is the last one already, after each layer."""
        counts = (read.ids[..., 0] == read.last).sum(-1).tolist()
        listed = ", ".join(
            self.page(f"reading.count_{'after' if layer else 'before'}", count=count, layer=layer)
            for layer, count in enumerate(counts)
        )
        return self.words("reading.counts", total=len(self.labels), counts=listed)

    def _repeated(self, read: ByLayer) -> list[Part]:
        """At how many places the embedding alone leads to the token itself, where it does."""
        given, model = self.made.given, self.made.opened.model
        ids = given.src_ids if isinstance(model, EncoderModel) else given.tgt_ids
        assert ids is not None
        count = int((read.ids[0, :, 0] == ids[0]).sum())
        if not count:
            return []
        said = self.words(f"reading.{self.kind}.repeats", count=count, total=len(self.labels))
        return [Note(said)]


class EarlyNaming(BoardNaming):
    """Names what comes after the last layer as what it would be if the model had ended early."""

    late: frozenset[str] = frozenset()
    where = ""

    def name(self, cell: Cell) -> str:
        name = super().name(cell)
        return f"{self.where} · {name}" if cell.tensor in self.late else name
