import pytest

from english_korean.language.reading.sentences import SentenceReader
from english_korean.language.syntax import NounPhrase, Quality

TOM = NounPhrase("tom")


def whole_phrases(text):
    """Every noun phrase that is all of the text."""
    words = text.split()
    return [phrase for phrase, stop in SentenceReader(words, frozenset()).phrases(0)
            if stop == len(words)]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("the cat", NounPhrase("cat", determiner="the")),
        ("an old cat", NounPhrase("cat", determiner="a", quality=Quality("old"))),
        ("a big black cat", NounPhrase("cat", determiner="a", quality=Quality("big"),
                                       second=Quality("black"))),
        ("two very big cats", NounPhrase("cat", number="two", quality=Quality("big", "very"),
                                         plural=True)),
        ("my taller friend", NounPhrase("friend", determiner="my",
                                        quality=Quality("tall", "more"))),
        ("the most beautiful cat", NounPhrase("cat", determiner="the",
                                              quality=Quality("beautiful", "most"))),
        ("tom 's cat", NounPhrase("cat", owner=TOM)),
        ("the name of tom", NounPhrase("name", determiner="the", owner=TOM, behind=True)),
        ("a cup of coffee", NounPhrase("coffee", determiner="a", measure="cup")),
        ("the police officer", NounPhrase("police officer", determiner="the")),
        ("a lot of children", NounPhrase("child", determiner="a lot of", plural=True)),
        ("tom and me", NounPhrase("tom", other=NounPhrase("i", "pronoun"))),
        ("seven o'clock", NounPhrase("seven", "clock", plural=True)),
        ("mine", NounPhrase("mine", "pronoun")),
    ],
)  # fmt: skip
def test_noun_phrases_are_read(text, phrase):
    assert whole_phrases(text)[0] == phrase


@pytest.mark.parametrize("text", ["cat the", "a cats", "two cat", "a cat of", "the my cat", ""])
def test_what_is_no_noun_phrase_is_not_read(text):
    assert whole_phrases(text) == []


def test_a_sheep_can_be_many():
    assert [phrase.plural for phrase in whole_phrases("the sheep")] == [False, True]


@pytest.mark.parametrize(
    ("text", "heads"),
    [("english math and science", ["english", "math", "science"]),
     ("red blue and green", ["red", "blue", "green"]),
     ("red apples and oranges", ["apple", "orange"]),
     ("korean food and music", ["food", "music"])],
)  # fmt: skip
def test_three_of_one_kind_are_a_list_before_they_are_an_adjective_and_two(text, heads):
    phrase, found = whole_phrases(text)[0], []
    while phrase is not None:
        found.append(phrase.head)
        phrase = phrase.other
    assert found == heads


def test_this_year_is_one_word():
    assert [phrase.head for phrase in whole_phrases("this year")] == ["this year"]


def test_an_unknown_word_is_a_noun():
    reader = SentenceReader(["the", "quokka"], frozenset({1}))
    found = [phrase for phrase, stop in reader.phrases(0) if stop == 2]
    assert {(phrase.head, phrase.kind, phrase.plural) for phrase in found} == {
        ("quokka", "unknown", False), ("quokka", "unknown", True),
    }  # fmt: skip
