"""Names for the numbers of one attention of the translator: those on a board by its matrices, all
others by their place in the model.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pages.translator.naming import SentenceNaming
from pages.translator.trained_attention import TrainedAttention
from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.explanation import Explanation
from ui.explain.attention import STEPS, heard
from ui.explain.board import BoardNames, BoardTensor
from ui.picture.matrix_view.matrix import Role
from ui.words.language import Text, text_of

PROJECTED: Mapping[str, tuple[str, Role]] = {
    "queries": ("Q", "query"),
    "keys": ("K", "key"),
    "values": ("V", "value"),
}


@dataclass(frozen=True)
class TrainedBoard(BoardNames):
    """A board of the translator's numbers; the others are named by `rest`."""

    rest: SentenceNaming | None = None

    def name(self, cell: Cell) -> str:
        return super().name(cell) if self._has(cell) else self._rest.name(cell)

    def term(self, cell: Cell) -> str:
        return super().term(cell) if self._has(cell) else self._rest.term(cell)

    def role(self, cell: Cell) -> str:
        return super().role(cell) or self._rest.role(cell)

    def in_words(self, explanation: Explanation) -> str:
        if self._has(explanation.cell) and (words := self.meaning(explanation)):
            return words
        if explanation.kind == "softmax":
            return ""
        return self._rest.in_words(explanation)

    def _has(self, cell: Cell) -> bool:
        shown = self.tensors.get(cell.tensor)
        return shown is not None and shown.head in (None, cell.index[0])

    @property
    def _rest(self) -> SentenceNaming:
        assert self.rest is not None
        return self.rest


def trained_board(
    text: Text,
    shown: TrainedAttention,
    computation: Computation,
    tensors: Mapping[str, BoardTensor],
) -> TrainedBoard:
    """A board with these tensors of a computation in which the model's own are."""
    queries, keys = shown.labels(text.language)

    def meaning(explanation: Explanation) -> str:
        return heard(text, explanation, queries, keys)

    words = text_of("translator", text.language)
    rest = SentenceNaming(words, computation, "", shown.written, shown.kind)
    return TrainedBoard(tensors, meaning, rest)


def head_tensors(
    text: Text, shown: TrainedAttention, head: int, matrices: Mapping[str, str]
) -> dict[str, BoardTensor]:
    """The tensors of one head by their names in the model; `matrices` are the ids of those that a
    board shows, by their own names: queries, keys, values, scores, scaled, masked, weights, heads.
    """
    queries, keys = shown.labels(text.language)
    tensors = {}
    for name, (letter, role) in PROJECTED.items():
        tensors[shown.names[name]] = BoardTensor(
            matrices.get(name, ""),
            letter,
            queries if name == "queries" else keys,
            role=role,
            head=head,
            told_by="row" if name == "values" else "col",
        )
    for name in STEPS[:-1]:
        title = text(f"matrices.{name}")
        tensors[shown.names[name]] = BoardTensor(
            matrices.get(name, ""), title, queries, keys, head=head
        )
    title = text("matrices.output")
    tensors[shown.names["heads"]] = BoardTensor(
        matrices.get("heads", ""), title, queries, head=head
    )
    return tensors
