"""What waits is ended with the server, and nothing else is."""

import asyncio
import time

import pytest

from tests.own_thread import in_own_thread
from ui.server.ending import Ending

LONG_SECONDS = 30.0


def test_what_waits_ends_when_the_server_does_and_what_comes_later_at_once() -> None:
    async def do() -> None:
        ending, ended = Ending(), []

        async def wait() -> None:
            async with ending.patience(LONG_SECONDS):
                await asyncio.Event().wait()

        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0)
        with ending.ends(lambda: ended.append("open")):
            with ending.ends(lambda: ended.append("gone")):
                pass
            ending.begin()
        with pytest.raises(TimeoutError):
            await waiting
        with ending.ends(lambda: ended.append("late")), pytest.raises(TimeoutError):
            await wait()
        assert ended == ["open", "late"]

    start = time.monotonic()
    in_own_thread(asyncio.run, do())
    assert time.monotonic() - start < LONG_SECONDS / 3


def test_without_an_end_the_time_is_the_limit() -> None:
    async def do() -> None:
        ending = Ending()
        with pytest.raises(TimeoutError):
            async with ending.patience(0.01):
                await asyncio.Event().wait()
        assert not ending.has_begun
        async with ending.patience(0.01):
            pass
        # What has ended by itself is not ended once more.
        ending.begin()

    in_own_thread(asyncio.run, do())
