"""The English predicate: auxiliaries and the verb, each in the form that the one before asks."""

from typing import NamedTuple

from english_korean.language.english.words import words_of
from english_korean.language.lexicon import LEXICON, Form
from english_korean.language.syntax import Clause, NounPhrase, Word

BE: dict[tuple[str, str], str] = {
    ("present", "i"): "am", ("present", "third"): "is", ("present", "plural"): "are",
    ("past", "i"): "was", ("past", "third"): "was", ("past", "plural"): "were",
}  # fmt: skip
MODALS = frozenset({"will", "can", "could", "must", "should", "may", "might", "would", "shall"})
PHRASAL_MOODS: dict[str, tuple[str, str]] = {
    "would like to": ("would", "like to"), "would love to": ("would", "love to"),
    "be going to": ("be", "going to"), "be able to": ("be", "able to"),
    "had better": ("had", "better"), "would rather": ("would", "rather"),
    "used to": ("use", "to"), "have to": ("have", "to"),
}  # fmt: skip
"""Moods of several words: the verb that is inflected, and what stands behind it."""
WEATHER = {"rain": ("rained", "raining"), "snow": ("snowed", "snowing")}
"""Verbs of the weather: their past and the form with ing."""
PHASES = {"start to": ("start", "base", "to"), "begin to": ("begin", "base", "to"),
          "start raining": ("start", "ing", ""), "stop raining": ("stop", "ing", "")}  # fmt: skip
"""How the weather begins and ends: the verb, the form that it asks for, what stands between."""


class Link(NamedTuple):
    """One verb of a chain such as "will be eating", and the form that it asks of the next."""

    verb: str
    name: str
    asks: str = ""
    after: str = ""
    """Words behind it: going to, to, able to."""


def person_of(subject: NounPhrase | None) -> str:
    """i, plural or third: what the verb agrees with."""
    if subject is None:
        return "third"
    if subject.other is not None and subject.joined != "or":
        return "plural"
    if subject.part:
        return "third" if subject.part == "one" else "plural"
    if subject.kind != "pronoun":
        return "plural" if subject.plural else "third"
    if subject.head == "i":
        return "i"
    pronoun = LEXICON.pronouns.get(subject.head)
    return "plural" if pronoun is not None and pronoun.plural else "third"


def finite_name(clause: Clause, name: str) -> str:
    """The name of the word that bears the tense."""
    return f"{name}.{_chain(clause)[0].name}"


def predicate_words(
    clause: Clause, name: str, form: str, *, inverted: bool = False
) -> tuple[list[Word], list[Word]]:
    """The finite auxiliary or be, if there is one, and what follows it.

    Args:
        form: of the first verb: finite, base or ing.
        inverted: the subject comes behind the auxiliary, so that there must be one.
    """
    links = _chain(clause)
    is_aux = links[0].verb in (*MODALS, "had", "be") or links[0].name == "perfect"
    is_aux = is_aux or (clause.word == "have got" and form == "finite" and len(links) == 1)
    if form == "finite" and not is_aux and (clause.negated or inverted):
        links.insert(0, Link("do", "do", "base"))
        is_aux = True
    person = person_of(clause.object if clause.kind == "there" else clause.subject)
    words: list[Word] = []
    for link in links:
        path = f"{name}.{link.name}"
        tense = "past" if link.verb == "use" and link.name == "aux" else clause.tense
        words.append(Word(inflected(link.verb, form, tense, person), path))
        words += words_of(link.after, path)
        form = link.asks
    return (words[:1], words[1:]) if is_aux else ([], words)


def _chain(clause: Clause) -> list[Link]:
    links = []
    if clause.mood in MODALS:
        links.append(Link(clause.mood, "aux", "base"))
    elif clause.mood in PHRASAL_MOODS:
        verb, after = PHRASAL_MOODS[clause.mood]
        links.append(Link(verb, "aux", "base", after))
    if clause.aspect.startswith("perfect"):
        links.append(Link("have", "perfect", "participle"))
    if clause.aspect.endswith("progressive"):
        links.append(Link("be", "progressive", "ing"))
    if clause.passive:
        links.append(Link("be", "passive", "participle"))
    if clause.kind == "weather" and clause.frame:
        verb, form, after = PHASES[clause.frame]
        links.append(Link(verb, "phase", form, after))
    return [*links, _main_verb(clause)]


def _main_verb(clause: Clause) -> Link:
    if clause.kind in ("adjective", "noun", "place", "there"):
        return Link("be", "be")
    verb, _, particle = clause.word.partition(" ")
    return Link(verb, "verb", after="" if clause.split else particle)


def inflected(verb: str, form: str, tense: str, person: str) -> str:
    """One word in a form: base, ing, participle, or finite in a tense and person."""
    if verb in MODALS or verb == "had":
        return verb
    if verb in WEATHER:
        return _weather_form(verb, form, tense)
    if verb == "be":
        if form == "finite":
            return BE[tense, person]
        return {"ing": "being", "participle": "been"}.get(form, "be")
    forms = LEXICON.forms[verb]
    if form != "finite":
        wanted: Form = "ing" if form == "ing" else "participle" if form == "participle" else "base"
        return forms[wanted]
    if tense == "past":
        return forms["past"]
    return forms["third"] if person == "third" else forms["base"]


def _weather_form(verb: str, form: str, tense: str) -> str:
    before, doing = WEATHER[verb]
    if form == "finite":
        return before if tense == "past" else f"{verb}s"
    return {"ing": doing, "participle": before}.get(form, verb)
