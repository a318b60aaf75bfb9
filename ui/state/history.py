"""What a person changed on a page, step by step: undo, redo, and what was before.

Each setting that differs from the last one is a step. The history lives in the session only: the
address holds the present, and a reload starts a new history.
"""

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

S = TypeVar("S")
LONGEST = 50
"""Settings that are kept; older ones are forgotten."""


@dataclass(frozen=True)
class History(Generic[S]):
    """Settings in the order in which they were made, and the place of the one in force."""

    states: tuple[S, ...]
    place: int = 0
    previous: S | None = None
    """What was in force before the last step, be that a change, an undo or a redo."""

    @property
    def state(self) -> S:
        return self.states[self.place]

    @property
    def can_undo(self) -> bool:
        return self.place > 0

    @property
    def can_redo(self) -> bool:
        return self.place < len(self.states) - 1

    def changed_to(self, state: S) -> "History[S]":
        """One step further; what was undone before it is gone."""
        if state == self.state:
            return self
        states = (*self.states[: self.place + 1], state)[-LONGEST:]
        return History(states, len(states) - 1, self.state)

    def undone(self) -> "History[S]":
        return self._at(self.place - 1) if self.can_undo else self

    def redone(self) -> "History[S]":
        return self._at(self.place + 1) if self.can_redo else self

    def settled_as(self, state: S) -> "History[S]":
        """The same step, as the page's controls took it."""
        states = (*self.states[: self.place], state, *self.states[self.place + 1 :])
        return replace(self, states=states)

    def _at(self, place: int) -> "History[S]":
        return replace(self, place=place, previous=self.state)
