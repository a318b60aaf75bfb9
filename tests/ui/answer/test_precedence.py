"""A rerun waits for answers that are under way, but not for ever."""

import time
from threading import Event, Thread

from ui.answer.precedence import Precedence


def test_who_gives_way_goes_on_when_the_last_of_the_others_is_done():
    answers, gone_on, two = Precedence(), Event(), [Event(), Event()]

    def answer(end: Event) -> None:
        with answers.going_first():
            started.set()
            end.wait(10)

    def rerun() -> None:
        answers.give_way(10)
        gone_on.set()

    for end in two:
        started = Event()
        Thread(target=answer, args=(end,)).start()
        assert started.wait(10)
    Thread(target=rerun).start()
    two[0].set()
    assert not gone_on.wait(0.1)
    two[1].set()
    assert gone_on.wait(10)


def test_nobody_waits_where_nobody_goes_first():
    start = time.monotonic()
    Precedence().give_way(10)
    assert time.monotonic() - start < 5


def test_nobody_waits_longer_than_is_said():
    answers = Precedence()
    with answers.going_first():
        rerun = Thread(target=answers.give_way, args=(0.01,), daemon=True)
        rerun.start()
        rerun.join(10)
        assert not rerun.is_alive()


def test_who_fails_goes_first_no_longer():
    answers = Precedence()
    try:
        with answers.going_first():
            raise ValueError
    except ValueError:
        pass
    start = time.monotonic()
    answers.give_way(10)
    assert time.monotonic() - start < 5
