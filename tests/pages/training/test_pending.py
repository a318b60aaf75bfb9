"""An answer never waits long for a worker."""

from threading import Event

import pytest

from pages.training import pending
from pages.training.pending import PendingCache, PendingError


def test_what_takes_long_comes_later_and_is_computed_once() -> None:
    go_on, calls = Event(), []

    def slow() -> int:
        calls.append(1)
        go_on.wait(10)
        return 7

    cache: PendingCache[int] = PendingCache(2)
    with pytest.raises(PendingError):
        cache.get("a", slow)
    with pytest.raises(PendingError):
        cache.get("a", slow)
    go_on.set()
    assert cache.get("a", slow) == 7
    assert len(calls) == 1


def test_what_failed_is_asked_for_again() -> None:
    cache: PendingCache[int] = PendingCache(2)

    def fails() -> int:
        raise ValueError("no worker")

    with pytest.raises(ValueError, match="no worker"):
        cache.get("a", fails)
    assert cache.get("a", lambda: 3) == 3


def test_only_the_newest_are_kept() -> None:
    cache: PendingCache[int] = PendingCache(1)
    assert [cache.get(key, lambda: 1) for key in "ab"] == [1, 1]
    assert cache.get("a", lambda: 2) == 2


def test_only_so_much_is_computed_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pending, "AT_ONCE", 1)
    go_on = Event()
    cache: PendingCache[object] = PendingCache(2)
    with pytest.raises(PendingError):
        cache.get("a", lambda: go_on.wait(10))
    with pytest.raises(PendingError):
        cache.get("b", lambda: 7)
    go_on.set()
    assert cache.get("a", lambda: 1) is True
    assert cache.get("b", lambda: 7) == 7
