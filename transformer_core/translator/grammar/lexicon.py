"""The words of the toy language, read from lexicon.toml."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from transformer_core.translator.grammar.inflection import ing, past, with_s

ANIMATE = frozenset({"person", "animal"})
OBJECT_VERBS = frozenset({"transitive", "transfer"})
"""The frames whose verbs take an object."""


@dataclass(frozen=True)
class Noun:
    """A noun or a name."""

    word: str
    korean: str
    kind: str
    """Its class, such as person or food."""
    plural: str | None = None
    """None of names and of nouns that are not counted."""
    is_name: bool = False
    stands_bare: bool = False
    """May stand without an article in the singular: names, what is not counted, home, school."""
    preposition: str = "in"
    """in or at, whichever is usual for being there."""


@dataclass(frozen=True)
class Verb:
    """A verb with its forms and with what it goes well with."""

    word: str
    korean: str
    """The stem."""
    frame: str
    """intransitive, staying, motion, transfer, reporting or transitive."""
    third_person: str
    past: str
    ing: str | None
    """None of verbs that make no "is doing"."""
    subjects: frozenset[str]
    objects: frozenset[str]


@dataclass(frozen=True)
class Adjective:
    word: str
    korean: str
    """The stem."""
    kinds: frozenset[str]
    """The classes of nouns that it goes well with."""


@dataclass(frozen=True)
class Pronoun:
    word: str
    object: str
    possessive: str
    korean: str
    korean_possessive: str
    plural: bool
    """Whether it takes the verb of the plural: I, you, we, they."""


@dataclass(frozen=True)
class Lexicon:
    """Every word by its English base form."""

    nouns: Mapping[str, Noun]
    verbs: Mapping[str, Verb]
    adjectives: Mapping[str, Adjective]
    pronouns: Mapping[str, Pronoun]
    determiners: Mapping[str, str]
    prepositions: Mapping[str, str]
    adverbs: Mapping[str, Mapping[str, str]]

    @cached_property
    def noun_forms(self) -> dict[str, tuple[str, bool]]:
        """Each form of each noun -> its base form, and whether it is the plural."""
        singular = {word: (word, False) for word in self.nouns}
        plural = {noun.plural: (word, True) for word, noun in self.nouns.items() if noun.plural}
        return singular | plural

    @cached_property
    def verb_forms(self) -> dict[str, str]:
        """Each form of each verb -> its base form. No form belongs to two verbs."""
        return {
            form: verb.word
            for verb in self.verbs.values()
            for form in (verb.word, verb.third_person, verb.past, verb.ing)
            if form is not None
        }

    @cached_property
    def possessives(self) -> dict[str, str]:
        """my -> 내, and so on."""
        return {p.possessive: p.korean_possessive for p in self.pronouns.values()}


def _noun(word: str, korean: str, kind: str, irregular: dict[str, Any], is_name: bool) -> Noun:
    uncounted = is_name or word in irregular["mass"] or word == "home"
    plural = None if uncounted else irregular["plural"].get(word, with_s(word))
    return Noun(
        word,
        korean,
        kind,
        plural,
        is_name,
        uncounted or word in irregular["bare"],
        "at" if word in irregular["at"] else "in",
    )


def _verb(word: str, frame: str, entry: dict[str, Any]) -> Verb:
    doubled = entry.get("doubled", False)
    stative = entry.get("stative", False) or frame in ("staying", "reporting")
    return Verb(
        word,
        entry["korean"],
        frame,
        with_s(word),
        entry.get("past") or past(word, doubled=doubled),
        None if stative else ing(word, doubled=doubled),
        frozenset(entry.get("subject", ANIMATE)),
        frozenset(entry.get("object", ())),
    )


def _load() -> Lexicon:
    text = Path(__file__).with_name("lexicon.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    nouns = {
        word: _noun(word, korean, kind, data["irregular"], is_name=group == "names")
        for group in ("nouns", "names")
        for kind, words in data[group].items()
        for word, korean in words.items()
    }
    verbs = {
        word: _verb(word, frame, entry)
        for frame, entries in data["verbs"].items()
        for word, entry in entries.items()
    }
    adjectives = {
        word: Adjective(word, entry["korean"], frozenset(entry["with"]))
        for word, entry in data["adjectives"].items()
    }
    pronouns = {word: Pronoun(word, **entry) for word, entry in data["pronouns"].items()}
    return Lexicon(
        nouns,
        verbs,
        adjectives,
        pronouns,
        data["determiners"],
        data["prepositions"],
        data["adverbs"],
    )


LEXICON = _load()
