"""The queue, the turns and the limits, with slices that are computed when a test says so."""

import dataclasses
import time
from concurrent.futures import CancelledError

import pytest
from distributed.scheduler import KilledWorker

from tests.ui.runs.by_hand import ClusterByHand
from transformer_lab.learning import RunConfig, learn
from ui.runs import fairness, run_queue
from ui.runs.engine import Engine, FullError, UnknownRunError
from ui.runs.packing import pack
from ui.runs.run import Run, state_bytes

TINY = RunConfig(d_model=8, d_ff=8, batch_size=8, steps=8, warmup_steps=4, every=1)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def cluster() -> ClusterByHand:
    return ClusterByHand()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def engine(cluster, clock, monkeypatch) -> Engine:
    monkeypatch.setattr(run_queue, "SLICE_SECONDS", 0.0)
    made = Engine(cluster, clock)
    yield made
    made.close()


def wait(until) -> None:
    end = time.monotonic() + 10
    while not until():
        assert time.monotonic() < end
        time.sleep(0.005)


def started(engine, cluster, *people, config=TINY) -> list[str]:
    runs = [engine.start(config, person) for person in people]
    wait(lambda: len(cluster.sent) >= min(2, len(people)))
    return runs


def statuses(engine, runs) -> list[tuple[str, int]]:
    reports = [engine.status(run) for run in runs]
    return [(report.status, report.queue_place) for report in reports]


def test_nothing_is_started_before_the_first_run(engine, cluster):
    assert not cluster.is_started
    started(engine, cluster, "a")
    assert cluster.is_started


def test_two_are_computed_and_the_others_are_told_their_place(engine, cluster):
    runs = started(engine, cluster, *"abcde")
    assert statuses(engine, runs) == [
        ("running", 0), ("running", 0), ("waiting", 1), ("waiting", 2), ("waiting", 3)
    ]  # fmt: skip


def test_nobodys_second_run_comes_before_anothers_first(engine, cluster):
    runs = started(engine, cluster, "a", "b", "a", "c", "d")
    assert [place for _, place in statuses(engine, runs)] == [0, 0, 3, 1, 2]


def test_a_run_has_the_records_of_its_config(engine, cluster):
    (run,) = started(engine, cluster, "a")
    while engine.status(run).status != "done":
        wait(lambda: cluster.sent)
        cluster.compute()
    layout = engine.run(run).layout
    expected = [pack(record, layout) for record in learn(TINY)]
    found = engine.records(run)
    assert [record.weights for record in found] == [record.weights for record in expected]
    for mine, theirs in zip(found, expected, strict=True):
        assert {**mine.header, "seconds": 0} == {**theirs.header, "seconds": 0}
    assert [record.step for record in engine.records(run, 4)] == [5, 6, 7, 8]


def test_a_pause_lets_another_in_and_a_paused_run_goes_on_where_it_stood(engine, cluster):
    runs = started(engine, cluster, *"abc")
    engine.pause(runs[0])
    cluster.compute()
    assert statuses(engine, runs) == [("paused", 0), ("running", 0), ("running", 0)]
    step = engine.status(runs[0]).step
    engine.resume(runs[0])
    assert statuses(engine, runs)[0] == ("waiting", 1)
    engine.stop(runs[1])
    cluster.compute()
    assert [status for status, _ in statuses(engine, runs)] == ["running", "stopped", "running"]
    cluster.compute(2)
    assert engine.status(runs[0]).step > step


def test_one_step_is_one_step_with_its_record(engine, cluster):
    (run,) = started(engine, cluster, "a")
    engine.pause(run)
    cluster.compute()
    step = engine.status(run).step
    engine.one_step(run)
    cluster.compute()
    assert (engine.status(run).status, engine.status(run).step) == ("paused", step + 1)
    assert engine.records(run)[-1].step == step + 1


def test_a_first_step_alone_is_recorded_and_the_run_goes_on_from_there(engine, cluster):
    run = engine.start(TINY, "a", until=1)
    wait(lambda: cluster.sent)
    cluster.compute()
    assert (engine.status(run).status, engine.status(run).step) == ("paused", 1)
    assert [record.step for record in engine.records(run)] == [0, 1]
    engine.resume(run)
    cluster.compute()
    assert engine.status(run).step > 1


def test_whoever_waits_comes_in_when_a_turn_is_over(engine, cluster, monkeypatch):
    monkeypatch.setattr(run_queue, "TURN_SECONDS", 0.0)
    runs = started(engine, cluster, *"abc")
    cluster.compute()
    assert statuses(engine, runs) == [("waiting", 1), ("running", 0), ("running", 0)]


def test_a_run_that_nobody_looks_at_ends_after_a_minute_and_no_other(
    engine, cluster, clock, monkeypatch
):
    monkeypatch.setattr(run_queue, "SLOWEST_SLICE", 1000.0)
    left, watched, waiting = started(engine, cluster, *"abc")
    clock.now = 50
    engine.status(watched), engine.status(waiting)
    clock.now = 61
    engine._reap()
    cluster.compute()
    assert engine.status(left).status == "stopped"
    assert engine.status(left).error == "left"
    assert statuses(engine, [watched, waiting]) == [("running", 0), ("running", 0)]


