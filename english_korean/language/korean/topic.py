"""What is the topic of a sentence, and so has 은/는, and what is its subject only."""

from collections.abc import Iterator

from english_korean.language.korean.impersonal import (
    is_weather,
    says_only_when,
    takes_time,
)
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import ANIMATE, PEOPLE, is_person, kind_of
from english_korean.language.syntax import Clause, NounPhrase, replace
from english_korean.language.tree import Node, inner_nodes

NEW = ("a", "many", "a lot of", "lots of", "several", "a few", "which", "whose", "what",
       "how many")  # fmt: skip
"""Determiners of what was not spoken of before."""
FELT_BY = ("buy", "drink", "drop", "eat", "hold", "like", "love", "touch")
"""What one does to a thing because of how it feels."""
FELT = ("accessory", "clothes", "container", "device", "drink", "food", "footwear", "fragile",
        "furniture", "handwear", "headwear", "material", "neckwear", "photo", "place", "reading",
        "show", "sound", "stick", "text", "thing", "tool", "vehicle", "wristwear")  # fmt: skip
"""Kinds of what is warm or nice itself, so that "it" is not the weather."""
SKY = ("cloudy", "foggy", "rainy", "snowy", "stormy", "sunny", "windy")
"""What nothing but the weather is."""
OF_SPACES = frozenset({"wide", "narrow", "deep", "shallow", "flat", "crowded"})
"""What no animal is."""
OF_BOTH = frozenset({"thin", "late", "alone"})
"""What a thing can be, too, of what is mostly said of somebody."""
SMALL = ("small", "little", "narrow", "short", "thin", "tiny")
"""What a thing is too much of to hold another."""
VAGUE = ("someone", "somebody", "something", "anybody", "anyone", "anything")


def marks_topic(phrase: NounPhrase) -> bool:
    """Whether the subject of a main clause is its topic: not what is new, nor what is asked."""
    is_some = phrase.determiner == "some" and phrase.head != "person"
    is_number = bool(phrase.number) and not phrase.determiner and phrase.owner is None
    is_few = bool(phrase.part) and phrase.part not in ("most", "all", "both")
    is_new = is_few or is_some or is_number or phrase.determiner in NEW
    return not (is_new or phrase.head in VAGUE or phrase.kind == "wh")


def subject_particle(phrase: NounPhrase, *, is_main: bool) -> str:
    """은/는 of a main clause's topic, else 이/가."""
    return "-은/는" if is_main and marks_topic(phrase) else "-이/가"


def is_same(first: NounPhrase | None, second: NounPhrase | None) -> bool:
    """Whether two clauses speak of the same: it is said once."""
    if first is None or second is None or first.head == "it":
        return False
    return first == second and marks_topic(first)


def goes_on(main: Clause, other: Clause, *, is_said_of_both: bool = False) -> bool:
    """Whether the other clause speaks of the main one's subject by a pronoun: "my father reads
    while he eats". Not where it can be somebody else's.

    Args:
        is_said_of_both: and, or but, joins them: a soup that is good but cold, and no weather.
    """
    one, pronoun = main.subject, other.subject
    if one is None or pronoun is None or pronoun.kind != "pronoun" or one.kind != "noun":
        return False
    if one.other is not None or not marks_topic(one) or not suits(other, one):
        return False
    is_plain = all(each.at != "first" and each.kind != "also" for each in other.adverbials)
    if kind_of(one) not in PEOPLE:
        is_it = pronoun.head == ("they" if one.plural else "it")
        is_felt = is_said_of_both and _is_felt(one, other)
        return is_it and is_plain and not _stands_for_nothing(other, is_felt=is_felt)
    callers = {"they"} if one.plural else {"he", "she"} - never_called(one.head)
    said = replace(main, object=None) if main.kind == "noun" else main  # he is a soldier: he
    others = sum(map(_is_third, _phrases_in(said, other))) - 1
    return pronoun.head in callers and is_plain and not others


