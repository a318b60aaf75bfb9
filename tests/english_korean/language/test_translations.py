"""Sentences that a person translated: what a Korean would say, not what the grammar says.

pairs.tsv: construction, speech level, English, Korean. -시- is on in the construction "honorific".
"""

import csv
from collections import Counter
from pathlib import Path

from english_korean.language.korean.written import written_sentence
from english_korean.language.recognition import recognise
from english_korean.language.syntax import LEVELS, Style

with (Path(__file__).parent / "pairs.tsv").open(encoding="utf-8") as file:
    PAIRS = [tuple(row) for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


with (Path(__file__).parent / "named_by_readers.tsv").open(encoding="utf-8") as file:
    NAMED = [tuple(row) for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
"""Style, English and Korean: what Korean readers called translated, as it is written now."""


def test_the_korean_is_what_a_korean_writes():
    otherwise = {}
    for construction, level, english, korean in PAIRS:
        pair = recognise(english, Style(level, construction == "honorific")).pair
        found = written_sentence([each.text for each in pair.morphemes]) if pair else "outside"
        if found != korean:
            otherwise[construction, level, english] = (found, korean)
    assert otherwise == {}


def test_what_readers_named_is_said_as_one_says_it():
    otherwise = {}
    for level, english, korean in NAMED:
        reading = recognise(english, Style(level))
        found = "outside"
        if reading.pair is not None:
            found = written_sentence(reading.pair.korean, reading.opening)
        if found != korean:
            otherwise[level, english] = (found, korean)
    assert otherwise == {}


def test_every_construction_has_three_sentences_and_all_levels_have_many():
    assert len(PAIRS) >= 300
    assert min(Counter(construction for construction, *_ in PAIRS).values()) >= 3
    assert all(Counter(level for _, level, *_ in PAIRS)[level] >= 90 for level in LEVELS)


def test_no_sentence_stands_twice():
    assert len({(level, english) for _, level, english, _ in PAIRS}) == len(PAIRS)
