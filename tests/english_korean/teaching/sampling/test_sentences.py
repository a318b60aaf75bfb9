import random

import pytest

from english_korean.language.english.sentences import english_words
from english_korean.language.syntax import MAX_WORDS
from english_korean.language.well_formed import is_well_formed
from english_korean.teaching.sampling.everyday import (
    everyday_sentence,
    everyday_texts,
)
from english_korean.teaching.sampling.sentences import (
    SentenceDrawing,
    random_sentence,
    with_unknown_words,
)


def test_the_seed_decides_the_sentence():
    again = [random_sentence(random.Random(7), MAX_WORDS) for _ in range(2)]
    assert again[0] == again[1]


def test_hardly_any_sentence_comes_twice():
    draw = random.Random(8)
    drawn = [random_sentence(draw, MAX_WORDS) for _ in range(500)]
    assert len(set(drawn)) > 470


def test_every_sentence_is_well_formed_and_not_too_long(sentences):
    for sentence in sentences:
        assert is_well_formed(sentence)
        assert len(english_words(sentence)) <= MAX_WORDS


def test_short_sentences_can_be_asked_for():
    draw = random.Random(9)
    assert all(len(english_words(random_sentence(draw, 5))) <= 5 for _ in range(100))


@pytest.fixture(scope="module")
def drawn():
    """Sentences made up from nothing, and those that are varied."""
    drawing = SentenceDrawing(random.Random(4))
    everyday = [sentence for text in everyday_texts() if (sentence := everyday_sentence(text))]
    return [*(drawing.sentence() for _ in range(2000)), *everyday]


def test_every_construction_occurs(drawn):
    clauses = [each for s in drawn for each in (s.clause, s.other) if each is not None]
    assert {s.mood for s in drawn} == {"statement", "question", "command", "proposal"}
    assert {s.link for s in drawn} == {
        "", "and", "but", "or", "so", "because", "when", "if", "although", "before", "after",
        "while", "until", "as soon as", "since", "that",
    }  # fmt: skip
    assert {c.kind for c in clauses} == {
        "verb", "adjective", "noun", "place", "there", "weather",
    }  # fmt: skip
    assert {c.frame for c in clauses if c.kind != "weather"} == {
        "", "transitive", "intransitive", "motion", "location", "ditransitive", "infinitive",
        "gerund", "that", "embedded", "told", "bare", "result", "linking", "predicate", "age",
        "it is", "named", "too", "feeling", "that is", "thanks",
    }  # fmt: skip
    assert {c.mood for c in clauses} == {
        "", "will", "can", "could", "must", "should", "may", "might", "shall", "have to",
        "be going to", "be able to", "used to", "would", "would like to", "would love to",
        "would rather", "had better",
    }  # fmt: skip
    assert {c.aspect for c in clauses} == {
        "", "progressive", "perfect", "perfect progressive",
    }  # fmt: skip
    assert {c.tense for c in clauses} == {"present", "past"}
    assert any(c.passive for c in clauses) and any(c.negated for c in clauses)
    assert any(s.shared for s in drawn) and any(s.contracted for s in drawn)
    assert any(s.phrase for s in drawn) and any(s.closing for s in drawn)


def test_unknown_words_replace_nouns_and_names_only(sentences):
    draw = random.Random(1)
    unknown = 0
    for sentence in sentences[:300]:
        words = english_words(with_unknown_words(sentence, draw, 1))
        strange = [word for word in words if word.unknown and not word.text.isdecimal()]
        assert all(word.name.endswith(".head") for word in strange)
        unknown += any(word.unknown for word in words)
    assert unknown > 150
    assert with_unknown_words(sentences[0], draw, 0) == sentences[0]
