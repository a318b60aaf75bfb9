"""Answers that are not read: each has a time in which it must leave.

An answer that is handed to the server whole lies in its memory until the other side has read it,
for as long as that likes. So it leaves piece by piece, and who does not take one in time gets no
more of it.
"""

import asyncio
from collections.abc import Iterator

from starlette.types import ASGIApp, Message, Receive, Scope, Send

PIECE = 256 * 1024
"""Bytes that may wait in the memory of the connection; most answers are smaller."""
LONGEST_SECONDS = 30.0
"""For one piece: less than 9 KB a second is no reader."""


class WriteLimits:
    """Sends every answer, Streamlit's too, in pieces that have to leave in time."""

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
                # The server closes the connection of an answer that does not come to its end.
                is_given_up = True

        await self._app(scope, receive, send_in_time)


def pieces(message: Message) -> Iterator[Message]:
    """A message, or several in its place. The last one of a long answer is empty: it is sent when
    there is room for more, which is when the others have left."""
    body = message.get("body", b"")
    if message["type"] != "http.response.body" or len(body) <= PIECE:
        yield message
        return
    for start in range(0, len(body), PIECE):
        yield {**message, "body": body[start : start + PIECE], "more_body": True}
    if not message.get("more_body"):
        yield {**message, "body": b""}
