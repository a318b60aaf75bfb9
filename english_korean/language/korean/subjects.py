"""The Korean subject: with the particle of a topic or a subject, or with none; or not said."""

from english_korean.language.adjective_senses import FALLING
from english_korean.language.korean import adverbials, inner, phrases
from english_korean.language.korean.agents import agent_of
from english_korean.language.korean.amounts import (
    are_many,
    has_parts,
    is_length,
    said_apart,
    span_of,
)
from english_korean.language.korean.counting import counted_apart
from english_korean.language.korean.determiners import UNSEEN
from english_korean.language.korean.efforts import (
    is_hard_for_somebody,
    is_safe,
    what_is_hard,
    what_is_safe,
)
from english_korean.language.korean.guesses import JUDGING, only_guesses
from english_korean.language.korean.impersonal import (
    WEATHER,
    is_all_before_subject,
    is_weather,
    is_where,
    says_only_when,
    speaks_of_weather,
    takes_time,
)
from english_korean.language.korean.persons import QUESTIONS, is_unsaid
from english_korean.language.korean.subject_particles import particle_of
from english_korean.language.korean.this_person import is_this_person, this_person
from english_korean.language.lexicon import LEXICON
from english_korean.language.noun_senses import ACTS
from english_korean.language.senses import (
    ANIMATE,
    NONE,
    kind_of,
    none_of_any,
    sense_of,
)
from english_korean.language.syntax import Clause, Morpheme, NounPhrase, Style, replace

ALREADY_SO = ("이미", "벌써", "아직", "거의")
ANYBODY = ("anybody", "anyone")
EVERYBODY = ("everyone", "everybody")
ALL = ("all", "all the")
HOLDING = frozenset({"place", "placename", "furniture", "container", "vehicle", "period"})
"""Kinds of what has something in it."""
THEY = NounPhrase("they", "pronoun")


def subject_morphemes(
    clause: Clause, name: str, style: Style, *, is_main: bool, asks: str = "", links: bool = False
) -> list[Morpheme]:
    """The subject with its particle, and a time or place that comes before it.

    Args:
        is_main: of a main clause, where it can be the topic.
        asks: question, request, or wondering, as "shall I?" is.
        links: the clause is one of two.
    """
    early = early_morphemes(clause, name, style)
    subject = clause.subject
    if clause.kind == "weather":
        names = (f"{name}.it", f"{name}.verb")
        return [*early, Morpheme(WEATHER[clause.word][0], names, True), Morpheme("-이/가")]
    if clause.kind == "there" and clause.object is not None:
        if span_of(clause) is not None:  # 한 달은 삼십 일이다
            return [*early[:-1], Morpheme("-은/는" if is_main else "-이/가")]
        is_place = bool(early) and early[-1].text == "-에" and are_many(clause) is not None
        topic = [Morpheme("-은/는")] if is_place and is_main else []  # 호수에는 물고기가 많다
        return [*early, *topic, *_there(clause, clause.object, f"{name}.object", style)]
    if subject is None or subject.kind == "gap":
        return early
    if clause.frame == "it is" and clause.complement is not None:
        done = _effort(clause, clause.complement, name, style, is_main=is_main, asks=asks)
        return [*early, *done]
    if only_guesses(clause):
        return early
    if (is_main or (links and asks)) and is_unsaid(clause, style, asks=asks):
        return early
    is_nothing = says_only_when(clause) or takes_time(clause)
    if is_nothing or is_weather(clause):
        return _for_it(early, clause, name, is_main=is_main)
    if subject.head in ANYBODY and asks == "question":  # 누가 있니
        who = Morpheme("누구", (f"{name}.subject.head",), True)
        return [*early, who, Morpheme("-이/가")]
    if is_this_person(clause, subject):
        return [*this_person(subject, clause.object, name, is_main=is_main), *early]
    is_main = is_main and not (early and speaks_of_weather(clause))
    return [*early, *_with_particle(clause, subject, name, style, is_main=is_main, asks=asks)]


