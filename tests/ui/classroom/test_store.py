"""What every store does alike."""

import asyncio

import pytest

from tests.own_thread import in_own_thread
from ui.classroom import memory_store
from ui.classroom.memory_store import MemoryStore
from ui.classroom.redis_store import RedisStore
from ui.classroom.store import StoreGoneError

LONG = 60.0


def test_a_value_is_created_once_and_read_as_it_was_written(with_store):
    async def do(store):
        assert await store.read("one") is None
        assert await store.create("one", b"\x00first", LONG)
        assert not await store.create("one", b"second", LONG)
        assert await store.read("one") == b"\x00first"
        await store.write("one", b"third", LONG)
        assert await store.read("one") == b"third"
        await store.remove("one", "none")
        assert await store.read("one") is None

    with_store(do)


def test_what_has_a_time_ends_by_itself(with_store):
    async def do(store):
        await store.write("short", b"1", 0.15)
        await store.put("table", "field", b"1", 0.15, 9)
        assert await store.create("short", b"2", LONG) is False
        await asyncio.sleep(0.25)
        assert await store.read("short") is None
        assert await store.table("table") == {}
        assert await store.create("short", b"2", LONG)

    with_store(do)


def test_only_who_knows_the_value_swaps_it(with_store):
    async def do(store):
        await store.write("one", b"before", LONG)
        assert not await store.swap("one", b"other", b"after", LONG)
        assert await store.read("one") == b"before"
        assert await store.swap("one", b"before", b"after", LONG)
        assert await store.read("one") == b"after"
        assert not await store.swap("none", b"", b"after", LONG)

    with_store(do)


def test_a_table_takes_no_more_fields_than_it_may_but_changes_those_it_has(with_store):
    async def do(store):
        assert await store.put("people", "a", b"1", LONG, 2)
        assert await store.put("people", "b", b"1", LONG, 2)
        assert not await store.put("people", "c", b"1", LONG, 2)
        assert await store.put("people", "a", b"2", LONG, 2)
        assert await store.table("people") == {"a": b"2", "b": b"1"}
        assert await store.field("people", "b") == b"1"
        assert await store.field("people", "c") is None

    with_store(do)


def test_nothing_is_put_behind_a_closed_gate(with_store):
    async def do(store):
        assert not await store.put_while("gate", b"1", "votes", "a", b"yes", LONG)
        await store.write("gate", b"1", 0.2)
        assert await store.put_while("gate", b"1", "votes", "a", b"yes", LONG)
        assert not await store.put_while("gate", b"2", "votes", "b", b"yes", LONG)
        await asyncio.sleep(0.3)
        assert not await store.put_while("gate", b"1", "votes", "c", b"yes", LONG)
        assert await store.table("votes") == {"a": b"yes"}

    with_store(do)


def test_times_are_counted_from_the_first_of_a_window(with_store):
    async def do(store):
        assert [await store.count("missed", 0.2) for _ in range(3)] == [1, 2, 3]
        await asyncio.sleep(0.3)
        assert await store.count("missed", 0.2) == 1

    with_store(do)


def test_all_who_listen_hear_what_is_said_after(with_store):
    async def do(store):
        await store.tell("room", b"before")
        async with store.listening("room") as one, store.listening("room") as other:
            await store.tell("another", b"no")
            await store.tell("room", b"hello")
            assert await asyncio.wait_for(anext(one), 2) == b"hello"
            assert await asyncio.wait_for(anext(other), 2) == b"hello"

    with_store(do)


def test_a_listener_that_does_not_read_keeps_the_newest_and_no_more_than_some(monkeypatch):
    monkeypatch.setattr(memory_store, "MOST_UNREAD", 3)

    async def do():
        store = MemoryStore()
        async with store.listening("room") as heard:
            for number in range(5):
                await store.tell("room", bytes([number]))
            return [await anext(heard) for _ in range(3)]

    assert in_own_thread(asyncio.run, do()) == [b"\x02", b"\x03", b"\x04"]


def test_what_would_end_first_makes_room(monkeypatch):
    monkeypatch.setattr(memory_store, "MOST_NAMES", 2)

    async def do():
        store = MemoryStore()
        await store.write("soon", b"1", 1)
        await store.write("late", b"1", 100)
        await store.write("new", b"1", 50)
        return [await store.read(name) for name in ("soon", "late", "new")]

    assert in_own_thread(asyncio.run, do()) == [None, b"1", b"1"]


def test_a_server_that_is_gone_is_said_so_and_used_again_when_it_is_back(store_server):
    async def gone(store):
        with pytest.raises(StoreGoneError):
            await store.read("one")
        with pytest.raises(StoreGoneError):
            await store.count("one", 1)
        with pytest.raises(StoreGoneError):
            async with store.listening("room"):
                pass

    async def heard_that_it_went(store):
        async with store.listening("room") as heard:
            store_server.end()
            with pytest.raises(StoreGoneError):
                await asyncio.wait_for(anext(heard), 5)

    async def do():
        store = RedisStore(store_server.address)
        assert await store.read("one") is None
        await heard_that_it_went(store)
        await gone(store)
        store_server.start()
        assert await store.create("one", b"1", LONG)
        await store.close()

    in_own_thread(asyncio.run, do())


def test_what_is_no_address_of_a_server_is_refused():
    with pytest.raises(ValueError):
        RedisStore("http://127.0.0.1:6379")
