import dataclasses

import pytest

from transformer_core.translator.grammar.syntax import (
    Clause,
    NounPhrase,
    Place,
    Sentence,
    is_well_formed,
    noun_phrase_is_well_formed,
)

CAT = NounPhrase("cat", determiner="the")
FISH = NounPhrase("fish")
EATS = Clause("verb", CAT, "eat", object=FISH)


def changed(**parts):
    return Sentence(dataclasses.replace(EATS, **parts))


def test_a_verb_with_its_object_is_well_formed():
    assert is_well_formed(Sentence(EATS))


@pytest.mark.parametrize(
    "parts",
    [
        {"object": None},
        {"word": "sleep"},
        {"time": "yesterday"},
        {"time": "tomorrow"},
        {"frequency": "often", "negated": True},
        {"recipient": CAT},
        {"destination": Place("to", NounPhrase("park", determiner="the"))},
        {"word": "like", "tense": "is doing"},
        {"object": NounPhrase("what", "wh")},
        {"object": NounPhrase("home")},
        {"word": "think", "object": None},
    ],
)
def test_what_does_not_go_together_is_refused(parts):
    assert not is_well_formed(changed(**parts))


@pytest.mark.parametrize(
    ("phrase", "good"),
    [
        (NounPhrase("cat"), False),
        (NounPhrase("cat", plural=True), True),
        (NounPhrase("cat", determiner="a", plural=True), False),
        (NounPhrase("cat", determiner="these"), False),
        (NounPhrase("bread"), True),
        (NounPhrase("bread", determiner="a"), False),
        (NounPhrase("tom"), True),
        (NounPhrase("tom", determiner="the"), False),
        (NounPhrase("school"), True),
        (NounPhrase("school", adjective="big"), False),
        (NounPhrase("zebra", "unknown"), True),
    ],
)
def test_determiners_go_with_their_nouns(phrase, good):
    assert noun_phrase_is_well_formed(phrase) == good


@pytest.mark.parametrize(
    ("link", "main", "other", "good"),
    [
        ("if", "future", "present", True),
        ("if", "past", "past", False),
        ("when", "past", "past", True),
        ("when", "past", "present", False),
        ("before", "past", "past", True),
        ("because", "future", "past", True),
        ("and", "past", "future", True),
    ],
)
def test_linked_clauses_agree_in_tense(link, main, other, good):
    first, second = (dataclasses.replace(EATS, tense=tense) for tense in (main, other))
    assert is_well_formed(Sentence(first, link, second)) == good


def test_there_is_no_amnt_i():
    hungry = Clause("adjective", NounPhrase("i", "pronoun"), "hungry", negated=True)
    assert is_well_formed(Sentence(hungry, question="yes-no"))
    assert not is_well_formed(Sentence(hungry, question="yes-no", not_first=True))
