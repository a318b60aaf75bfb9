"""The Korean subject: with the particle of a topic or a subject, or with none; or not said."""

from english_korean.language.adjective_senses import FALLING
from english_korean.language.korean import adverbials, inner, phrases
from english_korean.language.korean.counting import counted_apart
from english_korean.language.korean.impersonal import (
    WEATHER,
    is_all_before_subject,
    is_weather,
    is_where,
    says_only_when,
    speaks_of_weather,
    takes_time,
)
from english_korean.language.korean.topic import subject_particle
from english_korean.language.lexicon import LEXICON
from english_korean.language.noun_senses import ACTS
from english_korean.language.senses import (
    ANIMATE,
    NONE,
    is_person,
    kind_of,
    none_of_any,
)
from english_korean.language.syntax import Clause, Morpheme, NounPhrase, Style, replace

THIS_PERSON = {"this": "이", "that": "저", "these": "이", "those": "저"}
UNSEEN = frozenset({"abstract", "event", "period", "show", "sound", "activity", "game"})
ALREADY_SO = ("이미", "벌써", "아직", "거의")
THESE = ("these", "those")
THEY = NounPhrase("they", "pronoun")


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
        return [*early, *_there(clause, clause.object, f"{name}.object", style)]
    if subject is None or subject.kind == "gap":
        return early
    if clause.frame == "it is" and clause.complement is not None:
        particle = Morpheme("-은/는" if is_main else "-이/가")
        return [*early, *inner.doing_complement(clause, name, style), particle]
    is_nothing = says_only_when(clause) or takes_time(clause)
    if is_nothing or is_weather(clause):
        return _for_it(early, clause, name, is_main=is_main)
    if _is_this_person(clause, subject):
        return [*_this_person(subject, name, is_main=is_main), *early]
    is_main = is_main and not (early and speaks_of_weather(clause))
    return [*early, *_with_particle(clause, subject, name, style, is_main=is_main, wonders=wonders)]


def _with_particle(
    clause: Clause, subject: NounPhrase, name: str, style: Style, *, is_main: bool, wonders: bool
) -> list[Morpheme]:
    acts = ACTS if clause.kind == "verb" and not clause.passive else ""
    if subject.head == "that" and clause.kind == "noun" and kind_of(clause.object) in UNSEEN:
        subject = replace(subject, head="it")  # that is a good idea: nothing to point at
    phrase = phrases.noun_phrase(subject, f"{name}.subject", style, acts)
    if _are_things(clause, subject):  # 그것들은 내 신발이다
        source = (f"{name}.subject.head",)
        phrase = [Morpheme("그것", source, True), Morpheme("-들", source)]
    if subject.part == "both":  # 둘 다
        return phrase
    if subject.head in NONE or (wonders and subject.head == "we"):
        return phrase
    if wonders and subject.head == "i":
        return [*phrase, Morpheme("-이/가")]
    if _hurts(clause, subject):
        return _where_it_hurts(subject, f"{name}.subject", style, is_main=is_main)
    for index, each in enumerate(clause.adverbials):
        if each.kind == "also":
            return [*phrase, Morpheme("-도", (f"{name}.{index}.word",))]
    falls = kind_of(subject) == "precipitation"
    is_topic = is_main and _is_any(clause, subject)
    particle = "-은/는" if is_topic else subject_particle(subject, is_main=is_main)
    particle = "-이/가" if falls else particle
    return [*phrase, *counted_apart(subject, f"{name}.subject"), Morpheme(particle)]


def _are_things(clause: Clause, subject: NounPhrase) -> bool:
    """Whether "they" are shoes, and nobody."""
    thing = clause.object
    is_noun = clause.kind == "noun" and thing is not None and thing.kind == "noun"
    return is_noun and subject == THEY and kind_of(thing) not in ANIMATE


def _is_any(clause: Clause, subject: NounPhrase) -> bool:
    """A spider has eight legs: any spider."""
    if subject.determiner != "a" or subject.kind != "noun" or clause.tense == "past":
        return False
    is_somewhere = any(each.kind in ("place", "here") for each in clause.adverbials)
    if clause.frame == "location" or (is_somewhere and is_person(subject)):
        return False  # a doctor lives next door
    if clause.kind == "place" or clause.aspect or clause.mood in ("will", "be going to"):
        return False
    return clause.mood not in ("would", "would like to")


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


def _there(clause: Clause, thing: NounPhrase, path: str, style: Style) -> list[Morpheme]:
    """What there is: 책이 몇 권; nothing and nobody have no particle."""
    meant = none_of_any(thing, clause)
    there = phrases.noun_phrase(meant, path, style)
    if meant.head in NONE and meant.relative is None:
        return there
    return [*there, Morpheme("-이/가"), *counted_apart(thing, path)]


def _for_it(early: list[Morpheme], clause: Clause, name: str, *, is_main: bool) -> list[Morpheme]:
    """What stands for "it" of the weather and of the time: 날씨가, 밖은, 오늘은, or nothing."""
    if is_where(clause):
        return _where(early, is_main=is_main)
    if is_weather(clause):
        if clause.quality is not None and clause.quality.word in FALLING:
            return early
        # What it is like says that "it" is the weather
        weather = (f"{name}.subject.head", f"{name}.quality")
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


def _is_this_person(clause: Clause, subject: NounPhrase) -> bool:
    is_pronoun = subject.kind == "pronoun" and subject.head in THIS_PERSON
    return is_pronoun and clause.kind == "noun" and is_person(clause.object)


def _this_person(subject: NounPhrase, name: str, *, is_main: bool) -> list[Morpheme]:
    """이 사람은, 이 사람들은: of "this is my brother", "these are my brothers"."""
    source = (f"{name}.subject.head",)
    person = [Morpheme(THIS_PERSON[subject.head], source, True), Morpheme("사람", source)]
    many = [Morpheme("-들", source)] if subject.head in THESE else []
    return [*person, *many, Morpheme(subject_particle(subject, is_main=is_main))]


def _early(clause: Clause, name: str, style: Style) -> list[Morpheme]:
    """What stands before the subject: a time that comes first, and where something is."""
    if is_all_before_subject(clause):
        return adverbials.in_order(clause, name, style, adverbials.ORDER)
    if clause.kind == "there":
        return adverbials.in_order(clause, name, style, (*adverbials.ORDER, *adverbials.LATE))
    if clause.subject is None or clause.subject.kind == "gap":
        return []
    return adverbials.in_order(clause, name, style, adverbials.ORDER, first=True)
