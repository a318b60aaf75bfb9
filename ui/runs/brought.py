"""The data that visitors bring, as long as somebody uses them: in this process's memory alone."""

import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from threading import Lock, Timer
from typing import Any

from transformer_lab.own_data import OwnData, Prepared, prepare_pairs, prepare_text
from transformer_lab.own_data.errors import REASONS
from ui.answer.requests import BadRequestError
from ui.runs.requests import Bring

MOST_BYTES = 64_000_000
"""Of all data together, as they are packed; one file is 4 MB before it is."""
KEPT_SECONDS = 3600.0
"""Data that nobody has used for this long are forgotten."""
TIDIED_SECONDS = 300.0
"""How often that is looked for."""
MOST_LINES = 200
"""Lines that were left out, of which a page is told."""


@dataclass
class _Held:
    data: OwnData
    client: str
    last_used: float


class BroughtData:
    """The data by a name that cannot be guessed: the same data have the same one.

    A client holds at most half of what the others leave free, so that nobody drives out others.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock, self._key = clock, Lock(), secrets.token_bytes(32)
        self._held: dict[str, _Held] = {}
        self._tidying: Timer | None = None

    def name_of(self, data: OwnData) -> str:
        """The name of data, whether they are held or not."""
        return hmac.new(self._key, data.digest.encode(), "sha256").hexdigest()[:40]

    def add(self, data: OwnData, client: str) -> str:
        """Hold data, and forget what has to give way. Returns: their name."""
        name, now = self.name_of(data), self._clock()
        with self._lock:
            self._held[name] = _Held(data, client, now)
            self._forget(now - KEPT_SECONDS)
            others = sum(_size(one) for one in self._held.values() if one.client != client)
            own = sorted(
                (key for key, one in self._held.items() if one.client == client and key != name),
                key=lambda key: self._held[key].last_used,
            )
            while own and self._size_of(client) > (MOST_BYTES - others) // 2:
                del self._held[own.pop(0)]
            self._tidy_later()
        return name

    def find(self, name: str) -> OwnData | None:
        """The data of a name; None if they are not here any more. Counts as using them."""
        with self._lock:
            held = self._held.get(name)
            if held is None:
                return None
            held.last_used = self._clock()
            return held.data

    def tidy(self) -> None:
        """Forget what nobody has used for too long, now and later, as long as there is anything."""
        with self._lock:
            self._forget(self._clock() - KEPT_SECONDS)
            self._tidying = None
            self._tidy_later()

    def _tidy_later(self) -> None:
        if self._held and self._tidying is None:
            self._tidying = Timer(TIDIED_SECONDS, self.tidy)
            self._tidying.daemon = True
            self._tidying.start()

    def _forget(self, before: float) -> None:
        for name in [name for name, one in self._held.items() if one.last_used < before]:
            del self._held[name]

    def _size_of(self, client: str) -> int:
        return sum(_size(one) for one in self._held.values() if one.client == client)


def _size(held: _Held) -> int:
    return len(held.data.packed)


@cache
def brought() -> BroughtData:
    """The data of this server."""
    return BroughtData()


def prepared(body: bytes, asked: Bring) -> Prepared:
    """Read what somebody brought. Raises: OwnDataError, ValueError."""
    if asked.kind == "text":
        return prepare_text(body, asked.cut, asked.subwords)
    if asked.source is None and asked.target is None:
        return prepare_pairs(body, asked.cut, None, asked.subwords)
    if asked.source is None or asked.target is None or asked.source == asked.target:
        raise BadRequestError("source and target must be two columns")
    return prepare_pairs(body, asked.cut, (asked.source, asked.target), asked.subwords)


def said_of(found: Prepared) -> dict[str, Any]:
    """What a page is told of data, as plain values."""
    summary = asdict(found.summary)
    left_out = [[one.line, one.reason] for one in found.summary.left_out[:MOST_LINES]]
    counted = [one.reason for one in found.summary.left_out]
    counts = {reason: counted.count(reason) for reason in REASONS if reason in counted}
    said = {"left_out": left_out, "left_out_counts": counts, "kind": found.data.kind}
    floors = found.summary.floors
    return summary | said | {"floors": None if floors is None else floors._asdict()}


def with_data(values: dict[str, Any]) -> tuple[dict[str, Any], OwnData | None]:
    """The values of a run's config as a browser sends them, and the data that they name.

    Raises: BadRequestError "data" where these are not here any more.
    """
    if "data" not in values:
        return values, None
    name = values["data"]
    data = brought().find(name) if isinstance(name, str) else None
    if data is None:
        raise BadRequestError("data")
    return values | {"data": data.digest}, data
