"""The people of a measured class: each joins, follows, changes something, and votes."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.class_client import ClassClient
from benchmarks.crowd import WRONG
from benchmarks.visitor import Visitor

EVERY_SECONDS, VOTE_SECONDS = 10.0, 10.0
RERUN_SECONDS = 0.02
"""A browser tells Streamlit of a move at a moment within this time for each window of its process,
as `ui/classroom/following.js` has it."""
LATEST_SECONDS = 10.0
"""How long a move and a count are waited for before they count as lost."""
FAILURES = (*WRONG, TimeoutError)


@dataclass
class Lesson:
    """A class while it goes on, and what was measured of it."""

    code: str
    links: Sequence[str]
    """Where the teacher leads, one after the other."""
    elsewhere: str
    """The page that the teacher goes to at last."""
    moves: dict[str, float] = field(default_factory=dict)
    """When the teacher asked for each link."""
    went: float = 0.0
    """When the teacher went there."""
    waits: dict[str, list[float]] = field(default_factory=dict)
    """ms, by what was waited for."""
    errors: Counter[str] = field(default_factory=Counter)

    def waited(self, what: str, since: float) -> None:
        self.waits.setdefault(what, []).append(1000 * (time.perf_counter() - since))

    async def tried(self, what: str, doing: Coroutine[Any, Any, Any]) -> bool:
        try:
            await doing
        except FAILURES as error:
            self.errors[f"{what}: {error!r}"] += 1
            return False
        return True


class Pupil:
    """Somebody who joins, follows, changes something, and votes."""

    def __init__(self, lesson: Lesson, address: str, page: str, number: int) -> None:
        self.lesson, self.heard = lesson, set[str]()
        self.asked, self.is_in = asyncio.Event(), False
        self._free, self._streamlit = asyncio.Lock(), asyncio.Lock()
        """A browser asks for an answer when the one before has arrived, and tells Streamlit of a
        change when its run before has ended; neither waits for the other."""
        self._moved, self._windows, self._is_elsewhere = asyncio.Event(), 0, False
        self._visitor = Visitor(address, page, number)
        self._client = ClassClient(address)
        self._chance, self._turn = random.Random(number), 0
        self._tasks: list[asyncio.Task[Any]] = []

    async def join(self, most: int) -> None:
        since = time.perf_counter()
        await self._visitor.open(most, moves=len(self.lesson.links))
        name, _, value = self._visitor.line.cookie.partition("=")
        self._client.cookies[name] = value
        await self._client.must(f"{self.lesson.code}/join")
        self._start(self._listen())
        self._start(self._follow())
        await self._here()
        self.is_in = True
        self.lesson.waited("join", since)

    def _start(self, doing: Coroutine[Any, Any, Any]) -> None:
        self._tasks.append(asyncio.create_task(self.lesson.tried("window", doing)))

    async def _here(self) -> None:
        await self._client.must(f"{self.lesson.code}/here", {"follows": True})

    async def _listen(self) -> None:
        async for message in self._client.news(self.lesson.code):
            link = message.get("link")
            if link in self.lesson.moves and link not in self.heard:
                self.heard.add(link)
                self.lesson.waited("move", self.lesson.moves[link])
                self._windows = message.get("windows", 0)
                self._moved.set()
            if link == f"/{self.lesson.elsewhere}" and not self._is_elsewhere:
                self._is_elsewhere = True
                self._start(self._go())
            if message.get("question"):
                self.asked.set()

    async def _follow(self) -> None:
        """Ask for the picture of the newest move; it stands for those before it."""
        seen = 0
        while True:
            await self._moved.wait()
            self._moved.clear()
            moves = [self.lesson.moves[one] for one in self.lesson.links[: len(self.heard)]]
            async with self._free:
                await self._visitor.answer_move(len(moves) - 1)
            for since in moves[seen:]:
                self.lesson.waited("picture", since)
            seen = len(moves)
            self._start(self._tell(seen))

    async def _go(self) -> None:
        async with self._streamlit:
            await self._visitor.go(self.lesson.elsewhere)
        self.lesson.waited("page", self.lesson.went)

    async def _tell(self, moves: int) -> None:
        """Tell Streamlit of a move, unless there is another one by then."""
        await asyncio.sleep(self._chance.random() * self._windows * RERUN_SECONDS)
        if moves == len(self.heard):
            async with self._streamlit:
                await self._visitor.rerun_move(moves - 1)

    async def _change(self, what: str, since: float) -> None:
        self._turn += 1
        async with self._free:
            rerun = asyncio.create_task(self._tell_own(self._turn))
            try:
                await self._visitor.answer(self._turn)
            except FAILURES:
                rerun.cancel()
                raise
            self.lesson.waited(what, since)
        await rerun

    async def _tell_own(self, turn: int) -> None:
        async with self._streamlit:
            await self._visitor.rerun(turn)

    async def be_there(self, until: float) -> None:
        """Change something, and say that one is there, every ten seconds."""
        await asyncio.sleep(self._chance.uniform(0, EVERY_SECONDS))
        while time.perf_counter() < until:
            since = time.perf_counter()
            await self.lesson.tried("change", self._change("change", since))
            await self.lesson.tried("here", self._here())
            await asyncio.sleep(max(0.0, since + EVERY_SECONDS - time.perf_counter()))

    async def vote(self) -> None:
        async with asyncio.timeout(LATEST_SECONDS):
            await self.asked.wait()
        await asyncio.sleep(self._chance.uniform(0, VOTE_SECONDS))
        since, choice = time.perf_counter(), self._chance.randrange(4)
        await self._client.must(f"{self.lesson.code}/answer", {"answer": [float(choice)]})
        self.lesson.waited("vote", since)

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._client.close()
        await self._visitor.close()
