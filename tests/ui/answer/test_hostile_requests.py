"""Whatever is asked of the route, it answers, or says that this is no setting: never an error."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.hostile import ODD_PLAIN, bounded_memory, plain, quick
from tests.pages.answers import Asked
from ui.answer.page_handler import PageHandler
from ui.answer.route import _answered
from ui.words.pages import page_names

CHANGES: tuple[dict[str, Any], ...] = (
    {"matrix": "Q", "row": 0, "col": 0, "value": 1.5},
    {"matrix": "mask", "cells": [[0, 0], [1, 1]], "hidden": True},
    {"matrix": "weights", "cells": [], "hidden": False},
)


def asked(name: str) -> dict[str, Any]:
    return {"setting": Asked(name).setting.to_json(), "selection": {"pin": "", "trail": ""}}


def answered(name: str, body: Any) -> bytes | int:
    text = json.dumps(body)
    with quick(text):
        answer = _answered(PageHandler.answered, PageHandler(name, "en"), text.encode())
    assert isinstance(answer, bytes) or answer == 400, f"{answer} for {text[:300]}"
    return answer


@pytest.mark.thorough
@pytest.mark.parametrize("name", page_names())
def test_no_value_of_any_field_is_an_error(name: str) -> None:
    body = asked(name)
    _answered(PageHandler.answered, PageHandler(name, "en"), json.dumps(body).encode())
    with bounded_memory():
        for field in body["setting"]:
            for odd in ODD_PLAIN:
                answered(name, body | {"setting": body["setting"] | {field: odd}})
            gone = {one: value for one, value in body["setting"].items() if one != field}
            assert answered(name, body | {"setting": gone}) == 400


@pytest.mark.sampled
@pytest.mark.parametrize("name", page_names())
def test_nothing_beside_the_setting_is_an_error(name: str) -> None:
    body = asked(name)
    _answered(PageHandler.answered, PageHandler(name, "en"), json.dumps(body).encode())
    for odd in ODD_PLAIN:
        for field in ("setting", "selection", "before", "leaving", "do", "areas", "unknown"):
            answered(name, body | {field: odd})
        for field in ("pin", "trail"):
            answered(name, body | {"selection": body["selection"] | {field: odd}})
        for field in ("change", "pin", "follow"):
            answered(name, body | {"do": {field: odd, "here": odd}})
        answered(name, body | {"areas": [odd]})
        for change in CHANGES:
            for field in change:
                answered(name, body | {"do": {"change": change | {field: odd}}})
    answered(name, body | {"do": {"follow": "weights@0.0", "here": "weights@0.0"}})
    answered(name, body | {"before": body["setting"], "do": {"change": {}}})


@pytest.mark.sampled
@pytest.mark.parametrize("name", page_names())
def test_nothing_that_chance_sends_is_an_error(name: str) -> None:
    body = asked(name)
    _answered(PageHandler.answered, PageHandler(name, "en"), json.dumps(body).encode())

    @settings(max_examples=40, suppress_health_check=list(HealthCheck))
    @given(plain, plain)
    def every(one: Any, other: Any) -> None:
        answered(name, one)
        answered(name, body | {"do": {"change": one}, "before": other})
        answered(name, body | {"do": one, "selection": other})
        field = sorted(body["setting"])[len(str(one)) % len(body["setting"])]
        answered(name, body | {"setting": body["setting"] | {field: other}})

    every()
