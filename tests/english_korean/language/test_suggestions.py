"""Why a sentence is outside the language, and which sentences inside are nearest to it."""

import pytest

from english_korean.language.reading.sentences import LONGEST, SentenceReader
from english_korean.language.recognition import recognise
from english_korean.language.suggestions import EXAMPLES, nearest, why_outside

OUTSIDE = {
    "i have headache": ("bare", ("headache",)),
    "student bought book": ("bare", ("student", "book")),
    "I have two headache": ("number", ("two headache",)),
    "she drank many water": ("number", ("many water",)),
    "a apple is on the table": ("article", ("a apple",)),
    "she go to school": ("form", ("go",)),
    "he are happy": ("form", ("are",)),
    "she goed home": ("unknown", ("goed",)),
    "colorless green ideas sleep furiously": ("unknown", ("colorless", "furiously")),
    "I want to to go to school": ("stuck", ("to",)),
    "Tom likes": ("unfinished", ()),
    "고양이가 잔다": ("hangul", ("고양이가", "잔다")),
    "dog " * (LONGEST + 1): ("too_long", ()),
}
REPAIRED = {
    "i have headache": "I have a headache.",
    "student bought book": "A student bought a book.",
    "I have two headache": "I have two headaches.",
    "a apple is on the table": "An apple is on the table.",
    "she go to school": "She goes to school.",
    "she goed home": "She went home.",
    "I want to to go to school": "I want to go to school.",
    "I want go home": "I want to go home.",
    "I love you so much that it hurts": "I love you so much.",
    "Zoe goed to school with a quokka": "Zoe went to school with a quokka.",
}
MOST_READ = 80
HARD = (
    *OUTSIDE,
    "the the the the",
    "asdf qwer zxcv",
    "All happy families are alike; every unhappy family is unhappy in its own way",
    "it was the best of times, it was the worst of times",
    "<script>alert(1)</script> \\1 (.*",
    "the man and the woman and the dog and the cat and the horse and the cow and the bird",
    "if the old man who lives in the big house near the river that is in the town where where",
)


@pytest.mark.parametrize("sentence", OUTSIDE)
def test_the_reason_names_what_is_at_fault(sentence):
    reason = why_outside(recognise(sentence))
    assert reason is not None
    assert (reason.kind, reason.words) == OUTSIDE[sentence]


def test_a_sentence_inside_has_no_reason_and_no_suggestion():
    for sentence in ("the happy student bought a book yesterday", "Zoe saw a quokka"):
        assert why_outside(recognise(sentence)) is None
        assert nearest(recognise(sentence)) == []


def test_what_was_read_ends_before_the_word_at_fault():
    reason = why_outside(recognise("I want to to go to school"))
    assert reason is not None and reason.read == ("I", "want", "to")


@pytest.mark.parametrize("sentence", REPAIRED)
def test_what_can_be_repaired_is_repaired(sentence):
    assert nearest(recognise(sentence))[0] == REPAIRED[sentence]


@pytest.mark.parametrize("sentence", HARD)
def test_every_suggestion_is_inside_the_language(sentence):
    found = nearest(recognise(sentence))
    assert 1 <= len(found) <= 3
    assert len(set(found)) == len(found)
    assert all(recognise(each).state != "outside" for each in found)
    assert nearest(recognise(sentence), most=1) == found[:1]


def test_a_word_that_is_no_noun_is_not_kept_as_one():
    for each in nearest(recognise("colorless green ideas sleep furiously")):
        assert "colorless" not in each.lower() and "furiously" not in each.lower()


def test_korean_leads_to_english_that_says_something_like_it():
    assert "cat" in nearest(recognise("고양이가 소파에서 잔다"))[0]
    assert "school" in nearest(recognise("나는 학교에 간다"))[0]


def test_the_examples_are_inside_and_in_no_two_ways_the_same():
    assert len(EXAMPLES) == len(set(EXAMPLES)) >= 60
    for example in EXAMPLES:
        assert recognise(example).state == "inside", example


@pytest.mark.parametrize("sentence", HARD)
def test_few_sentences_are_read_to_find_it(sentence, monkeypatch):
    """It is found while one types: reading is what takes time."""
    recognition = recognise(f"{sentence} oh")
    read, begin = [], SentenceReader.__init__

    def counted(self, words, *rest):
        read.append(words)
        begin(self, words, *rest)

    monkeypatch.setattr(SentenceReader, "__init__", counted)
    nearest(recognition)
    assert len(read) <= MOST_READ + len(EXAMPLES)


@pytest.mark.parametrize(
    "typed",
    [
        "THE HAPPY STUDENT DID NOT BUY A BOOK",
        "The happy student didn't buy a book.",
        "the happy student didn’t buy a book",
        "  the happy student, did not buy a book !",
        "the happy student didnt buy a book",
    ],
)
def test_capitals_contractions_and_punctuation_never_matter(typed):
    recognition = recognise(typed)
    expected = recognise("the happy student did not buy a book")
    assert [token.text for token in recognition.words] == [t.text for t in expected.words]
    assert recognition.sentence == expected.sentence is not None


def test_a_missing_mark_at_the_end_does_not_matter():
    assert (
        recognise("did the dog eat the fish").sentence
        == recognise("Did the dog eat the fish?").sentence
    )
