import io
import json
import zipfile

import pytest

from tests.lab.learning.own_examples import dates, small_text
from tests.ui.runs.test_route import client, cluster, header  # noqa: F401
from transformer_lab.own_data.examples import example_text
from ui.runs import brought as module
from ui.runs.brought import BroughtData

SIZES = {"d_model": 8, "d_ff": 8, "batch_size": 8, "steps": 6, "every": 2}


@pytest.fixture(autouse=True)
def own_store(monkeypatch):
    store = BroughtData()
    monkeypatch.setattr(module, "brought", lambda: store)
    monkeypatch.setattr("ui.runs.route.brought", lambda: store)
    return store


def bring(client, body, **asked):  # noqa: F811
    query = {"kind": "pairs", "cut": "words"} | asked
    return client.post("/runs/data", params=query, content=body)


def test_what_was_read_is_told_before_anything_starts(client):  # noqa: F811
    body = example_text("dates") + "\nalone\nMay 1 2024\t"
    said = bring(client, body.encode()).json()
    assert (said["size"], said["kind"]) == (300, "pairs")
    assert said["left_out"] == [[301, "columns"], [302, "empty"]]
    assert said["left_out_counts"] == {"columns": 1, "empty": 1}
    assert not said["is_plain"]


def test_a_run_of_own_data_is_trained_and_followed(client, cluster):  # noqa: F811
    said = bring(client, example_text("dates").encode()).json()
    config = SIZES | {"task": "own_pairs", "data": said["data"]}
    answer = client.post("/runs", content=json.dumps({"config": config, "person": "somebody"}))
    run = answer.json()["run"]
    while header(client, run)["status"]["status"] != "done":
        if cluster.sent:
            cluster.compute()
    assert header(client, run)["config"]["data"] == said["data"]
    asked = {"text": "May 3 2024", "step": 6}
    decoded = client.post(f"/runs/{run}/decode", content=json.dumps(asked)).json()
    assert decoded["source"] == ["May", "3", "2024"]
    folder = zipfile.ZipFile(io.BytesIO(client.get(f"/runs/{run}/folder").content))
    assert {"own_pairs/run.safetensors", "own_pairs/continue.py"} <= set(folder.namelist())
    file = client.get(f"/runs/{run}/file").content
    again = client.post("/runs/file", params={"person": "other"}, content=file).json()["run"]
    assert header(client, again)["config"] == header(client, run)["config"]


def test_a_run_of_a_text_is_trained_and_writes(client, cluster):  # noqa: F811
    body = example_text("text").encode()
    said = bring(client, body, kind="text", cut="characters").json()
    assert said["floors"]["bigram"] < said["floors"]["unigram"]
    config = SIZES | {"task": "own_text", "data": said["data"], "context": 16}
    answer = client.post("/runs", content=json.dumps({"config": config, "person": "somebody"}))
    run = answer.json()["run"]
    while header(client, run)["status"]["status"] != "done":
        if cluster.sent:
            cluster.compute()
    records = header(client, run)["records"]
    assert set(records[-1]["scores"]) == {"previous", "induction"}
    asked = {"text": "The miller", "step": 6}
    decoded = client.post(f"/runs/{run}/decode", content=json.dumps(asked)).json()
    assert len(decoded["written"]) > 10


@pytest.mark.parametrize(
    ("body", "asked", "error"),
    [
        (b"", {}, "empty"),
        (b"a\tb\n" * 3, {}, "few_pairs"),
        (b"\x00\x01\x02" * 99, {}, "not_text"),
        (b"short", {"kind": "text", "cut": "characters"}, "few_characters"),
    ],
)
def test_why_data_cannot_be_used_is_told(client, body, asked, error):  # noqa: F811
    answer = bring(client, body, **asked)
    assert (answer.status_code, answer.json()["error"]) == (400, error)


@pytest.mark.parametrize(
    "asked", [{"kind": "sounds"}, {"cut": "lines"}, {"source": -1}, {"source": 0}, {"subwords": 1}]
)
def test_impossible_questions_are_refused(client, asked):  # noqa: F811
    assert bring(client, example_text("dates").encode(), **asked).status_code == 400


def test_a_file_that_is_too_large_is_not_read(client):  # noqa: F811
    assert bring(client, b"a" * 4_000_001).status_code == 413


def test_a_run_of_data_that_are_not_here_is_refused(client):  # noqa: F811
    config = SIZES | {"task": "own_pairs", "data": "somewhere"}
    answer = client.post("/runs", content=json.dumps({"config": config, "person": "somebody"}))
    assert (answer.status_code, answer.json()["error"]) == (400, "data")


def test_examples_are_given_and_nothing_else(client):  # noqa: F811
    assert client.get("/runs/data/dates").text == example_text("dates")
    assert client.get("/runs/data/passwords").status_code == 404


def test_the_name_of_data_says_nothing_about_them_and_differs_by_server():
    data = dates(100)
    one, other = BroughtData(), BroughtData()
    name = one.add(data, "somebody")
    assert name == one.name_of(data) != other.name_of(data)
    assert data.digest not in name
    assert one.find(name) == data and other.find(name) is None


def test_data_are_forgotten_when_nobody_uses_them():
    now = 0.0
    store = BroughtData(lambda: now)
    name = store.add(dates(100), "one")
    now = module.KEPT_SECONDS - 1
    assert store.find(name)
    now = 2 * module.KEPT_SECONDS
    store.tidy()
    assert store.find(name) is None


def test_a_client_drives_out_its_own_data_and_nobody_elses(monkeypatch):
    size = len(small_text(20_000).packed)
    monkeypatch.setattr(module, "MOST_BYTES", 4 * size)
    store = BroughtData()
    first = store.add(dates(100), "quiet")
    many = [store.add(small_text(20_000 + 10 * n), "busy") for n in range(6)]
    assert store.find(first)
    kept = [name for name in many if store.find(name)]
    assert many[-1] in kept and len(kept) < 3
