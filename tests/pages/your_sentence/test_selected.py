"""Several pinned words: what they get together of the weight of others."""

import pytest

from pages.your_sentence.selected import pinned_words
from tests.pages.your_sentence.sentence_page import AskedSentence
from ui.explain.arithmetic import percent
from ui.words.language import LANGUAGES


def said(page):
    section = page.text.section("selected").values()
    starts = tuple(one.partition("{keys}")[0] for one in section if not one.startswith("{"))
    return [note for note in page.notes if "%" in note and (note.startswith(starts or ("“",)))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("pins", "queries", "keys"),
    [("k1_k2", None, [1, 2]), ("q2_k1_k2", [2], [1, 2]), ("q0_q2_k5", [0, 2], [5])],
)
def test_columns_are_summed_and_rows_averaged(language, pins, queries, keys):
    page = AskedSentence(language, pins=pins, kind="cross")
    weights = page.matrices["weights"].values
    rows = queries or range(len(weights))
    share = sum(float(weights[row][key]) for row in rows for key in keys) / len(rows)
    (note,) = said(page)
    assert f"{percent(share)}%" in note


@pytest.mark.parametrize("pins", ["", "k1", "q1", "q1_q2", "k98_k99", "q99_k98"])
def test_one_word_alone_is_no_sum(pins):
    assert said(AskedSentence(pins=pins)) == []


def test_what_is_no_share_of_a_row_is_not_summed():
    assert said(AskedSentence(pins="k1_k2", combination="maximum")) == []


def test_pins_are_read_by_side():
    assert pinned_words("q3_k1_q0") == ([0, 3], [1])
