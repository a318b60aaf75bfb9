"""Which particle a subject has: that of a topic, or that of what is told as news."""

from english_korean.language.korean.topic import subject_particle
from english_korean.language.senses import ANIMATE, is_person, kind_of
from english_korean.language.syntax import Clause, NounPhrase

RESULTS = frozenset({"broken", "locked", "closed", "open", "torn", "missing", "wet"})
"""What something has become."""


def particle_of(clause: Clause, subject: NounPhrase, *, is_main: bool, asks: str) -> str:
    """은/는 of a topic, 이/가 of what is told of a thing that nobody has spoken of."""
    if kind_of(subject) == "precipitation" or (is_main and _is_event_of_thing(clause, subject)):
        return "-이/가"
    if asks == "question" and clause.negated and clause.kind == "adjective":
        return "-이/가"  # 꽃이 예쁘지 않니
    if is_main and _is_any(clause, subject):
        return "-은/는"
    return subject_particle(subject, is_main=is_main)


def _is_event_of_thing(clause: Clause, subject: NounPhrase) -> bool:
    """문이 열렸다, 케이크가 맛있어 보인다: a thing did not speak, and nobody spoke of it."""
    if subject.kind != "noun" or subject.relative is not None:
        return False
    if clause.aspect == "progressive" and not clause.mood and _is_any_of(subject):
        return True  # 아기가 울고 있다
    if subject.determiner not in ("the", "my", "our") or kind_of(subject) in ANIMATE:
        return False
    if any(each.kind == "agent" for each in clause.adverbials):
        return False
    is_result = clause.quality is not None and clause.quality.word in RESULTS
    looks = clause.frame == "linking" and clause.word not in ("smell", "taste")
    if looks or (clause.kind == "adjective" and is_result):
        return True
    happened = clause.tense == "past" or clause.aspect == "perfect"
    is_done = clause.passive or clause.frame in ("intransitive", "location", "motion")
    return clause.kind == "verb" and ((happened and is_done) or clause.passive)


def _is_any_of(subject: NounPhrase) -> bool:
    """The baby, birds: nobody that one knows by name or calls one's own."""
    is_named = kind_of(subject) in ("name", "family", "family_elder", "placename")
    return subject.determiner in ("", "the") and not (subject.owner or is_named)


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
