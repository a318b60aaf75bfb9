"""A model that has been read and can be used on sentences."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from torch import Tensor

from transformer_lab.pretrained.errors import PretrainedError
from transformer_lab.pretrained.folder import ModelFolder
from ui.answer.tensor_file import TooLargeError
from ui.models.attentions import Attentions
from ui.models.board.about import BoardAbout, BoardSeen, Continued
from ui.models.board.head_summary import HeadSummary
from ui.models.board.question import NUMBERS, BoardQuestion
from ui.models.board.vector_patch import NO_PATCHING, Patching
from ui.models.meeting import Meeting
from ui.models.messages import Message
from ui.models.model import Architecture
from ui.models.process import FINAL, Peer, ask, meet

READ_SECONDS = 180.0
LOOK_SECONDS = 30.0
BASE_BYTES = 2 << 30
"""For Python, torch and transformers, and for a forward pass of the longest sentence."""
_COPIES = 6
"""Copies of the weights in memory: half-precision files are half as large as a model of float32,
and when a map is opened there are ours, transformers' own to compare with, and what is being read.
Measured: GPT-2's size takes 5.5 times its file in float16, 2.3 times its file in float32.
"""
_MOST_LOOKS = 16


@dataclass(frozen=True, eq=False)
class Beside:
    """What a map is compared with, and what the map calls it: the same model on another
    `question`, the `numbers` of another one, or a single `value`.
    """

    name: str
    question: BoardQuestion | None = None
    numbers: Message | None = None
    value: float | None = None

    def asked(self) -> tuple[dict[str, Any], dict[str, Tensor]]:
        """How the model's process is asked for it."""
        if self.question is not None:
            return {"other": {"name": self.name, "question": self.question.to_json()}}, {}
        if self.numbers is not None:
            values = {**self.numbers.values, "name": self.name}
            return {"other": values}, dict(self.numbers.tensors)
        return {"other": {"name": self.name, "value": self.value}}, {}


