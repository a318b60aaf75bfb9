"""What a sentence of the toy language says: a tree from which both languages are written."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from transformer_core.translator.grammar.lexicon import LEXICON

Tense = Literal["present", "past", "future", "can", "is doing", "was doing"]
Kind = Literal["verb", "adjective", "noun", "location", "weather"]
Question = Literal["yes-no", "what", "who", "where", "why"]

JOINING = ("and", "but")
SUBORDINATE = ("because", "when", "if", "before", "after")
MAX_WORDS = 18
"""The longest sentence of the language, in English words."""


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
    """Nouns, pronouns, stems, adverbs, determiners, 위 and 아래. Not particles and endings; nor
    때문에, 때, 전에, 후에 and 함께, which only complete the ending or particle before them."""
    unknown: bool = False


@dataclass(frozen=True)
class NounPhrase:
    """A noun with what stands before it; a name, a pronoun, who, what, or an unknown word."""

    head: str
    """The base form of a known word, or an unknown word as it was written."""
    kind: Literal["noun", "pronoun", "wh", "unknown"] = "noun"
    determiner: str | None = None
    """the, a, this, these, every, or a possessive."""
    adjective: str | None = None
    very: bool = False
    plural: bool = False


@dataclass(frozen=True)
class Place:
    """Where something happens; `preposition` is None for "where" and for home after go."""

    preposition: str | None
    noun_phrase: NounPhrase


@dataclass(frozen=True)
class Clause:
    """One predicate with what belongs to it."""

    kind: Kind
    subject: NounPhrase | None
    """None for the weather."""
    word: str = ""
    """The base form of the verb or adjective; rain or snow."""
    tense: Tense = "present"
    negated: bool = False
    very: bool = False
    object: NounPhrase | None = None
    """Of a verb; or the noun that the subject is, of a clause of kind noun."""
    recipient: NounPhrase | None = None
    destination: Place | None = None
    manner: str | None = None
    companion: NounPhrase | None = None
    place: Place | None = None
    time: str | None = None
    time_first: bool = False
    frequency: str | None = None


@dataclass(frozen=True)
class Sentence:
    """A clause, or two with a word that links them."""

    clause: Clause
    link: str | None = None
    """and, but, that, or because, when, if, before, after."""
    other: Clause | None = None
    """The second clause of and/but, what is said with that, or the subordinate clause."""
    other_first: bool = False
    """The subordinate clause comes first in English. In Korean it always does."""
    question: Question | None = None
    not_first: bool = False
    """"did not he" (from "didn't he"), and not "did he not"."""


TIME_TENSES = {
    "yesterday": ("past", "was doing"),
    "tomorrow": ("future", "can"),
    "now": ("present", "is doing", "can"),
    "every day": ("present", "can"),
}
"""Today goes with every tense."""

LINKED_TENSES: dict[str | None, dict[Tense, tuple[Tense, ...]]] = {
    "before": {"past": ("past",), "present": ("present", "future", "can")},
    "after": {"past": ("past",), "present": ("present", "future", "can")},
    "if": {"present": ("present", "future", "can")},
    "when": {
        "past": ("past", "was doing"),
        "was doing": ("past",),
        "present": ("present", "future", "can"),
    },
}
"""Link -> tense of the subordinate clause -> tenses of the main clause. Others go freely."""


def is_well_formed(sentence: Sentence) -> bool:
    """Whether words, tenses and adverbs of a tree go together. Not whether it makes sense."""
    clauses = [c for c in (sentence.clause, sentence.other) if c is not None]
    if not all(_clause_is_well_formed(clause) for clause in clauses):
        return False
    asked = sum(phrase.kind == "wh" for clause in clauses for phrase in phrases_of(clause))
    if asked != (sentence.question in ("what", "who", "where")):
        return False
    if sentence.not_first and not _can_be_contracted(sentence.clause):
        return False
    if (sentence.link or sentence.question) and any(clause.time_first for clause in clauses):
        return False
    if sentence.other is None:
        return not is_reporting(sentence.clause)
    return _linked_well(sentence.link, sentence.clause, sentence.other)


def _can_be_contracted(clause: Clause) -> bool:
    """There is "isn't he" and "don't I", but no "amn't I"."""
    is_be = clause.kind not in ("verb", "weather") and clause.tense == "present"
    says_am = clause.subject == NounPhrase("i", "pronoun") and (is_be or clause.tense == "is doing")
    return clause.negated and not says_am


def _linked_well(link: str | None, main: Clause, other: Clause) -> bool:
    if is_reporting(other) or is_reporting(main) != (link == "that"):
        return False
    if link not in LINKED_TENSES:
        return True
    is_event = other.kind in ("verb", "weather") and not other.negated and not other.frequency
    if link in ("before", "after") and not is_event:
        return False
    return main.tense in LINKED_TENSES[link].get(other.tense, ())


def phrases_of(clause: Clause) -> list[NounPhrase]:
    """Every noun phrase of a clause."""
    places = [place.noun_phrase for place in (clause.place, clause.destination) if place]
    phrases = [clause.subject, clause.object, clause.recipient, clause.companion, *places]
    return [phrase for phrase in phrases if phrase is not None]


def is_reporting(clause: Clause) -> bool:
    """Whether the verb is one of saying or thinking, which needs a clause with that."""
    return clause.kind == "verb" and LEXICON.verbs[clause.word].frame == "reporting"


def noun_phrase_is_well_formed(phrase: NounPhrase) -> bool:
    """Whether determiner, adjective and number of a noun phrase go with its noun."""
    if phrase.kind in ("pronoun", "wh"):
        return phrase.determiner is None and phrase.adjective is None
    if phrase.determiner in ("a", "an", "this", "every") and phrase.plural:
        return False
    if phrase.determiner == "these" and not phrase.plural:
        return False
    if phrase.kind == "unknown":
        return True
    noun = LEXICON.nouns[phrase.head]
    if noun.is_name or noun.word == "home":
        return phrase.determiner is None and phrase.adjective is None
    if phrase.determiner is None:
        is_mass = noun.plural is None
        return phrase.plural or is_mass or (noun.stands_bare and phrase.adjective is None)
    return noun.plural is not None or phrase.determiner not in ("a", "an", "every")


def _clause_is_well_formed(clause: Clause) -> bool:
    if not all(noun_phrase_is_well_formed(phrase) for phrase in phrases_of(clause)):
        return False
    if clause.time in TIME_TENSES and clause.tense not in TIME_TENSES[clause.time]:
        return False
    if clause.frequency and (clause.negated or clause.tense not in ("present", "past", "future")):
        return False
    if clause.very and clause.negated:
        return False
    if clause.kind == "weather":
        return clause.tense != "can" and clause.subject is None
    if clause.kind == "verb":
        return _arguments_fit(clause) and _home_fits(clause)
    if clause.kind == "noun" and (clause.object is None or clause.object.kind == "pronoun"):
        return False
    may_be_often = clause.kind == "adjective" or not clause.frequency
    return clause.tense in ("present", "past", "future") and may_be_often and _home_fits(clause)


def _arguments_fit(clause: Clause) -> bool:
    verb = LEXICON.verbs[clause.word]
    takes_object = verb.frame in ("transitive", "transfer")
    extras = (clause.manner, clause.companion, clause.place, clause.time, clause.frequency)
    return (
        (clause.object is not None) == takes_object
        and (clause.recipient is None or verb.frame == "transfer")
        and (clause.destination is None or verb.frame == "motion")
        and (verb.ing is not None or clause.tense not in ("is doing", "was doing"))
        and (clause.place is None or verb.frame != "motion")
        and (verb.frame != "reporting" or not any(extras))
    )


def _home_fits(clause: Clause) -> bool:
    """One is at home and goes home; home is nothing else."""
    homes = sum(phrase.head == "home" for phrase in phrases_of(clause))
    places = (clause.place, clause.destination)
    rightly = [place for place in places if place and place.noun_phrase.head == "home"]
    wanted = {"at", None}
    return homes == len(rightly) and all(place.preposition in wanted for place in rightly)
