"""Which models may be loaded, on one's own machine and on a server that strangers reach."""

import os
from pathlib import Path

import pytest

from transformer_lab.pretrained.allowed import OFFERED, Allowed
from transformer_lab.pretrained.errors import PretrainedError


def refused(allowed: Allowed, name: str) -> str:
    with pytest.raises(PretrainedError) as raised:
        allowed.find(name)
    return raised.value.name


def test_without_settings_every_folder_and_the_offered_ids_may_be_loaded(tmp_path):
    allowed = Allowed.from_environment({})
    assert allowed.find(str(tmp_path)) == tmp_path.resolve()
    assert allowed.find(OFFERED[0]) == OFFERED[0]
    assert refused(allowed, "somebody/else") == "not_allowed"


@pytest.mark.parametrize("id_", OFFERED)
def test_each_offered_id_is_an_id(id_):
    assert Allowed(folders=()).find(id_) == id_


def test_a_server_lists_its_ids_and_then_opens_no_folder(tmp_path):
    allowed = Allowed.from_environment({"WORKBENCH_MODELS": "a/b, c/d\ngpt2"})
    assert [allowed.find(id_) for id_ in ("a/b", "c/d", " gpt2 ")] == ["a/b", "c/d", "gpt2"]
    assert refused(allowed, OFFERED[0]) == "not_allowed"
    assert refused(allowed, str(tmp_path)) == "no_folders"


def test_a_server_may_list_nothing_at_all(tmp_path):
    allowed = Allowed.from_environment({"WORKBENCH_MODELS": ""})
    assert refused(allowed, OFFERED[0]) == "nothing_allowed"
    assert refused(allowed, str(tmp_path)) == "no_folders"


def test_a_server_that_others_reach_opens_nothing_that_its_owner_has_not_named(tmp_path):
    others = {"serves_own_machine_only": False}
    allowed = Allowed.from_environment({}, **others)
    assert refused(allowed, OFFERED[0]) == "nothing_allowed"
    assert refused(allowed, str(tmp_path)) == "no_folders"
    listed = Allowed.from_environment({"WORKBENCH_MODELS": OFFERED[0]}, **others)
    assert listed.find(OFFERED[0]) == OFFERED[0]
    assert refused(listed, OFFERED[1]) == "not_allowed"
    folders = Allowed.from_environment({"WORKBENCH_MODEL_FOLDERS": str(tmp_path)}, **others)
    (tmp_path / "mine").mkdir()
    assert folders.find("mine") == tmp_path / "mine"
    assert refused(folders, OFFERED[0]) == "not_allowed"


def test_a_folder_that_may_not_be_read_is_said_so(tmp_path, monkeypatch):
    def refuse(path):
        raise PermissionError(13, "no", str(path))

    monkeypatch.setattr(Path, "is_dir", refuse)
    assert refused(Allowed(), str(tmp_path)) == "not_readable"


@pytest.mark.parametrize("name", ["x" * 300, "/" + "y" * 999, "~nobody_here/z", "./" + "a/" * 400])
def test_a_name_that_no_disk_can_have_is_no_folder(name):
    assert refused(Allowed(), name) in ("no_model_here", "not_a_name")


def test_links_in_a_ring_are_no_folder(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert refused(Allowed(), str(tmp_path / "a")) == "no_model_here"


def test_a_star_allows_every_id_but_no_folder(tmp_path):
    allowed = Allowed.from_environment({"WORKBENCH_MODELS": "*"})
    assert allowed.find("anybody/anything") == "anybody/anything"
    assert refused(allowed, str(tmp_path)) == "no_folders"


def test_a_server_may_open_the_models_in_some_folders(tmp_path):
    models, other = tmp_path / "models", tmp_path / "other"
    (models / "mine").mkdir(parents=True)
    other.mkdir()
    folders = os.pathsep.join([str(models), str(tmp_path / "absent")])
    allowed = Allowed.from_environment({"WORKBENCH_MODEL_FOLDERS": folders})
    assert allowed.find(str(models / "mine")) == (models / "mine").resolve()
    assert allowed.find("mine") == (models / "mine").resolve()
    assert allowed.find("./mine") == (models / "mine").resolve()
    assert refused(allowed, str(other)) == "no_model_here"
    assert refused(allowed, "../other") == "no_model_here"
    assert refused(allowed, str(models / ".." / "other")) == "no_model_here"
    # A sibling whose name only begins alike is another folder.
    (tmp_path / "models-secret").mkdir()
    assert refused(allowed, str(tmp_path / "models-secret")) == "no_model_here"


def test_a_link_does_not_lead_out_of_a_servers_folder(tmp_path):
    (tmp_path / "models").mkdir()
    (tmp_path / "secret").mkdir()
    (tmp_path / "models" / "link").symlink_to(tmp_path / "secret")
    allowed = Allowed(ids=(), folders=(tmp_path / "models",))
    assert refused(allowed, "./link") == "no_model_here"


def test_the_disk_outside_a_servers_folders_is_not_even_asked(tmp_path, monkeypatch):
    (tmp_path / "models").mkdir()
    asked = []
    is_dir = Path.is_dir
    monkeypatch.setattr(Path, "is_dir", lambda path: asked.append(path) or is_dir(path))
    for allowed in (Allowed(folders=()), Allowed(folders=(tmp_path / "models",))):
        there = [refused(allowed, name) for name in ("/etc", "/", str(tmp_path), "~", "~root")]
        absent = [refused(allowed, name) for name in ("/no/such", str(tmp_path / "x"), "~nobody!")]
        assert len(set(there + absent)) == 1
    assert not [path for path in asked if not path.is_relative_to(tmp_path / "models")]


def test_a_folder_comes_before_an_id_of_the_same_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("google-bert/bert-base-uncased").mkdir(parents=True)
    folder = (tmp_path / "google-bert/bert-base-uncased").resolve()
    assert Allowed().find("google-bert/bert-base-uncased") == folder


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("", "empty_name"),
        (" \n", "empty_name"),
        ("/no/such/folder", "no_model_here"),
        ("./no-such-folder", "no_model_here"),
        ("~nobody-here/model", "no_model_here"),
        (r"C:\no\such", "no_model_here"),
        ("a/b/c", "not_a_name"),
        ("a/../b", "not_a_name"),
        ("-rf", "not_a_name"),
        ("two words", "not_a_name"),
        ("고양이/모델", "not_a_name"),
        ("<script>alert(1)</script>", "not_a_name"),
        ("**bold**", "not_a_name"),
        ("null\0byte", "not_a_name"),
        ("//server/share", "not_a_name"),
        (r"\\server\share", "not_a_name"),
        ("x" * 5_000, "not_a_name"),
        ("https://huggingface.co/gpt2", "not_a_name"),
    ],
)
def test_what_is_neither_a_folder_nor_an_id_is_told_so(name, error):
    assert refused(Allowed(ids=None), name) == error


def test_markup_in_a_name_is_shown_as_text():
    with pytest.raises(PretrainedError) as raised:
        Allowed().find("<img src=x> **b**")
    assert raised.value.values == {"name": r"\<img src=x\> \*\*b\*\*"}
