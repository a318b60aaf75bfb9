"""Who is answered next, and how much of the memory unread answers may take."""

from dataclasses import dataclass

from ui.shell.shares import Shares

MOST_WAITING = 300
"""Requests wait; whoever has most of them is asked to come again when there are more."""


@dataclass(frozen=True)
class Admission:
    """What answers of one kind share. Memory is held before a turn, and given back when the answer
    has left; what turns out to be small gives most of it back at once.
    """

    turns: Shares
    """Answers that are computed at a time."""
    memory: Shares
    """Bytes, of requests and answers."""
    largest: int
    """Bytes that an answer may take."""


ANSWERS = Admission(
    Shares(2, MOST_WAITING), Shares(128_000_000, MOST_WAITING, spares=True), 10_000_000
)
"""Of what is shown: the largest is the largest encoding, as float32."""
FILES = Admission(
    Shares(1, MOST_WAITING), Shares(256_000_000, MOST_WAITING, spares=True), 66_000_000
)
"""Of what is kept: all tensors of a page, or a run. In a line of their own, for somebody with a
slow connection takes a minute for one."""
