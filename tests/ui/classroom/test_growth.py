"""What people who come and go leave: nothing of a class, and the sessions that Streamlit keeps."""

import asyncio
import gc
from collections import Counter

import pytest
from streamlit.runtime.memory_session_storage import MemorySessionStorage

from benchmarks.server import serving
from tests.own_thread import in_own_thread
from tests.ui.test_running_server import visit
from ui.classroom import entrance as door
from ui.classroom import memory_store
from ui.classroom.classroom import Classroom
from ui.classroom.entrance import Entrance
from ui.classroom.hub import Hub
from ui.classroom.memory_store import MemoryStore
from ui.classroom.questions import Question
from ui.streamlit.seams import KEPT_SESSIONS

PICK = Question(kind="pick", text="Where?", options=("left", "right"), right=(1.0,))
ROOMS, PEOPLE = 10, 100
FIRST, MORE, MOST_GROWN_MB = 160, 240, 40
"""People who come and go until all kept sessions are there, and after that; a session of this app
has some 0.7 MB, so that 240 of them would be 170 MB."""


def test_a_thousand_people_in_ten_classes_leave_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_store, "SWEEP_SECONDS", 0.05)
    monkeypatch.setattr(door, "WINDOW_SECONDS", 0.1)

    async def attend(hub: Hub, code: str, voter: str) -> None:
        async with hub.window(code, "student") as window:
            await hub.classroom.here(code, voter, follows=True)
            await hub.classroom.answer(code, voter, [1.0])
            await window.unread.get()

    async def do() -> None:
        store = MemoryStore()
        hub, gate = Hub(Classroom(store)), Entrance(store, pause=0.0001)
        sizes = []
        for number in range(ROOMS):
            code, key = await hub.classroom.start()
            await hub.classroom.ask(code, key, PICK)
            voters = [f"{number}.{one}" for one in range(PEOPLE)]
            await asyncio.gather(*(attend(hub, code, voter) for voter in voters))
            for voter in voters:
                await gate.missed(voter)
                await gate.turn("school")
            sizes.append(store.size)
            await hub.classroom.end(code, key)
        await asyncio.sleep(0.3)
        assert min(sizes) > 10_000 and store.size == 0 and not store._kept
        assert not hub._rooms and not store._listeners
        assert not gate._turns and not gate._waiting
        assert len(asyncio.all_tasks()) == 1, "nobody listens any more"

    in_own_thread(asyncio.run, do())
    gc.collect()
    left = Counter(type(one).__name__ for one in gc.get_objects())
    assert not left["Window"] and not left["_Room"]


def test_of_a_thousand_parted_sessions_the_last_are_kept() -> None:
    """Who lost the connection finds their session again unless so many others have left since."""

    class Info:
        def __init__(self, number: int) -> None:
            self.session = type("Session", (), {"id": str(number)})()

    storage = MemorySessionStorage()
    for number in range(1000):
        storage.save(Info(number))  # type: ignore[arg-type]
    kept = [number for number in range(1000) if storage.get(str(number)) is not None]
    assert kept == list(range(1000 - KEPT_SESSIONS, 1000))


@pytest.mark.thorough
def test_visitors_who_have_left_take_no_more_memory_than_the_sessions_that_are_kept() -> None:
    with serving() as server:
        for _ in range(FIRST):
            visit(server.address)
        before = server.megabytes
        for _ in range(MORE):
            visit(server.address)
        assert server.megabytes - before < MOST_GROWN_MB
