"""Time limits for answers that are not read.

An answer that is passed to the server as a whole stays in its memory until the client has read it,
however long that takes. So it is sent piece by piece, and a client that does not take one in time
gets no more of it.
"""

import asyncio
from collections.abc import Iterator

from starlette.types import ASGIApp, Message, Receive, Scope, Send

PIECE = 256 * 1024
"""Bytes that may wait in a connection's buffer; most answers are smaller."""
LONGEST_SECONDS = 30.0
"""Time limit for one piece: less than 9 KB a second does not count as reading."""


class WriteLimits:
    """Sends every response, Streamlit's included, in pieces with a time limit each."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        is_given_up = False

        async def send_in_time(message: Message) -> None:
            nonlocal is_given_up
            if is_given_up:
                return
            try:
                for piece in pieces(message):
                    async with asyncio.timeout(LONGEST_SECONDS):
                        await send(piece)
            except TimeoutError:
                # The server closes the connection of an unfinished response.
                is_given_up = True

        await self._app(scope, receive, send_in_time)


def pieces(message: Message) -> Iterator[Message]:
    """Split a long message. The last piece is empty: it is sent when there is room again, which
    means that the others have been sent."""
    body = message.get("body", b"")
    if message["type"] != "http.response.body" or len(body) <= PIECE:
        yield message
        return
    for start in range(0, len(body), PIECE):
        yield {**message, "body": body[start : start + PIECE], "more_body": True}
    if not message.get("more_body"):
        yield {**message, "body": b""}