def _effort(
    clause: Clause, done: Clause, name: str, style: Style, *, is_main: bool, asks: str
) -> list[Morpheme]:
    """What it is that is hard: 영어를 배우는 것은, 나는 이해하기가; or safe, 수영해도."""
    if is_safe(clause):
        return what_is_safe(done, name, style)
    if is_hard_for_somebody(clause):
        bare, path = replace(done, adverbials=()), f"{name}.complement"
        who = subject_morphemes(bare, path, style, is_main=is_main, asks=asks)
        return [*who, *what_is_hard(done, name, style)]
    particle = Morpheme("-은/는" if is_main else "-이/가")
    return [*inner.doing_complement(clause, name, style), particle]


def _with_particle(
    clause: Clause, subject: NounPhrase, name: str, style: Style, *, is_main: bool, asks: str
) -> list[Morpheme]:
    acts = ACTS if clause.kind == "verb" and not clause.passive else ""
    acts = "take" if is_length(clause) else acts  # 일 년은 열두 달이다
    if subject.head == "that" and _points_at_nothing(clause, subject):
        subject = replace(subject, head="it")
    whose = subject.determiner.removeprefix("all ")
    whose = whose if whose in LEXICON.possessives else "the"
    meant = replace(subject, determiner=whose) if _is_all_told(clause, subject) else subject
    phrase = _named(clause, meant, name, style, acts)
    if subject.part == "both":  # 둘 다
        return phrase
    if subject.head in NONE or (asks == "wondering" and subject.head == "we"):
        return phrase
    if (asks in (*QUESTIONS, "wondering") and subject.head == "i") or subject.head in EVERYBODY:
        return [*phrase, Morpheme("-도" if _is_too(clause) else "-이/가")]
    if _hurts(clause, subject):
        is_said = is_main and not _is_clear_whose(subject, style, asks=asks in QUESTIONS)
        return _where_it_hurts(subject, f"{name}.subject", style, is_main=is_said)
    for index, each in enumerate(clause.adverbials):
        if each.kind == "also":
            return [*phrase, Morpheme("-도", (f"{name}.{index}.word",))]
    if _is_where_it_is(clause, subject):  # 집에는 정원이 있다
        topic = [Morpheme("-은/는")] if is_main and not asks else []
        return [*phrase, Morpheme("-에"), *topic]
    particle = particle_of(clause, subject, is_main=is_main, asks=asks)
    if agent_of(clause) is not None:
        particle = "-은/는" if is_main else "-을/를"
    elif _is_all_told(clause, subject):
        whole = Morpheme("모두", (f"{name}.subject.determiner",), True)
        return [*phrase, Morpheme("-이/가"), whole]  # 전등이 모두 꺼졌다
    return [*phrase, *counted_apart(subject, f"{name}.subject"), Morpheme(particle)]


def _points_at_nothing(clause: Clause, subject: NounPhrase) -> bool:
    """That is a good idea: 그것은; and what was is not there any more."""
    is_unseen = clause.kind == "noun" and kind_of(clause.object) in UNSEEN
    judges = clause.quality is not None and clause.quality.word in (*JUDGING, "enough")
    is_over = subject.kind == "pronoun" and clause.tense == "past"
    return is_unseen or judges or is_over or clause.frame == "linking"


def _named(
    clause: Clause, subject: NounPhrase, name: str, style: Style, acts: str
) -> list[Morpheme]:
    """The subject without its particle: 그것들 of "they are my shoes", 모두 of everybody."""
    source = (f"{name}.subject.head",)
    if subject.head in EVERYBODY and subject.kind == "pronoun":
        return [Morpheme("모두", source, True)]
    if _are_things(clause, subject):
        return [Morpheme("그것", source, True), Morpheme("-들", source)]
    return phrases.noun_phrase(subject, f"{name}.subject", style, acts)


def _is_too(clause: Clause) -> bool:
    return any(each.kind == "also" for each in clause.adverbials)


def _is_where_it_is(clause: Clause, subject: NounPhrase) -> bool:
    """The house has a garden: what is in it, or belongs to it."""
    is_had = clause.word in ("have", "have got") and clause.frame == "transitive"
    is_place = subject.kind == "noun" and subject.other is None and kind_of(subject) in HOLDING
    is_all = are_many(clause) is None and not (has_parts(clause) or is_length(clause))
    is_all = is_all and not clause.mood
    return is_had and is_place and is_all and sense_of(clause).korean == "있"


