"""Which words usually stand together, read from teaching/words/usual.toml."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from english_korean.language.entries import Noun, Sense

Company = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Usual:
    """Words and the words that usually stand beside them, the most usual first."""

    objects: Company = field(default_factory=dict)
    """Verb -> nouns that somebody usually does it to."""
    given: Company = field(default_factory=dict)
    """Verb -> nouns that are usually given by it."""
    subjects: Company = field(default_factory=dict)
    """Verb -> nouns, other than people, that usually do it."""
    places: Company = field(default_factory=dict)
    """Verb -> nouns of where it is usually done."""
    goals: Company = field(default_factory=dict)
    """Verb -> nouns of where one usually goes by it."""
    adjectives: Company = field(default_factory=dict)
    """Noun -> adjectives that are usually said of it."""
    locations: Company = field(default_factory=dict)
    """Noun -> nouns of where such a thing usually is."""
    common: Company = field(default_factory=dict)
    """Kind of nouns -> its most usual words."""


FILE = Path(__file__).parents[1] / "words" / "usual.toml"
USUAL = Usual(**tomllib.loads(FILE.read_text("utf-8")))


def sense_with(senses: Sequence[Sense], noun: Noun | None, side: str) -> Sense | None:
    """The first meaning that has this noun as its "objects" or "subjects", as a reader takes it."""
    if noun is None:
        return None
    for sense in senses:
        if not {noun.kind, f"={noun.word}"}.isdisjoint(getattr(sense, side)):
            return sense
    return None
