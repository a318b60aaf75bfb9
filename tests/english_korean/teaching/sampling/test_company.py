import pytest

from english_korean.language.lexicon import LEXICON
from english_korean.teaching.sampling.company import company_in, keeps_company
from english_korean.teaching.sampling.everyday import (
    everyday_company,
    everyday_sentence,
    everyday_texts,
)


def _tree(text):
    sentence = everyday_sentence(text)
    assert sentence is not None, text
    return sentence


@pytest.mark.parametrize(
    ("text", "together"),
    [
        ("She ate an apple.", {("subject", "transitive eat", "people"),
                               ("object", "transitive eat", "food")}),
        ("The window was broken.", {("adjective", "broken", "fragile")}),
        ("The letter was written by Tom.", {("object", "transitive write", "text")}),
        ("The old man is kind.", {("adjective", "old", "people"), ("adjective", "kind", "people")}),
        ("It is a difficult question.", {("adjective", "difficult", "question")}),
    ],
)  # fmt: skip
def test_who_does_what_to_what_and_what_is_said_of_what_stands_together(text, together):
    assert set(company_in(_tree(text))) == together


def test_the_sentences_of_every_day_keep_company():
    assert all(keeps_company(_tree(text), everyday_company()) for text in everyday_texts()[::50])


@pytest.mark.parametrize(
    "text", ["She reads a new book.", "The dog barked at the man.", "My father has a fast car.",
             "The soup is hot.", "Tom answered the question."]
)  # fmt: skip
def test_what_one_says_keeps_company(text):
    assert keeps_company(_tree(text), everyday_company())


@pytest.mark.parametrize(
    "text", ["The game boiled.", "Math has a job.", "The orange juice is windy.",
             "The sky counted the sun.", "She answered her age."]
)  # fmt: skip
def test_what_nobody_says_keeps_none(text):
    assert not keeps_company(_tree(text), everyday_company())


def test_every_adjective_is_said_of_something():
    texts = {adjective for role, adjective, _ in everyday_company() if role == "adjective"}
    assert len(texts) > 0.9 * len(LEXICON.adjectives)
