"""No text covers another one or is cut where there is much to show, nor on the map, and its legend
has the colours of what it explains. Pages as they open: `test_every_page.py`."""

from contextlib import ExitStack
from functools import cache

import pytest

from tests.browser.drawn_texts import (
    DISTANCES,
    HARD,
    LAPTOP,
    SCHEMES,
    at_rest,
    in_words,
    open_at,
    page_faults,
    recording_tab,
    text_faults,
)
from tests.browser.legends import map_legend_faults
from tests.browser.model_map_board import ModelMapBoard

pytestmark = pytest.mark.thorough

PHONE = (390, 844)
LOCALES = {"en": "en-US", "ko": "ko-KR"}


@pytest.fixture(scope="module")
def tab(profile):
    """A tab of a language, in which everything that is written on canvases is known."""
    with ExitStack() as stack:

        @cache
        def of_language(language):
            context = profile(LOCALES[language])
            return stack.enter_context(recording_tab(context, SCHEMES[language]))

        yield of_language


@pytest.mark.parametrize("name", HARD)
def test_no_text_is_covered_or_cut_where_there_is_much_to_show(tab, server, name):
    assert page_faults(tab("en"), server, HARD[name], (LAPTOP, PHONE)) == []


@pytest.mark.parametrize("language", SCHEMES)
def test_at_no_distance_of_the_map_a_text_is_covered_or_cut(tab, server, language):
    found = []
    page = open_at(tab(language), server, "", LAPTOP)
    board = ModelMapBoard(page)
    for distance in DISTANCES:
        board.look_at(f"{distance}_0.3_0.4")
        at_rest(page)
        found += [f"at {distance} {in_words(fault)}" for fault in text_faults(page)]
    tab(language).leave()
    assert found == []


@pytest.mark.parametrize("language", SCHEMES)
def test_the_legend_of_the_map_has_the_colours_of_its_cells(tab, server, language):
    page = open_at(tab(language), server, "", LAPTOP)
    assert map_legend_faults(page) == []
    tab(language).leave()
