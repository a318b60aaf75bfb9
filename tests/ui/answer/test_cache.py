"""A cache bounded by size: the newest values, each made once."""

import threading
import time

import pytest

from ui.answer.cache import SizedCache


def test_what_is_kept_is_not_made_again() -> None:
    made, cache = [], SizedCache(100, len)
    for _ in range(3):
        assert cache.get("a", lambda: (made.append(1), b"x")[1]) == b"x"
    assert len(made) == 1


def test_only_the_newest_are_kept_up_to_a_size() -> None:
    cache = SizedCache(100, len)
    for place in range(50):
        cache.get(place, lambda: b"0" * 30)
    assert len(cache) == 3
    cache.get("large", lambda: b"0" * 1000)
    assert len(cache) == 1


def test_what_was_asked_for_lately_is_new() -> None:
    cache = SizedCache(60, len)
    for key in ("a", "b", "a", "c"):
        cache.get(key, lambda: b"0" * 30)
    made: list[str] = []
    cache.get("a", lambda: (made.append("a"), b"")[1])
    assert made == []


def test_two_who_ask_at_once_have_it_made_once() -> None:
    made, cache, got = [], SizedCache(100, len), []

    def make() -> bytes:
        made.append(1)
        time.sleep(0.05)
        return b"x"

    threads = [threading.Thread(target=lambda: got.append(cache.get("a", make))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(made), got) == (1, [b"x"] * 4)


def test_what_could_not_be_made_is_tried_again() -> None:
    cache = SizedCache(100, len)
    with pytest.raises(ValueError):
        cache.get("a", lambda: int("x").to_bytes())
    assert cache.get("a", lambda: b"y") == b"y"


def test_what_is_not_to_be_kept_is_made_again() -> None:
    cache: SizedCache[bytes] = SizedCache(
        100, lambda value: None if value == b"soon" else len(value)
    )
    assert [cache.get("a", lambda made=made: made) for made in (b"soon", b"now", b"x")] == [
        b"soon",
        b"now",
        b"now",
    ]


def test_what_grows_counts_as_what_it_is() -> None:
    cache = SizedCache(100, len)
    for key in "ab":
        cache.get(key, lambda: b"0" * 10)
    cache.weigh("b", 70)
    assert len(cache) == 2
    cache.weigh("b", 20)
    assert len(cache) == 1
    cache.weigh("gone", 1000)
    made: list[str] = []
    cache.get("b", lambda: (made.append("b"), b"")[1])
    assert made == []
