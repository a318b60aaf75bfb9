"""The Korean subject: with the particle of a topic or a subject, or with none; or not said."""

from transformer_core.translator.grammar.korean import adverbials, infinitives, phrases
from transformer_core.translator.grammar.korean.counting import counted_apart
from transformer_core.translator.grammar.korean.impersonal import (
    WEATHER,
    is_all_before_subject,
    is_weather,
    says_only_when,
)
from transformer_core.translator.grammar.korean.topic import subject_particle
from transformer_core.translator.grammar.senses import is_person, kind_of
from transformer_core.translator.grammar.syntax import Clause, Morpheme, NounPhrase, Style

THIS_PERSON = {"this": "이", "that": "저", "these": "이", "those": "저"}


def subject_morphemes(
    clause: Clause, name: str, style: Style, *, is_main: bool, wonders: bool = False
) -> list[Morpheme]:
    """The subject with its particle, and a time or place that comes before it.

    Args:
        is_main: of a main clause, where it can be the topic.
        wonders: the sentence wonders, as "shall I?" does.
    """
    early = _early(clause, name, style)
    subject = clause.subject
    if clause.kind == "weather":
        names = (f"{name}.it", f"{name}.verb")
        return [*early, Morpheme(WEATHER[clause.word][0], names, True), Morpheme("-이/가")]
    if clause.kind == "there" and clause.object is not None:
        there = phrases.noun_phrase(clause.object, f"{name}.object", style)
        apart = counted_apart(clause.object, f"{name}.object")
        return [*early, *there, Morpheme("-이/가"), *apart]
    if subject is None or subject.kind == "gap":
        return early
    if clause.frame == "it is" and clause.complement is not None:
        particle = Morpheme("-은/는" if is_main else "-이/가")
        return [*early, *infinitives.doing_complement(clause, name, style), particle]
    if is_weather(clause):
        return [*early, Morpheme("날씨", (f"{name}.subject.head",), True), Morpheme("-이/가")]
    if says_only_when(clause):
        is_day = len(early) == 1 and clause.kind == "noun"
        return [*early, Morpheme("-은/는")] if is_day else early
    if _is_this_person(clause, subject):
        return [*_this_person(subject, name, is_main=is_main), *early]
    return [*early, *_with_particle(clause, subject, name, style, is_main=is_main, wonders=wonders)]


def _with_particle(
    clause: Clause, subject: NounPhrase, name: str, style: Style, *, is_main: bool, wonders: bool
) -> list[Morpheme]:
    phrase = phrases.noun_phrase(subject, f"{name}.subject", style)
    if subject.head in ("nobody", "nothing") or (wonders and subject.head == "we"):
        return phrase
    if wonders and subject.head == "i":
        return [*phrase, Morpheme("-이/가")]
    for index, each in enumerate(clause.adverbials):
        if each.kind == "also":
            return [*phrase, Morpheme("-도", (f"{name}.{index}.word",))]
    falls = kind_of(subject) == "precipitation"
    particle = "-이/가" if falls else subject_particle(subject, is_main=is_main)
    return [*phrase, Morpheme(particle), *counted_apart(subject, f"{name}.subject")]


def _is_this_person(clause: Clause, subject: NounPhrase) -> bool:
    is_pronoun = subject.kind == "pronoun" and subject.head in THIS_PERSON
    return is_pronoun and clause.kind == "noun" and is_person(clause.object)


def _this_person(subject: NounPhrase, name: str, *, is_main: bool) -> list[Morpheme]:
    """이 사람은: of "this is my brother"."""
    source = (f"{name}.subject.head",)
    particle = Morpheme(subject_particle(subject, is_main=is_main))
    return [Morpheme(THIS_PERSON[subject.head], source, True), Morpheme("사람", source), particle]


def _early(clause: Clause, name: str, style: Style) -> list[Morpheme]:
    """What stands before the subject: a time that comes first, and where something is."""
    if clause.kind == "there" or is_all_before_subject(clause):
        return adverbials.in_order(clause, name, style, (*adverbials.ORDER, *adverbials.LATE))
    if clause.subject is None or clause.subject.kind == "gap":
        return []
    return adverbials.in_order(clause, name, style, adverbials.ORDER, first=True)