def _is_all_told(clause: Clause, subject: NounPhrase) -> bool:
    """All the lights went out: the lights all went out."""
    is_all = subject.determiner in ALL or subject.determiner.startswith("all ")
    is_all = is_all and not subject.part
    return is_all and clause.tense == "past" and not clause.negated


def _are_things(clause: Clause, subject: NounPhrase) -> bool:
    """Whether "they" are shoes, and nobody."""
    thing = clause.object
    is_noun = clause.kind == "noun" and thing is not None and thing.kind == "noun"
    return is_noun and subject == THEY and kind_of(thing) not in ANIMATE


def _hurts(clause: Clause, subject: NounPhrase) -> bool:
    is_own = subject.determiner in LEXICON.possessives and subject.quality is None
    return is_own and clause.frame == "intransitive" and clause.word == "hurt"


def _where_it_hurts(
    subject: NounPhrase, name: str, style: Style, *, is_main: bool
) -> list[Morpheme]:
    """나는 머리가: of "my head hurts"; behind because and if 머리가."""
    part = [*phrases.noun_phrase(replace(subject, determiner=""), name, style), Morpheme("-이/가")]
    if not is_main:
        return part
    owner = NounPhrase(LEXICON.possessives[subject.determiner], "pronoun")
    source = (f"{name}.determiner",)
    who = [each._replace(sources=source) for each in phrases.noun_phrase(owner, name, style)]
    return [*who, Morpheme("-은/는"), *part]


def _is_clear_whose(part: NounPhrase, style: Style, *, asks: bool) -> bool:
    """My head hurts: 머리가 아프다; does yours hurt?"""
    is_hearer = part.determiner == "your" and (asks or style.level != "plain")
    return part.determiner == "my" or is_hearer


def _there(clause: Clause, thing: NounPhrase, path: str, style: Style) -> list[Morpheme]:
    """What there is: 책이 몇 권; nothing and nobody have no particle."""
    meant = none_of_any(thing, clause)
    there = phrases.noun_phrase(meant, path, style)
    if meant.head in NONE and meant.relative is None:
        return there
    noun, number = said_apart(there, thing, path)
    many = are_many(clause) is not None
    return [*noun, Morpheme("-이/가"), *(() if many else number)]


def _for_it(early: list[Morpheme], clause: Clause, name: str, *, is_main: bool) -> list[Morpheme]:
    """What stands for "it" of the weather and of the time: 날씨가, 밖은, 오늘은, or nothing."""
    if is_where(clause):
        return _where(early, is_main=is_main)
    if is_weather(clause):
        if clause.quality is not None and clause.quality.word in FALLING:
            return early
        # What it is like says that "it" is the weather
        weather = (f"{name}.subject.head", f"{name}.quality")
        if is_main and early and early[-1].text == "-에" and clause.tense == "present":
            early = [*early, Morpheme("-은/는")]  # 봄에는
        return [*early, Morpheme("날씨", weather, True), Morpheme("-이/가")]
    if len(early) == 1 and clause.object is not None and clause.object.kind == "clock":
        when = early[0].text  # 저녁 여덟 시이다
        return [early[0]._replace(text=adverbials.BEFORE_CLOCK.get(when, when))]
    is_day = len(early) == 1 and clause.kind == "noun" and early[0].text not in ALREADY_SO
    return [*early, Morpheme("-은/는" if is_main else "-이/가")] if is_day else early


def _where(early: list[Morpheme], *, is_main: bool) -> list[Morpheme]:
    """서울은: what is cold there is the place."""
    particle = Morpheme("-은/는" if is_main else "-이/가")
    return [particle if each.text == "-에서" else each for each in early]


def early_morphemes(clause: Clause, name: str, style: Style) -> list[Morpheme]:
    """What stands before the subject: a time that comes first, and where something is."""
    if is_all_before_subject(clause):
        return adverbials.in_order(clause, name, style, adverbials.ORDER)
    if clause.kind == "there":
        return adverbials.in_order(clause, name, style, (*adverbials.ORDER, *adverbials.LATE))
    if clause.subject is None or clause.subject.kind == "gap":
        return []
    return adverbials.in_order(clause, name, style, adverbials.ORDER, first=True)
