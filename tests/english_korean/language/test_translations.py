"""Sentences that a person translated: what a Korean would say, not what the grammar says.

pairs.tsv: construction, speech level, English, Korean. -시- is on in the construction "honorific".
"""

import csv
from collections import Counter
from pathlib import Path

import pytest

from english_korean.language.korean.written import written_sentence
from english_korean.language.recognition import recognise
from english_korean.language.syntax import LEVELS, Style

with (Path(__file__).parent / "pairs.tsv").open(encoding="utf-8") as file:
    PAIRS = [tuple(row) for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


with (Path(__file__).parent / "named_by_readers.tsv").open(encoding="utf-8") as file:
    NAMED = [tuple(row) for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
"""Style, English and Korean: what Korean readers called translated, as it is written now."""


@pytest.mark.parametrize(
    ("construction", "level", "english", "korean"), PAIRS, ids=[pair[2] for pair in PAIRS]
)
def test_the_korean_is_what_a_korean_writes(construction, level, english, korean):
    pair = recognise(english, Style(level, construction == "honorific")).pair
    assert pair is not None, "outside the language"
    assert written_sentence([each.text for each in pair.morphemes]) == korean


@pytest.mark.parametrize(("level", "english", "korean"), NAMED, ids=[each[1] for each in NAMED])
def test_what_readers_named_is_said_as_one_says_it(level, english, korean):
    reading = recognise(english, Style(level))
    assert reading.pair is not None, "outside the language"
    assert written_sentence(reading.pair.korean, reading.opening) == korean


def test_every_construction_has_three_sentences_and_all_levels_have_many():
    assert len(PAIRS) >= 300
    assert min(Counter(construction for construction, *_ in PAIRS).values()) >= 3
    assert all(Counter(level for _, level, *_ in PAIRS)[level] >= 90 for level in LEVELS)


def test_no_sentence_stands_twice():
    assert len({(level, english) for _, level, english, _ in PAIRS}) == len(PAIRS)
