"""A browser that is in a class, without drawing: its cookies, its requests, and the stream of news.

Its requests carry what a browser sends with them, so that what the server refuses is refused here.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from benchmarks.opened import Trouble
from ui.classroom.route import ADDRESS

PATIENCE_SECONDS = 30
LONGEST_LINE = 1 << 20
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class ClassClient:
    """A browser at an address such as http://127.0.0.1:8501."""

    address: str
    cookies: dict[str, str] = field(default_factory=dict)
    _streams: Streams | None = None
    _free: asyncio.Lock = field(default_factory=asyncio.Lock)
    """One request after the other on the connection."""

    def _head(self, method: str, path: str, size: int = 0) -> bytes:
        host = self.address.removeprefix("http://")
        lines = {"Host": host, "Origin": self.address, "Sec-Fetch-Site": "same-origin"}
        if method == "POST":
            lines |= {"Content-Type": "text/plain;charset=UTF-8", "Content-Length": str(size)}
        if self.cookies:
            lines["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        text = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return f"{method} {path} HTTP/1.1\r\n{text}\r\n".encode()

    async def _connect(self) -> Streams:
        host, _, port = self.address.removeprefix("http://").partition(":")
        return await asyncio.open_connection(host, int(port), limit=LONGEST_LINE)

    async def _answered(self, reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
        """Read the head of an answer, and keep its cookies."""
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
        headers = {}
        for line in lines:
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
            if name.lower() == "set-cookie":
                cookie, _, content = value.strip().partition(";")[0].partition("=")
                self.cookies[cookie] = content
        return int(first.split()[1]), headers

    async def ask(self, method: str, path: str, content: bytes = b"") -> tuple[int, bytes]:
        """Return the status and the body of an answer. Raises: OSError, EOFError, TimeoutError."""
        request = self._head(method, path, len(content)) + content
        async with asyncio.timeout(PATIENCE_SECONDS), self._free:
            if self._streams is not None:
                try:
                    return await self._asked(self._streams, request)
                except (OSError, EOFError):
                    # A server closes idle connections; like a browser, open another one.
                    self.close()
            self._streams = await self._connect()
            return await self._asked(self._streams, request)

    async def _asked(self, streams: Streams, request: bytes) -> tuple[int, bytes]:
        reader, writer = streams
        writer.write(request)
        status, headers = await self._answered(reader)
        if "content-length" in headers:
            return status, await reader.readexactly(int(headers["content-length"]))
        return status, b"".join([one async for one in _chunks(reader)])

    async def post(self, what: str, content: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        """Ask something of the classes, such as `CODE/here`."""
        status, body = await self.ask("POST", f"{ADDRESS}/{what}", json.dumps(content).encode())
        return status, json.loads(body) if body.startswith(b"{") else {}

    async def must(self, what: str, content: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The same, where anything but 200 is an error. Raises: Trouble."""
        status, body = await self.post(what, content or {})
        if status != 200:
            raise Trouble(f"{what.partition('/')[2] or what}: {status} {body}")
        return body

    async def news(self, code: str, role: str = "student") -> AsyncIterator[dict[str, Any]]:
        """Listen to a class until the connection breaks. Raises: Trouble, OSError, EOFError."""
        reader, writer = await self._connect()
        try:
            writer.write(self._head("GET", f"{ADDRESS}/{code}/events?role={role}"))
            status, _ = await self._answered(reader)
            if status != 200:
                raise Trouble(f"events: {status}")
            kept = b""
            async for chunk in _chunks(reader):
                *messages, kept = (kept + chunk).split(b"\n\n")
                for one in messages:
                    if one.startswith(b"data: "):
                        yield json.loads(one[6:])
        finally:
            writer.close()

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Read a body of unknown length. Raises: EOFError if it is cut off."""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        yield (await reader.readexactly(size + 2))[:-2]
    await reader.readuntil(b"\r\n")
