"""What each open window of a class is told, and that none is told what it may not know."""

import asyncio

import msgspec
import pytest

from tests.own_thread import in_own_thread
from ui.classroom import hub as module
from ui.classroom.classroom import Classroom
from ui.classroom.hub import ENDED, INTERRUPTED, Hub
from ui.classroom.memory_store import MemoryStore
from ui.classroom.questions import Question
from ui.classroom.store import StoreGoneError

PICK = Question(kind="pick", text="Where?", options=("left", "right"), right=(1.0,))


async def told(window, holds, seconds=3.0):
    """The first message that holds, of those that the window has not read yet."""
    async with asyncio.timeout(seconds):
        while True:
            message = await window.unread.get()
            is_read = message in (ENDED, INTERRUPTED)
            found = message if is_read else msgspec.json.decode(message)
            if holds(found):
                return found


def is_class(found):
    return isinstance(found, dict) and "link" in found


async def begun(store):
    hub = Hub(Classroom(store))
    code, key = await hub.classroom.start()
    return hub, code, key


def test_who_comes_late_lands_where_the_class_is(with_store):
    async def do(store):
        hub, code, key = await begun(store)
        await hub.classroom.lead(code, key, "/masks?x=1")
        async with hub.window(code, "student") as first:
            assert (await told(first, is_class))["link"] == "/masks?x=1"
            async with hub.window(code, "student") as late:
                assert (await told(late, is_class))["link"] == "/masks?x=1"

    with_store(do)


def test_all_follow_a_move_within_half_a_second(with_store):
    async def do(store):
        hub, code, key = await begun(store)
        async with hub.window(code, "student") as one, hub.window(code, "projector") as other:
            await told(one, is_class)
            await told(other, is_class)
            await hub.classroom.lead(code, key, "/training")
            for window in (one, other):
                await told(window, lambda found: is_class(found) and found["link"] == "/training")

    with_store(do)


def test_students_are_told_how_many_windows_share_their_process(with_store):
    async def do(store):
        hub, code, key = await begun(store)
        async with (
            hub.window(code, "student") as one,
            hub.window(code, "student"),
            hub.window(code, "teacher") as teacher,
        ):
            await told(one, is_class)
            await hub.classroom.lead(code, key, "/training")
            moved = await told(one, lambda found: is_class(found) and found["link"])
            assert moved["windows"] == 2
            assert "windows" not in await told(teacher, is_class)

    with_store(do)


def test_two_processes_tell_their_windows_of_each_others_doings(store_server):
    async def do():
        from ui.classroom.redis_store import RedisStore

        stores = [RedisStore(store_server.address) for _ in range(2)]
        here, there = (Hub(Classroom(store)) for store in stores)
        code, key = await here.classroom.start()
        async with there.window(code, "student") as window:
            await told(window, is_class)
            await here.classroom.gather(code, key, "/masks")
            found = await told(window, lambda one: is_class(one) and one["gathered"] == 1)
            assert found["link"] == "/masks"
        for store in stores:
            await store.close()

    in_own_thread(asyncio.run, do())


def test_the_right_answer_is_told_to_the_teacher_alone_until_it_is_shown(with_store):
    async def do(store):
        hub, code, key = await begun(store)
        await hub.classroom.here(code, "ann", follows=True)
        await hub.classroom.ask(code, key, PICK)
        await hub.classroom.answer(code, "ann", [1.0])

        async def seen(role):
            async with hub.window(code, role) as window:
                return await told(window, is_class)

        for role in ("student", "projector"):
            found = await seen(role)
            assert "right" not in found["question"] and found["results"] is None
        found = await seen("teacher")
        assert found["question"]["right"] == [1.0] and found["results"][0]["right"] == 1
        await hub.classroom.show(code, key, solved=False)
        for role in ("student", "projector"):
            found = await seen(role)
            assert "right" not in found["question"]
            assert found["results"][0]["right"] is None
            assert found["results"][0]["counts"] == [[[0.0], 0], [[1.0], 1]]
        await hub.classroom.show(code, key, solved=True)
        found = await seen("projector")
        assert found["question"]["right"] == [1.0] and found["results"][0]["right"] == 1

    with_store(do)


def test_the_teacher_sees_how_many_are_there_and_answer_and_students_do_not(with_store):
    async def do(store):
        hub, code, key = await begun(store)
        await hub.classroom.ask(code, key, PICK)
        async with hub.window(code, "teacher") as teacher, hub.window(code, "student") as student:
            await told(student, is_class)
            await hub.classroom.here(code, "ann", follows=False)
            await hub.classroom.answer(code, "ann", [0.0])
            expected = {"present": 1, "follow": 0, "answered": 1}
            await told(teacher, lambda found: found == {"people": expected})
            while not student.unread.empty():
                found = msgspec.json.decode(student.unread.get_nowait())
                assert is_class(found) and found["results"] is None

    with_store(do)


