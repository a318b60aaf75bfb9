"""Runs of the decoder for each token: some with each answer, and all of them in the end."""

import pytest
import torch

from pages.encoder_decoder import forward as forwards
from pages.encoder_decoder.token_by_token import TokenByToken, tokens_at_once
from tests.pages.encoder_decoder.model_page import UnderWay
from ui.answer.progress import Progress


def test_what_is_not_needed_is_left() -> None:
    results = TokenByToken(iter("abc"), 5)
    assert results.take(2) == 0 and results.done == ["a", "b"] and not results.is_whole
    assert results.take(4) == 3 and results.is_whole
    assert results.all() == ["a", "b", "c"]
    enough = TokenByToken(iter("abcdef"), 3)
    assert enough.all() == ["a", "b", "c"] and enough.is_whole
    assert enough.take(2) == 2


def test_small_models_take_all_at_once_and_large_ones_some() -> None:
    assert tokens_at_once(12_704, 2, 5) > 2 * 33
    assert tokens_at_once(63_000_000, 6, 5) > 2 * 5
    assert 1 < tokens_at_once(63_000_000, 6, 33) < 10
    assert tokens_at_once(10**9, 24, 100) == 1


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_tab_on_inference_says_how_far_it_is(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwards, "tokens_at_once", lambda *sizes: 4)
    values = {"below": "inference", "seed": {"en": 501, "ko": 502}[language]}
    done = []
    for _ in range(9):
        page = UnderWay("encoder_decoder", language, **values)
        areas = page.answer.areas
        bars = [part for part in areas["below"].parts() if isinstance(part, Progress)]
        assert areas["below"].is_provisional == bool(bars)
        if not bars:
            break
        (bar,) = bars
        done.append(bar.done)
        assert page.text("writing.runs", done=bar.done, count=bar.whole) == bar.text
        assert not areas["map"].is_provisional
        assert page.moved(page.state).setting.read(bar.stop.setting).below == "output"
    assert done and done == sorted(done) and len(done) < 5
    monkeypatch.undo()
    values["padding"] = 2
    whole = UnderWay("encoder_decoder", language, **values)
    assert not whole.all(Progress, "below")


def test_until_the_model_has_written_the_decoder_reads_the_target(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = {"reads": "own", "seed": 503}
    monkeypatch.setattr(forwards, "tokens_at_once", lambda *sizes: 3)
    page = UnderWay("encoder_decoder", **values)
    (bar,) = page.all(Progress, "details")
    written = page.setting.forward.writing
    assert (bar.done, bar.whole) == (len(written.done), written.most)
    forced = UnderWay("encoder_decoder", seed=503)
    assert torch.equal(
        page.setting.forward.records["logits"], forced.setting.forward.records["logits"]
    )
    assert page.setting.read(bar.stop.setting).reads == "target"
    again = UnderWay("encoder_decoder", **values)
    assert not again.all(Progress, "details")
    assert again.setting.forward.reads_own
