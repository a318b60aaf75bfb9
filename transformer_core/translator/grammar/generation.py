"""Random sentences of the toy language."""

import dataclasses
import random
from collections.abc import Collection, Mapping
from typing import TypeVar

from transformer_core.translator.grammar.english import english_words
from transformer_core.translator.grammar.lexicon import LEXICON, Adjective, Noun, Verb
from transformer_core.translator.grammar.syntax import (
    JOINING,
    LINKED_TENSES,
    MAX_WORDS,
    SUBORDINATE,
    TIME_TENSES,
    Clause,
    NounPhrase,
    Place,
    Question,
    Sentence,
    Tense,
    is_well_formed,
)

T = TypeVar("T")
ANY_WORD = 0.15
"""How often a noun is taken without asking whether the sentence makes sense: so that what the
model learns is the grammar, not which words keep company."""

NOUNS = [noun for noun in LEXICON.nouns.values() if noun.word != "home"]
BY_KIND: dict[str, list[Noun]] = {}
for _noun in NOUNS:
    BY_KIND.setdefault(_noun.kind, []).append(_noun)
BY_FRAME: dict[str, list[Verb]] = {}
for _verb in LEXICON.verbs.values():
    BY_FRAME.setdefault(_verb.frame, []).append(_verb)
ADJECTIVES_OF: dict[str, list[Adjective]] = {
    kind: [adjective for adjective in LEXICON.adjectives.values() if kind in adjective.kinds]
    for kind in BY_KIND
}
POSSESSIVES = list(LEXICON.possessives)
FRAMES = {"transitive": 50, "intransitive": 16, "transfer": 14, "motion": 10, "staying": 10}
KINDS = {"verb": 66, "adjective": 16, "noun": 6, "location": 8, "weather": 4}
TENSES: dict[Tense, int] = {
    "present": 30,
    "past": 30,
    "future": 16,
    "can": 8,
    "is doing": 9,
    "was doing": 7,
}
BE_TENSES: dict[Tense, int] = {"present": 5, "past": 4, "future": 2}
DETERMINERS = {"the": 48, "a": 20, "possessive": 18, "this": 5, "these": 4, "every": 5}
NEAR = ("on", "under", "behind", "near")


def random_sentence(draw: random.Random, max_words: int = MAX_WORDS) -> Sentence:
    """One sentence of at most so many English words; with more than MAX_WORDS it can be longer
    than any of the language.
    """
    while True:
        sentence = _Draw(draw).sentence()
        if is_well_formed(sentence) and len(english_words(sentence)) <= max_words:
            return sentence


def with_unknown_words(sentence: Sentence, draw: random.Random, rate: float) -> Sentence:
    """The sentence with each of its nouns and names made unknown with probability `rate`."""

    def phrase(old: NounPhrase | None) -> NounPhrase | None:
        if old is None or old.kind != "noun" or draw.random() >= rate:
            return old
        singular = dataclasses.replace(old, plural=False)
        determiner = old.determiner
        if determiner == "a" and not old.adjective and singular.head[0] in "aeiou":
            determiner = "an"
        return dataclasses.replace(old, kind="unknown", determiner=determiner)

    def place(old: Place | None) -> Place | None:
        if old is None or old.preposition is None:
            return old
        return Place(old.preposition, phrase(old.noun_phrase) or old.noun_phrase)

    def clause(old: Clause) -> Clause:
        return dataclasses.replace(
            old,
            subject=phrase(old.subject),
            object=phrase(old.object),
            recipient=phrase(old.recipient),
            companion=phrase(old.companion),
            destination=place(old.destination),
            place=place(old.place),
        )

    other = clause(sentence.other) if sentence.other else None
    return dataclasses.replace(sentence, clause=clause(sentence.clause), other=other)


