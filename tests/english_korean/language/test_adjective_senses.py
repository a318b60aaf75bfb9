from english_korean.language.adjective_senses import adjective_of, can_be_predicate
from english_korean.language.lexicon import LEXICON


def test_some_adjectives_stand_before_nouns_only():
    assert can_be_predicate("tall") and can_be_predicate("old") and can_be_predicate("green")
    assert not can_be_predicate("main") and not can_be_predicate("public")


def test_an_adjective_without_a_noun_keeps_its_first_meaning():
    assert adjective_of("hot", None) == LEXICON.adjectives["hot"]
