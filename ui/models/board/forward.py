"""One forward of a model: all its numbers, and the names of its tokens."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from transformer_core.explain.assembled.computation import ModelInputs
from transformer_core.explain.computation import Computation
from transformer_core.explain.origin import Tokens
from transformer_core.variants.models import EncoderDecoderModel, EncoderModel
from transformer_lab.pretrained.errors import PretrainedError, shown
from transformer_lab.pretrained.opened import MOST_WRITTEN, OpenedModel
from transformer_lab.pretrained.word_groups import joined_labels, word_groups
from ui.models.board.by_layer import ByLayer, by_layer
from ui.models.board.changes import changes_of, chooser
from ui.models.board.question import BoardQuestion

MOST_PIECES = 128
"""The most tokens of a sentence or a target."""


@dataclass(frozen=True, eq=False)
class BoardForward:
    """A forward. is_cut: whether the sentence, or the target, was longer than `limit`."""

    opened: OpenedModel
    question: BoardQuestion
    given: ModelInputs
    computation: Computation
    is_cut: bool
    is_target_cut: bool
    due: tuple[int, ...]
    """The token that follows each one of the target, as far as it is known."""

    @cached_property
    def records(self) -> dict[str, Tensor]:
        """What the same forward records, (1, ...) each."""
        change = changes_of(self.opened.model, self.question)
        return self.opened.recorded(self.given, change)

    @cached_property
    def by_layer(self) -> ByLayer:
        """What it would say if it ended after each layer. Raises: ValueError without logits."""
        return by_layer(self.opened.model, self.records)

    @cached_property
    def labels(self) -> dict[Tokens, list[str]]:
        """The tokens of each side by name, equal ones told apart by their place."""
        return {
            side: told_apart(self.opened.pieces(ids, of_source=side == "src"))
            for side, ids in self._sides.items()
        }

    @cached_property
    def special(self) -> dict[Tokens, list[int]]:
        """The places of special tokens on each side."""
        return {side: self.opened.special_places(ids) for side, ids in self._sides.items()}

    @cached_property
    def joined(self) -> dict[Tokens, list[tuple[int, int, str]]]:
        """The words of several tokens on each side: the first place, how many, the word."""
        found: dict[Tokens, list[tuple[int, int, str]]] = {}
        for side, ids in self._sides.items():
            pieces = self.opened.pieces(ids, of_source=side == "src")
            groups = word_groups(pieces, self.special[side])
            names = joined_labels(pieces, groups)
            found[side] = [
                (group[0], len(group), name)
                for group, name in zip(groups, names, strict=True)
                if len(group) > 1
            ]
        return found

    @property
    def _sides(self) -> dict[Tokens, Tensor]:
        """The ids of each side; none of a side that there is not."""
        none = torch.zeros(1, 0, dtype=torch.long)
        sides: dict[Tokens, Tensor | None] = {"src": self.given.src_ids, "tgt": self.given.tgt_ids}
        return {side: none if ids is None else ids for side, ids in sides.items()}

    def token(self, number: int, side: Tokens) -> str:
        """The name of a token of the vocabulary."""
        return self.opened.pieces(torch.tensor([[number]]), of_source=side == "src")[0]

    @property
    def predicting(self) -> Tokens:
        """The side whose rows have logits."""
        return "src" if self.given.tgt_ids is None else "tgt"


def told_apart(pieces: tuple[str, ...]) -> list[str]:
    """Number the equal ones: "the (1)", "the (5)"."""
    counts = Counter(pieces)
    return [
        f"{piece} ({place})" if counts[piece] > 1 else piece
        for place, piece in enumerate(pieces, start=1)
    ]


def forward(opened: OpenedModel, question: BoardQuestion) -> BoardForward:
    """Send a text through a model.

    Raises: PretrainedError empty_sentence, no_tokens, not_tokenised.
    """
    if not question.sentence.strip():
        raise PretrainedError("empty_sentence")
    limit = min(opened.limit, MOST_PIECES)
    ids, is_cut = tokenised(opened, question, question.sentence)
    change = changes_of(opened.model, question)
    padding = _padding(ids, question.hidden)
    is_target_cut, due = False, tuple(ids[0, 1:].tolist())
    read = None
    if isinstance(opened.model, EncoderDecoderModel):
        read, is_target_cut, due = _target(opened, question, ids, padding, limit)
    given = given_of(opened, ids, padding, read)
    computation = opened.computed(given, change)
    return BoardForward(opened, question, given, computation, is_cut, is_target_cut, due)


def given_of(
    opened: OpenedModel, ids: Tensor, padding: Tensor | None, read: Tensor | None
) -> ModelInputs:
    """What a model of any kind takes: the sentence, and the target that an encoder-decoder reads.

    Args:
        ids: (1, seq_len) of the sentence; `padding` of the same shape, True where one is hidden.
        read: (1, seq_q); counts for an encoder-decoder alone.
    """
    if isinstance(opened.model, EncoderModel):
        return ModelInputs(src_ids=ids, src_padding=padding)
    if not isinstance(opened.model, EncoderDecoderModel):
        return ModelInputs(tgt_ids=ids, tgt_padding=padding)
    return ModelInputs(src_ids=ids, tgt_ids=read, src_padding=padding)


def tokenised(
    opened: OpenedModel, question: BoardQuestion, text: str, *, is_target: bool = False
) -> tuple[Tensor, bool]:
    """The tokens of a text, (1, seq_len), and whether they are not all of it.

    Raises: PretrainedError no_tokens, not_tokenised.
    """
    languages, limit = question.languages, min(opened.limit, MOST_PIECES)
    try:
        found = opened.cut_ids(text, limit, is_target=is_target, languages=languages)
    except Exception as error:
        name, reason = shown(opened.name), type(error).__name__
        raise PretrainedError("not_tokenised", name=name, reason=reason) from error
    if not found[0].size(1):
        raise PretrainedError("no_tokens", name=shown(opened.name))
    return found


def _padding(ids: Tensor, hidden: tuple[int, ...]) -> Tensor | None:
    """(1, seq_len) bool, True where a token is hidden; None if none is."""
    places = [place for place in hidden if place < ids.size(1)]
    if not places:
        return None
    padding = torch.zeros_like(ids, dtype=torch.bool)
    padding[0, places] = True
    return padding


def _target(
    opened: OpenedModel, question: BoardQuestion, ids: Tensor, padding: Tensor | None, limit: int
) -> tuple[Tensor, bool, tuple[int, ...]]:
    """What the decoder reads, whether it is not all of it, and the tokens that are due."""
    if question.read:
        return torch.tensor([question.read]), False, question.read[1:]
    beginning = opened.beginning(question.languages)
    if question.target.strip():
        labels, is_cut = tokenised(opened, question, question.target, is_target=True)
        read = opened.read(labels, beginning)
        return read, is_cut, (*read[0, 1:].tolist(), int(labels[0, -1]))
    read = opened.written(
        ids,
        beginning,
        padding=padding,
        change=changes_of(opened.model, question),
        choose=chooser(question),
        most=min(MOST_WRITTEN, limit - beginning.size(1)),
    )
    is_cut = read.size(1) - beginning.size(1) >= min(MOST_WRITTEN, limit - beginning.size(1))
    return read, is_cut, tuple(read[0, 1:].tolist())