def test_a_run_found_again_within_the_minute_goes_on(engine, cluster, clock, monkeypatch):
    monkeypatch.setattr(run_queue, "SLOWEST_SLICE", 1000.0)
    (run,) = started(engine, cluster, "a")
    clock.now = 59
    engine.seen(run)
    clock.now = 100
    engine._reap()
    cluster.compute()
    assert engine.status(run).status == "running"


def test_a_run_goes_on_elsewhere_when_its_worker_dies_and_says_so(engine, cluster):
    run, other = started(engine, cluster, *"ab")
    cluster.compute(2)
    step = engine.status(run).step
    cluster.fail(killed())
    report = engine.status(run)
    assert (report.status, report.restarts, report.step) == ("running", 1, step)
    assert engine.status(other).restarts == 0


def killed() -> KilledWorker:
    return KilledWorker("advance", None, 0)


def test_a_run_whose_workers_die_again_is_not_sent_a_third_time(engine, cluster):
    run, other = started(engine, cluster, *"ab")
    cluster.fail(killed())
    cluster.compute()
    cluster.fail(killed())
    assert (engine.status(run).status, engine.status(run).error) == ("failed", "died")
    assert engine.status(other).status == "running"


def test_runs_go_on_in_another_cluster_when_theirs_has_ended(engine, cluster):
    run, other = started(engine, cluster, *"ab")
    cluster.compute(2)
    cluster.is_started = False
    for _ in (run, other):
        cluster.fail(CancelledError())
    wait(lambda: len(cluster.sent) == 2)
    for one in (run, other):
        report = engine.status(one)
        assert (report.status, report.restarts, report.step) == ("running", 1, 1)


def test_a_run_whose_clusters_end_again_says_that_there_is_no_worker(engine, cluster):
    (run,) = started(engine, cluster, "a")
    cluster.fail(CancelledError())
    wait(lambda: cluster.sent)
    cluster.fail(CancelledError())
    assert (engine.status(run).status, engine.status(run).error) == ("failed", "cluster")


def test_what_was_to_pause_pauses_though_its_worker_has_ended(engine, cluster):
    (run,) = started(engine, cluster, "a")
    cluster.compute()
    engine.pause(run)
    cluster.fail(killed())
    assert (engine.status(run).status, engine.status(run).step) == ("paused", 1)


def test_a_fault_ends_its_run_alone(engine, cluster):
    run, other = started(engine, cluster, *"ab")
    cluster.fail(ZeroDivisionError())
    assert (engine.status(run).status, engine.status(run).error) == ("failed", "fault")
    assert engine.status(other).status == "running"


def test_a_slice_that_takes_too_long_is_given_up(engine, cluster, clock):
    run, other = started(engine, cluster, *"ab")
    clock.now = 30
    cluster.compute(2)
    wait(lambda: len(cluster.sent) == 2)
    engine.run(other).sent_at = 200.0
    clock.now = 211
    engine.seen(run), engine.seen(other)
    assert len(engine._reap()) == 1
    assert (engine.status(run).status, engine.status(run).error) == ("failed", "slow")
    assert engine.status(other).status == "running"


def test_a_run_has_a_limit_of_computing(engine, cluster, monkeypatch):
    monkeypatch.setattr(run_queue, "MOST_SECONDS", 0.0)
    (run,) = started(engine, cluster, "a")
    cluster.compute()
    assert (engine.status(run).status, engine.status(run).error) == ("stopped", "time")


def test_one_person_has_only_so_many_runs_whether_they_pause_or_not(engine, cluster):
    runs = started(engine, cluster, *"aaa")
    engine.pause(runs[2])
    with pytest.raises(FullError, match="person"):
        engine.start(TINY, "a")
    assert engine.start(TINY, "a", client="another")


def test_names_give_a_client_no_more_places_and_there_is_always_one_for_another(
    engine, cluster, monkeypatch
):
    monkeypatch.setattr(fairness, "MOST_QUEUED", 8)
    for person in range(4):
        engine.start(TINY, f"name {person}", client="stranger")
    with pytest.raises(FullError, match="address"):
        engine.start(TINY, "name 4", client="stranger")
    engine.start(TINY, "a", client="school")
    engine.start(TINY, "b", client="school")
    with pytest.raises(FullError, match="address"):
        engine.start(TINY, "c", client="school")
    assert engine.start(TINY, "a", client="home")


def test_the_queue_is_full_for_everybody_when_no_place_is_left(engine, cluster, monkeypatch):
    monkeypatch.setattr(fairness, "MOST_QUEUED", 1)
    engine.start(TINY, "a", client="one")
    with pytest.raises(FullError, match="everybody"):
        engine.start(TINY, "a", client="another")


def test_large_models_take_more_of_the_queue(engine, cluster, monkeypatch):
    large = RunConfig(d_model=16, d_ff=16, steps=8)
    monkeypatch.setattr(fairness, "QUEUE_BYTES", 2 * state_bytes(large.untrained))
    engine.start(large, "a", client="one")
    with pytest.raises(FullError, match="address"):
        engine.start(large, "b", client="one")
    engine.start(large, "a", client="another")
    with pytest.raises(FullError, match="everybody"):
        engine.start(large, "a", client="third")


