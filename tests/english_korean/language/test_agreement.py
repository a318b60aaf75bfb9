import pytest

from english_korean.language.agreement import is_well_formed, why_not
from english_korean.language.syntax import NounPhrase, Quality

TALL = Quality("tall")


@pytest.mark.parametrize(
    ("phrase", "wrong"),
    [
        (NounPhrase("cat"), "bare"),
        (NounPhrase("cat", plural=True), ""),
        (NounPhrase("cat", determiner="a"), ""),
        (NounPhrase("cat", determiner="a", plural=True), "number"),
        (NounPhrase("cat", determiner="these"), "number"),
        (NounPhrase("cat", determiner="this", plural=True), "number"),
        (NounPhrase("cat", determiner="many"), "number"),
        (NounPhrase("cat", determiner="much", plural=True), "determiner"),
        (NounPhrase("cat", determiner="all", plural=True), ""),
        (NounPhrase("cat", number="two", plural=True), ""),
        (NounPhrase("cat", number="two"), "number"),
        (NounPhrase("cat", number="one", plural=True), "number"),
        (NounPhrase("cat", determiner="every", number="one"), "number"),
        (NounPhrase("cat", determiner="the", number="three", plural=True), ""),
        (NounPhrase("cat", owner=NounPhrase("tom")), ""),
        (NounPhrase("cat", owner=NounPhrase("tom"), behind=True), "bare"),
        (NounPhrase("bread"), ""),
        (NounPhrase("bread", determiner="a"), "determiner"),
        (NounPhrase("bread", determiner="many"), "number"),
        (NounPhrase("bread", determiner="much"), ""),
        (NounPhrase("bread", plural=True), "number"),
        (NounPhrase("breakfast", determiner="a", quality=Quality("good")), ""),
        (NounPhrase("tom"), ""),
        (NounPhrase("tom", determiner="the"), "determiner"),
        (NounPhrase("tom", quality=TALL), "determiner"),
        (NounPhrase("school"), ""),
        (NounPhrase("school", quality=TALL), "bare"),
        (NounPhrase("week", quality=Quality("next")), ""),
        (NounPhrase("zebra", "unknown"), ""),
        (NounPhrase("zebra", "unknown", determiner="these"), "number"),
        (NounPhrase("i", "pronoun"), ""),
    ],
)
def test_determiners_and_numbers_go_with_their_nouns(phrase, wrong):
    assert why_not(phrase) == wrong


@pytest.mark.parametrize(
    ("phrase", "good"),
    [
        (NounPhrase("coffee", determiner="a", measure="cup"), True),
        (NounPhrase("coffee", number="two", measure="cup", plural=True), True),
        (NounPhrase("coffee", number="two", measure="cup"), False),
        (NounPhrase("coffee", measure="cup"), False),
        (NounPhrase("shoe", determiner="a", measure="pair", contents_plural=True), True),
        (NounPhrase("shoe", determiner="a", measure="pair"), False),
    ],
)
def test_what_is_measured_is_counted_by_its_measure(phrase, good):
    assert is_well_formed(phrase) == good


def test_a_phrase_is_no_better_than_what_is_in_it():
    bad = NounPhrase("cat")
    assert not is_well_formed(NounPhrase("name", owner=bad))
    assert not is_well_formed(NounPhrase("tom", other=bad))
