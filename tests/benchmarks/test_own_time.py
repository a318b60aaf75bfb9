"""Which part of an answer's time is the model's own."""

import json
import time

import pytest

from benchmarks.own_time import own_ms
from tests.pages.answers import Asked
from transformer_lab.examples import self_attention
from ui.answer import page_handler


def bodies(page: str, seeds: range) -> list[list[bytes]]:
    setting, nowhere = Asked(page).setting.to_json(), {"pin": "", "trail": ""}
    asked = [{"setting": setting | {"seed": seed}, "selection": nowhere} for seed in seeds]
    return [[json.dumps(one).encode()] for one in asked]


def busy(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_what_an_answer_does_beside_the_model_does_not_count(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(page_handler.PageHandler, "answered", lambda self, body: busy(0.01))
    assert own_ms("masks", "en", bodies("masks", range(5))) == 0


def test_what_the_core_computes_counts(monkeypatch: pytest.MonkeyPatch):
    source = compile("def work(busy):\n    busy(0.01)\n", self_attention.__file__, "exec")
    names: dict = {}
    exec(source, names)
    monkeypatch.setattr(
        page_handler.PageHandler, "answered", lambda self, body: names["work"](busy)
    )
    assert own_ms("masks", "en", bodies("masks", range(8))) == pytest.approx(10, rel=0.3)