def test_a_class_that_ends_says_so(with_store):
    async def do(store):
        hub, code, key = await begun(store)
        async with hub.window(code, "student") as window:
            await told(window, is_class)
            await hub.classroom.end(code, key)
            assert await told(window, lambda found: found == ENDED) == ENDED

    with_store(do)


def test_nobody_listens_where_no_window_is_open(with_store):
    async def do(store):
        hub, code, _ = await begun(store)
        async with hub.window(code, "student"):
            assert hub._rooms
        assert not hub._rooms

    with_store(do)


def test_a_class_goes_on_when_its_store_is_back(store_server, monkeypatch):
    monkeypatch.setattr(module, "AGAIN_SECONDS", 0.1)

    async def do():
        from ui.classroom.redis_store import RedisStore

        store = RedisStore(store_server.address)
        hub, code, key = await begun(store)
        async with hub.window(code, "student") as window:
            await told(window, is_class)
            store_server.end()
            await told(window, lambda found: found == INTERRUPTED, 10)
            with pytest.raises(StoreGoneError):
                await hub.classroom.lead(code, key, "/masks")
            store_server.start()
            # The server of this test keeps nothing: what ended with it is said to be at its end.
            assert await told(window, lambda found: found != INTERRUPTED, 10) == ENDED
        await store.close()

    in_own_thread(asyncio.run, do())


class Halting(MemoryStore):
    """A store that lets people listen before it answers, as one that has just started."""

    is_halted = False

    async def read(self, name):
        if self.is_halted:
            raise StoreGoneError
        return await super().read(name)


def test_a_class_goes_on_though_its_store_answers_later_than_it_listens(monkeypatch):
    monkeypatch.setattr(module, "AGAIN_SECONDS", 0.05)

    async def do():
        store = Halting()
        hub, code, _ = await begun(store)
        store.is_halted = True
        async with hub.window(code, "student") as one, hub.window(code, "projector") as other:
            for window in (one, other):
                await told(window, lambda found: found == INTERRUPTED)
            store.is_halted = False
            for window in (one, other):
                await told(window, is_class)

    in_own_thread(asyncio.run, do())


def test_a_window_that_does_not_read_keeps_the_newest(monkeypatch):
    window = module.Window("student")
    for number in range(module.MOST_UNREAD + 3):
        window.tell(bytes([number]))
    assert window.unread.qsize() == module.MOST_UNREAD
    assert window.unread.get_nowait() == b"\x03"


def test_a_question_that_everybody_hears_of_can_be_answered(with_store):
    async def do(store):
        hub, code, key = await begun(store)
        async with hub.window(code, "student") as window:
            await told(window, is_class)
            await hub.classroom.ask(code, key, PICK)
            found = await told(window, lambda one: is_class(one) and one["question"])
            assert found["question"]["is_open"]
            await hub.classroom.again(code, key)
            found = await told(window, lambda one: one["question"]["round"] == 2)
            assert found["question"]["is_open"]
            await hub.classroom.close(code, key)
            await told(window, lambda one: not one["question"]["is_open"])

    with_store(do)


def test_a_teacher_sees_at_once_that_an_answer_was_changed(with_store):
    async def do(store):
        hub, code, key = await begun(store)
        await hub.classroom.here(code, "ann", follows=True)
        await hub.classroom.ask(code, key, PICK)
        async with hub.window(code, "teacher") as teacher:
            for place, right in ((0.0, 0), (1.0, 1)):
                await hub.classroom.answer(code, "ann", [place])
                await told(
                    teacher,
                    lambda found, right=right: (
                        is_class(found)
                        and found["results"][0]["answered"] == 1
                        and found["results"][0]["right"] == right
                    ),
                )

    with_store(do)


def test_a_projector_that_is_opened_late_is_told_how_many_are_there(with_store):
    async def do(store):
        hub, code, _ = await begun(store)
        await hub.classroom.here(code, "ann", follows=True)
        async with hub.window(code, "teacher") as teacher:
            await told(teacher, lambda found: "people" in found)
            async with hub.window(code, "projector") as late:
                found = await told(late, lambda found: "people" in found)
                assert found["people"]["present"] == 1

    with_store(do)


def test_a_teachers_second_window_sees_the_answers_so_far(with_store):
    async def do(store):
        hub, code, key = await begun(store)
        await hub.classroom.here(code, "ann", follows=True)
        await hub.classroom.ask(code, key, PICK)

        def is_answered(found):
            return is_class(found) and found["results"][0]["answered"] == 1

        async with hub.window(code, "teacher") as teacher:
            await told(teacher, is_class)
            await hub.classroom.answer(code, "ann", [0.0])
            await told(teacher, is_answered)
            async with hub.window(code, "teacher") as second:
                assert is_answered(await told(second, is_class))

    with_store(do)
