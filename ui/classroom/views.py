"""What each window of a class is told: the teacher's, the projector's, a student's."""

from typing import Any, Literal

import msgspec

from ui.classroom.classroom import MOST_ROUNDS, Classroom
from ui.classroom.places import place_of
from ui.classroom.records import Asked, Class

Role = Literal["teacher", "projector", "student"]


def question_seen(asked: Asked, role: Role, *, is_open: bool) -> dict[str, Any]:
    """Return a question without the right answer, unless it is to be seen."""
    seen: dict[str, Any] = msgspec.to_builtins(asked.question)
    if role != "teacher" and not asked.is_solved:
        seen.pop("right")
    chosen = asked.chosen if role == "teacher" or asked.is_shown else ()
    return seen | {
        "place": place_of(asked.question.link) if asked.question.link else None,
        "chosen": list(chosen),
        "number": asked.number,
        "round": asked.round,
        "is_last": asked.round >= MOST_ROUNDS,
        "closes": asked.closes,
        "is_open": is_open,
        "is_shown": asked.is_shown,
        "is_solved": asked.is_solved,
    }


async def class_seen(classroom: Classroom, code: str, found: Class, role: Role) -> dict[str, Any]:
    """Return what all windows of a role see of the class."""
    asked = found.now if found.now is None or not found.now.is_away else None
    seen: dict[str, Any] = {
        "version": found.version,
        "link": found.link,
        "place": place_of(found.link),
        "map": found.map,
        "is_code_shown": found.is_code_shown,
        "is_paused": found.is_paused,
        "is_frozen": found.is_frozen,
        "gathered": found.gathered,
        "question": None,
        "results": None,
    }
    if asked is None:
        return seen
    is_open = not asked.is_closed and await classroom.is_open(code, asked)
    seen["question"] = question_seen(asked, role, is_open=is_open)
    if role == "teacher" or asked.is_shown:
        results = msgspec.to_builtins(await classroom.results(code, asked))
        if role != "teacher" and not asked.is_solved:
            # How many are right would tell what is right, before a second vote.
            results = [{**one, "right": None} for one in results]
        if role != "teacher" and asked.question.kind == "mask":
            # How many hide each cell is all that is drawn of them.
            results = [{**one, "drawn": []} for one in results]
        seen["results"] = results
    return seen
