"""Decide which request is answered next, and limit the memory that unread answers may use."""

from dataclasses import dataclass

from ui.server.shares import Shares

MOST_WAITING = 300
"""Requests that may wait. Beyond that, the client with the most of them has to try again later."""


@dataclass(frozen=True)
class Admission:
    """Limits shared by all answers of one kind.

    Memory is reserved before a turn begins and freed once the answer has been sent. An answer that
    turns out small frees most of it early.
    """

    turns: Shares
    """How many answers are computed at the same time."""
    memory: Shares
    """Bytes for requests and answers."""
    largest: int
    """The maximum size of one answer, in bytes."""


ANSWERS = Admission(
    Shares(2, MOST_WAITING), Shares(128_000_000, MOST_WAITING, spares=True), 10_000_000
)
"""For what is shown on a page; the largest answer is the largest encoding, as float32."""
FILES = Admission(
    Shares(1, MOST_WAITING), Shares(256_000_000, MOST_WAITING, spares=True), 66_000_000
)
"""For downloads: all tensors of a page, or a run. They have a separate queue because a slow
connection can take a minute for one file."""
