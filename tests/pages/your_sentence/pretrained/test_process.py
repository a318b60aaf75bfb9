"""A model in a process of its own: the same numbers, and an end to what takes too much."""

import gc
import json
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
import torch

from pages.your_sentence.pretrained import PretrainedError, loading
from pages.your_sentence.pretrained.folder import open_folder
from pages.your_sentence.pretrained.opened import BASE_BYTES, OpenedModel
from pages.your_sentence.pretrained.process import ModelProcess
from pages.your_sentence.pretrained.reading import read_model


@pytest.fixture(scope="module")
def opened(saved):
    """As `open_model` opens it, but here and not beside a worker."""
    process = ModelProcess("bart")
    question = {"folder": str(saved("bart")), "name": "bart", "memory": BASE_BYTES}
    return OpenedModel("bart", **process.ask(question, 60).values, _process=process)


def pretending(source: str) -> list[str]:
    """A process that does something else with what it is told."""
    return [sys.executable, "-c", f"import sys, time\n{source}"]


def refused(process: ModelProcess, seconds: float = 20) -> str:
    with pytest.raises(PretrainedError) as raised:
        process.ask({"sentence": "x", "target": None}, seconds)
    return raised.value.name


@pytest.mark.parametrize("target", [None, "a dog ran"])
def test_it_sees_what_the_model_sees(saved, opened, target):
    model = read_model(open_folder(saved("bart"), "bart"), "bart")
    here, there = (one.look("the cat sat", target) for one in (model, opened))
    for name, value in vars(here).items():
        other = getattr(there, name)
        if isinstance(value, torch.Tensor):
            assert torch.equal(value, other), name
        else:
            assert value == other, name
    about = ("architecture", "limit", "parameters", "name")
    assert [getattr(model, one) for one in about] == [getattr(opened, one) for one in about]


def test_an_error_of_the_model_leaves_it_open(opened):
    with pytest.raises(PretrainedError) as raised:
        opened.look("  ")
    assert raised.value.name == "empty_sentence"
    assert opened.look("the dog").kinds == ("encoder", "decoder", "cross")


def test_many_ask_at_once_and_each_gets_their_own_answer(opened):
    sentences = ["the cat", "the cat sat", "a dog", "the cat sat on the mat"] * 3
    with ThreadPoolExecutor(6) as people:
        seen = list(people.map(opened.look, sentences))
    for sentence, one in zip(sentences, seen, strict=True):
        assert one.encoder.shape[-1] == len(one.source)
        assert one.source == opened.look(sentence).source
    assert opened.look("a dog") is opened.look("a dog")


def test_what_takes_too_long_is_ended_and_said_so():
    process = ModelProcess("m", pretending("time.sleep(60)"))
    assert refused(process, 0.5) == "too_slow"
    assert process._process.poll() is not None
    # It stays so, without waiting again.
    assert refused(process, 60) == "too_slow"


@pytest.mark.parametrize(
    "source",
    [
        "sys.stdin.buffer.read(16); sys.exit(1)",
        "sys.stdin.buffer.read(16); sys.stdout.buffer.write(b'\\xff' * 64)",
        "sys.stdin.buffer.read(16); sys.stdout.write('hello, this is no answer')",
        "sys.stdin.close()",
    ],
)
def test_what_breaks_off_or_says_nonsense_is_ended_and_said_so(source):
    assert refused(ModelProcess("m", pretending(source))) == "ended"


def test_what_needs_too_much_memory_is_ended(saved):
    hungry = (
        "import pages.your_sentence.pretrained.child as child\n"
        "child.read_model = lambda *a: bytearray(1 << 34)\n"
        "child.main()\n"
    )
    process = ModelProcess("m", pretending(hungry))
    question = {"folder": str(saved("bert")), "name": "m", "memory": BASE_BYTES}
    with pytest.raises(PretrainedError) as raised:
        process.ask(question, 60)
    assert raised.value.name == "ended"


def test_a_model_that_has_ended_is_opened_anew_after_a_while(saved, monkeypatch):
    folder = str(saved("bert"))
    open_anew = loading.open_model
    ended = OpenedModel("m", "encoder", 200, 1, _process=ModelProcess("m", pretending("")))
    monkeypatch.setattr(loading, "open_model", lambda *a: ended)
    model = loading.load(folder)
    with pytest.raises(PretrainedError) as raised:
        model.look("the cat")
    assert raised.value.name == "ended"
    monkeypatch.setattr(loading, "open_model", open_anew)
    with pytest.raises(PretrainedError):
        loading.loaded(folder)
    monkeypatch.setattr(loading, "RETRY_SECONDS", 0)
    assert loading.loaded(folder) is None
    assert loading.load(folder).look("the cat").kinds == ("encoder",)


def test_a_model_that_nobody_holds_ends_its_process(saved):
    process = ModelProcess("m", pretending("sys.stdin.buffer.read()"))
    child = process._process
    del process
    gc.collect()
    assert child.poll() is not None


def test_a_million_layers_are_refused_before_anything_starts(saved, tmp_path, monkeypatch):
    for file in saved("bert").iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps(config | {"num_hidden_layers": 10**6}))
    monkeypatch.setattr(loading, "open_model", lambda *a: pytest.fail("was opened"))
    with pytest.raises(PretrainedError) as raised:
        loading.load(str(tmp_path))
    assert raised.value.name == "config_number"
