"""Who gets what there is too little of."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from tests.own_thread import in_own_thread
from ui.server.shares import CrowdedError, Shares


class Asking:
    """Requests that hold their share until they are let go, by what they are called."""

    def __init__(self, shares: Shares) -> None:
        self._shares = shares
        self.served: list[str] = []
        self.refused: list[str] = []
        self._ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, name: str, size: int = 1) -> None:
        """`name` is a client's letter and a number of a request."""
        self._ends[name] = asyncio.Event()
        self.tasks[name] = asyncio.create_task(self._held(name, size))
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def _held(self, name: str, size: int) -> None:
        try:
            async with self._shares.held(name[0], size):
                self.served.append(name)
                await self._ends[name].wait()
        except CrowdedError:
            self.refused.append(name)

    async def end(self, *names: str) -> None:
        for name in names:
            self._ends[name].set()
        for _ in range(4):
            await asyncio.sleep(0)


def run(story: Callable[[], Awaitable[None]]) -> None:
    in_own_thread(asyncio.run, story())


def test_one_client_alone_gets_everything_and_in_its_order() -> None:
    """Three hundred behind one address are one client."""

    async def story() -> None:
        asking = Asking(Shares(2, 300))
        names = [f"a{place}" for place in range(302)]
        for name in names:
            await asking.ask(name)
        assert asking.served == names[:2]
        for name in names:
            await asking.end(name)
        assert asking.served == names
        assert not asking.refused

    run(story)


def test_whoever_comes_after_a_flood_is_next() -> None:
    async def story() -> None:
        asking = Asking(Shares(2, 300))
        for place in range(200):
            await asking.ask(f"a{place}")
        await asking.ask("b0")
        await asking.ask("c0")
        await asking.end("a0")
        await asking.end("a1")
        assert asking.served == ["a0", "a1", "b0", "c0"]

    run(story)


def test_clients_take_turns() -> None:
    async def story() -> None:
        asking = Asking(Shares(1, 300))
        for name in ("a0", "a1", "a2", "b0", "b1", "c0"):
            await asking.ask(name)
        for place in range(5):
            await asking.end(asking.served[place])
        assert asking.served == ["a0", "b0", "c0", "a1", "b1", "a2"]

    run(story)


def test_when_the_line_is_full_who_waits_most_loses_a_place() -> None:
    async def story() -> None:
        asking = Asking(Shares(1, 4))
        for name in ("a0", "a1", "a2", "a3", "a4", "a5", "b0", "b1", "c0", "d0"):
            await asking.ask(name)
        assert asking.refused == ["a5", "a4", "a3", "a2", "b1"]
        for place in range(4):
            await asking.end(asking.served[place])
        assert asking.served == ["a0", "b0", "c0", "d0", "a1"]

    run(story)


def test_something_is_left_of_the_memory_for_whoever_comes() -> None:
    async def story() -> None:
        asking = Asking(Shares(100, 300, spares=True))
        for place in range(10):
            await asking.ask(f"a{place}", 10)
        assert len(asking.served) == 5
        for client in "bcd":
            for place in range(10):
                await asking.ask(f"{client}{place}", 10)
        held = "".join(name[0] for name in asking.served)
        assert held == "aaaaabbbcd"

    run(story)


def test_what_is_given_back_goes_to_the_next() -> None:
    async def story() -> None:
        shares = Shares(100, 300)
        asking = Asking(shares)
        async with shares.held("a", 80) as share:
            await asking.ask("b0", 50)
            assert not asking.served
            shares.shrink(share, 30)
            await asyncio.sleep(0)
            assert asking.served == ["b0"]
            assert shares.free == 20
        assert shares.free == 50
        await asking.end("b0")
        assert shares.free == 100

    run(story)


def test_who_goes_away_while_waiting_takes_nothing_along() -> None:
    async def story() -> None:
        shares = Shares(1, 300)
        asking = Asking(shares)
        for name in ("a0", "b0", "c0"):
            await asking.ask(name)
        asking.tasks["b0"].cancel()
        await asking.end("a0")
        assert asking.served == ["a0", "c0"]
        asking.tasks["c0"].cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert shares.free == 1

    run(story)


def test_who_goes_away_just_when_served_gives_it_back() -> None:
    async def story() -> None:
        shares = Shares(1, 300)
        asking = Asking(shares)
        await asking.ask("a0")
        await asking.ask("b0")
        asking._ends["a0"].set()
        await asyncio.sleep(0)
        asking.tasks["b0"].cancel()
        await asking.end()
        assert shares.free == 1
        assert asking.served == ["a0"]

    run(story)


def test_who_is_served_just_when_going_away_gives_it_back() -> None:
    async def story() -> None:
        shares = Shares(1, 300)
        asking = Asking(shares)
        async with shares.held("a"):
            await asking.ask("b0")
            asking.tasks["b0"].cancel()
        await asking.end()
        assert (shares.free, asking.served) == (1, [])

    run(story)


def test_more_than_there_is_gets_all_there_is() -> None:
    async def story() -> None:
        asking = Asking(Shares(10, 300, spares=True))
        await asking.ask("a0", 1_000)
        assert asking.served == ["a0"]

    run(story)


@pytest.mark.parametrize("most_waiting", [0, 1])
def test_nobody_is_sent_away_while_something_is_free(most_waiting: int) -> None:
    async def story() -> None:
        asking = Asking(Shares(2, most_waiting))
        await asking.ask("a0")
        await asking.ask("b0")
        assert asking.served == ["a0", "b0"]

    run(story)
