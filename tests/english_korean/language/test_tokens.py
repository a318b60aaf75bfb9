import pytest

from english_korean.language.forms import english_forms
from english_korean.language.tokens import (
    MOST_READINGS,
    NUMBER,
    SPELLINGS,
    YEAR,
    Token,
    as_read,
    not_read,
    number_word,
    readings,
    tokenise,
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The cat eats fish.", "the cat eats fish"),
        ("Didn't he laugh?", "did not he laugh"),
        ("I don’t sleep!", "i do not sleep"),
        ("She can't swim", "she can not swim"),
        ("She cannot swim", "she can not swim"),
        ("We won't go", "we will not go"),
        ("I'm hungry; it's raining", "i am hungry it is raining"),
        ("They're here, she'll come", "they are here she will come"),
        ("I've seen it", "i have seen it"),
        ("Let's go", "let 's go"),
        ("When it rained, I slept.", "when it rained i slept"),
        ("Tom's book", "tom 's book"),
        ("the boys' room", "the boys 's room"),
        ("at seven o'clock", "at seven o'clock"),
        ("at 7:30", "at seven thirty"),
        ("at 7:00", "at seven o'clock"),
        ("I have 3 dogs", "i have three dogs"),
        ("the ice-cream", "the ice-cream"),
        ("my neighbour's colour", "my neighbor 's color"),
        ("", ""),
        (" ... ?", ""),
    ],
)
def test_sentences_become_words(text, words):
    assert [token.text for token in tokenise(text)] == words.split()


def test_words_keep_what_was_typed():
    assert tokenise("Pikachu sleeps.") == [Token("pikachu", "Pikachu"), Token("sleeps", "sleeps")]
    assert tokenise("3 dogs")[0] == Token("three", "3")


def test_a_contraction_can_be_meant_in_several_ways():
    found = [" ".join(token.text for token in tokens) for tokens in readings("Tom's here")]
    assert found == ["tom 's here", "tom is here", "tom has here"]
    assert [tokens[1].text for tokens in readings("She'd go")] == ["would", "had"]


def test_there_are_not_endlessly_many_readings():
    assert len(list(readings("Tom's Jane's Mary's cat's dog's bird"))) == MOST_READINGS


@pytest.mark.parametrize(
    ("number", "word"), [(1, "one"), (20, "twenty"), (30, "thirty"), (100, "hundred"), (25, "25")]
)
def test_numbers_have_words(number, word):
    assert number_word(number) == word


def test_years_are_read_alike_and_so_are_numbers_without_a_word():
    assert [as_read(text) for text in ("1987", "2015", "dog", "25", "12345", "²⁰¹⁵")] == [
        YEAR, YEAR, "dog", NUMBER, NUMBER, "²⁰¹⁵",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("35,000 won", ["35000", "won"]),
        ("twenty-five dogs", ["25", "dogs"]),
        ("May twenty-first", ["may", "21st"]),
        ("March third", ["march", "3rd"]),
        ("I am 20, 30", ["i", "am", "twenty", "thirty"]),
        ("Mr. Kim", ["mr", "kim"]),
        ("My neighbour's theatre", ["my", "neighbor", "'s", "theater"]),
    ],
)
def test_what_is_written_in_several_ways(typed, words):
    assert [token.text for token in tokenise(typed)] == words


def test_every_spelling_leads_to_a_word_of_the_language():
    assert set(SPELLINGS.values()) <= set(english_forms())
    assert not set(SPELLINGS) & set(english_forms())


@pytest.mark.parametrize(
    ("sentence", "symbols"),
    [
        ("50% off 🙂, isn’t it?", ("%", "🙂")),
        ("👩‍🚀 waves 👋🏿", ("👩", "🚀", "👋")),
        ("a + b = c + d", ("+", "=")),
        ("Tom's “old” dog (it's 3:30) – well-known… ¿no?", ()),
        ("", ()),
    ],
)
def test_symbols_in_no_token_that_are_no_punctuation_are_not_read(sentence, symbols):
    assert not_read(sentence) == symbols
    assert not {*"".join(token.typed for token in tokenise(sentence))} & {*symbols}
