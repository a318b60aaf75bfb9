import random

from transformer_core.translator.grammar.english import english_words
from transformer_core.translator.grammar.generation import random_sentence, with_unknown_words
from transformer_core.translator.grammar.syntax import MAX_WORDS, is_well_formed

SENTENCES = [random_sentence(random.Random(seed)) for seed in range(600)]


def test_the_seed_decides_the_sentence():
    assert [random_sentence(random.Random(seed)) for seed in range(50)] == SENTENCES[:50]
    assert len(set(SENTENCES)) > 500


def test_every_sentence_is_well_formed_and_not_too_long():
    for sentence in SENTENCES:
        assert is_well_formed(sentence)
        assert len(english_words(sentence)) <= MAX_WORDS


def test_every_construction_occurs():
    clauses = [each for s in SENTENCES for each in (s.clause, s.other) if each is not None]
    assert {c.tense for c in clauses} == {
        "present", "past", "future", "can", "is doing", "was doing",
    }  # fmt: skip
    assert {c.kind for c in clauses} == {"verb", "adjective", "noun", "location", "weather"}
    assert {s.question for s in SENTENCES} == {None, "yes-no", "what", "who", "where", "why"}
    assert {s.link for s in SENTENCES} == {
        None, "and", "but", "that", "because", "when", "if", "before", "after",
    }  # fmt: skip


def test_unknown_words_replace_nouns_and_names_only():
    draw = random.Random(1)
    for sentence in SENTENCES[:200]:
        before = english_words(sentence)
        after = english_words(with_unknown_words(sentence, draw, 1))
        assert [word.name for word in before] == [word.name for word in after]
        assert all(word.name.endswith(".head") for word in after if word.unknown)
    assert with_unknown_words(SENTENCES[0], draw, 0) == SENTENCES[0]
