"""Single English words: how they are named in the tree, and how they are written."""

from english_korean.language.lexicon import LEXICON
from english_korean.language.syntax import Word

PROPER_KINDS = frozenset({"name", "placename", "language", "weekday", "month_name", "holiday"})
"""Kinds of nouns that are written with a capital."""


def words_of(text: str, name: str) -> list[Word]:
    """A text of one or more words, all of one name; no words of an empty text."""
    return [Word(word, name) for word in text.split()]


def capitalised(word: str) -> str:
    """A lower-case word as it is written inside a sentence: tom -> Tom, i -> I, cat -> cat."""
    if word in ("tv", "dvd", "ai"):
        return word.upper()
    bare = word.rstrip(",")
    noun, adjective = LEXICON.nouns.get(bare), LEXICON.adjectives.get(bare)
    is_name = noun is not None and noun.kind in PROPER_KINDS
    is_nation = adjective is not None and adjective.noun.endswith("인")
    return word.capitalize() if word == "i" or is_name or is_nation else word
