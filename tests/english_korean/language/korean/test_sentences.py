"""Laws of the Korean of whole sentences. What single sentences say is in test_translations."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest

from english_korean.language.english.written import written_english
from english_korean.language.korean.persons import YOU
from english_korean.language.korean.sentences import korean_morphemes
from english_korean.language.lexicon import LEXICON
from english_korean.language.recognition import recognise
from english_korean.language.senses import is_elder
from english_korean.language.syntax import (
    LEVELS,
    Adverbial,
    Clause,
    NounPhrase,
    Style,
)

POLITE = {
    pair
    for p in LEXICON.pronouns.values()
    for pair in ((p.korean, p.polite), (p.korean_possessive, p.polite_possessive))
}
POLITE |= {("무엇", "뭐"), ("너희", "당신의")}
FIXED = {*LEXICON.phrases, *LEXICON.openings}


def texts(sentence, style):
    return [morpheme.text for morpheme in korean_morphemes(sentence, style)]


def parts(node) -> Iterator[object]:
    """The node with all that is in it."""
    yield node
    if is_dataclass(node):
        for field in fields(node):
            yield from parts(getattr(node, field.name))
    elif isinstance(node, tuple):
        for each in node:
            yield from parts(each)


def subjects(sentence) -> Iterator[NounPhrase]:
    """Who does something in it; also the noun of a relative clause, and by whom it is done."""
    for node in parts(sentence):
        if isinstance(node, Adverbial) and node.kind == "agent":
            yield node.phrase
        if isinstance(node, Clause) and node.subject is not None:
            yield node.subject
        if isinstance(node, NounPhrase) and node.relative is not None:
            yield node


@pytest.mark.thorough
@pytest.mark.parametrize("level", LEVELS[1:])
def test_the_level_changes_only_the_last_ending_and_the_polite_pronouns(sentences, level):
    for sentence in sentences:
        if sentence.phrase or sentence.opening in FIXED or YOU in parts(sentence):
            continue
        if sentence.mood in ("question", "command") and "your" in written_english(sentence).lower():
            continue  # whose it is goes without saying
        if sentence.mood == "question" and sentence.clause.word == "have":
            continue  # can I have it: the hearer is asked to give it
        if sentence.clause.frame == "thanks" or sentence.clause.word == "hurt":
            continue  # whom one thanks is honored; whose knee hurts goes without saying
        *plain, plain_end = texts(sentence, Style("plain"))
        *polite, polite_end = texts(sentence, Style(level))
        changed = {pair for pair in zip(plain, polite, strict=True) if pair[0] != pair[1]}
        assert changed <= POLITE, written_english(sentence)
        assert plain_end != polite_end, written_english(sentence)


def test_politely_nobody_says_you_where_it_is_the_topic(sentences):
    for sentence in sentences:
        clause = sentence.clause
        if clause is None or clause.subject != YOU or sentence.other or clause.kind == "noun":
            continue
        is_also = any(each.kind == "also" for each in clause.adverbials)
        is_felt = clause.word in LEXICON.stative  # 믿습니다 alone would be mine
        assert is_also or is_felt or "당신 -은/는" not in " ".join(texts(sentence, Style("polite")))


@pytest.mark.thorough
def test_respect_changes_nothing_where_no_elder_does_anything(sentences):
    for sentence in sentences:
        if not any(map(is_elder, subjects(sentence))):
            for level in LEVELS:
                with_respect, without = (texts(sentence, Style(level, si)) for si in (True, False))
                assert with_respect == without, written_english(sentence)


def test_respect_shows_where_an_elder_is_the_subject(sentences):
    shown = 0
    for sentence in sentences:
        clause = sentence.clause
        if clause is not None and clause.kind == "verb" and is_elder(clause.subject):
            assert texts(sentence, Style()) != texts(sentence, Style(honorific=False))
            shown += 1
    assert shown > 50


def test_respect_is_for_the_subject():
    pair = recognise("My grandmother reads a book.").pair
    assert pair.alignment[pair.korean.index("-시-")] == {pair.english.index("grandmother")}


def test_content_words_are_told_from_particles_and_endings():
    morphemes = recognise("The cat will eat fish.").pair.morphemes
    assert [each.text for each in morphemes if each.is_content] == ["고양이", "생선", "먹-"]


def test_subordinate_clauses_come_first_whatever_comes_first_in_english():
    first, last = recognise("Because it rained, I slept."), recognise("I slept because it rained.")
    assert first.pair.korean == last.pair.korean


def test_what_both_clauses_speak_of_is_said_once():
    morphemes = recognise("I slept when I was tired.").pair.korean
    assert morphemes.count("나") == 1
