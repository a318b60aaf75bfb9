"""One class: what all see, who is there, what is asked and answered. Its state lies in the store.

A class has these names in the store, all of which end some hours after its last change:

    class:CODE          what the teacher set (`Class`)
    class:CODE:open     the number of the question and round that can be answered; where a question
                        has a time, it ends by the store's own clock
    class:CODE:people   for each browser when it was last there and whether it follows
    class:CODE:N.R      the answers to question N in round R, one for each browser
    class:CODE:size     how many bytes all answers have together
"""

import os
import time
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from ui.classroom.codes import digest, is_key, new_code, new_key
from ui.classroom.questions import Answer, Distribution, Question, distribution, is_answer
from ui.classroom.records import (
    Asked,
    Class,
    NoClassError,
    NotAllowedError,
    People,
    Person,
)
from ui.classroom.store import Store

HOURS = "WORKBENCH_CLASS_HOURS"
"""The variable with the hours after which nothing of a class is kept."""
DEFAULT_HOURS = 4.0
MOST_PEOPLE = 1000
MOST_QUESTIONS = 100
MOST_ROUNDS = 10
MOST_SET_BYTES = 2_000_000
"""What a teacher may set in all: the questions with their texts and links."""
MOST_ANSWER_BYTES = 32_000_000
"""The answers to all questions of a class: a thousand people and 32 KB of each."""
PRESENT_SECONDS = 25.0
"""Whoever was there so long ago counts as present."""


def hours_kept() -> float:
    """Return the hours that a class is kept. Raises: ValueError naming the variable."""
    given = os.environ.get(HOURS, "")
    try:
        hours = float(given) if given else DEFAULT_HOURS
    except ValueError:
        hours = 0.0
    if not 0 < hours <= 24 * 7:
        raise ValueError(f"{HOURS}: {given!r} is not a number of hours, at most {24 * 7}")
    return hours


