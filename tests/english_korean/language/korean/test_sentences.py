"""Laws of the Korean of whole sentences. What single sentences say is in test_translations."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest

from english_korean.language.english.written import written_english
from english_korean.language.korean.sentences import korean_morphemes
from english_korean.language.lexicon import LEXICON
from english_korean.language.pairs import pair_of
from english_korean.language.recognition import recognise
from english_korean.language.senses import is_elder
from english_korean.language.syntax import (
    LEVELS,
    STYLES,
    Clause,
    NounPhrase,
    Style,
)

POLITE = {
    pair
    for p in LEXICON.pronouns.values()
    for pair in ((p.korean, p.polite), (p.korean_possessive, p.polite_possessive))
}
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
    """Who does something in it; also the noun of a relative clause."""
    for node in parts(sentence):
        if isinstance(node, Clause) and node.subject is not None:
            yield node.subject
        if isinstance(node, NounPhrase) and node.relative is not None:
            yield node


@pytest.mark.parametrize("level", LEVELS[1:])
def test_the_level_changes_only_the_last_ending_and_the_polite_pronouns(sentences, level):
    for sentence in sentences:
        if sentence.phrase or sentence.opening in FIXED:
            continue
        *plain, plain_end = texts(sentence, Style("plain"))
        *polite, polite_end = texts(sentence, Style(level))
        changed = {pair for pair in zip(plain, polite, strict=True) if pair[0] != pair[1]}
        assert changed <= POLITE, written_english(sentence)
        assert plain_end != polite_end, written_english(sentence)


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


def test_every_ending_of_a_sentence_renders_the_control_token(sentences):
    for index, sentence in enumerate(sentences):
        if not sentence.phrase:
            pair = pair_of(sentence, STYLES[index % len(STYLES)])
            assert len(pair.words) - 1 in pair.alignment[-1], written_english(sentence)


def test_respect_renders_the_control_token_too():
    pair = recognise("My grandmother reads a book.").pair
    control = len(pair.words) - 1
    assert control in pair.alignment[pair.korean.index("-시-")]


def test_content_words_are_told_from_particles_and_endings():
    morphemes = recognise("The cat will eat fish.").pair.morphemes
    assert [each.text for each in morphemes if each.is_content] == ["고양이", "생선", "먹-"]


def test_subordinate_clauses_come_first_whatever_comes_first_in_english():
    first, last = recognise("Because it rained, I slept."), recognise("I slept because it rained.")
    assert first.pair.korean == last.pair.korean


def test_what_both_clauses_speak_of_is_said_once():
    morphemes = recognise("I slept when I was tired.").pair.korean
    assert morphemes.count("나") == 1
