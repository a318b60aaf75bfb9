"""What a teacher can do, and what each request holds."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import asdict

from ui.answer.requests import BadRequestError
from ui.classroom.here import hub
from ui.classroom.places import place_of
from ui.classroom.questions import MOST_CELLS, Question, problem_of
from ui.classroom.records import LONGEST_LINK, LONGEST_MAP

MOST_CHOSEN = 6
"""Answers next to each other."""


class Nothing(Struct, frozen=True):
    """A request that says all by its address."""


class Linked(Struct, frozen=True):
    """A page with its setting, from its path on."""

    link: Annotated[str, Meta(max_length=LONGEST_LINK, pattern=r"^/(?![/\\])")]
    map: Annotated[str, Meta(max_length=LONGEST_MAP, pattern=r"^[0-9._-]*$")] = ""


class Screens(Struct, frozen=True):
    """What is set for all windows."""

    is_paused: bool | None = None
    is_frozen: bool | None = None
    is_code_shown: bool | None = None


class Chosen(Struct, frozen=True):
    """Answers to put next to each other."""

    answers: Annotated[
        tuple[Annotated[list[float], Meta(max_length=MOST_CELLS)], ...],
        Meta(max_length=MOST_CHOSEN),
    ]


class Showing(Struct, frozen=True):
    """Whether the right answer is shown, too."""

    solved: bool = False


def _page(asked: Linked) -> str:
    """Return a link that all can follow. Raises: BadRequestError."""
    if place_of(asked.link) is None:
        raise BadRequestError("page")
    return asked.link


async def _lead(code: str, key: str, asked: Linked) -> None:
    await hub().classroom.lead(code, key, _page(asked), asked.map)


async def _gather(code: str, key: str, asked: Linked) -> None:
    await hub().classroom.gather(code, key, _page(asked), asked.map)


async def _screens(code: str, key: str, asked: Screens) -> None:
    await hub().classroom.set_screens(code, key, **asdict(asked))


async def _ask(code: str, key: str, asked: Question) -> None:
    if asked.link and place_of(asked.link) is None:
        raise BadRequestError("page")
    if problem := problem_of(asked):
        raise BadRequestError(problem)
    await hub().classroom.ask(code, key, asked)


async def _again(code: str, key: str, _: Nothing) -> None:
    await hub().classroom.again(code, key)


async def _close(code: str, key: str, _: Nothing) -> None:
    await hub().classroom.close(code, key)


async def _show(code: str, key: str, asked: Showing) -> None:
    await hub().classroom.show(code, key, solved=asked.solved)


async def _choose(code: str, key: str, asked: Chosen) -> None:
    await hub().classroom.choose(code, key, asked.answers)


async def _put_away(code: str, key: str, _: Nothing) -> None:
    await hub().classroom.put_away(code, key)


async def _end(code: str, key: str, _: Nothing) -> None:
    await hub().classroom.end(code, key)


Lead = Callable[[str, str, Any], Awaitable[None]]
LEADS: dict[str, tuple[type[Struct], Lead]] = {
    "lead": (Linked, _lead),
    "gather": (Linked, _gather),
    "screens": (Screens, _screens),
    "ask": (Question, _ask),
    "again": (Nothing, _again),
    "close": (Nothing, _close),
    "show": (Showing, _show),
    "choose": (Chosen, _choose),
    "put_away": (Nothing, _put_away),
    "end": (Nothing, _end),
}
"""What a teacher can do."""