class Classroom:
    """The classes of a store.

    Args:
        now: seconds since 1970.
    """

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self.store, self._now, self._seconds = store, now, 3600 * hours_kept()

    async def start(self) -> tuple[str, str]:
        """Return the code of a new class, and its teacher's key."""
        key = new_key()
        while True:
            code = new_code()
            value = msgspec.json.encode(Class(teacher=digest(code, key)))
            if await self.store.create(f"class:{code}", value, self._seconds):
                return code, key

    async def _stored(self, code: str) -> bytes:
        found = await self.store.read(f"class:{code}")
        if found is None:
            raise NoClassError(code)
        return found

    async def of(self, code: str) -> Class:
        """Return a class. Raises: NoClassError."""
        return msgspec.json.decode(await self._stored(code), type=Class)

    async def led(self, code: str, key: str) -> Class:
        """Return a class to its teacher. Raises: NoClassError; NotAllowedError: another's key."""
        return _checked(code, key, await self._stored(code))

    async def _change(
        self, code: str, key: str, change: Callable[[Class], Class], *, opens: bool = False
    ) -> None:
        """Change what the teacher set, whatever another window of the teacher does meanwhile.

        Everybody is told when all is done; with `opens`, when the question can be answered.
        """
        name = f"class:{code}"
        while True:
            before = await self._stored(code)
            found = _checked(code, key, before)
            changed = replace(change(found), version=found.version + 1)
            value = msgspec.json.encode(changed)
            if len(value) > MOST_SET_BYTES:
                raise NotAllowedError("long")
            if await self.store.swap(name, before, value, self._seconds):
                if opens:
                    await self._open(code, _now_of(changed))
                await self.store.tell(name, b"class")
                return

    async def lead(self, code: str, key: str, link: str, view: str = "") -> None:
        """Take all who follow to a page, and to a part of its map."""
        await self._change(code, key, lambda found: replace(found, link=link, map=view))

    async def set_screens(self, code: str, key: str, **given: bool | None) -> None:
        """Set `is_paused`, `is_frozen` or `is_code_shown`, where given; else they stay."""
        set_now = {name: value for name, value in given.items() if value is not None}
        await self._change(code, key, lambda found: replace(found, **set_now))

    async def gather(self, code: str, key: str, link: str, view: str = "") -> None:
        """Take everybody to a page, also those who went their own way."""
        to = {"link": link, "map": view}
        await self._change(
            code, key, lambda found: replace(found, **to, gathered=found.gathered + 1)
        )

    async def end(self, code: str, key: str) -> None:
        """End a class; nothing of it is kept."""
        found = await self.led(code, key)
        tables = [
            _table(code, replace(one, round=number))
            for one in found.asked
            for number in range(1, one.round + 1)
        ]
        names = [f"class:{code}{end}" for end in ("", ":open", ":people", ":size")]
        await self.store.remove(*names, *tables)
        await self.store.tell(f"class:{code}", b"class")

    async def ask(self, code: str, key: str, question: Question) -> None:
        """Ask a question; its page is the class's. Raises: NotAllowedError: too many are asked."""

        def change(found: Class) -> Class:
            if len(found.asked) >= MOST_QUESTIONS:
                raise NotAllowedError("questions")
            asked = Asked(question=question, number=len(found.asked) + 1)
            here = {"link": question.link, "map": ""} if question.link else {}
            return replace(found, **here, asked=(*found.asked, self._timed(asked)))

        await self._change(code, key, change, opens=True)

    async def again(self, code: str, key: str) -> None:
        """Ask the same question once more; the answers before stay beside it."""

        def change(found: Class) -> Class:
            now = _now_of(found)
            if now.round >= MOST_ROUNDS:
                raise NotAllowedError("rounds")
            asked = Asked(question=now.question, number=now.number, round=now.round + 1)
            return replace(found, asked=(*found.asked[:-1], self._timed(asked)))

        await self._change(code, key, change, opens=True)

    def _timed(self, asked: Asked) -> Asked:
        seconds = asked.question.seconds
        return replace(asked, closes=self._now() + seconds) if seconds else asked

    async def _open(self, code: str, asked: Asked) -> None:
        seconds = float(asked.question.seconds) or self._seconds
        await self.store.write(f"class:{code}:open", _gate(asked), seconds)

    async def close(self, code: str, key: str) -> None:
        """Close the question: no answer is counted any more."""
        await self._close(code, key, lambda asked: replace(asked, is_closed=True))

    async def show(self, code: str, key: str, *, solved: bool) -> None:
        """Show what was answered to everybody; and, if `solved`, what is right. Closes it."""
        await self._close(
            code,
            key,
            lambda asked: replace(asked, is_closed=True, is_shown=True, is_solved=solved),
        )

    async def choose(self, code: str, key: str, answers: tuple[Answer, ...]) -> None:
        """Put some answers next to each other. Raises: NotAllowedError: one is none."""

        def change(found: Class) -> Class:
            now = _now_of(found)
            if not all(is_answer(now.question, one) for one in answers):
                raise NotAllowedError("answer")
            return replace(found, asked=(*found.asked[:-1], replace(now, chosen=answers)))

        await self._change(code, key, change)

    async def put_away(self, code: str, key: str) -> None:
        """Take the question from all screens. Closes it; its answers stay."""
        await self._close(code, key, lambda asked: replace(asked, is_closed=True, is_away=True))

    async def _close(self, code: str, key: str, change: Callable[[Asked], Asked]) -> None:
        await self.led(code, key)
        await self.store.remove(f"class:{code}:open")
        await self._change(
            code,
            key,
            lambda found: replace(found, asked=(*found.asked[:-1], change(_now_of(found)))),
        )

    async def is_open(self, code: str, asked: Asked) -> bool:
        return await self.store.read(f"class:{code}:open") == _gate(asked)

    async def answer(self, code: str, voter: str, answer: Answer) -> None:
        """Count an answer, instead of this voter's earlier one.

        Raises: NoClassError; NotAllowedError: the question is closed, or this is no answer to it.
        """
        found = await self.of(code)
        if found.now is None or not is_answer(found.now.question, answer):
            raise NotAllowedError("answer")
        gate, table = f"class:{code}:open", _table(code, found.now)
        field, value = digest(code, voter), msgspec.json.encode(answer)
        if not await self._is_in(code, voter):
            raise NotAllowedError("people")
        done = await self.store.put_while(
            gate,
            _gate(found.now),
            table,
            field,
            value,
            self._seconds,
            within=(f"class:{code}:size", MOST_ANSWER_BYTES),
        )
        if done != "put":
            raise NotAllowedError(done)
        await self.store.tell(f"class:{code}", b"answers")

    async def _is_in(self, code: str, voter: str) -> bool:
        field = digest(code, voter)
        return await self.store.field(f"class:{code}:people", field) is not None

    async def knows(self, code: str, voter: str, key: str) -> bool:
        """Return whether there is such a class, and this voter is in it or this is its key."""
        found = await self.store.read(f"class:{code}")
        if found is None:
            return False
        led = msgspec.json.decode(found, type=Class).teacher
        return is_key(code, key, led) or await self._is_in(code, voter)

    async def answer_of(self, code: str, voter: str, asked: Asked) -> Answer | None:
        """Return what a voter answered."""
        value = await self.store.field(_table(code, asked), digest(code, voter))
        return None if value is None else msgspec.json.decode(value, type=Answer)

    async def here(self, code: str, voter: str, *, follows: bool) -> bool:
        """Note that somebody is there; return whether the class has room. Raises: NoClassError."""
        await self.of(code)
        person = msgspec.json.encode(Person(self._now(), follows))
        table = f"class:{code}:people"
        field = digest(code, voter)
        has_room = await self.store.put(table, field, person, self._seconds, MOST_PEOPLE)
        await self.store.tell(f"class:{code}", b"people")
        return has_room

    async def people(self, code: str, found: Class) -> People:
        """Return how many are there, follow, and have answered what is asked now."""
        table = await self.store.table(f"class:{code}:people")
        since = self._now() - PRESENT_SECONDS
        persons = [msgspec.json.decode(one, type=Person) for one in table.values()]
        present = [one for one in persons if one.seen >= since]
        answers = await self.store.table(_table(code, found.now)) if found.now else {}
        return People(len(present), sum(one.follows for one in present), len(answers))

    async def results(self, code: str, asked: Asked) -> list[Distribution]:
        """Return the answers of each round of a question, the first one first."""
        found = []
        for number in range(1, asked.round + 1):
            table = await self.store.table(_table(code, replace(asked, round=number)))
            answers = [msgspec.json.decode(one, type=Answer) for one in table.values()]
            found.append(distribution(asked.question, answers))
        return found


def _checked(code: str, key: str, stored: bytes) -> Class:
    found = msgspec.json.decode(stored, type=Class)
    if not is_key(code, key, found.teacher):
        raise NotAllowedError("key")
    return found


def _now_of(found: Class) -> Asked:
    if found.now is None:
        raise NotAllowedError("question")
    return found.now


def _gate(asked: Asked) -> bytes:
    return f"{asked.number}.{asked.round}".encode()


def _table(code: str, asked: Asked) -> str:
    return f"class:{code}:{asked.number}.{asked.round}"
