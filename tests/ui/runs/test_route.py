"""Where the browser asks for runs: what it may send, and what it gets."""

import json
import time
from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tests.ui.runs.by_hand import ClusterByHand
from ui.runs import endpoint, route
from ui.runs.engine import Engine
from ui.runs.packing import unframe

CONFIG = {"d_model": 8, "d_ff": 8, "batch_size": 8, "steps": 6, "every": 2}


class ClusterAtOnce(ClusterByHand):
    """Computes what it is sent when it is asked for."""

    def submit(self, call, *arguments, priority=0):
        future = super().submit(call, *arguments, priority=priority)
        if priority:
            self.sent.remove(next(one for one in self.sent if one[0] is future))
            try:
                future.set_result(call(*arguments))
            except Exception as error:
                future.set_exception(error)
        return future


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[ClusterAtOnce]:
    cluster = ClusterAtOnce()
    engine = Engine(cluster)
    monkeypatch.setattr(route, "engine", lambda: engine)
    yield cluster
    engine.close()


@pytest.fixture
def client(cluster: ClusterAtOnce) -> TestClient:
    return TestClient(Starlette(routes=route.ROUTES))


def started(client: TestClient, **config: object) -> str:
    asked = {"config": CONFIG | config, "person": "somebody"}
    answer = client.post("/runs", content=json.dumps(asked))
    assert answer.status_code == 200, answer.text
    return answer.json()["run"]


def done(client: TestClient, cluster: ClusterAtOnce) -> str:
    run = started(client)
    while header(client, run)["status"]["status"] != "done":
        if cluster.sent:
            cluster.compute()
        time.sleep(0.005)
    return run


def header(client: TestClient, run: str, **asked: object) -> dict:
    return unframe(client.get(f"/runs/{run}", params=asked).content)[0]


def test_a_run_is_started_followed_and_finished(client, cluster):
    run = done(client, cluster)
    found = header(client, run)
    assert [record["step"] for record in found["records"]] == [0, 2, 4, 6]
    assert found["config"]["d_model"] == 8
    assert found["attention"]["decoder.layers.0.cross_attention.weights"] == [1, 11, 10]
    assert len(found["layers"]) == 5
    assert [record["step"] for record in header(client, run, since=4)["records"]] == [6]


def test_a_run_is_said_to_be_done_only_together_with_its_last_record(client, cluster, monkeypatch):
    run, engine = started(client), route.engine()
    found = engine.records

    def records_before_the_run_goes_on(*asked):
        before = found(*asked)
        end = time.monotonic() + 20
        while not engine.run(run).is_finished and time.monotonic() < end:
            if cluster.sent:
                cluster.compute()
            time.sleep(0.005)
        return before

    monkeypatch.setattr(engine, "records", records_before_the_run_goes_on)
    text = unframe(route._frame(run, -1))[0]
    assert text["records"] == []
    assert text["status"]["status"] != "done"
    assert engine.status(run).status == "done"


def test_who_waits_for_news_gets_them_at_once_when_the_run_has_ended(client, cluster):
    run = done(client, cluster)
    began = time.monotonic()
    header(client, run, since=6, wait=1)
    assert time.monotonic() - began < 2


def test_who_rests_is_told_when_the_run_becomes_another_and_of_no_record(
    client, cluster, monkeypatch
):
    monkeypatch.setattr(route, "WAIT_SECONDS", 0.4)
    run = started(client, steps=400, warmup_steps=50)
    while not header(client, run)["records"]:
        if cluster.sent:
            cluster.compute()
        time.sleep(0.005)
    known = header(client, run)["known"]
    for wait, least, most in (("1", 0, 0.3), ("rest", 0.4, 5)):
        began = time.monotonic()
        assert header(client, run, wait=wait, known=known)["records"]
        assert least <= time.monotonic() - began < most
    client.post(f"/runs/{run}/stop")
    cluster.compute()
    began = time.monotonic()
    assert header(client, run, wait="rest", known=known)["status"]["status"] == "stopped"
    assert time.monotonic() - began < 0.3


def test_a_run_is_steered(client, cluster):
    run = started(client)
    assert client.post(f"/runs/{run}/pause").status_code == 200
    assert client.post(f"/runs/{run}/nonsense").status_code == 404
    assert client.post(f"/runs/{run}/stop").status_code == 200


