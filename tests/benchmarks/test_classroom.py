"""That the figures are of a class that is really held; how good they are says the benchmark."""

import shutil

import pytest

from benchmarks import classroom
from benchmarks.classroom import carried, judged, measure, table
from tests.own_thread import in_own_thread

WHAT = ("join", "move", "picture", "page", "vote", "change")
WAITS = {"median": 20.0, "p95": 90.0, "max": 120.0}
GOOD = {
    "people": 30,
    "processes": 2,
    "waits": dict.fromkeys(WHAT, WAITS),
    "errors": 0,
    "joining": 58.0,
    "processor": 6.0,
    "megabytes": 1.0,
    "others": 0.1,
}
is_served = shutil.which("haproxy") is not None and shutil.which("redis-server") is not None


@pytest.mark.thorough
@pytest.mark.skipif(not is_served, reason="haproxy or redis-server is not installed")
def test_a_class_of_four_for_some_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("JOIN_SECONDS", "EVERY_SECONDS", "MOVE_SECONDS", "VOTE_SECONDS"):
        monkeypatch.setattr(classroom, name, 1.0)
    row = in_own_thread(measure, 4, 1, "attention", 3.0)
    assert row["what_went_wrong"] == {}
    assert set(row["waits"]) == set(WHAT)
    assert row["budgets"]["no error"] and row["processor"] > 0


def test_every_budget_is_judged() -> None:
    late = GOOD["waits"] | {"move": WAITS | {"p95": 501.0}}
    assert all(judged(GOOD)["budgets"].values())
    assert list(judged(GOOD | {"waits": late})["budgets"].values()) == [False, True, True]
    assert list(judged(GOOD | {"waits": {}})["budgets"].values()) == [False, False, True]
    assert list(judged(GOOD | {"errors": 1})["budgets"].values()) == [True, True, False]


def test_what_is_calculated_says_so_and_takes_the_dearest_row() -> None:
    assert carried(6.0, 2) == 233 and carried(12.0, 8) == 466
    overloaded = judged(GOOD | {"processor": 9.0, "waits": {}})
    lines = table([judged(GOOD), judged(GOOD | {"processor": 7.0}), overloaded]).splitlines()
    assert len({line.count("|") for line in lines[:5]}) == 1
    assert lines[-1].startswith("Calculated, not measured: at 7.0 ms")
    assert "2 cores 200, 4 cores 400, 8 cores 800 people" in lines[-1]
