"""A small language, cut from the translator's grammar: 48 English words."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from english_korean.language.english.sentences import english_words
from english_korean.language.korean.sentences import korean_morphemes
from english_korean.language.syntax import (
    Adverbial,
    Clause,
    NounPhrase,
    Sentence,
    Style,
)

STYLE = Style("polite", honorific=False)
SUBJECTS = (
    NounPhrase("i", "pronoun"),
    NounPhrase("you", "pronoun"),
    NounPhrase("he", "pronoun"),
    NounPhrase("she", "pronoun"),
    NounPhrase("we", "pronoun"),
    NounPhrase("they", "pronoun"),
    NounPhrase("teacher", determiner="the"),
    NounPhrase("friend", determiner="my"),
)
SELDOM_ASKED = SUBJECTS[:1]
"""Nobody asks "did I eat an apple?"."""
OBJECTS = {
    "eat": (NounPhrase("apple", determiner="a"), NounPhrase("bread")),
    "drink": (NounPhrase("milk"), NounPhrase("water")),
    "read": (NounPhrase("book", determiner="a"), NounPhrase("letter", determiner="a")),
    "write": (NounPhrase("letter", determiner="a"), NounPhrase("book", determiner="a")),
    "buy": (NounPhrase("apple", determiner="a"), NounPhrase("book", determiner="a"),
            NounPhrase("milk"), NounPhrase("bread")),
    "see": (NounPhrase("dog", determiner="the"), NounPhrase("cat", determiner="the"),
            NounPhrase("teacher", determiner="the")),
    "like": (NounPhrase("dog", determiner="the"), NounPhrase("cat", determiner="the")),
}  # fmt: skip
"""The subjects of each verb."""
TIMES = {
    "past": ("", "yesterday"),
    "present": ("", "today"),
    "will": ("", "tomorrow"),
}
"""The adverbs that go with each tense."""


class SmallSentence(NamedTuple):
    """One sentence in both languages."""

    english: tuple[str, ...]
    korean: tuple[str, ...]


@cache
def small_sentences() -> tuple[SmallSentence, ...]:
    """Every sentence of the small language, in a fixed order; no English sentence occurs twice."""
    by_english = {}
    for tree in _trees():
        english = tuple(word.text for word in english_words(tree))
        by_english[english] = tuple(each.text for each in korean_morphemes(tree, STYLE))
    return tuple(SmallSentence(*pair) for pair in by_english.items())


def _trees() -> Iterator[Sentence]:
    moods = ("statement", "question")
    choices = product(SUBJECTS, OBJECTS.items(), TIMES.items(), (False, True), moods)
    for subject, (verb, objects), (time, adverbs), negated, mood in choices:
        if mood == "question" and subject in SELDOM_ASKED:
            continue
        for object_, adverb in product(objects, adverbs):
            clause = Clause(
                "verb",
                subject,
                verb,
                "transitive",
                tense="past" if time == "past" else "present",
                mood="will" if time == "will" else "",
                negated=negated,
                object=object_,
                adverbials=(Adverbial("time", adverb),) if adverb else (),
            )
            yield Sentence(clause, mood)  # type: ignore[arg-type]
