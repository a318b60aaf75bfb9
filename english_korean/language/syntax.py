"""What a sentence says: a tree from which both languages are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeVar

Same = TypeVar("Same")

MAX_WORDS = 14
"""The longest sentence that is generated, in English words."""

Level = Literal["plain", "polite", "formal"]
LEVELS: tuple[Level, ...] = ("plain", "polite", "formal")

JOINING = ("and", "but", "or", "so")
"""Words that link two clauses of the same rank."""
SUBORDINATE = ("because", "when", "if", "although", "before", "after", "while", "until",
               "as soon as", "since")  # fmt: skip
"""Words that make the clause behind them a part of the other."""
SO_THAT = "that"
"""The link of "so tired that he cannot walk"."""
DOING = frozenset({"before doing", "after doing"})
"""Kinds of adverbials whose clause has its verb with ing."""
SUBJECTLESS = frozenset({"there", "weather"})
"""Kinds of clauses that have no subject of their own."""


class Style(NamedTuple):
    """How the Korean speaks to its hearer, and of whom it speaks with respect."""

    level: Level = "plain"
    """해라체, 해요체 or 합니다체."""
    honorific: bool = True
    """-시- for grandmother, teacher, doctor."""

    @property
    def token(self) -> str:
        """The start token of a translation in this style, the first that the decoder reads."""
        return f"<{self.level}+si>" if self.honorific else f"<{self.level}>"

    @property
    def label(self) -> str:
        """What the token is called on a page."""
        name = {"plain": "해라체", "polite": "해요체", "formal": "합니다체"}[self.level]
        return f"⟨{name}+시⟩" if self.honorific else f"⟨{name}⟩"


STYLES = tuple(Style(level, honorific) for level in LEVELS for honorific in (True, False))
START_TOKENS = tuple(style.token for style in STYLES)


class Word(NamedTuple):
    """One English word, and the name of what it stands for in the tree."""

    text: str
    name: str
    unknown: bool = False


class Morpheme(NamedTuple):
    """One Korean morpheme, and the names of what it renders."""

    text: str
    sources: tuple[str, ...] = ()
    """Names of the English words that it translates; none for what only Korean needs."""
    is_content: bool = False
    """Nouns, pronouns, stems, adverbs, determiners, numbers, 위 and 아래. Not particles, endings
    and counters; nor what only completes the ending or particle before it, such as 때문에; nor what
    stands for be (-이-, 있- of "there is") or for an article (한 of "a cup")."""
    unknown: bool = False


@dataclass(frozen=True)
class Quality:
    """An adjective or an adverb of manner, with how much of it."""

    word: str
    degree: str = ""
    """very, so, too, really, quite, a little; more, most, as; how; or none."""
    than: NounPhrase | None = None
    """What it is compared with, of more and as."""
    other: Quality | None = None
    """A second adjective: "small but clean"; of three the third is the second's."""
    joined: Literal["and", "but", "or", ""] = "and"
    """Before the second; nothing but a comma where a third follows."""
    by: str = ""
    """How much more: much, a lot, a little, a bit."""


@dataclass(frozen=True)
class NounPhrase:
    """A noun with what stands before and behind it; a pronoun, a question word, a gap."""

    head: str
    """The base form of a known word, or an unknown word as it was written; of a clock the hour,
    with its minutes as the number, and plural where "o'clock" is written; of a year its digits,
    which are no word of the lexicon. Of kind doing ("reading
    books") the clause stands in `relative`."""
    kind: Literal["noun", "pronoun", "wh", "unknown", "gap", "clock", "doing", "year"] = "noun"
    determiner: str = ""
    """the, a, this, every, my, which, how many; or none."""
    owner: NounPhrase | None = None
    """Tom's; or what stands behind of."""
    behind: bool = False
    """The owner stands behind, with of."""
    number: str = ""
    part: str = ""
    """one in "one of my friends", most in "most of them"; the noun or pronoun is then plural."""
    measure: str = ""
    """cup in "a cup of coffee"; determiner, number and plural are then the cup's."""
    quality: Quality | None = None
    second: Quality | None = None
    """Another adjective: "a big red car"."""
    plural: bool = False
    relative: Clause | None = None
    """A clause with a gap where this noun belongs."""
    pronoun: str = ""
    """who, that or which of the relative clause, or none; to where it is an infinitive."""
    place: Adverbial | None = None
    """The book on the desk."""
    contents_plural: bool = False
    """shoes in "a pair of shoes"; of measured nouns only."""
    compound: str = ""
    """A noun right before the noun: science in "science class"."""
    other: NounPhrase | None = None
    """The second of two, or of three: the third is then the second's."""
    joined: Literal["and", "or", ""] = "and"
    """Before the second; nothing but a comma where a third follows."""


