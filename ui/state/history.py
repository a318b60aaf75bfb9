"""The user's changes on a page, step by step: undo, redo, and the previous setting.

Each setting that differs from the last one is a step. The history is in the session only: the URL
has the current state, and a reload starts a new history.
"""

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

S = TypeVar("S")
LONGEST = 50
"""Settings that are stored; older ones are dropped."""


@dataclass(frozen=True)
class History(Generic[S]):
    """Settings in the order in which they were made, and the position of the current one."""

    states: tuple[S, ...]
    place: int = 0
    previous: S | None = None
    """The setting before the last step: a change, an undo or a redo."""

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
        """Add one step; undone steps are dropped."""
        if state == self.state:
            return self
        states = (*self.states[: self.place + 1], state)[-LONGEST:]
        return History(states, len(states) - 1, self.state)

    def undone(self) -> "History[S]":
        return self._at(self.place - 1) if self.can_undo else self

    def redone(self) -> "History[S]":
        return self._at(self.place + 1) if self.can_redo else self

    def replace_current(self, state: S) -> "History[S]":
        """Return the same step, with the setting as the page's controls accepted it."""
        states = (*self.states[: self.place], state, *self.states[self.place + 1 :])
        return replace(self, states=states)

    def _at(self, place: int) -> "History[S]":
        return replace(self, place=place, previous=self.state)
