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
        async def put(gate, field):
            return await store.put_while(
                "gate", gate, "votes", field, b"yes", LONG, within=("size", 1000)
            )

        assert await put(b"1", "a") == "closed"
        await store.write("gate", b"1", 0.2)
        assert await put(b"1", "a") == "put"
        assert await put(b"2", "b") == "closed"
        await asyncio.sleep(0.3)
        assert await put(b"1", "c") == "closed"
        assert await store.table("votes") == {"a": b"yes"}

    with_store(do)


def test_tables_have_no_more_bytes_together_than_they_may(with_store):
    """What an answer replaces is not counted any more, so changing one's mind costs nothing."""

    async def do(store):
        async def put(table, field, size):
            value = b"x" * size
            return await store.put_while("g", b"1", table, field, value, 0.5, within=("size", 1000))

        await store.write("g", b"1", LONG)
        assert await put("one", "a", 299) == "put"  # 299 + 1 + ENTRY_BYTES
        for _ in range(20):
            assert await put("one", "a", 1) == await put("one", "a", 299) == "put"
        assert await put("two", "b", 499) == "put"
        assert await put("two", "c", 1) == "full"
        assert await put("two", "b", 500) == "full"
        assert await put("two", "b", 400) == await put("one", "a", 100) == "put"
        assert await put("two", "c", 100) == "put"
        await asyncio.sleep(0.6)
        assert await put("two", "c", 800) == "put"

    with_store(do)


def kept_by(store):
    """The bytes of what a memory store keeps, counted anew."""
    size = 0
    for name, one in store._kept.items():
        size += memory_store.NAME_BYTES + len(name)
        size += len(one.value) if isinstance(one.value, bytes) else 0
        for field, value in one.fields.items():
            size += memory_store.FIELD_BYTES + len(field) + len(value)
    return size


def test_a_flood_is_bounded_in_bytes_and_costs_others_nothing(monkeypatch):
    monkeypatch.setattr(memory_store, "MOST_BYTES", 50_000)

    async def do():
        store, most = MemoryStore(), 0
        await store.write("class:ABC", b"link", 10)
        await store.put("class:ABC:people", "ann", b"here", 10, 100)
        for number in range(200):
            await store.write(f"big{number}", b"x" * 5000, 1000)
            await store.put("table", f"field{number}", b"x" * 4000, 1000, 1000)
            await store.count(f"starts:{number % 7}", 1000)
            assert store.size == kept_by(store)
            most = max(most, store.size)
        assert 40_000 < most <= 50_000
        assert await store.read("class:ABC") == b"link"
        assert await store.field("class:ABC:people", "ann") == b"here"
        await store.remove(*list(store._kept))
        assert store.size == 0

    in_own_thread(asyncio.run, do())


def test_what_has_ended_is_dropped_though_nobody_asks_for_it(monkeypatch):
    monkeypatch.setattr(memory_store, "SWEEP_SECONDS", 0.1)

    async def do():
        store = MemoryStore()
        await store.put("people", "a", b"1", 0.15, 9)
        await store.write("late", b"1", 0.5)
        await asyncio.sleep(0.4)
        assert list(store._kept) == ["late"]
        await asyncio.sleep(0.4)
        assert not store._kept and store.size == 0 and store._timer is None

    in_own_thread(asyncio.run, do())


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