def test_runs_that_pause_hold_no_place_and_need_one_to_go_on(engine, cluster, monkeypatch):
    monkeypatch.setattr(fairness, "MOST_QUEUED", 2)
    paused = engine.start(TINY, "a", client="stranger")
    with pytest.raises(FullError, match="address"):
        engine.start(TINY, "b", client="stranger")
    wait(lambda: cluster.sent)
    engine.pause(paused)
    cluster.compute()
    other = engine.start(TINY, "b", client="stranger")
    for action in (engine.resume, engine.one_step):
        with pytest.raises(FullError, match="address"):
            action(paused)
    assert engine.status(paused).status == "paused"
    engine.stop(other)
    cluster.compute()
    engine.resume(paused)
    assert engine.status(paused).status == "running"


def test_a_client_s_second_run_waits_for_another_client_s_first(engine, cluster):
    runs = started(engine, cluster, "a", "b")
    runs += [engine.start(TINY, person, client="stranger") for person in ("c", "d", "e")]
    runs += [engine.start(TINY, "a", client="home")]
    assert [place for _, place in statuses(engine, runs)] == [0, 0, 1, 3, 4, 2]


def test_a_run_pauses_where_it_is_recorded(engine, cluster):
    config = dataclasses.replace(TINY, every=8)
    (run,) = started(engine, cluster, "a", config=config)
    cluster.compute()
    engine.pause(run)
    cluster.compute()
    cluster.compute()
    report = engine.status(run)
    assert (report.status, report.step) == ("paused", 3)
    assert [record.step for record in engine.records(run)] == [0, 3]


def test_a_first_step_far_away_is_reached_in_slices(engine, cluster):
    run = engine.start(dataclasses.replace(TINY, every=8), "a", until=4)
    wait(lambda: cluster.sent)
    for step in (1, 2, 3, 4):
        assert engine.status(run).status == "running"
        cluster.compute()
        assert engine.status(run).step == step
    assert engine.status(run).status == "paused"


def test_whoever_brings_much_gives_of_his_own_and_nobody_else_does(engine, clock, monkeypatch):
    monkeypatch.setattr(fairness, "LEAST_BYTES", 100)
    monkeypatch.setattr(fairness, "MOST_BYTES", 1000)

    def brought(client):
        clock.now += 1
        run = Run(f"{client} {clock.now:g}", TINY, "a", clock.now, client, status="done")
        return engine.add(run)

    other = [brought("school") for _ in range(4)]
    strangers = [brought("stranger") for _ in range(60)]
    there = list(engine._runs)
    assert there[:4] == other
    assert there[4:] == strangers[-3:]


def test_where_all_is_taken_the_client_with_most_gives_way_to_another(engine, clock, monkeypatch):
    monkeypatch.setattr(fairness, "LEAST_BYTES", 100)
    monkeypatch.setattr(fairness, "MOST_BYTES", 400)
    runs = {}
    for client in ("one", "one", "two", "three", "four"):
        clock.now += 1
        run = Run(f"{client} {clock.now:g}", TINY, "a", clock.now, client, status="done")
        runs[engine.add(run)] = client
    assert [runs[run] for run in engine._runs] == ["one", "two", "three", "four"]


def test_what_nobody_looks_at_is_given_back_first_its_states_then_all(engine, cluster, clock):
    run, watched = started(engine, cluster, "a", "b")
    while cluster.sent:
        cluster.compute()
    assert len(engine.run(run).states) > 2
    clock.now = 301
    engine.status(watched)
    engine._reap()
    assert [state.step for state in engine.run(run).states] == [8]
    assert len(engine.run(watched).states) > 2
    clock.now = 3601
    engine._reap()
    with pytest.raises(UnknownRunError):
        engine.status(run)
    assert engine.status(watched).status == "done"


def test_a_cluster_that_does_not_start_is_said(engine, cluster, monkeypatch):
    class Broken(ClusterByHand):
        @property
        def threads(self):
            raise OSError("nobody there")

    broken = Engine(Broken(), Clock())
    run = broken.start(TINY, "a")
    wait(lambda: broken.status(run).status == "failed")
    assert broken.status(run).error == "cluster"


@pytest.mark.thorough
def test_the_states_that_are_kept_stay_few_and_reach_from_end_to_end(engine, cluster, monkeypatch):
    monkeypatch.setattr("ui.runs.run.KEPT_BYTES", 100_000)
    (run,) = started(engine, cluster, "a", config=RunConfig(
        d_model=8, d_ff=8, batch_size=4, steps=60, every=1))  # fmt: skip
    while engine.status(run).status != "done":
        wait(lambda: cluster.sent)
        cluster.compute()
    states = engine.run(run).states
    assert len(states) <= 5
    assert states[-1].step == 60
    assert engine.run(run).state_before(0) is None
    assert engine.run(run).state_before(59).step < 60
