"""Where the state of classes lies: this process, or a server that several processes share."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Literal, Protocol

Put = Literal["put", "closed", "full"]
ENTRY_BYTES = 100
"""What counts for each entry of a table beside its field and value."""


def growth(field: str, value: bytes, before: bytes | None) -> int:
    """Return by how many bytes a table grows with an entry, instead of the one before if any."""
    if before is not None:
        return len(value) - len(before)
    return ENTRY_BYTES + len(field.encode()) + len(value)


class StoreGoneError(Exception):
    """The store does not answer at present: pages work, and a class goes on when it is back."""


class Store(Protocol):
    """Named values that end by themselves, and channels. Each method raises StoreGoneError.

    Names and fields are text, values bytes, times seconds.
    """

    async def create(self, name: str, value: bytes, seconds: float) -> bool:
        """Write a value unless there is one; return whether it was written."""
        ...

    async def read(self, name: str) -> bytes | None:
        """Return the value, or None where there is none any more."""
        ...

    async def write(self, name: str, value: bytes, seconds: float) -> None:
        """Write a value, instead of one that is there."""
        ...

    async def swap(self, name: str, value: bytes, new: bytes, seconds: float) -> bool:
        """Write `new` if the value is still `value`; return whether it was."""
        ...

    async def remove(self, *names: str) -> None:
        """Remove values and tables."""
        ...

    async def count(self, name: str, seconds: float) -> int:
        """Return how many times this was called for the name, since the first within `seconds`."""
        ...

    async def put(self, table: str, field: str, value: bytes, seconds: float, most: int) -> bool:
        """Put a value into a table of at most so many fields; return whether it had room."""
        ...

    async def put_while(
        self,
        gate: str,
        opened: bytes,
        table: str,
        field: str,
        value: bytes,
        seconds: float,
        *,
        within: tuple[str, int],
    ) -> Put:
        """Put a value into a table if `gate` has the value `opened` at that moment.

        `within` names the counter of the bytes that several tables have together, and their limit.
        """
        ...

    async def field(self, table: str, field: str) -> bytes | None:
        """Return one field of a table, or None."""
        ...

    async def table(self, name: str) -> dict[str, bytes]:
        """Return all fields of a table."""
        ...

    async def tell(self, channel: str, message: bytes) -> None:
        """Send a message to whoever listens to the channel at this moment, in every process."""
        ...

    def listening(self, channel: str) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """Listen to a channel: messages that are sent after the context was entered."""
        ...
