"""The search for what costs the server most, and the chart of it."""

import xml.etree.ElementTree as Tree
from itertools import pairwise
from typing import Any

import pytest

from benchmarks import costs
from benchmarks.costs import SIZES, costliest, ladder, moves_of
from benchmarks.costs_chart import LABEL_PITCH, Line, chart
from tests.pages.answers import Asked
from ui.words.pages import page_names

SVG = "{http://www.w3.org/2000/svg}"


def test_sizes_that_cost_only_together_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def seconds(handler: Any, setting: Any) -> float:
        twice = 2 if setting.mask == "look_ahead" else 1
        return 0.001 * setting.queries * setting.keys * twice

    monkeypatch.setattr(costs, "seconds_of", seconds)
    monkeypatch.setattr(costs, "chips_of", lambda handler, setting: ())
    found = costliest("attention")
    assert found.seconds == pytest.approx(0.512)
    for move in ("queries = 16", "keys = 16", "mask = look_ahead"):
        assert move in found.what


def test_every_control_is_moved_to_both_ends() -> None:
    setting = Asked("attention").setting
    moves = {what for what, _ in moves_of(setting)}
    assert {"queries = 1", "queries = 16", "scaling = False", "seed = 0", "seed = 9999"} <= moves
    assert ladder(1, 10) == [1, 2, 4, 8, 10]


def test_the_chart_has_the_sizes_of_pages_that_there_are() -> None:
    for page, sizes in SIZES.items():
        assert page in page_names()
        assert set(sizes) <= set(Asked(page).setting.controls())


def test_each_line_of_the_chart_has_its_name_and_none_lies_on_another() -> None:
    sizes = ("d_model", "<words>", "num_layers")
    lines = [Line("masks", size, ((1.0, 0.01), (8.0, 0.1))) for size in sizes]
    root = Tree.fromstring(chart({"masks": lines, "none": []}, 1.0))
    names = {one.text: float(one.attrib["y"]) for one in root.iter(f"{SVG}text")}
    assert {"masks", *sizes} <= names.keys() and "none" not in names
    heights = sorted(names[size] for size in sizes)
    assert all(after - before >= LABEL_PITCH for before, after in pairwise(heights))
