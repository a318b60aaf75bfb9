"""An answer never waits long for a worker."""

from threading import Event

import pytest

from pages.training import soon as soon_module
from pages.training.soon import NotYetError, Soon


def test_what_takes_long_comes_later_and_is_computed_once() -> None:
    go_on, calls = Event(), []

    def slow() -> int:
        calls.append(1)
        go_on.wait(10)
        return 7

    soon: Soon[int] = Soon(2)
    with pytest.raises(NotYetError):
        soon.get("a", slow)
    with pytest.raises(NotYetError):
        soon.get("a", slow)
    go_on.set()
    assert soon.get("a", slow) == 7
    assert len(calls) == 1


def test_what_failed_is_asked_for_again() -> None:
    soon: Soon[int] = Soon(2)

    def fails() -> int:
        raise ValueError("no worker")

    with pytest.raises(ValueError, match="no worker"):
        soon.get("a", fails)
    assert soon.get("a", lambda: 3) == 3


def test_only_the_newest_are_kept() -> None:
    soon: Soon[int] = Soon(1)
    assert [soon.get(key, lambda: 1) for key in "ab"] == [1, 1]
    assert soon.get("a", lambda: 2) == 2


def test_only_so_much_is_computed_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soon_module, "AT_ONCE", 1)
    go_on = Event()
    soon: Soon[object] = Soon(2)
    with pytest.raises(NotYetError):
        soon.get("a", lambda: go_on.wait(10))
    with pytest.raises(NotYetError):
        soon.get("b", lambda: 7)
    go_on.set()
    assert soon.get("a", lambda: 1) is True
    assert soon.get("b", lambda: 7) == 7
