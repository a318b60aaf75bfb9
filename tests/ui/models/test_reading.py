"""Models that transformers would load in some way, and that are not shown as what they are not."""

import json
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import torch
import transformers
from safetensors.torch import load_file, save_file

from ui import models
from ui.models import PretrainedError, reading

pytestmark = pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")


@pytest.fixture
def copy(saved, tmp_path):
    """copy("bert") is a copy of the tiny model's folder, to be spoilt."""
    return lambda kind: Path(shutil.copytree(saved(kind), tmp_path / kind))


def configure(folder: Path, file: str = "config.json", **settings: object) -> None:
    config = json.loads((folder / file).read_text())
    (folder / file).write_text(json.dumps(config | settings))


def refused(folder: Path) -> PretrainedError:
    with pytest.raises(PretrainedError) as raised:
        models.load(str(folder))
    return raised.value


def with_code(folder: Path, mark: Path) -> Path:
    """The folder with a module that leaves a mark when it is run."""
    (folder / "own.py").write_text(f"open({str(mark)!r}, 'w').close()\nclass Own: pass\n")
    return folder


def test_a_model_that_needs_code_of_its_own_is_refused_and_its_code_not_run(copy, tmp_path):
    folder = with_code(copy("bert"), tmp_path / "ran")
    names = {"AutoConfig": "own.Own", "AutoModel": "own.Own", "AutoTokenizer": "own.Own"}
    configure(folder, model_type="own", auto_map=names)
    assert refused(folder).name == "own_code"
    assert not (tmp_path / "ran").exists()


def test_code_beside_a_known_kind_of_model_is_not_run(copy, tmp_path):
    folder = with_code(copy("bert"), tmp_path / "ran")
    configure(folder, auto_map={"AutoConfig": "own.Own", "AutoModel": "own.Own"})
    assert models.load(str(folder)).look("the cat").kinds == ("encoder",)
    assert not (tmp_path / "ran").exists()


def test_a_tokeniser_that_needs_code_of_its_own_is_not_run(copy, tmp_path):
    folder = with_code(copy("bert"), tmp_path / "ran")
    settings = {"tokenizer_class": "Own", "auto_map": {"AutoTokenizer": ["own.Own", None]}}
    configure(folder, "tokenizer_config.json", **settings)
    try:
        models.load(str(folder))
    except PretrainedError as error:
        assert error.name == "no_tokeniser"
    assert not (tmp_path / "ran").exists()


def test_an_unknown_kind_of_model_is_named(copy):
    folder = copy("bert")
    configure(folder, model_type="some_new_kind")
    error = refused(folder)
    assert (error.name, error.values["kind"]) == ("unknown_architecture", r"some\_new\_kind")


def test_a_model_of_pictures_is_refused(tmp_path):
    sizes = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1}
    transformers.ViTModel(
        transformers.ViTConfig(intermediate_size=8, image_size=16, **sizes)
    ).save_pretrained(tmp_path)
    assert refused(tmp_path).name == "unknown_architecture"


@pytest.mark.parametrize("kind", ["bert", "gpt2", "marian", "t5", "bart"])
def test_a_model_without_its_vocabulary_is_refused(copy, kind):
    """transformers makes an empty tokeniser then, and the model reads only unknown tokens."""
    folder = copy(kind)
    for file in folder.iterdir():
        if file.name not in ("config.json", "model.safetensors", "tokenizer_config.json"):
            file.unlink()
    assert refused(folder).name == "no_tokeniser"


@pytest.mark.parametrize(
    ("kind", "weight"),
    [
        ("bert", "bert.encoder.layer.1.attention.self.query.weight"),
        ("gpt2", "transformer.h.0.attn.c_attn.weight"),
        ("t5", "decoder.block.1.layer.1.EncDecAttention.k.weight"),
    ],
)
def test_a_model_that_lacks_weights_is_refused_with_their_name(copy, kind, weight):
    """transformers fills in random numbers, which would look like learned ones."""
    folder = copy(kind)
    weights = load_file(folder / "model.safetensors")
    del weights[weight]
    save_file(weights, folder / "model.safetensors", {"format": "pt"})
    error = refused(folder)
    assert (error.name, error.values["count"]) == ("incomplete", 1)


