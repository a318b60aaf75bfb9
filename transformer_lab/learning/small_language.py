"""The sentences of a small language in English and Korean: 48 English words.

Who does what to what, in three times, denied or not, told or asked. The Korean is in 해요체, in the
morphemes that the shipped translator writes.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

Words = tuple[str, ...]

SUBJECTS = {
    "i": "저",
    "you": "당신",
    "he": "그",
    "she": "그녀",
    "we": "우리",
    "they": "그들",
    "the teacher": "선생님",
    "my friend": "제 친구",
}
THIRD = ("he", "she", "the teacher", "my friend")
"""Subjects after which an English verb ends in -s."""
TOLD_BY_ONESELF = "i"
"""Nobody asks "did I eat an apple?"."""
OBJECTS = {
    "an apple": "사과",
    "bread": "빵",
    "milk": "우유",
    "water": "물",
    "a book": "책",
    "a letter": "편지",
    "the dog": "개",
    "the cat": "고양이",
    "the teacher": "선생님",
}


class Verb(NamedTuple):
    """The forms of an English verb, its Korean stem, and what it is done to."""

    base: str
    third: str
    past: str
    stem: str
    objects: Words


VERBS = (
    Verb("eat", "eats", "ate", "먹-", ("an apple", "bread")),
    Verb("drink", "drinks", "drank", "마시-", ("milk", "water")),
    Verb("read", "reads", "read", "읽-", ("a book", "a letter")),
    Verb("write", "writes", "wrote", "쓰-", ("a letter", "a book")),
    Verb("buy", "buys", "bought", "사-", ("an apple", "a book", "milk", "bread")),
    Verb("see", "sees", "saw", "보-", ("the dog", "the cat", "the teacher")),
    Verb("like", "likes", "liked", "좋아하-", ("the dog", "the cat")),
)
NOT, NOT_SEEN = "-지 않-", "-지 못하-"
"""What one did not see, one could not see."""
TIMES = {
    "past": {"": "", "yesterday": "어제"},
    "present": {"": "", "today": "오늘"},
    "future": {"": "", "tomorrow": "내일"},
}
"""The adverbs that go with each time."""


class SmallSentence(NamedTuple):
    """One sentence in both languages."""

    english: Words
    korean: Words


@cache
def small_sentences() -> tuple[SmallSentence, ...]:
    """Every sentence of the small language, in a fixed order; no English sentence occurs twice."""
    return tuple(dict(_sentences()).values())


def _sentences() -> Iterator[tuple[Words, SmallSentence]]:
    choices = product(SUBJECTS, VERBS, TIMES, (False, True), (False, True))
    for subject, verb, time, is_denied, is_asked in choices:
        if is_asked and subject == TOLD_BY_ONESELF:
            continue
        for thing, (adverb, adverb_korean) in product(verb.objects, TIMES[time].items()):
            predicate = _english(subject, verb, time, is_denied=is_denied, is_asked=is_asked)
            english = _split(predicate, thing, adverb)
            ending = _ending(subject, time, is_asked=is_asked)
            not_ = NOT_SEEN if (verb.base, time) == ("see", "past") else NOT
            topic, object_ = _topic(subject, ending), f"{OBJECTS[thing]} -을/를"
            korean = _split(topic, adverb_korean, object_, verb.stem, not_ * is_denied, ending)
            yield english, SmallSentence(english, korean)


def _split(*parts: str) -> Words:
    return tuple(" ".join(parts).split())


def _english(subject: str, verb: Verb, time: str, *, is_denied: bool, is_asked: bool) -> str:
    """Subject and verb, with the auxiliary that a denial, a question or the future needs."""
    is_third = subject in THIRD
    auxiliary = {"past": "did", "present": "does" if is_third else "do", "future": "will"}[time]
    denial = "not" if is_denied else ""
    if is_asked:
        return f"{auxiliary} {subject} {denial} {verb.base}"
    if is_denied or time == "future":
        return f"{subject} {auxiliary} {denial} {verb.base}"
    return f"{subject} {verb.past if time == 'past' else verb.third if is_third else verb.base}"


def _topic(subject: str, ending: str) -> str:
    """The subject; without its particle where "will we" proposes something: 우리 빵을 먹을까요?"""
    is_proposal = (subject, ending) == ("we", "-ㄹ까요")
    return SUBJECTS[subject] if is_proposal else f"{SUBJECTS[subject]} -은/는"


def _ending(subject: str, time: str, *, is_asked: bool) -> str:
    """The Korean morphemes of time and speech level; what others will do, one wonders."""
    if time == "future" and is_asked and subject != "you":
        return "-ㄹ까요"
    tense = {"past": "-었-", "present": "", "future": "-ㄹ 것 -이-"}[time]
    return f"{tense} -어요{'?' if is_asked else ''}"
