"""Whether one would say a sentence: what is drawn without sense is drawn anew."""

from collections.abc import Iterator
from typing import Any

from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import kind_of
from english_korean.language.syntax import Clause, NounPhrase, Sentence, replace
from english_korean.teaching.sampling.fitting_adverbials import adverbials_are_plausible
from english_korean.teaching.sampling.fitting_words import (
    is_equal,
    is_living,
    is_said_well,
    phrase_is_plausible,
    verb_fits,
)

GREETINGS = frozenset({*LEXICON.plausible["words"]["greetings"], *LEXICON.openings})
"""Phrases that another sentence follows in one breath."""
UNTOLD = frozenset(LEXICON.plausible["words"]["untold"])
UNASKED = frozenset(LEXICON.plausible["words"]["unasked"])
NOWHERE = frozenset(LEXICON.plausible["words"]["nowhere"])
SPEAKING = {"i": ("i", "we"), "we": ("i", "we"), "you": ("you",)}
"""Who is none of those to whom one does something oneself."""
WISHES = ("would like to", "would love to")


def is_plausible(sentence: Sentence, *, by_kind: bool = True) -> bool:
    """Whether one would say it.

    Args:
        by_kind: whether objects and subjects must be of the kinds that go with their verbs.
    """
    if sentence.clause is None:
        if sentence.opening == "please":
            return can_be_asked(sentence.phrase)
        return not sentence.opening or sentence.opening in GREETINGS
    if sentence.opening and sentence.opening not in GREETINGS | {"please"}:
        return False
    is_open = sentence.mood == "question"
    both = [each for each in (sentence.clause, sentence.other) if each is not None]
    if sentence.mood in ("command", "proposal") and _first_word(sentence.clause) in UNTOLD:
        return False
    return all(
        _clause_is_plausible(
            clause, is_open=is_open or sentence.link in ("if", "before"), by_kind=by_kind
        )
        for clause in both
    )


def can_be_asked(phrase: str) -> bool:
    """Whether a fixed phrase says what somebody should do: please be careful."""
    word = phrase.split()[0]
    return (word == "be" or word in LEXICON.forms) and word not in UNASKED


def _first_word(clause: Clause) -> str:
    return clause.word if clause.kind == "verb" else ""


def _clause_is_plausible(clause: Clause, *, is_open: bool, by_kind: bool) -> bool:
    is_open = is_open or clause.negated or clause.under_denial
    if not all(phrase_is_plausible(each, is_open=is_open) for each in _phrases(clause)):
        return False
    if not adverbials_are_plausible(clause) or _is_done_to_oneself(clause):
        return False
    if by_kind and clause.kind == "verb" and not verb_fits(clause):
        return False
    if clause.kind == "noun" and not clause.frame and not is_equal(clause):
        return False
    if clause.kind == "there" and kind_of(clause.object) in NOWHERE:
        return False
    if clause.mood in WISHES and (clause.kind == "weather" or not is_living(clause.subject)):
        return False
    if by_kind and not is_said_well(clause):
        return False
    return all(
        _clause_is_plausible(inner, is_open=is_open, by_kind=by_kind) for inner in _inner(clause)
    )


def _is_done_to_oneself(clause: Clause) -> bool:
    """I see me, you give it to you, we talk about me: one says myself, yourself, ourselves."""
    one = clause.subject
    if one is None or one.kind != "pronoun" or one.head not in SPEAKING:
        return False
    others = (clause.object, clause.recipient, *(each.phrase for each in clause.adverbials))
    return any(
        other is not None and other.kind == "pronoun" and other.head in SPEAKING[one.head]
        for other in others
    )


def _phrases(clause: Clause) -> Iterator[NounPhrase]:
    """All noun phrases of a clause but those of the clauses in it."""
    found: list[Any] = [clause.subject, clause.object, clause.recipient]
    found += [each.phrase for each in clause.adverbials]
    found += [each.quality.than for each in clause.adverbials if each.quality is not None]
    if clause.quality is not None:
        found.append(clause.quality.than)
    while found:
        phrase = found.pop()
        if phrase is not None:
            yield phrase
            found += [phrase.other, phrase.owner, phrase.place and phrase.place.phrase]


def _inner(clause: Clause) -> Iterator[Clause]:
    if clause.complement is not None:
        yield clause.complement
    for adverbial in clause.adverbials:
        if adverbial.clause is not None:
            yield adverbial.clause
    for phrase in _phrases(clause):
        if phrase.relative is not None:
            yield _of_noun(phrase.relative, replace(phrase, relative=None))


def _of_noun(relative: Clause, phrase: NounPhrase) -> Clause:
    """A relative clause with the noun in its gap: of a book to read, one reads a book."""
    if phrase.kind != "noun":
        return relative
    subject = phrase if _is_gap(relative.subject) else relative.subject
    thing = phrase if _is_gap(relative.object) else relative.object
    return replace(relative, subject=subject, object=thing)


def _is_gap(phrase: NounPhrase | None) -> bool:
    return phrase is not None and phrase.kind == "gap"
