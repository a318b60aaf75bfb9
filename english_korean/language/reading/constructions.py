"""Constructions that the grammar does not read, known by their words alone."""

import itertools
from collections.abc import Collection, Sequence

from english_korean.language.english.verbs import BE, MODALS
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import ANIMATE, PEOPLE
from english_korean.language.syntax import JOINING, SUBORDINATE
from english_korean.language.tables import Table

LONGEST_TEXT = 3
"""The most words that a row of the table names together."""
LINKS = frozenset({*JOINING, *SUBORDINATE, "that", "who", "which", "whose", "what", "where", "why",
                   "how", "whether", "as", "than", "let"})  # fmt: skip
HELPING = frozenset({*MODALS, *BE.values(), "be", "been", "being", "have", "has", "had", "having",
                     "do", "does", "did"})  # fmt: skip
PAST = frozenset(form["past"] for form in LEXICON.forms.values() if "past" in form)
DETERMINERS = frozenset({"the", "a", "an", "this", "that", "these", "those", *LEXICON.possessives})
SUBJECTS = frozenset(pronoun.word for pronoun in LEXICON.pronouns.values())


def _first(words: Sequence[str]) -> Collection[str]:
    """What the sentence begins with."""
    return {" ".join(words[:count]) for count in range(1, LONGEST_TEXT + 1)}


def _has(words: Sequence[str]) -> Collection[str]:
    """All texts of one to three words."""
    return {
        " ".join(words[start : start + count])
        for start in range(len(words))
        for count in range(1, LONGEST_TEXT + 1)
    }


def _can_be_verb(word: str) -> bool:
    return word in LEXICON.verb_forms or word in HELPING


def _verbs(words: Sequence[str]) -> Collection[str]:
    """How many verbs there are: "none" that could be one; "two" in the past, behind a noun at the
    head of the sentence, that nothing links and of which the second has no subject of its own.
    """
    if not any(map(_can_be_verb, words)):
        return ("none",)
    over = [at for at, word in enumerate(words) if word in PAST]
    is_linked = not LINKS.isdisjoint(words) or not HELPING.isdisjoint(words)
    if len(over) != 2 or is_linked or words[0] not in DETERMINERS:
        return ("some",)
    first, second = over
    is_free = words[second - 1] not in DETERMINERS and words[second - 1] not in LEXICON.adjectives
    return ("two",) if is_free and SUBJECTS.isdisjoint(words[first:second]) else ("some",)


def _kind(word: str) -> str:
    """Of a known noun in either number; "" of all else."""
    return LEXICON.nouns[LEXICON.noun_forms[word][0]].kind if word in LEXICON.noun_forms else ""


def _nouns(words: Sequence[str]) -> Collection[str]:
    """How nouns stand: "noun, the" where one stands right before a determiner; "company" where
    somebody is with somebody before the verb.
    """
    found = set()
    if any(_kind(one) and two in DETERMINERS for one, two in itertools.pairwise(words)):
        found.add("noun, the")
    verb = next((at for at, word in enumerate(words) if _can_be_verb(word)), len(words))
    with_ = words.index("with") if "with" in words[1:verb] else 0
    others = (_kind(word) for word in words[with_ + 1 : verb])
    if with_ and _kind(words[with_ - 1]) in PEOPLE and any(kind in ANIMATE for kind in others):
        found.add("company")
    return found


TABLE = Table(
    "outside",
    {
        "first": lambda words, unknown: _first(words),
        "has": lambda words, unknown: _has(words),
        "verbs": lambda words, unknown: _verbs(words),
        "nouns": lambda words, unknown: _nouns(words),
        "unknown": lambda words, unknown: ("some" if unknown else "none",),
    },
    part="constructions",
)
