"""What a board answers to a request, in its model's own process or in the server's."""

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from ui.answer.tensor_file import TooLargeError
from ui.models.board.board import Board
from ui.models.board.comparing import Compared
from ui.models.board.head_summary import HeadSummary
from ui.models.board.question import NUMBERS, BoardQuestion
from ui.models.board.vector_patch import Patching
from ui.models.messages import encode


def answered(board: Board, asked: Mapping[str, Any], given: Mapping[str, Tensor]) -> bytes:
    """The answer to {"board": ...}, see `ui.models.child`, as a message.

    Raises: PretrainedError; KeyError for an area that there is not.
    """
    what = asked["board"]
    if what == "open":
        return encode(board.about())
    question = BoardQuestion.of(asked["question"])
    if what == "seen":
        return encode(board.seen(question))
    if what == "continued":
        return encode({"tokens": board.continued(question)})
    if what == NUMBERS:
        return encode(*board.numbers(question))
    if what == "value":
        return encode({"value": board.value(question, asked["pin"])})
    if what == "summary":
        summary = HeadSummary.read(asked["summary"])
        if summary is None:
            raise ValueError("this is no summary of heads")
        return encode({}, {"weights": board.summary(question, summary)})
    if what == "file":
        return _file(board, question, asked)
    between = (asked["language"], asked["pin"], asked["trail"])
    other = _compared(board, asked.get("other"), given)
    parts = board.encoded(question, what, *between, other, Patching(*asked["patching"]))
    return encode({}, {"parts": _as_tensor(parts)})


def _compared(
    board: Board, asked: Mapping[str, Any] | None, given: Mapping[str, Tensor]
) -> Compared | None:
    """What a map is compared with: see `OpenedModel.board_area`."""
    if asked is None:
        return None
    name = asked["name"]
    if "question" in asked:
        return board.compared(BoardQuestion.of(asked["question"]), name)
    if NUMBERS in given:
        return Compared.read(name, asked, given[NUMBERS])
    return Compared(name, value=asked["value"])


def _file(board: Board, question: BoardQuestion, asked: Mapping[str, Any]) -> bytes:
    """A file of tensors; "too_large" where they are."""
    try:
        made = board.file(question, asked["kind"], asked["tensor"], asked["about"])
    except TooLargeError:
        return encode({"too_large": True})
    return encode({}, {"file": _as_tensor(made)})


def _as_tensor(content: bytes) -> Tensor:
    return torch.frombuffer(bytearray(content), dtype=torch.uint8)