class _Draw:
    """The choices of one sentence."""

    def __init__(self, draw: random.Random) -> None:
        self.random = draw

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def weighted(self, weights: Mapping[T, int]) -> T:
        return self.random.choices(list(weights), list(weights.values()))[0]

    def sentence(self) -> Sentence:
        form = self.weighted({"simple": 38, "question": 20, "linked": 25, "joined": 10, "that": 7})
        if form == "question":
            return self.question()
        if form == "linked":
            return self.linked()
        if form == "joined":
            link = self.random.choice(JOINING)
            return Sentence(self.clause(0.3), link, self.clause(0.3))
        if form == "that":
            subject = self.subject(frozenset({"person"}))
            verb = self.random.choice(BY_FRAME["reporting"])
            tense: Tense = self.weighted({"present": 5, "past": 5, "future": 1, "can": 1})
            negated = self.chance(0.15)
            says = Clause("verb", subject, verb.word, tense, negated)
            return Sentence(says, "that", self.clause(0.4))
        clause = self.clause(0.8)
        if clause.time and self.chance(0.4):
            clause = dataclasses.replace(clause, time_first=True)
        return Sentence(clause)

    def linked(self) -> Sentence:
        link = self.random.choice(("because", *SUBORDINATE))
        if link in LINKED_TENSES:
            tense = self.random.choice(list(LINKED_TENSES[link]))
            main_tense = self.random.choice(LINKED_TENSES[link][tense])
        else:
            tense = self.weighted(TENSES)
            main_tense = tense if self.chance(0.5) else self.weighted(TENSES)
        rains = self.chance(0.12)
        other = self.weather(tense) if rains else self.clause(0.3, tense)
        return Sentence(self.clause(0.3, main_tense), link, other, other_first=self.chance(0.5))

    def question(self) -> Sentence:
        kinds: dict[Question, int] = {"yes-no": 40, "what": 15, "who": 18, "where": 15, "why": 12}
        question = self.weighted(kinds)
        clause = self.clause(0.4)
        not_first = self.chance(0.5)
        if question == "what" or (question == "who" and self.chance(0.5)):
            verb = self.random.choice(BY_FRAME["transitive"] + BY_FRAME["transfer"])
            clause = self.verb_clause(verb, self.weighted(TENSES), 0.3)
            clause = dataclasses.replace(clause, object=NounPhrase(question, "wh"))
        elif question == "who" and clause.kind != "weather":
            clause = dataclasses.replace(clause, subject=NounPhrase("who", "wh"))
            not_first = False
        elif question == "where":
            clause = self.asked_where(clause)
        return Sentence(clause, question=question, not_first=not_first and clause.negated)

    def asked_where(self, clause: Clause) -> Clause:
        where = Place(None, NounPhrase("where", "wh"))
        if clause.kind != "verb" or self.chance(0.2):
            subject = self.subject(None)
            tense: Tense = self.weighted({"present": 5, "past": 3, "future": 2})
            time, negated = self.time(tense, 0.2), self.chance(0.05)
            return Clause("location", subject, "", tense, negated, place=where, time=time)
        if LEXICON.verbs[clause.word].frame == "motion":
            return dataclasses.replace(clause, destination=where)
        return dataclasses.replace(clause, place=where)

    def clause(self, richness: float, tense: Tense | None = None) -> Clause:
        """A clause; `richness` is how often it has each thing that it need not have."""
        kind = self.weighted(KINDS)
        if kind == "verb":
            verb = self.random.choice(BY_FRAME[self.weighted(FRAMES)])
            chosen = self.weighted(TENSES) if tense is None else tense
            return self.verb_clause(verb, chosen, richness)
        if kind == "weather":
            return self.weather(self.weighted(TENSES) if tense is None else tense)
        of_be = tense if tense in BE_TENSES else self.weighted(BE_TENSES)
        return self.be_clause(kind, of_be, richness)

    def weather(self, tense: Tense) -> Clause:
        word = self.random.choice(("rain", "snow"))
        negated = self.chance(0.1)
        return Clause("weather", None, word, tense, negated, time=self.time(tense, 0.2))

    def be_clause(self, kind: str, tense: Tense, richness: float) -> Clause:
        negated = self.chance(0.2)
        time = self.time(tense, 0.25 * richness)
        frequency = None if negated else self.adverb("frequency", 0.1 * richness)
        if kind == "adjective":
            noun_kind = self.random.choice(list(BY_KIND))
            subject = self.subject(frozenset({noun_kind}) if self.chance(0.5) else None)
            adjective = self.adjective(self.kind_of(subject))
            very = not negated and self.chance(0.15)
            return Clause(
                "adjective", subject, adjective, tense, negated, very, time=time,
                frequency=frequency,
            )  # fmt: skip
        if kind == "location":
            subject, place = self.subject(None), self.place()
            return Clause("location", subject, "", tense, negated, place=place, time=time)
        subject = self.subject(frozenset({"person"}))
        complement = self.noun_phrase(frozenset({"person"}), plural=self.is_plural(subject))
        return Clause("noun", subject, "", tense, negated, object=complement, time=time)

    def verb_clause(self, verb: Verb, tense: Tense, richness: float) -> Clause:
        if verb.ing is None and tense in ("is doing", "was doing"):
            tense = "present" if tense == "is doing" else "past"
        negated = self.chance(0.2)
        subject = self.subject(verb.subjects)
        thing = recipient = destination = place = None
        if verb.objects:
            thing = self.argument(verb.objects, other_than=subject)
        if verb.frame == "transfer" and self.chance(0.8):
            recipient = self.argument(frozenset({"person", "animal"}), free=False)
        if verb.frame == "motion" and self.chance(0.85):
            destination = self.destination()
        likely = 0.7 if verb.frame == "staying" else 0.35 * richness
        if verb.frame != "motion" and self.chance(likely):
            place = self.place()
        companion = None
        if self.chance(0.15 * richness):
            companion = self.argument(frozenset({"person", "animal"}), free=False)
        return Clause(
            "verb", subject, verb.word, tense, negated, False, thing, recipient, destination,
            self.adverb("manner", 0.2 * richness), companion, place,
            self.time(tense, 0.35 * richness),
            frequency=None if negated else self.adverb("frequency", 0.15 * richness),
        )  # fmt: skip

    def adverb(self, kind: str, probability: float) -> str | None:
        return self.random.choice(list(LEXICON.adverbs[kind])) if self.chance(probability) else None

    def time(self, tense: Tense, probability: float) -> str | None:
        fitting = [
            time for time in LEXICON.adverbs["time"] if tense in TIME_TENSES.get(time, (tense,))
        ]
        return self.random.choice(fitting) if self.chance(probability) else None

    def subject(self, kinds: Collection[str] | None) -> NounPhrase:
        kinds = kinds or frozenset(BY_KIND)
        if "person" in kinds and self.chance(0.35):
            return NounPhrase(self.random.choice(list(LEXICON.pronouns)), "pronoun")
        return self.noun_phrase(kinds)

    def argument(
        self, kinds: Collection[str], *, free: bool = True, other_than: NounPhrase | None = None
    ) -> NounPhrase:
        if "person" in kinds and self.chance(0.25):
            pronouns = [p for p in LEXICON.pronouns if other_than is None or p != other_than.head]
            return NounPhrase(self.random.choice(pronouns), "pronoun")
        return self.noun_phrase(kinds, free=free)

    def noun_phrase(
        self, kinds: Collection[str], *, free: bool = True, plural: bool | None = None
    ) -> NounPhrase:
        if free and self.chance(ANY_WORD):
            noun = self.random.choice(NOUNS)
        else:
            noun = self.random.choice(BY_KIND[self.random.choice(sorted(kinds))])
        if noun.is_name:
            return NounPhrase(noun.word)
        if plural is None:
            plural = self.chance(0.25)
        plural = plural and noun.plural is not None
        adjective, very = None, False
        if self.chance(0.25):
            adjective, very = self.adjective(noun.kind), self.chance(0.12)
        determiner = self.determiner(noun, plural, adjective)
        return NounPhrase(noun.word, "noun", determiner, adjective, very, plural)

    def determiner(self, noun: Noun, plural: bool, adjective: str | None) -> str | None:
        if (plural and self.chance(0.3)) or (noun.plural is None and self.chance(0.7)):
            return None
        if noun.stands_bare and adjective is None and self.chance(0.5):
            return None
        unfit = {"this", "a", "every"} if plural else {"these"}
        if noun.plural is None:
            unfit |= {"a", "every"}
        weights = {word: weight for word, weight in DETERMINERS.items() if word not in unfit}
        chosen = self.weighted(weights)
        return self.random.choice(POSSESSIVES) if chosen == "possessive" else chosen

    def adjective(self, kind: str) -> str:
        fitting = ADJECTIVES_OF.get(kind)
        if not fitting or self.chance(ANY_WORD):
            return self.random.choice(list(LEXICON.adjectives))
        return self.random.choice(fitting).word

    def kind_of(self, phrase: NounPhrase) -> str:
        return LEXICON.nouns[phrase.head].kind if phrase.kind == "noun" else "person"

    def is_plural(self, phrase: NounPhrase) -> bool:
        return phrase.plural or phrase.head in ("we", "they")

    def place(self) -> Place:
        if self.chance(0.2):
            kinds = frozenset({"thing", "opening", "place", "person", "animal"})
            thing = self.argument(kinds)
            return Place(self.random.choice(NEAR), thing)
        if self.chance(0.08):
            return Place("at", NounPhrase("home"))
        phrase = self.noun_phrase(frozenset({"place"}), free=False)
        usual = LEXICON.nouns[phrase.head].preposition
        return Place(usual if self.chance(0.9) else self.random.choice(("in", "at")), phrase)

    def destination(self) -> Place:
        if self.chance(0.2):
            return Place(None, NounPhrase("home"))
        return Place("to", self.noun_phrase(frozenset({"place"}), free=False))