def test_a_bert_without_a_pooler_is_whole(saved):
    """A model trained to fill in words has none, and attention does not pass through it."""
    assert not any("pooler" in key for key in load_file(saved("bert") / "model.safetensors"))
    assert models.load(str(saved("bert"))).look("the cat").kinds == ("encoder",)


def test_damaged_weights_are_an_error_that_names_no_folder_of_the_server(copy):
    folder = copy("bert")
    with (folder / "model.safetensors").open("r+b") as file:
        file.truncate(1_000)
    error = refused(folder)
    assert error.name == "unreadable"
    assert "/" not in error.values["reason"]


def test_weights_that_do_not_fit_the_configuration_are_an_error(copy):
    folder = copy("bert")
    configure(folder, hidden_size=32)
    assert refused(folder).name == "unreadable"


def test_half_precision_weights_are_computed_in_float32(saved, tmp_path):
    folder = tmp_path / "half"
    shutil.copytree(saved("gpt2"), folder)
    half = transformers.AutoModelForCausalLM.from_pretrained(
        folder, dtype=torch.bfloat16, local_files_only=True
    )
    half.save_pretrained(folder)
    looked = models.load(str(folder)).look("the cat sat")
    assert looked.decoder.dtype == torch.float32
    sums = looked.decoder.sum(-1)
    torch.testing.assert_close(sums, torch.ones_like(sums))


def test_weights_in_several_files_are_read(saved, tmp_path):
    folder = tmp_path / "parts"
    shutil.copytree(saved("gpt2"), folder)
    whole = transformers.AutoModelForCausalLM.from_pretrained(folder, local_files_only=True)
    (folder / "model.safetensors").unlink()
    whole.save_pretrained(folder, max_shard_size="10KB")
    assert (folder / "model.safetensors.index.json").exists()
    torch.testing.assert_close(
        models.load(str(folder)).look("the cat").decoder,
        models.load(str(saved("gpt2"))).look("the cat").decoder,
    )


def test_a_loaded_model_keeps_its_numbers_when_its_file_changes(copy):
    folder = copy("bert")
    model = models.load(str(folder))
    before = model.look("the cat").encoder
    size = (folder / "model.safetensors").stat().st_size
    with (folder / "model.safetensors").open("r+b") as file:
        file.seek(size // 2)
        file.write(b"\x3f" * (size - size // 2))
    assert torch.equal(model.look("the cat").encoder, before)


def test_two_models_are_built_one_after_the_other(saved, monkeypatch):
    """While it builds one, transformers replaces functions that all threads share."""
    at_work, interrupted = set(), []
    build = reading._network

    def watched(path, *args):
        interrupted.extend(at_work)
        at_work.add(path)
        time.sleep(0.02)
        at_work.remove(path)
        return build(path, *args)

    monkeypatch.setattr(reading, "_network", watched)
    own = [torch.nn.init.xavier_uniform_, torch.nn.init.normal_, transformers.BertModel.tie_weights]
    with ThreadPoolExecutor(4) as people:
        list(people.map(models.load, [str(saved(k)) for k in ("bert", "gpt2", "t5", "bart")]))
    assert not interrupted
    assert own == [
        torch.nn.init.xavier_uniform_,
        torch.nn.init.normal_,
        transformers.BertModel.tie_weights,
    ]


def test_a_bert_that_was_made_a_decoder_is_read_as_one(copy):
    folder = copy("bert")
    configure(folder, is_decoder=True)
    looked = models.load(str(folder)).look("the cat")
    assert looked.kinds == ("decoder",)
    assert not looked.decoder.triu(1).any()


def test_a_bare_bert_is_read_like_one_with_a_head(copy):
    folder = copy("bert")
    config = transformers.BertConfig.from_pretrained(folder, local_files_only=True)
    transformers.BertModel(config).save_pretrained(folder)
    assert models.load(str(folder)).look("the cat").kinds == ("encoder",)
