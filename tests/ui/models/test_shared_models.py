"""One model for everybody, however many ask."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from ui.models import shared_models
from ui.models.progress import Progress
from ui.models.shared_models import SharedModels


class Reader:
    """Counts how often it reads, and can be held until it is let go."""

    def __init__(self) -> None:
        self.times = 0
        self.let_go = threading.Event()
        self.let_go.set()

    def __call__(self, report):
        self.times += 1
        report(Progress("downloading", 1, 2))
        self.let_go.wait(10)
        return object()


def quietly(progress: Progress) -> None:
    pass


def test_who_asks_while_a_model_is_read_waits_for_it():
    models, reader = SharedModels(2), Reader()
    reader.let_go.clear()
    with ThreadPoolExecutor(8) as people:
        asked = [people.submit(models.get, "a", reader, quietly) for _ in range(8)]
        reader.let_go.set()
        got = {id(each.result()) for each in asked}
    assert (len(got), reader.times) == (1, 1)


def test_a_model_is_read_once_and_stays():
    models, reader = SharedModels(2), Reader()
    assert models.get("a", reader, quietly) is models.get("a", reader, quietly)
    assert reader.times == 1


def test_the_model_that_was_not_asked_for_longest_makes_room():
    models, reader = SharedModels(2), Reader()
    first = models.get("a", reader, quietly)
    models.get("b", reader, quietly)
    assert models.get("a", reader, quietly) is first
    models.get("c", reader, quietly)
    assert models.get("a", reader, quietly) is first
    assert reader.times == 3
    models.get("b", reader, quietly)
    assert reader.times == 4


def test_a_model_that_nobody_asks_for_ends_and_is_read_anew(monkeypatch):
    monkeypatch.setattr(shared_models, "IDLE_SECONDS", 0.2)
    models, reader = SharedModels(2), Reader()
    for _ in range(8):  # longer than that in all
        models.get("a", reader, quietly)
        time.sleep(0.05)
    assert reader.times == 1
    end = time.monotonic() + 10
    while "a" in models._models:
        assert time.monotonic() < end
        time.sleep(0.02)
    models.get("a", reader, quietly)
    assert reader.times == 2


def test_progress_comes_in_the_askers_own_thread():
    models, reader = SharedModels(2), Reader()
    reader.let_go.clear()
    seen = []

    def watch(progress):
        seen.append((threading.get_ident(), progress))
        if progress.stage == "downloading":
            reader.let_go.set()

    models.get("a", reader, watch)
    assert {thread for thread, _ in seen} == {threading.get_ident()}
    assert seen[-1][1] == Progress("downloading", 1, 2)


def test_who_leaves_does_not_stop_the_others():
    models, reader = SharedModels(2), Reader()
    reader.let_go.clear()

    def leave(progress):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        models.get("a", reader, leave)
    reader.let_go.set()
    models.get("a", reader, quietly)
    assert reader.times == 1


def test_a_failure_is_told_to_all_who_wait_and_forgotten():
    models, let_go = SharedModels(2), threading.Event()

    def fail(report):
        let_go.wait(10)
        raise ValueError("no such model")

    with ThreadPoolExecutor(4) as people:
        asked = [people.submit(models.get, "a", fail, quietly) for _ in range(4)]
        let_go.set()
        for each in asked:
            with pytest.raises(ValueError, match="no such model"):
                each.result()
    assert models.get("a", Reader(), quietly) is not None
