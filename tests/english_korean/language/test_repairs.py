"""Small changes that may bring a sentence into the language."""

import pytest

from english_korean.language.repairs import (
    attempts,
    faults,
    like_other_sorts,
    mended,
    near_spellings,
    other_forms,
    respelled,
    with_right_articles,
    without,
)


@pytest.mark.parametrize(
    ("typed", "known"), [("stuednt", "student"), ("goed", "went"), ("childs", "children")]
)
def test_a_misspelt_word_leads_to_the_one_that_was_meant(typed, known):
    assert near_spellings(typed)[0] == known


def test_a_known_word_is_respelt_only_in_its_own_letters():
    assert near_spellings("been") == ()
    assert near_spellings("quite") == ("quiet",)


def test_faulty_nouns_are_mended_in_two_ways():
    words = ("i", "have", "two", "headache")
    (fault,) = faults(words, ())
    assert (fault.kind, fault.start, fault.stop) == ("number", 2, 4)
    assert mended(words, [fault], 0) == ("i", "have", "two", "headaches")
    bare = ("i", "bought", "apple")
    (fault,) = faults(bare, ())
    assert mended(bare, [fault], 0) == ("i", "bought", "an", "apple")
    assert mended(bare, [fault], 1) == ("i", "bought", "the", "apple")


def test_a_sentence_without_faults_has_none():
    assert faults(("the", "dog", "saw", "two", "cats"), ()) == []


def test_articles_follow_the_sound():
    assert with_right_articles(("a", "apple", "and", "an", "dog")) == (
        "an", "apple", "and", "a", "dog",
    )  # fmt: skip


def test_forms_are_of_the_same_verb():
    assert set(other_forms("go")) == {"goes", "went", "gone", "going"}
    assert "was" in other_forms("are")


def test_several_misspelt_words_are_put_right_together():
    words = ("the", "stuednt", "bougth", "it")
    assert ("the", "student", "bought", "it") in list(respelled(words, [1, 2]))


def test_a_word_in_ly_is_tried_as_an_adverb():
    assert list(like_other_sorts(("he", "ran", "bravishly"), [2])) == [("he", "ran", "quickly")]


def test_the_word_that_cannot_be_read_is_tried_first():
    words = ("i", "want", "to", "to", "go")
    assert next(attempts(words, 3)) == without(words, {3})
    assert all(each != words for each in attempts(words, 3) if len(each) < len(words))
