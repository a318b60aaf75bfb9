"""Tells the open windows of this process what happens in their classes, on one event loop.

One listener a class and process, however many windows: it reads the class once for each role and
hands the same bytes to all.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import msgspec

from ui.classroom.classroom import Classroom
from ui.classroom.records import NoClassError
from ui.classroom.store import StoreGoneError
from ui.classroom.views import Role, class_seen

PEOPLE_SECONDS = 0.25
"""How seldom the numbers of people are told, whatever happens."""
AGAIN_SECONDS = 1.0
"""Until a store that is gone is asked again."""
MOST_UNREAD = 32
ENDED, INTERRUPTED = b'{"ended":true}', b'{"interrupted":true}'


@dataclass(eq=False)
class Window:
    """An open window, and what it has not been told yet; the newest says all that counts."""

    role: Role
    unread: asyncio.Queue[bytes] = field(default_factory=lambda: asyncio.Queue(MOST_UNREAD))

    def tell(self, message: bytes) -> None:
        if self.unread.full():
            self.unread.get_nowait()
        self.unread.put_nowait(message)


@dataclass(eq=False)
class _Room:
    """The windows of one class."""

    windows: set[Window] = field(default_factory=set)
    told: dict[Role, bytes] = field(default_factory=dict)
    """What the windows of each role were told last."""
    people: bytes = b""
    """What was said last of how many are there."""
    is_answered: bool = False
    """Whether somebody has answered since, perhaps once more."""
    task: asyncio.Task[None] | None = None


class Hub:
    """The windows of all classes of this process."""

    def __init__(self, classroom: Classroom) -> None:
        self.classroom = classroom
        self._rooms: dict[str, _Room] = {}

    @asynccontextmanager
    async def window(self, code: str, role: Role) -> AsyncIterator[Window]:
        """A window for as long as it is open; it is told at once how things stand."""
        room = self._rooms.setdefault(code, _Room())
        window = Window(role)
        room.windows.add(window)
        if room.task is None:
            room.task = asyncio.create_task(self._listen(code, room))
        elif (last := room.told.get(role)) is not None:
            window.tell(last)
        else:
            try:
                await self._say(code, room, [window])
            except StoreGoneError:
                window.tell(INTERRUPTED)
        if room.people and role != "student":
            window.tell(room.people)
        try:
            yield window
        finally:
            room.windows.discard(window)
            if not room.windows and room.task is not None:
                room.task.cancel()
                self._rooms.pop(code, None)

    async def _listen(self, code: str, room: _Room) -> None:
        while True:
            try:
                async with self.classroom.store.listening(f"class:{code}") as messages:
                    await self._say(code, room, room.windows)
                    people = asyncio.create_task(self._tell_people(code, room))
                    try:
                        async for message in messages:
                            if message == b"class":
                                await self._say(code, room, room.windows)
                            room.is_answered |= message == b"answers"
                    finally:
                        people.cancel()
            except StoreGoneError:
                room.told.clear()
                _tell(room.windows, INTERRUPTED)
            await asyncio.sleep(AGAIN_SECONDS)

    async def _say(self, code: str, room: _Room, windows: Iterable[Window]) -> None:
        """Say to each window what its role sees now; to a student's how many there are in this
        process, too, which share it in the moment of a move. Raises: StoreGoneError."""
        windows = list(windows)
        try:
            found = await self.classroom.of(code)
        except NoClassError:
            _tell(windows, ENDED)
            return
        for role in {one.role for one in windows}:
            seen = await class_seen(self.classroom, code, found, role)
            if role == "student":
                seen["windows"] = sum(one.role == role for one in room.windows)
            said = msgspec.json.encode(seen)
            room.told[role] = said
            _tell([one for one in windows if one.role == role], said)

    async def _tell_people(self, code: str, room: _Room) -> None:
        """Tell teachers and projectors how many are there, where that has changed; teachers what
        is answered so far, too."""
        while True:
            await asyncio.sleep(PEOPLE_SECONDS)
            watching = [one for one in room.windows if one.role != "student"]
            if not watching:
                continue
            with suppress(NoClassError, StoreGoneError):
                found = await self.classroom.of(code)
                people = await self.classroom.people(code, found)
                said = msgspec.json.encode({"people": people})
                if said != room.people:
                    room.people = said
                    _tell(watching, said)
                if room.is_answered:
                    room.is_answered = False
                    teachers = [one for one in watching if one.role == "teacher"]
                    await self._say(code, room, teachers)


def _tell(windows: Iterable[Window], message: bytes) -> None:
    for window in windows:
        window.tell(message)
