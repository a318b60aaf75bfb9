"""What the lexicon says of one word: nouns, meanings of verbs, adjectives, pronouns, adverbs."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Noun:
    """A noun or a name."""

    word: str
    korean: str
    kind: str
    """Its class, such as person or food: a section of nouns.toml."""
    plural: str | None
    """None of names and of nouns that are not counted."""
    counter: str
    """마리 of a cat; "" where nothing counts it."""
    is_bare: bool = False
    """May stand without an article in the singular: names, what is not counted, school."""
    is_pair: bool = False
    """Is always a plural: glasses, pants."""
    preposition: str = ""
    """in, at or on, whichever is usual for being there; "" where there is none."""

    @property
    def is_name(self) -> bool:
        """Of a person or a place: it has no article and no adjective."""
        return self.kind in ("name", "placename")


@dataclass(frozen=True)
class Sense:
    """One meaning of a verb in one frame."""

    word: str
    korean: str
    """The stem; what stands before a space is a word of its own."""
    frame: str
    """A section of verbs.toml: transitive, motion, that and so on."""
    subjects: frozenset[str]
    objects: frozenset[str]
    """Kinds of nouns, groups resolved."""
    particle: str = "-을/를"
    nature: str = "verb"
    """verb, adjective, done, wish or resting."""
    honorific: str = ""
    passive: str = ""
    negative: str = ""
    pattern: tuple[str, ...] = ()
    """What stands between the stem of the complement and this one."""
    preposition: str = "to"
    """Of the recipient."""


@dataclass(frozen=True)
class Adjective:
    word: str
    korean: str
    """The stem, or "" where an adjective stands before nouns only, or is a noun."""
    kind: str
    """What it goes well with: a section of adjectives.toml."""
    attribute: str = ""
    """An unchanging word before a noun: 새."""
    noun: str = ""
    """A noun with the copula as a predicate: 새것."""
    is_done: bool = False
    """Its present is the past of a Korean verb: married, 결혼했다."""
    comparative: str = ""
    """taller; "" where it is "more" with the word."""
    superlative: str = ""


@dataclass(frozen=True)
class Pronoun:
    word: str
    object: str
    possessive: str
    mine: str
    korean: str
    korean_possessive: str
    plural: bool
    """Whether it takes the verb of the plural: I, you, we, they."""
    polite: str = ""
    polite_possessive: str = ""


@dataclass(frozen=True)
class Adverb:
    word: str
    korean: str
    kind: str
    tense: str = ""
    """The only tense that it goes with; or none."""
