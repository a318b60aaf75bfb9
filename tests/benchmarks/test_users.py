"""That the figures are of people who are really answered; how good they are says the benchmark."""

import pytest

from benchmarks import users
from benchmarks.users import answered_pages, judged, measure, table
from tests.own_thread import in_own_thread

GOOD = {
    "people": 30,
    "processes": 1,
    "page": "mixed",
    "answer": {"median": 20.0, "p95": 90.0},
    "rerun": {"median": 40.0, "p95": 150.0},
    "errors": 0,
    "processor": 15.0,
    "own": None,
    "megabytes": [400],
}


@pytest.mark.thorough
def test_two_people_for_three_seconds(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(users, "IDLE_SECONDS", 1)
    row = in_own_thread(measure, 2, 1, answered_pages()[:2], 3)
    assert row["what_went_wrong"] == {}
    # A busy machine is late, and what a late hand did meanwhile is asked for in one.
    assert 2 <= row["changes"] <= 6
    assert 2 <= row["reruns"] <= 6
    assert sorted(row["pages"]) == sorted(answered_pages()[:2])
    for times in (row["answer"], row["rerun"]):
        assert 0 < times["median"] <= times["p95"]
    assert 0 < row["processor"] < 1000
    assert 100 < row["megabytes"][0] < 2000


def test_every_budget_is_judged():
    assert judged(GOOD)["met"]
    assert not judged(GOOD | {"errors": 1})["met"]
    assert not judged(GOOD | {"processor": 20.1})["met"]
    assert not judged(GOOD | {"answer": {"median": 20.0, "p95": 151.0}})["met"]
    assert not judged(GOOD | {"answer": None})["met"]
    assert judged(GOOD | {"processor": 25.1, "own": 5.2})["met"]
    assert not judged(GOOD | {"processor": 25.1, "own": 5.0})["met"]
    many = GOOD | {"people": 100, "processes": 2, "megabytes": [300, 449]}
    assert judged(many)["met"]
    assert not judged(many | {"megabytes": [300, 450]})["met"]


def test_what_more_people_wait_for_than_one_process_can_answer_has_no_budget():
    row = judged(GOOD | {"people": 100, "processor": 60.0, "answer": None})
    assert list(row["budgets"]) == ["no error"]


def test_the_table_says_what_was_missed():
    lines = table([judged(GOOD | {"errors": 3})]).splitlines()
    assert len({line.count("|") for line in lines}) == 1
    assert "p95 150 ms, met" in lines[-1]
    assert "no error, MISSED" in lines[-1]
