"""From English words back to the tree: the grammar read in the other direction.

Every method yields what it can read from position `start` on, and where it stopped. It may yield
too much (it does not look at agreement): what counts is that writing a tree gives the same words
again, see `parse`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from transformer_core.translator.grammar.english import WEATHER, english_words
from transformer_core.translator.grammar.inflection import with_s
from transformer_core.translator.grammar.lexicon import LEXICON
from transformer_core.translator.grammar.syntax import (
    JOINING,
    MAX_WORDS,
    SUBORDINATE,
    Clause,
    NounPhrase,
    Place,
    Question,
    Sentence,
    Tense,
    is_well_formed,
)

DETERMINERS = frozenset({"the", "a", "an", *LEXICON.determiners, *LEXICON.possessives})
SUBJECTS = {word: word for word in LEXICON.pronouns}
OBJECTS = {pronoun.object: word for word, pronoun in LEXICON.pronouns.items()}
Gap = dict[str, Any]
"""What a question asks for, by its place in the clause."""
BE: dict[str, Tense] = {
    "am": "present", "is": "present", "are": "present", "was": "past", "were": "past",
}  # fmt: skip
BEFORE_BASE: dict[str, Tense] = {
    "do": "present", "does": "present", "did": "past", "will": "future", "can": "can",
}  # fmt: skip
WEATHER_FORMS = {
    form: word for word, forms in WEATHER.items() for form in (word, with_s(word), *forms)
}


def parse(words: Sequence[str], unknown: frozenset[int]) -> list[Sentence]:
    """Every tree of the language that is written exactly so.

    Args:
        words: in lower case, without punctuation and contractions.
        unknown: positions of words that are not in the lexicon; they can be nouns and names.
    """
    if not 0 < len(words) <= MAX_WORDS:
        return []
    trees = dict.fromkeys(_Parser(words, unknown).sentences())
    return [tree for tree in trees if is_well_formed(tree) and _is_written(tree, words)]


def _is_written(tree: Sentence, words: Sequence[str]) -> bool:
    return [word.text for word in english_words(tree)] == list(words)


class _Parser:
    def __init__(self, words: Sequence[str], unknown: frozenset[int]) -> None:
        self.words = words
        self.unknown = unknown

    def at(self, position: int) -> str:
        return self.words[position] if position < len(self.words) else ""

    def sentences(self) -> Iterator[Sentence]:
        end = len(self.words)
        yield from self.questions()
        for clause, stop in self.clauses(0):
            if stop == end:
                asks = clause.subject is not None and clause.subject.kind == "wh"
                yield Sentence(clause, question="who" if asks else None)
            elif self.at(stop) in (*JOINING, *SUBORDINATE, "that"):
                for other, last in self.clauses(stop + 1):
                    if last == end:
                        yield Sentence(clause, self.at(stop), other)
        if self.at(0) in SUBORDINATE:
            for other, stop in self.clauses(1):
                for clause, last in self.clauses(stop):
                    if last == end:
                        yield Sentence(clause, self.at(0), other, other_first=True)

    def questions(self) -> Iterator[Sentence]:
        first = self.at(0)
        gaps: dict[str, list[Gap]] = {
            "what": [{"object": NounPhrase("what", "wh")}],
            "who": [{"object": NounPhrase("who", "wh")}],
            "where": [
                {slot: Place(None, NounPhrase("where", "wh"))} for slot in ("place", "destination")
            ],
            "why": [{}],
        }
        for gap in gaps.get(first, [{}]):
            question: Question = first if first in gaps else "yes-no"  # type: ignore[assignment]
            for clause, not_first in self.inverted(1 if first in gaps else 0, gap):
                yield Sentence(clause, question=question, not_first=not_first)

    def inverted(self, start: int, gap: Gap) -> Iterator[tuple[Clause, bool]]:
        """Auxiliary, subject and the rest, up to the end of the sentence."""
        finite = self.at(start)
        if finite not in BE and finite not in BEFORE_BASE:
            return
        not_first = self.at(start + 1) == "not"
        for subject, stop in self.subjects(start + 1 + not_first):
            negated = not_first or self.at(stop) == "not"
            stop += negated and not not_first
            for clause, last in self.after_finite(finite, subject, negated, stop, gap):
                if last == len(self.words):
                    yield clause, not_first

    def clauses(self, start: int) -> Iterator[tuple[Clause, int]]:
        for time, stop in self.times(start):
            for subject, after in self.subjects(stop):
                for clause, last in self.predicates(subject, after):
                    if time is None:
                        yield clause, last
                    elif clause.time is None:
                        yield replace(clause, time=time, time_first=True), last

    def subjects(self, start: int) -> Iterator[tuple[NounPhrase | None, int]]:
        if self.at(start) == "it":
            yield None, start + 1
        if self.at(start) == "who":
            yield NounPhrase("who", "wh"), start + 1
        yield from self.noun_phrases(start, SUBJECTS)

    def noun_phrases(
        self, start: int, pronouns: dict[str, str] = OBJECTS
    ) -> Iterator[tuple[NounPhrase, int]]:
        word = self.at(start)
        if word in pronouns:
            yield NounPhrase(pronouns[word], "pronoun"), start + 1
        determiner = word if word in DETERMINERS else None
        start += determiner is not None
        very = self.at(start) == "very"
        start += very
        adjective = self.at(start) if self.at(start) in LEXICON.adjectives else None
        if very and adjective is None:
            return
        start += adjective is not None
        # Which of a and an it must be is known but for unknown words
        is_free = start in self.unknown and adjective is None
        kept = "a" if determiner == "an" and not is_free else determiner
        if start in self.unknown:
            for plural in (False, True):
                phrase = NounPhrase(self.at(start), "unknown", kept, adjective, very, plural)
                yield phrase, start + 1
        elif self.at(start) in LEXICON.noun_forms:
            head, plural = LEXICON.noun_forms[self.at(start)]
            yield NounPhrase(head, "noun", kept, adjective, very, plural), start + 1

    def times(self, start: int) -> Iterator[tuple[str | None, int]]:
        """Without a time, then with one if it stands here."""
        yield None, start
        for time in LEXICON.adverbs["time"]:
            words = time.split()
            if list(self.words[start : start + len(words)]) == words:
                yield time, start + len(words)

    def predicates(self, subject: NounPhrase | None, start: int) -> Iterator[tuple[Clause, int]]:
        """Everything behind the subject, when that comes first."""
        finite = self.at(start)
        if finite in BE or finite in BEFORE_BASE:
            negated = self.at(start + 1) == "not"
            yield from self.after_finite(finite, subject, negated, start + 1 + negated, {})
            return
        for frequency, stop in self.adverbs("frequency", start):
            form = self.at(stop)
            if subject is not None and form in LEXICON.verb_forms:
                verb = LEXICON.verb_forms[form]
                tense: Tense = "past" if form == LEXICON.verbs[verb].past else "present"
                clause = Clause("verb", subject, verb, tense, frequency=frequency)
                yield from self.arguments(clause, stop + 1)
            if subject is None and form in WEATHER_FORMS:
                word = WEATHER_FORMS[form]
                tense = "past" if form == WEATHER[word][0] else "present"
                yield from self.ended(Clause("weather", None, word, tense), stop + 1)

    def after_finite(
        self, finite: str, subject: NounPhrase | None, negated: bool, start: int, gap: Gap
    ) -> Iterator[tuple[Clause, int]]:
        """Everything behind the auxiliary or be, and behind the subject of a question."""
        for frequency, stop in self.adverbs("frequency", start):
            blank = Clause("verb", subject, "", "present", negated, frequency=frequency, **gap)
            if finite in BE:
                doing: Tense = "is doing" if BE[finite] == "present" else "was doing"
                yield from self.verbs(replace(blank, tense=doing), stop)
                yield from self.complements(replace(blank, tense=BE[finite]), stop)
            else:
                yield from self.verbs(replace(blank, tense=BEFORE_BASE[finite]), stop)
            if finite == "will" and self.at(stop) == "be":
                yield from self.complements(replace(blank, tense="future"), stop + 1)

    def verbs(self, blank: Clause, start: int) -> Iterator[tuple[Clause, int]]:
        form = self.at(start)
        if blank.subject is None and form in WEATHER_FORMS:
            clause = replace(blank, kind="weather", word=WEATHER_FORMS[form])
            yield from self.ended(clause, start + 1)
        elif blank.subject is not None and form in LEXICON.verb_forms:
            yield from self.arguments(replace(blank, word=LEXICON.verb_forms[form]), start + 1)

    def complements(self, blank: Clause, start: int) -> Iterator[tuple[Clause, int]]:
        """What stands behind be: an adjective, a noun or a place."""
        if blank.subject is None:
            return
        very = self.at(start) == "very"
        if self.at(start + very) in LEXICON.adjectives:
            adjective = self.at(start + very)
            clause = replace(blank, kind="adjective", word=adjective, very=very)
            yield from self.ended(clause, start + very + 1)
        if blank.place is not None:
            yield from self.ended(replace(blank, kind="location"), start)
            return
        for noun, stop in self.noun_phrases(start):
            yield from self.ended(replace(blank, kind="noun", object=noun), stop)
        for place, stop in self.places(start):
            yield from self.ended(replace(blank, kind="location", place=place), stop)

    def arguments(self, clause: Clause, start: int) -> Iterator[tuple[Clause, int]]:
        """What can follow a verb, in its order; each thing may be left out."""
        reached = [(clause, start)]
        for step in (
            self.objects, self.goals, self.manners, self.companions, self.everywhere,
        ):  # fmt: skip
            reached = [later for each in reached for later in step(*each)]
        for each in reached:
            yield from self.ended(*each)

    def objects(self, clause: Clause, start: int) -> Iterator[tuple[Clause, int]]:
        takes_object = LEXICON.verbs[clause.word].frame in ("transitive", "transfer")
        if takes_object and clause.object is None:
            for noun, stop in self.noun_phrases(start):
                yield replace(clause, object=noun), stop
        else:
            yield clause, start

    def goals(self, clause: Clause, start: int) -> Iterator[tuple[Clause, int]]:
        """To whom, or where to."""
        yield clause, start
        frame = LEXICON.verbs[clause.word].frame
        if frame == "motion" and clause.destination is None and self.at(start) == "home":
            yield replace(clause, destination=Place(None, NounPhrase("home"))), start + 1
        if self.at(start) != "to":
            return
        for noun, stop in self.noun_phrases(start + 1):
            if frame == "transfer" and can_receive(noun):
                yield replace(clause, recipient=noun), stop
            if frame == "motion" and clause.destination is None and can_be_place(noun):
                yield replace(clause, destination=Place("to", noun)), stop

    def manners(self, clause: Clause, start: int) -> Iterator[tuple[Clause, int]]:
        for manner, stop in self.adverbs("manner", start):
            yield replace(clause, manner=manner), stop

    def companions(self, clause: Clause, start: int) -> Iterator[tuple[Clause, int]]:
        yield clause, start
        if self.at(start) == "with":
            for noun, stop in self.noun_phrases(start + 1):
                if can_receive(noun):
                    yield replace(clause, companion=noun), stop

    def everywhere(self, clause: Clause, start: int) -> Iterator[tuple[Clause, int]]:
        yield clause, start
        if clause.place is None:
            for place, stop in self.places(start):
                yield replace(clause, place=place), stop

    def places(self, start: int) -> Iterator[tuple[Place, int]]:
        preposition = self.at(start)
        if preposition not in LEXICON.prepositions:
            return
        for noun, stop in self.noun_phrases(start + 1):
            if can_be_place(noun) or preposition not in ("in", "at"):
                yield Place(preposition, noun), stop

    def adverbs(self, kind: str, start: int) -> Iterator[tuple[str | None, int]]:
        """Without an adverb, and with the one that stands here."""
        yield None, start
        if self.at(start) in LEXICON.adverbs[kind]:
            yield self.at(start), start + 1

    def ended(self, clause: Clause, start: int) -> Iterator[tuple[Clause, int]]:
        """Without a time at the end, and with one."""
        for time, stop in self.times(start):
            yield replace(clause, time=time), stop


def can_receive(phrase: NounPhrase) -> bool:
    """Whether one can give it something or be with it: people, animals and unknown words."""
    if phrase.kind != "noun":
        return True
    return LEXICON.nouns[phrase.head].kind in ("person", "animal")


def can_be_place(phrase: NounPhrase) -> bool:
    """Whether one can be in it or go to it: places and unknown words."""
    if phrase.kind != "noun":
        return phrase.kind == "unknown"
    return LEXICON.nouns[phrase.head].kind == "place"
