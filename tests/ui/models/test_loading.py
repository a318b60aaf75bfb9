"""From a name to a model: without the package, without a network, and for many people at once."""

import ast
import os
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.lab.pretrained.tiny_models import save_gpt2
from ui import models
from ui.models import PretrainedError, loading
from ui.words.language import LANGUAGES, text_of


def refused(name: str) -> PretrainedError:
    with pytest.raises(PretrainedError) as raised:
        models.load(name)
    return raised.value


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_the_package_one_line_says_what_to_install(saved, monkeypatch, language):
    folder = str(saved("bert"))
    monkeypatch.setitem(sys.modules, "transformers", None)
    assert not models.available()
    error = refused(folder)
    words = text_of("models", language)(f"errors.{error.name}", **error.values)
    assert "pip install -r requirements-models.txt" in words
    assert "\n" not in words


def test_with_the_package_models_are_available():
    assert models.available()


def test_the_package_is_imported_only_for_a_model():
    optional = {"transformers", "huggingface_hub", "tokenizers", "tqdm"}
    for source in Path(models.__file__).parent.glob("*.py"):
        for node in ast.parse(source.read_text(encoding="utf-8")).body:
            names = [alias.name for alias in getattr(node, "names", [])]
            for name in [*names, getattr(node, "module", None) or ""]:
                assert name.split(".")[0] not in optional, source.name


@pytest.mark.parametrize("kind", ["bert", "gpt2", "t5", "bart", "marian"])
@pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")
def test_a_folder_is_loaded_without_asking_any_network(saved, monkeypatch, kind):
    asked = []

    def no_network(*address):
        asked.append(address)
        raise OSError("no network")

    folder = str(saved(kind))
    monkeypatch.setattr(socket.socket, "connect", no_network)
    monkeypatch.setattr(socket, "getaddrinfo", no_network)
    assert models.load(folder).name == folder
    assert not asked


def test_two_people_who_ask_at_once_get_one_model_that_was_read_once(saved, monkeypatch):
    times = []
    read = loading.open_model
    monkeypatch.setattr(loading, "open_model", lambda *a: times.append(1) or read(*a))
    with ThreadPoolExecutor(4) as people:
        got = list(people.map(models.load, [str(saved("bert"))] * 4))
    assert len(times) == 1
    assert all(model is got[0] for model in got)


def test_one_folder_by_two_names_is_one_model(saved, monkeypatch):
    monkeypatch.chdir(saved("bert").parent)
    assert models.load("./bert") is models.load(f" {saved('bert')} ")


def test_a_model_that_was_saved_anew_is_read_anew(tmp_path):
    folder = tmp_path / "mine"
    save_gpt2(folder)
    first = models.load(str(folder))
    assert models.load(str(folder)) is first
    os.utime(folder / "model.safetensors", ns=(1, 1))
    assert models.load(str(folder)) is not first


def test_loading_shows_its_progress(saved):
    seen = []
    models.load(str(saved("bert")), seen.append)
    assert {progress.stage for progress in seen} <= {"starting", "reading"}
    assert seen


def test_a_folder_that_is_no_model_is_told_so_before_anything_is_imported(tmp_path):
    error = refused(str(tmp_path))
    assert error.name == "no_model_here"
    assert Path(tmp_path).name[:10] in error.values["name"].replace("\\", "")


def test_an_id_that_is_not_allowed_is_refused(monkeypatch):
    monkeypatch.setenv("WORKBENCH_MODELS", "a/b")
    assert refused("google-bert/bert-base-uncased").name == "not_allowed"


def test_a_servers_settings_hold_for_folders_too(saved, monkeypatch):
    monkeypatch.setenv("WORKBENCH_MODELS", "a/b")
    assert refused(str(saved("bert"))).name == "no_folders"
    monkeypatch.setenv("WORKBENCH_MODEL_FOLDERS", str(saved("bert").parent))
    assert models.load("bert").look("the cat").kinds == ("encoder",)


def test_markup_in_a_name_is_shown_as_text():
    assert refused("<b>**x**</b>").values["name"] == r"\<b\>\*\*x\*\*\</b\>"
