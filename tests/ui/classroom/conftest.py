"""Both stores: this process's own, and the real server of Debian."""

import asyncio
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from benchmarks.server import free_port
from tests.own_thread import in_own_thread
from ui.classroom.memory_store import MemoryStore
from ui.classroom.redis_store import RedisStore
from ui.classroom.store import Store

NAMES = ("valkey-server", "redis-server")
Work = Callable[[Store], Coroutine[Any, Any, Any]]


class StoreServer:
    """A Valkey or Redis server of the tests, which they may end and start again."""

    def __init__(self, program: str, folder: Path, *, keeps: bool = False) -> None:
        self.port = free_port()
        self.address = f"redis://127.0.0.1:{self.port}/0"
        self._command = [program, "--port", str(self.port), "--bind", "127.0.0.1"]
        self._command += ["--save", "", "--appendonly", "yes" if keeps else "no"]
        self._command += ["--dir", str(folder)]
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        for _ in range(200):
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.05)
        raise AssertionError("the store's server does not start")

    def end(self) -> None:
        self._process.terminate()
        self._process.wait(10)


@pytest.fixture(scope="session")
def store_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoreServer]:
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        if os.environ.get("REQUIRE_STORE"):
            pytest.fail("no Valkey or Redis server is installed")
        pytest.skip("no Valkey or Redis server is installed (Debian: redis-server)")
    server = StoreServer(program, tmp_path_factory.mktemp("store"))
    yield server
    server.end()


@pytest.fixture(params=["memory", "server"])
def with_store(request: pytest.FixtureRequest) -> Callable[[Work], Any]:
    """Do something with an empty store, on an event loop of its own."""

    is_memory = request.param == "memory"
    address = "" if is_memory else request.getfixturevalue("store_server").address

    async def work(do: Work) -> Any:
        if is_memory:
            return await do(MemoryStore())
        store = RedisStore(address)
        await store._redis.flushall()
        try:
            return await do(store)
        finally:
            await store.close()

    return lambda do: in_own_thread(asyncio.run, work(do))
