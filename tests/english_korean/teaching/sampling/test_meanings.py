from english_korean.language.reading.sentences import parse
from english_korean.teaching.sampling.meanings import meanings


def meant(text):
    return list(meanings(parse(text.split(), frozenset()).trees[0]))


def test_a_verb_of_several_senses_stands_with_its_object():
    assert meant("she wore a ring") == ["wear ring"]


def test_without_an_object_it_stands_with_its_subject():
    assert meant("the snow fell") == ["fall snow"]


def test_an_adjective_stands_with_its_noun():
    assert meant("the young man smiled") == ["young man"]
    assert meant("the house is old") == ["old house"]


def test_words_that_mean_one_thing_are_not_counted():
    assert meant("he ate an apple") == []
