"""What the store holds of a class, and what there may be none of."""

from typing import Annotated

from msgspec import Meta, Struct

from ui.classroom.questions import Answer, Question

LONGEST_LINK = 8000
LONGEST_MAP = 60


class NoClassError(Exception):
    """There is no class of this code, or no longer."""


class NotAllowedError(Exception):
    """Only the teacher can do this; or the question is closed."""


class Asked(Struct, frozen=True, kw_only=True):
    """A question that was asked."""

    question: Question
    number: int
    round: int = 1
    closes: float | None = None
    """When it closes, in seconds since 1970; None: when the teacher closes it."""
    is_closed: bool = False
    is_shown: bool = False
    """Whether everybody sees how many answered what."""
    chosen: tuple[Answer, ...] = ()
    """Answers of the last round that the teacher puts next to each other."""
    is_away: bool = False
    """Whether the teacher went on: the question is on no screen any more."""
    is_solved: bool = False
    """Whether everybody sees the right answer."""


class Class(Struct, frozen=True, kw_only=True):
    """What the teacher set."""

    teacher: str
    """The digest of the teacher's key."""
    version: int = 0
    link: Annotated[str, Meta(max_length=LONGEST_LINK)] = "/"
    """The teacher's page with its setting, from its path on."""
    map: Annotated[str, Meta(max_length=LONGEST_MAP)] = ""
    """The part of the page's map that the teacher looks at, as its URL has it; "" for the whole."""
    is_paused: bool = False
    """Whether everybody's page is covered: look up."""
    is_frozen: bool = False
    """Whether the teacher moves alone."""
    is_code_shown: bool = True
    """Whether the projector shows how to join, in place of the page."""
    gathered: int = 0
    """How many times all were taken to the teacher's page."""
    asked: tuple[Asked, ...] = ()

    @property
    def now(self) -> Asked | None:
        """The question that is on the screen."""
        return self.asked[-1] if self.asked else None


class Person(Struct, frozen=True):
    """A browser."""

    seen: float
    follows: bool


class People(Struct, frozen=True):
    """How many are there."""

    present: int
    follow: int
    answered: int