def test_a_sentence_is_decoded_and_a_weight_explained(client, cluster):
    run = done(client, cluster)
    asked = {"text": "31415 92653", "step": 4}
    answer = client.post(f"/runs/{run}/decode", content=json.dumps(asked)).json()
    assert "".join(answer["right"]) == "3562951413"
    asked = {"step": 4, "name": "output.bias", "index": [5]}
    answer = client.post(f"/runs/{run}/adam", content=json.dumps(asked)).json()
    assert answer["weight"] + answer["update"] == answer["new_weight"]


def test_a_run_is_taken_home_and_brought_back(client, cluster):
    run = done(client, cluster)
    file = client.get(f"/runs/{run}/file")
    assert file.headers["content-disposition"] == 'attachment; filename="reverse.safetensors"'
    again = client.post("/runs/file?person=b", content=file.content).json()["run"]
    one, two = (client.get(f"/runs/{each}").content for each in (run, again))
    assert unframe(one)[1] == unframe(two)[1]
    assert unframe(one)[0]["records"] == unframe(two)[0]["records"]


@pytest.mark.parametrize(
    ("path", "content", "status"),
    [("/runs", "", 400), ("/runs", "[]", 400), ("/runs", "{}", 400), ("/runs", "[" * 3000, 400),
     ("/runs", '{"config": {"steps": 0}, "person": "a"}', 400),
     ("/runs", '{"config": {"steps": NaN}, "person": "a"}', 400),
     ("/runs", '{"config": {}, "person": ""}', 400), ("/runs", " " * 5000, 413),
     ("/runs", '{"config": {}, "person": "a", "until": 0}', 400),
     ("/runs", '{"config": {}, "person": "a", "until": true}', 400),
     ("/runs/file?person=a", "x", 400), ("/runs/unknown/stop", "", 404),
     ("/runs/unknown/decode", '{"text": "1", "step": 0}', 404),
     ("/runs/unknown/decode", '{"text": 1, "step": 0}', 400),
     ("/runs/unknown/adam", '{"step": 1, "name": "x", "index": ["a"]}', 400)],
)  # fmt: skip
def test_what_cannot_be_is_refused(client, path, content, status):
    assert client.post(path, content=content).status_code == status


def test_what_a_finished_run_does_not_have_is_refused(client, cluster):
    run = done(client, cluster)
    for action, asked in [("decode", {"text": "1x", "step": 4}),
                          ("decode", {"text": "1", "step": 7}),
                          ("adam", {"step": 0, "name": "output.bias", "index": [0]}),
                          ("adam", {"step": 4, "name": "nothing", "index": [0]})]:  # fmt: skip
        answer = client.post(f"/runs/{run}/{action}", content=json.dumps(asked))
        assert answer.status_code == 400
        assert answer.json()["error"]
    assert client.get(f"/runs/{run}?since=x").status_code == 400


def test_only_pages_of_this_server_are_answered(client):
    elsewhere = {"sec-fetch-site": "cross-site"}
    assert client.get("/runs/unknown", headers=elsewhere).status_code == 403
    assert client.post("/runs", content="{}", headers=elsewhere).status_code == 403
    assert client.put("/runs", content="{}").status_code == 405


def test_one_person_has_only_so_many_runs(client):
    for _ in range(3):
        started(client)
    asked = json.dumps({"config": CONFIG, "person": "somebody"})
    answer = client.post("/runs", content=asked)
    assert (answer.status_code, answer.json()) == (429, {"error": "person"})


@pytest.mark.parametrize("half", [b"\\ud800", b"\xed\xa0\x80"])
def test_half_a_character_is_no_request(client: TestClient, half: bytes) -> None:
    asked = json.dumps({"config": CONFIG | {"task": "TASK"}, "person": "somebody"}).encode()
    assert client.post("/runs", content=asked.replace(b"TASK", half)).status_code == 400


@pytest.mark.parametrize("error", [KeyError, AttributeError, TypeError, IndexError])
def test_a_fault_of_ours_is_logged_and_no_refusal(client, cluster, monkeypatch, error) -> None:
    run, logged = done(client, cluster), []
    fault = error("a bug")

    def broken(*_: object) -> None:
        raise fault

    monkeypatch.setattr(route.engine(), "adam_at", broken)
    monkeypatch.setattr(endpoint, "log_once", logged.append)
    asked = json.dumps({"step": 4, "name": "output.bias", "index": [0]})
    assert client.post(f"/runs/{run}/adam", content=asked).status_code == 500
    assert logged == [fault]


@pytest.mark.parametrize("query", ["since=x", "since=1.5", "wait=2", "since=", "wait=rest&since=-"])
def test_a_query_that_no_page_would_send_is_refused(client, cluster, query) -> None:
    assert client.get(f"/runs/{started(client)}?{query}").status_code == 400
