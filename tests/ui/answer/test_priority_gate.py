"""A rerun waits for answers that are under way, but not for ever."""

import time
from threading import Event, Thread

import pytest

from ui.answer.priority_gate import PriorityGate


def test_who_gives_way_goes_on_when_the_last_of_the_others_is_done():
    answers, gone_on, two = PriorityGate(), Event(), [Event(), Event()]

    def answer(end: Event) -> None:
        with answers.urgent():
            started.set()
            end.wait(10)

    def rerun() -> None:
        answers.wait_for_urgent(10)
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
    PriorityGate().wait_for_urgent(10)
    assert time.monotonic() - start < 5


def test_nobody_waits_longer_than_is_said():
    answers = PriorityGate()
    with answers.urgent():
        rerun = Thread(target=answers.wait_for_urgent, args=(0.01,), daemon=True)
        rerun.start()
        rerun.join(10)
        assert not rerun.is_alive()


def test_who_fails_goes_first_no_longer():
    answers = PriorityGate()
    try:
        with answers.urgent():
            raise ValueError
    except ValueError:
        pass
    start = time.monotonic()
    answers.wait_for_urgent(10)
    assert time.monotonic() - start < 5


def test_of_those_behind_one_goes_at_a_time():
    answers, at_once, most = PriorityGate(), [], []

    def rerun() -> None:
        with answers.background(10):
            at_once.append(1)
            time.sleep(0.01)
            most.append(len(at_once))
            at_once.pop()

    reruns = [Thread(target=rerun) for _ in range(8)]
    for one in reruns:
        one.start()
    for one in reruns:
        one.join(10)
    assert most == [1] * 8


def test_who_fails_leaves_the_turn_to_the_next():
    answers = PriorityGate()
    for _ in range(2):
        with pytest.raises(ValueError), answers.background(10):
            raise ValueError


def test_whose_turn_does_not_come_goes_on_all_the_same():
    answers = PriorityGate()
    with answers.background(10):
        rerun = Thread(target=_behind, args=(answers,), daemon=True)
        rerun.start()
        rerun.join(10)
        assert not rerun.is_alive()
        # Who went on beside another has not ended the other's turn.
        assert answers._turn.locked()


def _behind(answers: PriorityGate) -> None:
    with answers.background(10, turn=0.01):
        pass


def test_who_goes_behind_gives_way():
    answers, gone_on = PriorityGate(), Event()

    def rerun() -> None:
        with answers.background(10):
            gone_on.set()

    with answers.urgent():
        Thread(target=rerun).start()
        assert not gone_on.wait(0.1)
    assert gone_on.wait(10)
