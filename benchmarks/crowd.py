"""Simulates visitors who all change something repeatedly, and records their waiting times."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from websockets.exceptions import WebSocketException

from benchmarks.opened import Trouble
from benchmarks.visitor import Visitor

BEHIND_SECONDS = 0.001
"""How long after requesting the answer a browser notifies Streamlit of a change."""
OPENING_AT_ONCE = 4
WRONG = (Trouble, WebSocketException, OSError, EOFError)
Act = Callable[[int], Awaitable[float]]


@dataclass
class Crowd:
    """Visitors, each of whom changes one thing at a fixed interval."""

    visitors: Sequence[Visitor]
    every: float
    answers: dict[str, list[float]] = field(default_factory=dict)
    """The waiting times in ms, by page."""
    reruns: dict[str, list[float]] = field(default_factory=dict)
    errors: Counter[str] = field(default_factory=Counter)
    here: list[Visitor] = field(default_factory=list)
    """The visitors who opened their page successfully."""

    @classmethod
    def of(
        cls, people: int, addresses: Sequence[str], pages: Sequence[str], every: float
    ) -> "Crowd":
        """Create visitors, distributed over all servers and pages in turn."""
        visitors = []
        for person in range(people):
            turn, server = divmod(person, len(addresses))
            number, page = divmod(turn, len(pages))
            # Visitors of the same page have different numbers, even on different servers.
            number = number * len(addresses) + server
            visitors.append(Visitor(addresses[server], pages[page], number))
        return cls(visitors, every)

    async def open(self, seconds: float) -> None:
        """Open all pages, a few at a time. Each visitor's first change is not counted."""
        most, gate = int(seconds / self.every) + 2, asyncio.Semaphore(OPENING_AT_ONCE)

        async def enter(visitor: Visitor) -> None:
            async with gate:
                try:
                    await visitor.open(most)
                except WRONG as error:
                    self._note(visitor, error)
                    return
                self.here.append(visitor)
                for act in (visitor.answer, visitor.rerun):
                    await self._tried(visitor, act, 0)

        await asyncio.gather(*map(enter, self.visitors))

    async def act(self, seconds: float) -> None:
        """Let all visitors act for a time, each starting at a random moment."""
        chance, now = random.Random(0), time.perf_counter()
        acts = []
        for one in self.here:
            start, end = now + chance.uniform(0, self.every), now + seconds
            answers = self.answers.setdefault(one.page, [])
            reruns = self.reruns.setdefault(one.page, [])
            acts.append(self._repeat(one, one.answer, start, end, answers))
            acts.append(self._repeat(one, one.rerun, start + BEHIND_SECONDS, end, reruns))
        await asyncio.gather(*acts)

    async def _repeat(
        self, visitor: Visitor, act: Act, due: float, end: float, times: list[float]
    ) -> None:
        turn = 1
        while due < end:
            # If the previous change is still pending when the next is due, the wait starts then.
            late = max(0.0, time.perf_counter() - due)
            await asyncio.sleep(due - time.perf_counter())
            waited = await self._tried(visitor, act, turn)
            if waited is not None:
                times.append(1000 * late + waited)
            # Changes that became due in the meantime are merged: only the latest value counts.
            on = max(1, int((time.perf_counter() - due) / self.every))
            turn, due = turn + on, due + on * self.every

    async def _tried(self, visitor: Visitor, act: Act, turn: int) -> float | None:
        try:
            return await act(turn)
        except WRONG as error:
            self._note(visitor, error)
            return None

    def _note(self, visitor: Visitor, error: Exception) -> None:
        self.errors[f"{visitor.page}: {error!r}"] += 1

    async def close(self) -> None:
        await asyncio.gather(*(one.close() for one in self.here), return_exceptions=True)
