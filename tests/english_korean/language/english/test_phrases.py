import pytest

from english_korean.language.english.phrases import noun_phrase_words, quality_words
from english_korean.language.syntax import Adverbial, NounPhrase, Quality

TOM = NounPhrase("tom")
I = NounPhrase("i", "pronoun")  # noqa: E741


def text(words):
    return " ".join(word.text for word in words)


@pytest.mark.parametrize(
    ("phrase", "written"),
    [
        (NounPhrase("apple", determiner="a"), "an apple"),
        (NounPhrase("apple", determiner="a", quality=Quality("red")), "a red apple"),
        (NounPhrase("cat", determiner="a", quality=Quality("old")), "an old cat"),
        (NounPhrase("cat", determiner="the", quality=Quality("big"), second=Quality("black")),
         "the big black cat"),
        (NounPhrase("child", number="two", plural=True), "two children"),
        (NounPhrase("book", owner=TOM), "tom 's book"),
        (NounPhrase("name", determiner="the", owner=TOM, behind=True), "the name of tom"),
        (NounPhrase("coffee", determiner="a", measure="cup"), "a cup of coffee"),
        (NounPhrase("water", number="two", measure="bottle", plural=True), "two bottles of water"),
        (NounPhrase("boy", determiner="the", quality=Quality("tall", "most")), "the tallest boy"),
        (NounPhrase("boy", determiner="a", quality=Quality("tall", "more", TOM)),
         "a taller boy than tom"),
        (NounPhrase("book", determiner="the",
                    place=Adverbial("place", "on", NounPhrase("desk", determiner="the"))),
         "the book on the desk"),
        (NounPhrase("tom", other=I), "tom and me"),
        (NounPhrase("seven", "clock", plural=True), "seven o'clock"),
        (NounPhrase("seven", "clock", number="thirty"), "seven thirty"),
        (NounPhrase("mine", "pronoun"), "mine"),
        (NounPhrase("zebra", "unknown", determiner="the"), "the zebra"),
        (NounPhrase("gap", "gap"), ""),
    ],
)  # fmt: skip
def test_noun_phrases(phrase, written):
    assert text(noun_phrase_words(phrase, "object")) == written


@pytest.mark.parametrize(
    ("quality", "written"),
    [
        (Quality("tall"), "tall"), (Quality("tall", "very"), "very tall"),
        (Quality("tall", "more", TOM), "taller than tom"),
        (Quality("beautiful", "more", I), "more beautiful than me"),
        (Quality("tall", "as", TOM), "as tall as tom"), (Quality("tall", "most"), "the tallest"),
        (Quality("old", "how"), "how old"),
        (Quality("small", other=Quality("clean"), joined="but"), "small but clean"),
    ],
)  # fmt: skip
def test_adjectives_with_their_degree(quality, written):
    assert text(quality_words(quality, "quality")) == written


def test_every_word_says_what_it_stands_for():
    phrase = NounPhrase("cat", determiner="the", owner=None, quality=Quality("big", "very"))
    assert [word.name for word in noun_phrase_words(phrase, "main.object")] == [
        "main.object.determiner", "main.object.quality.degree", "main.object.quality",
        "main.object.head",
    ]  # fmt: skip
