"""Constructions that the grammar does not read, known by their words alone."""

from collections.abc import Collection, Sequence

from english_korean.language.english.verbs import BE, MODALS
from english_korean.language.lexicon import LEXICON
from english_korean.language.syntax import JOINING, SUBORDINATE
from english_korean.language.tables import Table

LONGEST_TEXT = 3
"""The most words that a row of the table names together."""
LINKS = frozenset({*JOINING, *SUBORDINATE, "that", "who", "which", "whose", "what", "where", "why",
                   "how", "whether", "as", "than", "let"})  # fmt: skip
HELPING = frozenset({*MODALS, *BE.values(), "be", "been", "being", "have", "has", "had", "having",
                     "do", "does", "did"})  # fmt: skip
PAST = frozenset(form["past"] for form in LEXICON.forms.values() if "past" in form)


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


def _verbs(words: Sequence[str]) -> Collection[str]:
    """How many verbs there are: "none" that could be one, "two" in the past that nothing links."""
    if not any(word in LEXICON.verb_forms or word in HELPING for word in words):
        return ("none",)
    over = [word for word in words if word in PAST]
    is_linked = not LINKS.isdisjoint(words) or not HELPING.isdisjoint(words)
    return ("two",) if len(over) == 2 and not is_linked else ("some",)


def _before_verb(words: Sequence[str]) -> Collection[str]:
    """The words before the first that can be a verb."""
    first = next(
        (at for at, word in enumerate(words) if word in LEXICON.verb_forms or word in HELPING),
        len(words),
    )
    return words[:first]


TABLE = Table(
    "outside",
    {
        "first": lambda words, unknown: _first(words),
        "has": lambda words, unknown: _has(words),
        "verbs": lambda words, unknown: _verbs(words),
        "before_verb": lambda words, unknown: _before_verb(words),
        "unknown": lambda words, unknown: ("some" if unknown else "none",),
    },
    part="constructions",
)
