"""Fetching from Hugging Face, played by a server on this machine."""

import shutil
import socket
from collections.abc import Iterator

import pytest
from huggingface_hub import constants

from tests.ui.models.fake_hub import HOST, FakeHub, serving
from transformer_lab.pretrained.hub import download
from ui import models
from ui.models import PretrainedError

pytestmark = pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")

NAME = "somebody/tiny"


@pytest.fixture
def hub(saved, tmp_path, monkeypatch) -> Iterator[FakeHub]:
    """Hugging Face with one model, and an empty cache."""
    monkeypatch.setenv("WORKBENCH_MODELS", "*")
    monkeypatch.setenv("WORKBENCH_MODEL_FOLDERS", "*")
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    with serving(FakeHub(models={NAME: {"main": saved("marian")}})) as hub:
        _answer_at(monkeypatch, hub.address)
        yield hub


def _answer_at(monkeypatch, address: str) -> None:
    monkeypatch.setattr(constants, "ENDPOINT", address)
    template = address + "/{repo_id}/resolve/{revision}/{filename}"
    monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", template)


@pytest.fixture
def no_network(monkeypatch):
    """Cut the connection: from then on nobody answers."""

    def cut() -> None:
        with socket.socket() as closed:
            closed.bind((HOST, 0))
            _answer_at(monkeypatch, f"http://{HOST}:{closed.getsockname()[1]}")

    return cut


def refused(name: str = NAME) -> PretrainedError:
    with pytest.raises(PretrainedError) as raised:
        models.load(name)
    return raised.value


def test_a_model_is_fetched_and_shown(hub, saved):
    model = models.load(NAME)
    assert model.name == NAME
    fetched = model.look("the cat", "hello")
    local = models.load(str(saved("marian"))).look("the cat", "hello")
    assert fetched.predicted == local.predicted
    assert fetched.cross.equal(local.cross)


def test_progress_counts_the_bytes_that_come(hub, saved):
    seen = []
    download(NAME, lambda done, total: seen.append((done, total)))
    size = sum(file.stat().st_size for file in saved("marian").iterdir())
    assert {total for _, total in seen} == {size}
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1][0] == size


def test_only_what_is_needed_is_fetched(hub, saved, tmp_path):
    folder = tmp_path / "model"
    shutil.copytree(saved("marian"), folder)
    (folder / "onnx").mkdir()
    for name in ("pytorch_model.bin", "own.py", "tf_model.h5", "onnx/model.safetensors"):
        (folder / name).write_bytes(b"unwanted")
    hub.models[NAME]["main"] = folder
    download(NAME, lambda done, total: None)
    assert sorted(hub.downloads) == sorted(file.name for file in saved("marian").iterdir())


def test_what_was_fetched_once_needs_no_network(hub, no_network):
    download(NAME, lambda done, total: None)
    no_network()
    assert models.load(NAME).look("the cat", "hello").target == "hello"


def test_without_a_network_one_line_says_so(hub, no_network):
    no_network()
    assert refused().name == "no_network"


def test_a_machine_that_is_set_offline_is_without_a_network(hub, monkeypatch):
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    assert refused().name == "no_network"


def test_an_id_that_nobody_has_is_told_so(hub):
    assert refused("nobody/nothing").name == "no_such_id"


def test_a_model_behind_terms_is_told_so(hub):
    hub.gated.add(NAME)
    assert refused().name == "gated"


def test_a_connection_that_breaks_is_told_so(hub, monkeypatch):
    monkeypatch.setattr("huggingface_hub.file_download.time.sleep", lambda seconds: None)
    hub.broken.add(NAME)
    assert refused().name == "download_stopped"
    hub.broken.clear()
    assert models.load(NAME).name == NAME


def test_a_model_over_the_limit_is_refused_before_it_is_fetched(hub, monkeypatch):
    monkeypatch.setenv("WORKBENCH_MODEL_GB", "0.00001")
    assert refused().name == "too_large"
    assert not hub.downloads


def pickled(saved, tmp_path):
    folder = tmp_path / "pickled"
    shutil.copytree(saved("marian"), folder)
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    return folder


def test_a_model_in_a_pickle_alone_is_refused_and_not_fetched(hub, saved, tmp_path):
    hub.models[NAME]["main"] = pickled(saved, tmp_path)
    assert refused().name == "no_safetensors"
    assert not hub.downloads


def test_the_hubs_own_safetensors_proposal_is_taken_where_the_model_has_none(hub, saved, tmp_path):
    hub.models[NAME] = {"main": pickled(saved, tmp_path), "refs/pr/3": saved("marian")}
    hub.proposed_by[NAME] = "SFconvertbot"
    assert models.load(NAME).look("the cat", "hello").target == "hello"
    assert "pytorch_model.bin" not in hub.downloads


def test_a_strangers_proposal_is_not_taken(hub, saved, tmp_path):
    hub.models[NAME] = {"main": pickled(saved, tmp_path), "refs/pr/3": saved("marian")}
    hub.proposed_by[NAME] = "a stranger"
    assert refused().name == "no_safetensors"
