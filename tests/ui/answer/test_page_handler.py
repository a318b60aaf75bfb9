"""A page request: what it leads to, and what is cached of it."""

import json
import struct
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from tests.pages.answers import Asked
from ui.answer import page_handler
from ui.answer.cache import SizedCache
from ui.answer.page_handler import PageHandler, answer_of
from ui.answer.requests import BadRequestError, PageRequest, read_values


def decode_frame(data: bytes) -> dict[str, Any]:
    (size,) = struct.unpack_from("<I", data)
    header: dict[str, Any] = json.loads(data[4 : 4 + size])
    at, header["parts"] = 4 + size, {}
    for name, length in header["areas"].items():
        (inner,) = struct.unpack_from("<I", data, at)
        header["parts"][name] = json.loads(data[at + 4 : at + 4 + inner])["parts"]
        at += length
    assert at == len(data)
    return header


def asked(**more: Any) -> dict[str, Any]:
    setting = Asked("masks").setting.to_json()
    return {"setting": setting, "selection": {"pin": "", "trail": ""}} | more


def answered(**more: Any) -> dict[str, Any]:
    return decode_frame(PageHandler("masks", "en").answered(json.dumps(asked(**more)).encode()))


def test_an_answer_has_the_state_the_address_and_everything_that_is_seen_at_once() -> None:
    answer = answered()
    assert answer["state"]["setting"] == asked()["setting"]
    assert answer["address"].startswith("?v=")
    assert (
        list(answer["parts"])
        == answer["first"]
        == ["chips", "picture", "arithmetic", "asked", "corridor"]
    )


def test_only_the_areas_that_are_wanted_come() -> None:
    assert list(answered(areas=["pytorch", "no_such_area"])["parts"]) == ["pytorch"]


def test_a_pin_leads_to_its_arithmetic() -> None:
    answer = answered(do={"pin": "decoder_weights.1.0"}, areas=["arithmetic"])
    assert answer["state"]["selection"] == {"pin": "decoder_weights.1.0", "trail": "", "view": ""}
    (arithmetic,) = answer["parts"]["arithmetic"]
    assert arithmetic["title"].startswith("Weights, decoder[ “21”, “1” ]")


def test_a_term_leads_on_and_the_way_back_leads_back() -> None:
    on = answered(do={"follow": "scores@1.0", "here": "decoder_weights@1.0"}, areas=["arithmetic"])
    assert on["state"]["selection"]["trail"] == "decoder_weights@1.0~scores@1.0"
    selection = on["state"]["selection"]
    back = answered(selection=selection, do={"follow": "back:0", "here": "scores@1.0"})
    assert back["state"]["selection"]["trail"] == "decoder_weights@1.0"


def test_what_belonged_to_a_setting_ends_when_that_is_left_not_when_it_is_compared_with() -> None:
    run = Asked("training", run="r1", expected="not").setting
    preset = run.with_values(run="", beside="r1", task="copy", expected="")
    again = preset.with_values(expected="not").to_json()
    selection = {"pin": "", "trail": ""}

    def after(**more: Any) -> Any:
        asked = {"setting": again, "selection": selection} | more
        return PageHandler("training", "en").after(read_values(asked, PageRequest)).setting

    compared = {"before": run.to_json()}
    assert after(**compared, leaving=preset.to_json()).expected == "not"
    assert after(**compared).expected == "not", "areas alone are asked for"
    assert after(leaving=run.to_json()).expected == ""


def test_paint_changes_the_setting_and_then_everything_comes() -> None:
    stroke = {"matrix": "painted", "cells": [[0, 1], [2, 2]], "hidden": True}
    answer = answered(do={"change": stroke}, areas=["arithmetic"])
    assert answer["state"]["setting"]["cells"] == "0.1_2.2"
    assert "picture" in answer["parts"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"setting": {}},
        {"selection": {"pin": "x" * 5000, "trail": ""}},
        {"selection": {}},
        {"do": {"change": {"matrix": "decoder", "cells": [], "hidden": True}}},
        {"do": {"follow": "nowhere", "here": "painted@0.0"}},
        {"do": {"follow": "back:0", "here": "?"}},
        {"before": {"seed": 1}},
        {"leaving": {"seed": 1}},
    ],
)
def test_what_no_page_would_ask_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadRequestError):
        answered(**wrong)


def test_the_rerun_does_not_compute_what_the_trip_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_handler, "_encoded", SizedCache(10_000_000, len))
    encodings: list[int] = []
    encode = page_handler.encode_parts
    monkeypatch.setattr(
        page_handler, "encode_parts", lambda parts: (encodings.append(1), encode(parts))[1]
    )
    one = Asked("masks", seed=99)
    first = one.handler.encoded(one.state)
    assert len(encodings) == 5
    assert PageHandler("masks", "en").encoded(Asked("masks", seed=99).state) == first
    assert len(encodings) == 5
    PageHandler("masks", "en").encoded(Asked("masks", seed=99, pin="painted.0.0").state)
    assert len(encodings) == 7, "only the arithmetic and the way on follow a pin"
    PageHandler("masks", "ko").encoded(Asked("masks", seed=99).state)
    assert len(encodings) == 12, "another language has other words"


def test_a_trip_and_a_rerun_at_once_compute_one_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    real = answer_of("masks")

    def slow(state: Any, text: Any) -> Any:
        made.append(1)
        time.sleep(0.1)
        return real.answer(state, text)

    slowly = {"masks": replace(real, answer=slow)}
    monkeypatch.setattr(page_handler, "answer_of", lambda name: slowly.get(name) or answer_of(name))
    asked = Asked("masks", seed=4321)
    with ThreadPoolExecutor() as pool:
        both = list(pool.map(lambda _: asked.handler.encoded(asked.state), range(4)))
    assert len(made) == 1
    assert len(set(both)) == 1


def test_only_pages_can_be_asked() -> None:
    for name in ("no_page", "../masks", "learning_rate.setting", ""):
        with pytest.raises(KeyError):
            answer_of(name)
