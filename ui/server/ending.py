"""Ends what is kept open, such as a stream, as soon as the server ends.

uvicorn 0.54 accepts no connections any more then, and waits until every answer has been sent, for
ever: a stream would notice only when it has something to say again.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress


class Ending:
    """What is open on one event loop, and whether its server ends."""

    def __init__(self) -> None:
        self.has_begun = False
        self._open: set[Callable[[], None]] = set()

    def begin(self) -> None:
        """End all that is open; what is opened from now on ends at once."""
        self.has_begun = True
        for end in tuple(self._open):
            end()

    @contextmanager
    def ends(self, end: Callable[[], None]) -> Iterator[None]:
        """Call `end` when the server ends, for as long as the context is open."""
        if self.has_begun:
            end()
        self._open.add(end)
        try:
            yield
        finally:
            self._open.discard(end)

    @asynccontextmanager
    async def patience(self, seconds: float) -> AsyncIterator[None]:
        """Wait for at most so long, and until the server ends. Raises: TimeoutError."""
        async with asyncio.timeout(seconds) as limit:

            def end() -> None:
                # A limit that has been reached in the same moment takes no other.
                with suppress(RuntimeError):
                    limit.reschedule(asyncio.get_running_loop().time())

            with self.ends(end):
                yield


ENDING = Ending()
"""That of the server of this process."""
