"""Simulates a user with an open page: Streamlit's protocol over a websocket, and our own route.

A change is sent as in a browser: the new setting to the route and, right after it, the control's
new value to Streamlit, which reruns the page's fragment; then the remaining areas of the page are
requested. All messages are prepared in advance, because visitors share the processor with the
server.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.changes import Change, changes, opening
from benchmarks.opened import Opened, Trouble, check, drawn, is_last
from ui.answer.route import address_of

LANGUAGE = "en"
PATIENCE_SECONDS = 60
LATER_SECONDS = 0.03
"""The delay after which a browser requests the areas that the answer did not include."""
HEADERS = {
    "Accept": "*/*",
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "Accept-Language": "en-US,en;q=0.9",
    "Content-Type": "text/plain;charset=UTF-8",
    "Sec-Fetch-Dest": "empty",
    "Sec-Fetch-Mode": "cors",
    "Sec-Fetch-Site": "same-origin",
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)",
}


class Line:
    """A persistent connection for consecutive requests."""

    def __init__(self, address: str, path: str) -> None:
        self._host, self._path = address.removeprefix("http://"), path
        self.cookie = ""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def request(self, body: bytes) -> bytes:
        """Return an HTTP request with a browser's headers."""
        own = {"Host": self._host, "Origin": f"http://{self._host}", "Content-Length": len(body)}
        if self.cookie:
            own["Cookie"] = self.cookie
        lines = [f"{name}: {value}" for name, value in (own | HEADERS).items()]
        return "\r\n".join([f"POST {self._path} HTTP/1.1", *lines, "", ""]).encode() + body

    async def ask(self, request: bytes) -> bytes:
        """Return the body of a response. Raises: Trouble if it is not 200, OSError, EOFError."""
        if self._streams is not None:
            try:
                return await self._asked(*self._streams, request)
            except (ConnectionError, asyncio.IncompleteReadError) as error:
                # A server closes idle connections; like a browser, open another one.
                if getattr(error, "partial", b""):
                    raise
                self.close()
        host, _, port = self._host.partition(":")
        self._streams = await asyncio.open_connection(host, int(port))
        return await self._asked(*self._streams, request)

    async def _asked(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes
    ) -> bytes:
        writer.write(request)
        async with asyncio.timeout(PATIENCE_SECONDS):
            status, *lines = (await reader.readuntil(b"\r\n\r\n")).lower().split(b"\r\n")
            length = next(line for line in lines if line.startswith(b"content-length:"))
            body = await reader.readexactly(int(length.partition(b":")[2]))
        if status.split()[1] != b"200":
            raise Trouble(f"the route answers {status.decode()}")
        return body

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Visitor:
    """A user who stays on one page. `number` distinguishes the visitors of a page."""

    def __init__(self, address: str, page: str, number: int) -> None:
        self.address, self.page, self.number = address, page, number
        self.line = Line(address, address_of(page, LANGUAGE))
        self._socket: ClientConnection
        self._changes: list[Change] = []
        self._moves: list[Change] = []

    async def open(self, most: int, moves: int = 0) -> None:
        """Open the page, and prepare up to `most` changes of its own and as many `moves`, which are
        the same for all visitors of the page. Raises: Trouble, OSError.
        """
        self._socket = await connect(
            f"{self.address.replace('http', 'ws', 1)}/_stcore/stream",
            origin=self.address,
            subprotocols=["streamlit"],
            max_size=None,
            max_queue=None,
            ping_interval=None,
        )
        # A proxy's cookie, which keeps both connections on one process
        assert self._socket.response is not None
        self.line.cookie = self._socket.response.headers.get("Set-Cookie", "").partition(";")[0]
        setting, message = opening(self.page, LANGUAGE, self.number)
        opened = Opened.of(await self._run(message))
        self._changes = self._prepared(changes(opened, setting, LANGUAGE, self.number, most))
        if moves:
            start, _ = opening(self.page, LANGUAGE, 0)
            made = (changes(opened, start, LANGUAGE, number, moves) for number in range(4))
            led = {one.address: one for some in made for one in some}
            self._moves = self._prepared(list(led.values())[:moves])

    def _prepared(self, made: Sequence[Change]) -> list[Change]:
        return [
            replace(
                one,
                request=self.line.request(one.request),
                later=self.line.request(one.later) if one.later else b"",
            )
            for one in made
        ]

    @property
    def links(self) -> list[str]:
        """Links to the moves that all make."""
        return [f"/{self.page}{one.address}" for one in self._moves]

    @property
    def asked(self) -> list[list[bytes]]:
        """The request bodies of each change."""
        requests = ([one.request, one.later] for one in self._changes)
        return [[one.partition(b"\r\n\r\n")[2] for one in two if one] for two in requests]

    async def answer(self, turn: int) -> float:
        """Request the answer to a change; return the waiting time in ms. Raises: Trouble."""
        return await self._answer(self._changes[turn % len(self._changes)])

    async def answer_move(self, number: int) -> float:
        """The same, for a move that all make. Raises: Trouble."""
        return await self._answer(self._moves[number % len(self._moves)])

    async def _answer(self, change: Change) -> float:
        start = time.perf_counter()
        answer = await self.line.ask(change.request)
        waited = time.perf_counter() - start
        change.check(answer)
        if change.later:
            await asyncio.sleep(LATER_SECONDS)
            await self.line.ask(change.later)
        return 1000 * waited

    async def rerun(self, turn: int) -> float:
        """Notify Streamlit of a change; return the time of its rerun in ms. Raises: Trouble."""
        return await self._rerun(self._changes[turn % len(self._changes)])

    async def rerun_move(self, number: int) -> float:
        """The same, for a move that all make. Raises: Trouble."""
        return await self._rerun(self._moves[number % len(self._moves)])

    async def _rerun(self, change: Change) -> float:
        start = time.perf_counter()
        messages = await self._run(change.message)
        waited = time.perf_counter() - start
        change.check(drawn(messages))
        return 1000 * waited

    async def go(self, page: str) -> None:
        """Open another page in the same session. Raises: Trouble."""
        _, message = opening(page, LANGUAGE, 0)
        drawn(await self._run(message))

    async def close(self) -> None:
        self.line.close()
        await self._socket.close()

    async def _run(self, message: bytes) -> list[ForwardMsg]:
        """Send a message; return all messages until the script has run. Raises: Trouble."""
        await self._socket.send(message)
        messages: list[ForwardMsg] = []
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not messages or not is_last(messages[-1]):
                messages.append(ForwardMsg.FromString(await self._socket.recv(decode=False)))
        for one in messages:
            check(one)
        return messages