def of_object(main: Clause, other: Clause) -> bool:
    """Whether the other clause speaks of what is done something to, by a pronoun: "I cannot buy the
    bike because it is too expensive".
    """
    thing, pronoun = main.object, other.subject
    if main.kind != "verb" or thing is None or pronoun is None or pronoun.kind != "pronoun":
        return False
    if thing.kind != "noun" or thing.other is not None or not suits(other, thing):
        return False
    is_told = main.subject is None  # 저 물이 더러우니까 마시지 마라
    if not (is_told or kind_of(main.subject) in ANIMATE) or _is_of_subject(main, other):
        return False
    if is_person(thing):
        who = main.subject
        speaks = who is not None and who.head in ("i", "you", "we")
        if who is not None and kind_of(who) == kind_of(thing) == "name":  # Paul likes Jane
            speaks = pronoun.head in never_called(who.head)
        callers = {"they"} if thing.plural else {"he", "she"} - never_called(thing.head)
        return speaks and pronoun.head in callers
    is_it = pronoun.head == ("they" if thing.plural else "it")
    is_liked = main.word in FELT_BY and _is_felt(thing, other)
    return is_it and not _stands_for_nothing(other, is_felt=is_liked)


def suits(clause: Clause, noun: NounPhrase) -> bool:
    """Whether a noun can be what the clause says of it: a cat is thirsty, a street is wide."""
    if clause.kind != "adjective" or clause.quality is None:
        return True
    adjective = LEXICON.adjectives.get(clause.quality.word)
    kind, is_alive = adjective.kind if adjective else "", kind_of(noun) in ANIMATE
    if kind == "person" and clause.quality.word not in OF_BOTH:
        return is_alive
    if kind in ("thing", "food") or clause.quality.word in OF_SPACES:
        return not is_alive
    return True


def _is_of_subject(main: Clause, other: Clause) -> bool:
    """Whether it is the subject rather than the object that the other clause speaks of."""
    subject = main.subject
    if subject is None or subject.kind != "noun":
        return False
    is_person_said = other.kind == "adjective" and other.quality is not None
    return is_person_said and suits(other, subject) and not is_person(subject)


def of_same_thing(main: Clause, other: Clause) -> bool:
    """Whether both do something to one thing: he washed the car before he sold it."""
    thing, pronoun = main.object, other.object
    if thing is None or pronoun is None or thing.kind != "noun" or thing.other is not None:
        return False
    if main.kind != "verb" or other.kind != "verb" or kind_of(thing) in PEOPLE:
        return False
    return pronoun.kind == "pronoun" and pronoun.head == ("they" if thing.plural else "it")


def place_it_fits(main: Clause, other: Clause) -> int | None:
    """Of "it does not fit in the box because it is too small" which adverbial is the box; None
    where it is not the box that is said to be so.
    """
    pronoun, quality = other.subject, other.quality
    if main.word != "fit" or pronoun is None or quality is None or pronoun.kind != "pronoun":
        return None
    if quality.word not in SMALL or not main.negated:
        return None
    places = (
        index
        for index, each in enumerate(main.adverbials)
        if each.kind == "place" and each.phrase is not None and each.phrase.kind == "noun"
    )
    return next(places, None)


def _is_felt(phrase: NounPhrase, clause: Clause) -> bool:
    """Whether it is the thing itself that is so: a bag that is nice, and no weather."""
    is_sky = clause.quality is not None and clause.quality.word in SKY
    return kind_of(phrase) in FELT and not is_sky


def _stands_for_nothing(clause: Clause, *, is_felt: bool = False) -> bool:
    """It is cold, it is Monday, it takes an hour, it is hard to say; not of a cold soup."""
    is_air = is_weather(clause) and not is_felt
    is_nothing = is_air or says_only_when(clause) or takes_time(clause)
    return is_nothing or clause.complement is not None


def never_called(word: str) -> set[str]:
    """What somebody is never called."""
    return {
        pronoun for pronoun in LEXICON.called
        if any(word in LEXICON.called[other] for other in LEXICON.called if other != pronoun)
    }  # fmt: skip


def _phrases_in(node: Node, without: Clause) -> Iterator[NounPhrase]:
    """All noun phrases but those of a clause that is part of it."""
    if isinstance(node, NounPhrase):
        yield node
    for inner in inner_nodes(node):
        if inner is not without:
            yield from _phrases_in(inner, without)


def _is_third(phrase: NounPhrase) -> bool:
    """Somebody, or what can be somebody, who is neither speaking nor spoken to."""
    if phrase.kind == "pronoun":
        return phrase.head in ("he", "she", "they")
    if ("to", phrase.head) in LEXICON.by_use:
        return False  # she went to the doctor: 병원
    return phrase.kind == "unknown" or kind_of(phrase) in PEOPLE
