"""Answers that are kept for a moment."""

import threading
import time

import pytest

from ui.answer.moment import Moment


def test_what_is_kept_is_not_made_again() -> None:
    made, moment = [], Moment(100, len)
    for _ in range(3):
        assert moment.get("a", lambda: (made.append(1), b"x")[1]) == b"x"
    assert len(made) == 1


def test_only_the_newest_are_kept_up_to_a_size() -> None:
    moment = Moment(100, len)
    for place in range(50):
        moment.get(place, lambda: b"0" * 30)
    assert len(moment) == 3
    moment.get("large", lambda: b"0" * 1000)
    assert len(moment) == 1


def test_what_was_asked_for_lately_is_new() -> None:
    moment = Moment(60, len)
    for key in ("a", "b", "a", "c"):
        moment.get(key, lambda: b"0" * 30)
    made: list[str] = []
    moment.get("a", lambda: (made.append("a"), b"")[1])
    assert made == []


def test_two_who_ask_at_once_have_it_made_once() -> None:
    made, moment, got = [], Moment(100, len), []

    def make() -> bytes:
        made.append(1)
        time.sleep(0.05)
        return b"x"

    threads = [threading.Thread(target=lambda: got.append(moment.get("a", make))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(made), got) == (1, [b"x"] * 4)


def test_what_could_not_be_made_is_tried_again() -> None:
    moment = Moment(100, len)
    with pytest.raises(ValueError):
        moment.get("a", lambda: int("x").to_bytes())
    assert moment.get("a", lambda: b"y") == b"y"


def test_what_is_not_to_be_kept_is_made_again() -> None:
    moment: Moment[bytes] = Moment(100, lambda value: None if value == b"soon" else len(value))
    assert [moment.get("a", lambda made=made: made) for made in (b"soon", b"now", b"x")] == [
        b"soon",
        b"now",
        b"now",
    ]


def test_what_grows_counts_as_what_it_is() -> None:
    moment = Moment(100, len)
    for key in "ab":
        moment.get(key, lambda: b"0" * 10)
    moment.weigh("b", 70)
    assert len(moment) == 2
    moment.weigh("b", 20)
    assert len(moment) == 1
    moment.weigh("gone", 1000)
    made: list[str] = []
    moment.get("b", lambda: (made.append("b"), b"")[1])
    assert made == []
