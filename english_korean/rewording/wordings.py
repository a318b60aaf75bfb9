"""How else a phrase may be worded."""

from collections.abc import Sequence

from english_korean.language.korean.determiners import pronoun
from english_korean.language.korean.topic import marks_topic
from english_korean.language.syntax import Morpheme, NounPhrase, Sentence, Style

Words = tuple[str, ...]
TOPIC, SUBJECT = "-은/는", "-이/가"
YOU = NounPhrase("you", "pronoun")
COUNTED = frozenset({SUBJECT, "-을/를"})
"""Particles on either side of which a number may stand: 학생 세 명이, 학생이 세 명."""


def wordings_of(
    words: Words, morphemes: Sequence[Morpheme], subject: NounPhrase | None
) -> tuple[Words, ...]:
    """The grammar's own wording, and the others.

    Args:
        subject: of the main clause, where the phrase is that.
    """
    found = [words, *_counted_elsewhere(words, morphemes)]
    if (
        subject is not None
        and _is_known(subject)
        and words.count(TOPIC) + words.count(SUBJECT) == 1
    ):
        other = {TOPIC: SUBJECT, SUBJECT: TOPIC}.get(words[-1])
        found += [(*words[:-1], other)] if other is not None else []
    return tuple(found)


def _is_known(subject: NounPhrase) -> bool:
    """Whether it is somebody or something certain, which may be topic or subject."""
    is_certain = subject.kind == "pronoun" or bool(subject.determiner) or subject.owner is not None
    is_any = subject.determiner in ("a", "every", "some", "any", "no", "all")
    return is_certain and not is_any and not subject.part and marks_topic(subject)


def is_asked_of_you(sentence: Sentence) -> bool:
    """Whether a question is about the hearer, whom nobody need name."""
    clause = sentence.clause
    is_you = clause is not None and clause.subject == YOU
    return is_you and sentence.mood == "question" and sentence.other is None


def named_you(style: Style) -> Words:
    """너는, 당신은."""
    return (*(each.text for each in pronoun(YOU, "you", style)), TOPIC)


def is_counted_apart(morphemes: Sequence[Morpheme]) -> bool:
    """학생이 세 명: the number behind the particle."""
    *_, particle, number, counter = (Morpheme(""), Morpheme(""), Morpheme(""), *morphemes)
    return particle.text in COUNTED and _is_count(number) and _is_count(counter)


def _counted_elsewhere(words: Words, morphemes: Sequence[Morpheme]) -> list[Words]:
    """The number with its counter on the other side of the particle."""
    if sum(map(_is_count, morphemes)) != 2:
        return []
    if is_counted_apart(morphemes):
        return [(*words[:-3], *words[-2:], words[-3])]
    if len(words) > 3 and is_counted_apart([*morphemes[:-3], morphemes[-1], *morphemes[-3:-1]]):
        return [(*words[:-3], words[-1], *words[-3:-1])]
    return []


def _is_count(morpheme: Morpheme) -> bool:
    """세 and 명 of 학생 세 명."""
    ends = ("subject.number", "object.number")
    return bool(morpheme.sources) and morpheme.sources[0].endswith(ends)
