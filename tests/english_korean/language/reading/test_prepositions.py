import pytest

from english_korean.language.reading.prepositions import belongs_to, kind_of_adverbial
from english_korean.language.syntax import Adverbial, NounPhrase, replace


@pytest.mark.parametrize(
    ("preposition", "frame", "passive", "kind"),
    [("to", "motion", False, "goal"), ("to", "transitive", False, ""),
     ("into", "motion", False, "goal"), ("by", "transitive", True, "agent"),
     ("by", "transitive", False, "place"), ("behind", "", False, "place")],
)  # fmt: skip
def test_the_verb_decides_what_a_preposition_says(preposition, frame, passive, kind):
    found = kind_of_adverbial(preposition, NounPhrase("tom"), frame=frame, passive=passive)
    assert found == kind


@pytest.mark.parametrize(
    ("noun", "kind", "other", "belongs"),
    [
        ("house", "tool", "garden", True),
        ("coffee", "tool", "milk", True),
        ("girl", "tool", "hair", True),
        ("bread", "tool", "knife", False),
        ("girl", "tool", "key", False),
        ("friend", "source", "canada", True),
        ("letter", "source", "uncle", True),
        ("bread", "source", "store", False),
        ("present", "benefit", "mother", True),
        ("ticket", "benefit", "concert", True),
        ("present", "benefit", "concert", False),
        ("aunt", "place", "busan", True),
        ("book", "place", "library", False),
    ],
)
def test_what_a_noun_can_have_behind_it(noun, kind, other, belongs):
    preposition = {"tool": "with", "source": "from", "benefit": "for", "place": "in"}[kind]
    assert belongs_to(NounPhrase(noun), Adverbial(kind, preposition, NounPhrase(other))) == belongs


@pytest.mark.parametrize(
    ("preposition", "noun", "kind"),
    [
        ("in", NounPhrase("spite", "unknown"), ""),
        ("in", NounPhrase("defiance", "unknown"), ""),
        ("on", NounPhrase("basis", "unknown", determiner="the"), ""),
        ("in", NounPhrase("face", determiner="the"), ""),
        ("in", NounPhrase("castle", "unknown", determiner="the"), "place"),
        ("on", NounPhrase("roof", determiner="the"), "place"),
    ],
)
def test_a_noun_of_a_preposition_with_of_is_no_place(preposition, noun, kind):
    phrase = replace(noun, owner=NounPhrase("king", determiner="the"), behind=True)
    assert kind_of_adverbial(preposition, phrase) == kind
    assert kind_of_adverbial(preposition, noun) == "place"