@dataclass(frozen=True)
class Adverbial:
    """Anything that may be added to a clause: when, where, how, with whom, what for."""

    kind: str
    """See ORDER in korean/adverbials.py."""
    word: str = ""
    """An adverb or a fixed phrase; or the preposition of the noun phrase."""
    phrase: NounPhrase | None = None
    quality: Quality | None = None
    """Of an adverb of manner."""
    clause: Clause | None = None
    """What for: "to buy milk"."""
    at: Literal["first", "middle", "last"] = "last"


@dataclass(frozen=True)
class Clause:
    """One predicate with what belongs to it."""

    kind: Literal["verb", "adjective", "noun", "place", "there", "weather"]
    subject: NounPhrase | None
    """None of the weather, of an infinitive, of a command, and where two clauses share one."""
    word: str = ""
    """The base form of the verb, of the weather's word, or of an adjective with its preposition."""
    frame: str = ""
    """What stands behind the verb: a section of verbs.toml; of the weather one of PHASES."""
    tense: Literal["present", "past"] = "present"
    mood: str = ""
    """will, can, must, have to, be going to and the like; or none."""
    aspect: Literal["", "progressive", "perfect", "perfect progressive"] = ""
    passive: bool = False
    negated: bool = False
    object: NounPhrase | None = None
    """Of a verb; what the subject is, of kind noun; what there is."""
    recipient: NounPhrase | None = None
    recipient_first: bool = False
    """"give him a book", and not "give a book to him"."""
    split: bool = False
    """"turn the light on", and not "turn on the light"."""
    quality: Quality | None = None
    """Of kind adjective, and of looking, becoming and making so."""
    complement: Clause | None = None
    """What one wants, likes, thinks, knows, tells somebody to do."""
    that: bool = False
    """The complement has its "that" written."""
    under_denial: bool = False
    """What it is the complement of is denied; only while Korean is written."""
    object_unsaid: bool = False
    """The object is not said again; only while Korean is written."""
    whether: str = ""
    """if or whether before the complement: I wonder if he is at home."""
    adverbials: tuple[Adverbial, ...] = ()


Mood = Literal["statement", "question", "command", "proposal"]


@dataclass(frozen=True)
class Sentence:
    """A clause, or two with a word that links them; or a fixed phrase."""

    clause: Clause | None
    mood: Mood = "statement"
    link: str = ""
    """One of JOINING or SUBORDINATE."""
    other: Clause | None = None
    other_first: bool = False
    """The subordinate clause comes first in English. In Korean it always does."""
    shared: bool = False
    """The second clause has the subject of the first and does not say it again."""
    contracted: bool = False
    """"did not he" (from "didn't he"), and not "did he not"."""
    opening: str = ""
    """yes, no, please, a sentence adverb; before all else."""
    closing: str = ""
    """please at the end."""
    phrase: str = ""
    """A fixed phrase such as "good morning"; then there is no clause."""


def replace(node: Same, **values: Any) -> Same:
    """A node with other values in some of its fields: `dataclasses.replace` of what does nothing
    when it is made, in a quarter of its time.

    Raises:
        TypeError: it has no field of that name.
    """
    if not values.keys() <= vars(node).keys():
        raise TypeError(f"{type(node).__name__} has no field {sorted(values.keys() - vars(node))}")
    other = object.__new__(type(node))
    vars(other).update(vars(node))
    vars(other).update(values)
    return other
