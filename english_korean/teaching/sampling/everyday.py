"""Sentences of every day, as they stand or with other words of the same kinds in them."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from english_korean.language.lexicon import LEXICON
from english_korean.language.questions import asked_slot
from english_korean.language.reading.sentences import parse
from english_korean.language.senses import fits
from english_korean.language.syntax import (
    Adverbial,
    Clause,
    Mood,
    NounPhrase,
    Quality,
    Sentence,
    replace,
)
from english_korean.language.tokens import number_word, readings
from english_korean.language.tree import changed_inside, with_changes
from english_korean.teaching.sampling.antecedents import orphans
from english_korean.teaching.sampling.chance import Drawing
from english_korean.teaching.sampling.company import Together, company_in, keeps_company
from english_korean.teaching.sampling.plausible import is_plausible

FILE = Path(__file__).parents[1] / "words" / "everyday.txt"
"""Sentences such as one says or writes every day, one a line, all of the language."""
OTHER_NOUN, OTHER_QUALITY, OTHER_NUMBER, OTHER_PERSON = 0.6, 0.4, 0.7, 0.6
"""How often a word gives way to another of its kind."""
OTHER_VERB, OTHER_FORM = 0.25, 0.3
OPENED = 0.04
"""How often a sentence gets a greeting, a yes or a no before it."""
FORMS = ("denied", "asked", "tense", "mood")
ASKED: Mapping[Mood, Mood] = {"statement": "question", "question": "statement"}
TIMED = frozenset({"time", "ago", "clock", "duration"})
"""Kinds of adverbials that go with one tense."""
MOODS = ("will", "can", "should", "must", "have to", "be going to", "may")
TRIALS = 8
"""So often other words are drawn for a sentence until it has sense."""
PERSONS = ("i", "you", "he", "she", "we", "they")
NUMBERS = list(LEXICON.numbers)
DATES = list(LEXICON.dates)
HELLO = ("hello", "hi", "good morning", "good afternoon", "good evening", "oh", "well", "sorry")
OPENINGS: Mapping[Mood, Sequence[str]] = {
    "statement": (*HELLO, "yes", "no", "okay", "of course", "thank you", "no thank you"),
    "question": (*HELLO, "excuse me"),
}
"""What one says before one says or asks something."""
UNGRADED = frozenset({"same"})
"""Adjectives that are not said with a degree."""
UNWILLED = frozenset({"have got"})
"""What stands in the present alone."""
HOURS = 12
LARGE = 0.25
"""The share of numbers that are more than twelve: somebody is fifteen, there are 42."""
PRICED, PRICE = {"won": 500, "dollar": 1}, 0.5
"""What prices are multiples of, and how often money is a price."""
YEARS = (1900, 2040)


@cache
def everyday_texts() -> tuple[str, ...]:
    """Sentences as one writes them."""
    return tuple(FILE.read_text(encoding="utf-8").splitlines())


CONSTRUCTIONS = FILE.with_name("constructions.txt")
"""Sentences of constructions that one seldom needs every day, and is asked about: pronouns that
point back, relative clauses, passives with an agent, indirect questions."""


@cache
def constructed_texts() -> tuple[str, ...]:
    """Those sentences as one writes them, none of which stands in a list of the benchmarks."""
    return tuple(CONSTRUCTIONS.read_text(encoding="utf-8").splitlines())


@cache
def everyday_sentence(text: str) -> Sentence | None:
    """The tree of a sentence; None where it is outside the language or has unknown words."""
    for tokens in readings(text):
        trees = parse([token.text for token in tokens], frozenset()).trees
        if trees:
            return trees[0]
    return None


@cache
def everyday_company() -> frozenset[Together]:
    """What stands together in the sentences of every day."""
    sentences = filter(None, map(everyday_sentence, everyday_texts()))
    return frozenset(each for sentence in sentences for each in company_in(sentence))


@cache
def _verbs_for(frame: str, noun: str) -> list[str]:
    """The verbs of a frame that can be done, to what the noun names where they have an object."""
    thing = NounPhrase(noun)
    return [
        verb
        for verb, senses in LEXICON.frames[frame].items()
        if frame == "intransitive" or any(fits(thing, one.objects) for one in senses)
    ]


class EverydayDrawing:
    """Draws everyday sentences; the words that it puts in come from a drawing."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing

    def sentence(self) -> Sentence:
        """One of the sentences, mostly varied. It may be read otherwise than it is meant."""
        return self._one_of(everyday_texts())

    def constructed(self) -> Sentence:
        """One of the sentences of rarer constructions, mostly varied."""
        return self._one_of(constructed_texts())

    def _one_of(self, texts: Sequence[str]) -> Sentence:
        while True:
            sentence = everyday_sentence(self.drawing.one(texts))
            if sentence is not None:
                return self.varied(sentence)

    def varied(self, sentence: Sentence) -> Sentence:
        """The sentence with some other words of the same kinds, or none; with as much sense."""
        has_sense, most = is_plausible(sentence), len(orphans(sentence))
        sentence = self._opened(sentence)
        for _ in range(TRIALS):
            made: Sentence = self._varied(self._otherwise(sentence), self._persons())
            is_clear_who = len(orphans(made)) <= most
            has_as_much = is_clear_who and (not has_sense or is_plausible(made))
            if has_as_much and self._keeps_company(made):
                return made
        return sentence

    def _keeps_company(self, sentence: Sentence) -> bool:
        """Whether its words stand together elsewhere, too; seldom words need not, to be met."""
        return self.drawing.evenly or keeps_company(sentence, everyday_company())

    def _opened(self, sentence: Sentence) -> Sentence:
        """Now and then with a greeting, a yes or a no before what is said or asked."""
        may_open = sentence.clause is not None and not sentence.opening and not sentence.closing
        if not may_open or sentence.mood not in OPENINGS or not self.drawing.chance(OPENED):
            return sentence
        return replace(sentence, opening=self.drawing.one(OPENINGS[sentence.mood]))

    def _otherwise(self, sentence: Sentence) -> Sentence:
        """Now and then denied, asked, in the other tense, or with what one will or can do."""
        clause = sentence.clause
        is_simple = clause is not None and clause.subject is not None and not sentence.other
        if clause is None or not is_simple or not self.drawing.chance(OTHER_FORM):
            return sentence
        is_timed = any(each.kind in TIMED for each in clause.adverbials)
        is_fixed = is_timed or clause.word in UNWILLED
        if clause.mood or clause.aspect or is_fixed or asked_slot(clause):
            return sentence
        match self.drawing.one(FORMS):
            case "denied":
                return replace(sentence, clause=replace(clause, negated=not clause.negated))
            case "asked" if sentence.mood in ASKED:
                return replace(sentence, mood=ASKED[sentence.mood], contracted=False)
            case "tense":
                is_past = clause.tense == "past"
                clause = replace(clause, tense="present" if is_past else "past")
                return replace(sentence, clause=clause)
            case "mood" if clause.kind == "verb":
                mood = self.drawing.one(MOODS)
                return replace(sentence, clause=replace(clause, tense="present", mood=mood))
            case _:
                return sentence

    def _persons(self) -> Mapping[str, str]:
        """Somebody else in the place of one person, the same all through a sentence."""
        if not self.drawing.chance(OTHER_PERSON):
            return {}
        one, other = (LEXICON.pronouns[self.drawing.one(PERSONS)] for _ in range(2))
        return {one.word: other.word, one.possessive: other.possessive}

    def _varied(self, node: Any, persons: Mapping[str, str]) -> Any:
        changes = changed_inside(node, lambda inner: self._varied(inner, persons))
        if isinstance(node, Clause):
            changes["word"] = self._other_verb(node)
        if isinstance(node, NounPhrase):
            changes |= self._other_head(node, persons) | self._other_number(node)
            changes["determiner"] = persons.get(node.determiner, node.determiner)
        if isinstance(node, Adverbial):
            changes["quality"] = node.quality  # fast, hard: adjectives would not stand for them
        if isinstance(node, Quality):
            changes["word"] = self._other_quality(node)
        return with_changes(node, changes)

    def _other_head(self, node: NounPhrase, persons: Mapping[str, str]) -> dict[str, str]:
        match node.kind:
            case "pronoun":
                is_owner = node.head not in LEXICON.pronouns  # his
                return {} if is_owner else {"head": persons.get(node.head, node.head)}
            case "noun" if node.compound:
                return {"compound": self._other_noun(node.compound)}
            case "noun":
                return {"head": self._other_noun(node.head)}
            case "year":
                return {"head": str(self.drawing.random.randrange(*YEARS))}
            case "clock" if self.drawing.chance(OTHER_NUMBER) and not node.number:
                return {"head": self._number(0, "")}
            case "clock" if self.drawing.chance(OTHER_NUMBER):
                minutes = number_word(self.drawing.random.randrange(1, 60))
                return {"head": self.drawing.one(NUMBERS[:HOURS]), "number": minutes}
            case _:
                return {}

    def _other_noun(self, word: str) -> str:
        """A noun of its kind that takes the same articles and plurals."""
        noun = LEXICON.nouns.get(word)
        if noun is None or word in LEXICON.units or not self.drawing.chance(OTHER_NOUN):
            return word
        other = self.drawing.noun({noun.kind})
        alike = [
            (each.kind, each.plural is None, each.is_bare, each.is_pair) for each in (noun, other)
        ]
        return other.word if alike[0] == alike[1] else word

    def _other_verb(self, clause: Clause) -> str:
        """A verb that the same things can be done by."""
        thing = clause.object
        is_done = clause.kind == "verb" and clause.frame in ("transitive", "intransitive")
        if not is_done or clause.passive or not self.drawing.chance(OTHER_VERB):
            return clause.word
        if clause.frame == "transitive" and (thing is None or thing.kind != "noun"):
            return clause.word
        head = "" if thing is None else thing.head
        fitting = _verbs_for(clause.frame, head)
        return self.drawing.one(fitting) if fitting else clause.word

    def _other_number(self, node: NounPhrase) -> dict[str, str]:
        if node.number in LEXICON.dates and self.drawing.chance(OTHER_NUMBER):
            return {"number": self.drawing.one(DATES)}
        is_number = node.number in NUMBERS or node.number.isdecimal()
        is_counted = node.kind == "noun" and is_number and node.number != "one"
        if not is_counted or not self.drawing.chance(OTHER_NUMBER):
            return {}
        return {"number": self._number(1, node.head)}

    def _number(self, least: int, of: str) -> str:
        """A number up to twelve, now and then a larger one; of money a price."""
        draw = self.drawing.random
        if of in PRICED and self.drawing.chance(PRICE):
            return number_word(draw.randrange(1, 100) * PRICED[of])
        if not self.drawing.chance(LARGE):
            return self.drawing.one(NUMBERS[least:HOURS])
        return number_word(draw.randrange(HOURS + 1, 100))

    def _other_quality(self, node: Quality) -> str:
        adjective = LEXICON.adjectives.get(node.word)
        if adjective is None or not self.drawing.chance(OTHER_QUALITY):
            return node.word
        alike = [each for each, its in LEXICON.adjectives.items() if its.kind == adjective.kind]
        other = self.drawing.common(alike)
        return node.word if node.degree and other in UNGRADED else other
