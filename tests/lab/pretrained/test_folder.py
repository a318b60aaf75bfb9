"""What a folder must hold before anything in it is loaded."""

import json
import pickle
from pathlib import Path

import pytest

from transformer_lab.pretrained.errors import PretrainedError
from transformer_lab.pretrained.folder import open_folder

CONFIG = {"model_type": "bert"}


def write(folder: Path, config: object = CONFIG, **files: bytes) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config))
    for name, content in files.items():
        (folder / name.replace("__", ".")).write_bytes(content)
    return folder


def refused(folder: Path) -> PretrainedError:
    with pytest.raises(PretrainedError) as raised:
        open_folder(folder, "my *model*")
    assert raised.value.values["name"] == r"my \*model\*"
    return raised.value


def sharded(folder: Path, *shards: str) -> Path:
    index = {"weight_map": {f"weight.{i}": shard for i, shard in enumerate(shards)}}
    return write(folder, model__safetensors__index__json=json.dumps(index).encode())


def test_a_folder_with_a_configuration_and_safetensors_is_a_model(tmp_path):
    folder = open_folder(write(tmp_path, model__safetensors=b"12345"), "")
    assert folder.config == CONFIG
    assert folder.size == 5


def test_weights_may_lie_in_several_files(tmp_path):
    sharded(tmp_path, "model-1.safetensors", "model-2.safetensors", "model-1.safetensors")
    write(tmp_path, **{"model-1__safetensors": b"123", "model-2__safetensors": b"4567"})
    assert open_folder(tmp_path, "").size == 7


@pytest.mark.parametrize(
    "config", [None, [], "bert", {}, {"model_type": 3}, {"name": "an app's settings"}]
)
def test_a_folder_that_is_no_model_is_told_so(tmp_path, config):
    write(tmp_path, config, model__safetensors=b"1")
    assert refused(tmp_path).name == "no_model_here"


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[" * 200_000, b" " * 2_000_000])
def test_a_broken_configuration_is_no_model(tmp_path, content):
    write(tmp_path, model__safetensors=b"1", config__json=content)
    assert refused(tmp_path).name == "no_model_here"


def test_an_empty_folder_and_none_at_all_are_no_model(tmp_path):
    assert refused(tmp_path).name == "no_model_here"
    assert refused(tmp_path / "absent").name == "no_model_here"


def test_a_configuration_alone_is_no_model(tmp_path):
    assert refused(write(tmp_path)).name == "no_model_here"


class Bomb:
    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self):
        return Path.touch, (self.mark,)


@pytest.mark.parametrize("name", ["pytorch_model.bin", "model.pt", "tf_model.h5"])
def test_weights_in_a_pickle_are_refused_and_never_opened(tmp_path, name):
    mark = tmp_path / "the pickle ran"
    (write(tmp_path / "model") / name).write_bytes(pickle.dumps(Bomb(mark)))
    assert refused(tmp_path / "model").name == "no_safetensors"
    assert not mark.exists()


def test_an_index_that_names_a_pickle_is_refused(tmp_path):
    sharded(tmp_path, "pytorch_model-1.bin")
    write(tmp_path, **{"pytorch_model-1__bin": b"1"})
    assert refused(tmp_path).name == "no_safetensors"


@pytest.mark.parametrize(
    "shard", ["../other.safetensors", "/etc/x.safetensors", r"..\x.safetensors"]
)
def test_an_index_does_not_lead_out_of_the_folder(tmp_path, shard):
    assert refused(sharded(tmp_path, shard)).name == "no_model_here"


@pytest.mark.parametrize("index", [b"{", b"[]", b'{"weight_map": 3}', b'{"weight_map": {"a": 1}}'])
def test_a_broken_index_is_no_model(tmp_path, index):
    write(tmp_path, model__safetensors__index__json=index)
    assert refused(tmp_path).name == "no_model_here"


def test_a_missing_file_of_weights_is_named(tmp_path):
    sharded(tmp_path, "model-1.safetensors", "model-2.safetensors")
    error = refused(write(tmp_path, **{"model-1__safetensors": b"1"}))
    assert (error.name, error.values["file"]) == ("missing_file", r"model\-2\.safetensors")


@pytest.mark.parametrize(
    ("config", "file"),
    [
        (CONFIG | {"transformers_weights": "adapter_model.bin"}, None),
        (CONFIG | {"quantization_config": {"quant_method": "gptq"}}, None),
        (CONFIG, "adapter_config.json"),
        (CONFIG, "shard-00001-model-00001-of-00002.safetensors"),
    ],
)
def test_what_would_load_other_than_the_checked_weights_is_refused(tmp_path, config, file):
    write(tmp_path, config, model__safetensors=b"1")
    if file:
        (tmp_path / file).write_text("{}")
    assert refused(tmp_path).name == "other_loading"


def test_weights_over_the_limit_are_refused_with_both_sizes(tmp_path, monkeypatch):
    monkeypatch.setenv("WORKBENCH_MODEL_GB", "0.5")
    write(tmp_path)
    with (tmp_path / "model.safetensors").open("wb") as file:
        file.truncate(1_200_000_000)  # of no size on the disk
    error = refused(tmp_path)
    assert error.name == "too_large"
    assert (error.values["size"], error.values["limit"]) == ("1.2", "0.5")
    monkeypatch.setenv("WORKBENCH_MODEL_GB", "1.2")
    assert open_folder(tmp_path, "").size == 1_200_000_000


def test_a_limit_that_is_no_number_names_its_variable(tmp_path, monkeypatch):
    monkeypatch.setenv("WORKBENCH_MODEL_GB", "big")
    write(tmp_path, model__safetensors=b"1")
    with pytest.raises(ValueError, match="WORKBENCH_MODEL_GB"):
        open_folder(tmp_path, "")