@dataclass(eq=False)
class OpenedModel:
    """A model shared by many users, in a process that all servers of this machine share.

    name: as the user typed it. architecture: BERT-like, GPT-like, or both halves. limit: the most
    pieces that one sentence may have, special ones included. parameters: the number of
    parameters. languages, pair, beginnings: as in `PretrainedModel`.
    """

    name: str
    architecture: Architecture
    limit: int
    parameters: int
    _peer: Peer = field(repr=False)
    languages: tuple[str, ...] = ()
    pair: tuple[str, ...] = ()
    beginnings: tuple[str, ...] = ()
    _seen: "OrderedDict[tuple[str, str | None, tuple[str, ...]], Attentions]" = field(
        default_factory=OrderedDict, repr=False
    )
    _turn: Lock = field(default_factory=Lock, repr=False)
    gone: PretrainedError | None = field(default=None, repr=False)
    """Why it can no longer be used and has to be opened again."""
    _board: BoardAbout | PretrainedError | None = field(default=None, repr=False)
    _forwards: "OrderedDict[BoardQuestion, BoardSeen]" = field(
        default_factory=OrderedDict, repr=False
    )
    _summaries: "OrderedDict[tuple[BoardQuestion, HeadSummary], Tensor]" = field(
        default_factory=OrderedDict, repr=False
    )

    @property
    def board(self) -> BoardAbout | None:
        """What is known of its map; None until `open_board` was called.

        Raises: PretrainedError if there is no map of it.
        """
        if isinstance(self._board, PretrainedError):
            raise self._board
        return self._board

    def open_board(self) -> None:
        """Open it as one of ours, with the errors of `opened_model`, too_slow and ended.

        Errors are kept: see `board`.
        """
        if self._board is not None:
            return
        try:
            about = self._answer({"board": "open"}, READ_SECONDS).values
            self._board = BoardAbout.of(about)
        except PretrainedError as error:
            self._board = error

    def board_seen(self, question: BoardQuestion) -> BoardSeen:
        """What a page may say of one forward. Raises: PretrainedError."""
        known = self._forwards.get(question)
        if known is None:
            asked = {"board": "seen", "question": question.to_json()}
            known = self._forwards[question] = BoardSeen(**self._answer(asked).values)
            while len(self._forwards) > _MOST_LOOKS:
                self._forwards.popitem(last=False)
        return known

    def board_continued(self, question: BoardQuestion) -> list[Continued]:
        """What it writes after the sentence; nothing if it cannot. Raises: PretrainedError."""
        asked = {"board": "continued", "question": question.to_json()}
        return [Continued(*one) for one in self._answer(asked).values["tokens"]]

    def board_area(
        self,
        question: BoardQuestion,
        area: str,
        language: str,
        pin: str = "",
        trail: str = "",
        other: Beside | None = None,
        patching: Patching = NO_PATCHING,
    ) -> bytes:
        """An area of a page as `encode_parts` makes it, next to something else if there is one.

        Raises: PretrainedError.
        """
        asked = {"board": area, "question": question.to_json(), "language": language}
        beside, numbers = ({}, {}) if other is None else other.asked()
        more = {"pin": pin, "trail": trail, "patching": list(patching), **beside}
        answer = self._answer(asked | more, tensors=numbers)
        return answer.tensors["parts"].numpy().tobytes()

    def board_numbers(self, question: BoardQuestion) -> Message:
        """Every number of a map, for another model's map. Raises: PretrainedError."""
        return self._answer({"board": NUMBERS, "question": question.to_json()})

    def board_value(self, question: BoardQuestion, pin: str) -> float | None:
        """The number of a cell; None if there is no such cell. Raises: PretrainedError."""
        asked = {"board": "value", "question": question.to_json(), "pin": pin}
        value: float | None = self._answer(asked).values["value"]
        return value

    def board_summary(self, question: BoardQuestion, asked: HeadSummary) -> Tensor:
        """Heads as one matrix, (seq_q, seq_k). Raises: PretrainedError."""
        key = question, asked
        if (known := self._summaries.get(key)) is not None:
            return known
        message = {"board": "summary", "question": question.to_json(), "summary": asked.area}
        made = self._summaries[key] = self._answer(message).tensors["weights"]
        while len(self._summaries) > _MOST_LOOKS:
            self._summaries.popitem(last=False)
        return made

    def board_file(self, question: BoardQuestion, kind: str, tensor: str, about: str) -> bytes:
        """A file of the tensors of a forward, or of the one that is named: see `Board.file`.

        Raises: PretrainedError; TooLargeError.
        """
        asked = {"board": "file", "question": question.to_json(), "kind": kind}
        answer = self._answer(asked | {"tensor": tensor, "about": about})
        if "too_large" in answer.values:
            raise TooLargeError(f"{self.name}: the tensors are larger than a file may be")
        return answer.tensors["file"].numpy().tobytes()

    def look(
        self, sentence: str, target: str | None = None, languages: tuple[str, ...] = ()
    ) -> Attentions:
        """As `PretrainedModel.look`, with the same errors and also too_slow and ended."""
        asked = (sentence, target, languages)
        if (known := self._seen.get(asked)) is not None:
            return known
        answer = self._answer({"sentence": sentence, "target": target, "languages": languages})
        fields: dict[str, Any] = {**_with_tuples(answer.values), **answer.tensors}
        seen = self._seen[asked] = Attentions(**fields)
        while len(self._seen) > _MOST_LOOKS:
            self._seen.popitem(last=False)
        return seen

    def _answer(
        self,
        question: Mapping[str, Any],
        seconds: float = LOOK_SECONDS,
        tensors: Mapping[str, Tensor] = {},
    ) -> Message:
        """The process's answer, one at a time."""
        with self._turn:
            if self.gone is not None:
                raise self.gone
            try:
                return ask(self._peer, self.name, question, seconds, tensors)
            except PretrainedError as error:
                self.gone = error if error.name in FINAL else None
                raise


def open_model(folder: ModelFolder, name: str) -> OpenedModel:
    """The model of a checked folder, read in its own process unless it is there already.

    Raises: PretrainedError as `read_model` does; too_slow, ended.
    """
    peer = meet(Meeting.of(folder.path.resolve(), folder.version), name)
    memory = BASE_BYTES + _COPIES * folder.size
    question = {"folder": str(folder.path), "name": name, "memory": memory}
    try:
        about = _with_tuples(ask(peer, name, question, READ_SECONDS).values)
    except PretrainedError:
        # Whoever keeps the error would keep the process with it.
        peer.connection.close()
        raise
    return OpenedModel(name, **about, _peer=peer)


def _with_tuples(values: Mapping[str, Any]) -> dict[str, Any]:
    """Turn lists back into the tuples they were before JSON."""
    return {name: tuple(one) if isinstance(one, list) else one for name, one in values.items()}
