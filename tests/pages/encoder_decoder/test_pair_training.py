"""Training on the pair: each answer has some more steps, and any of them can be the last one."""

import time
from dataclasses import replace

import pytest
import torch

from pages.encoder_decoder.pair_training import MOST_KEPT, PairTraining, steps_at_once
from pages.encoder_decoder.setting import EncoderDecoderSetting
from pages.encoder_decoder.sizes import PRESETS
from pages.whole_model.sentences import Sentences
from tests.pages.encoder_decoder.model_page import UnderWay
from transformer_core import Transformer, build_transformer
from transformer_lab.learning.one_pair import trained_on_pair
from ui.answer.progress import Progress

SECONDS = 1.0


def training(seed: int = 1) -> tuple[Transformer, Sentences, PairTraining]:
    setting = UnderWay("encoder_decoder", seed=seed).setting
    model = build_transformer(replace(PRESETS["tiny"], num_layers=1).config(False), seed)
    return model, setting.pair, PairTraining(model, setting.pair, 0.1)


def same(one: Transformer, other: Transformer) -> bool:
    pairs = zip(one.parameters(), other.parameters(), strict=True)
    return all(torch.equal(first, second) for first, second in pairs)


def test_some_steps_and_then_others_are_the_same_as_all_at_once() -> None:
    model, pair, in_parts = training()
    for steps in (2, 3, 2, 0, 4):
        whole = trained_on_pair(model, pair.src_ids, pair.tgt_ids, pair.targets, steps, 0.1)
        assert same(in_parts.model(steps), whole), steps


def test_no_more_stops_are_kept_than_needed_and_the_start_always() -> None:
    _, _, in_parts = training()
    for steps in range(1, 2 * MOST_KEPT):
        in_parts.model(steps)
    assert len(in_parts._learners) == MOST_KEPT
    assert in_parts.next_stop(1) == 1
    assert 0 in in_parts._learners


def test_an_answer_to_a_deep_model_has_fewer_steps() -> None:
    assert [steps_at_once(layers) for layers in (1, 2, 24)] == [40, 20, 1]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_each_answer_has_some_more_steps_until_all_are_there(language: str) -> None:
    start = {"num_layers": 6, "d_model": 4, "d_ff": 4, "num_heads": 1, "steps": 14}
    # No other test has come as far with this model.
    start["seed"] = {"en": 77, "ko": 76}[language]
    done = []
    for _ in range(4):
        page = UnderWay("encoder_decoder", language, **start)
        bars = page.all(Progress, "details")
        done.append(page.setting.trained_steps)
        if not bars:
            break
        (bar,) = bars
        assert (bar.done, bar.whole) == (done[-1], 14)
        assert page.text("trained.under_way", done=done[-1], steps=14) == bar.text
        assert set(bar.areas) == set(page.answer.areas) - {"asked", "corridor"}
        assert all(page.answer.areas[name].is_provisional for name in bar.areas)
        stopped = page.moved(page.state).setting.read(bar.stop.setting)
        assert stopped.steps == done[-1]
    assert done == [6, 12, 14]
    assert not any(area.is_provisional for area in page.answer.areas.values())


def test_what_is_stopped_is_there_at_once() -> None:
    page = UnderWay("encoder_decoder", seed=78, num_layers=8, d_model=4, steps=100)
    page.parts("details")
    reached = page.setting.trained_steps
    assert 0 < reached < 100
    stopped = UnderWay("encoder_decoder", seed=78, num_layers=8, d_model=4, steps=reached)
    assert not stopped.all(Progress, "details")


def test_what_is_saved_has_all_steps() -> None:
    values = {"seed": 79, "num_layers": 4, "d_model": 4, "steps": 12}
    page = UnderWay("encoder_decoder", **values)
    assert page.setting.is_under_way
    saved = page.handler.page.tensors(page.setting)["logits"]
    again = UnderWay("encoder_decoder", **values).setting
    assert not again.is_under_way
    assert torch.equal(saved, again.forward.records["logits"][0])


@pytest.mark.thorough
@pytest.mark.parametrize("layers", [1, 6, 24])
def test_no_answer_on_the_way_takes_long(layers: int) -> None:
    start = time.process_time()
    sizes = {"num_layers": layers, "d_model": 4, "d_ff": 4, "num_heads": 1}
    setting = EncoderDecoderSetting(
        **sizes, source="the " * 32, target="the " * 32, steps=200, vocab_size=99
    )
    assert setting.forward.model.training is False
    assert time.process_time() - start < SECONDS
