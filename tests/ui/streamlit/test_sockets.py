"""That the server sends at once: what `seams.py` does to its listening socket."""

import asyncio
import socket
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from ui.streamlit.seams import naming_tcp, sending_at_once


def run_apart(coroutine: Coroutine[Any, Any, bool]) -> bool:
    """On a thread of its own: a browser that other tests have opened keeps a loop on this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


def listener(family: int = socket.AF_INET, protocol: int = 0) -> socket.socket:
    """As Streamlit makes it, who names no protocol."""
    made = socket.socket(family, socket.SOCK_STREAM, protocol)
    if family == socket.AF_INET:
        made.bind(("127.0.0.1", 0))
        made.listen()
    return made


def test_the_same_listener_names_tcp():
    with listener() as before, naming_tcp(before) as after:
        assert (before.proto, after.proto) == (0, socket.IPPROTO_TCP)
        assert after.getsockname() == before.getsockname()


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="this machine has no such sockets")
def test_a_socket_that_is_not_of_the_internet_stays_as_it_is():
    with listener(socket.AF_UNIX) as made:
        assert naming_tcp(made) is made


def test_a_socket_that_names_its_protocol_stays_as_it_is():
    with listener(protocol=socket.IPPROTO_TCP) as made:
        assert naming_tcp(made) is made


async def nodelay_of_a_connection(made: socket.socket) -> bool:
    """Whether the serving end has TCP_NODELAY, of one who connected before the server started."""
    found = asyncio.get_running_loop().create_future()

    class Protocol(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            served = transport.get_extra_info("socket")
            found.set_result(served.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0)

    with socket.create_connection(made.getsockname()):
        async with await asyncio.get_running_loop().create_server(Protocol, sock=made):
            return await asyncio.wait_for(found, timeout=30)


async def within(made: socket.socket) -> bool:
    async with sending_at_once(None):
        return await nodelay_of_a_connection(made)


def test_whoever_connected_while_the_server_started_gets_answers_at_once():
    with listener() as made:
        assert run_apart(within(made))


def test_the_loop_makes_servers_as_before_when_the_app_has_ended():
    async def after() -> bool:
        before = asyncio.get_running_loop().create_server
        async with sending_at_once(None):
            assert asyncio.get_running_loop().create_server != before
        return asyncio.get_running_loop().create_server == before

    assert run_apart(after())
