"""Random sentences, and sentences with unknown words."""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from english_korean.language.english.sentences import english_words
from english_korean.language.korean.sentences import korean_morphemes
from english_korean.language.korean.topic import never_called
from english_korean.language.lexicon import LEXICON
from english_korean.language.reading.sentences import parse
from english_korean.language.senses import PEOPLE, kind_of
from english_korean.language.syntax import (
    STYLES,
    SUBORDINATE,
    Adverbial,
    Clause,
    NounPhrase,
    Quality,
    Sentence,
    replace,
)
from english_korean.language.tree import changed_inside, with_changes
from english_korean.teaching.sampling.everyday import YEARS, EverydayDrawing
from english_korean.teaching.sampling.meanings import meanings
from english_korean.teaching.sampling.plausible import can_be_asked, is_plausible
from english_korean.teaching.sampling.questions import QuestionDrawing
from english_korean.teaching.sampling.shapes import shapes

KINDS = {"statement": 54, "linked": 11, "yes-no": 10, "wh": 13, "command": 7, "proposal": 2,
         "phrase": 3, "thanks": 0.7}  # fmt: skip
LINKS = {"because": 6, "when": 7, "if": 6, "although": 3, "before": 3, "after": 3, "while": 2,
         "until": 1, "as soon as": 3, "since": 2, "and": 7, "but": 5, "so": 4,
         "or": 1}  # fmt: skip
WITHOUT_MOOD = ("if", "when", "before", "after", "until", "while", "as soon as")
"""Links behind which the clause has no mood: "when he comes"."""
TOLD = ("quiet", "careful", "kind", "nice", "brave", "honest", "polite", "patient", "ready",
        "good")  # fmt: skip
"""What one is told to be."""
USUAL_WORDS = 6
SELDOMER = 0.72
"""A longer sentence is drawn less often by this for each word that it has more."""
CHOICE = 8
"""Of so many sentences that with the word is taken that has come least."""
BY_MEANING = 0.3
"""The share of those choices that go by words which decide each other's meaning."""
BY_SHAPE = 0.45
"""The share that goes by how a sentence is built; those may be long."""
CONSTRUCTED = 0.15
"""The share of what is trained on that varies a sentence of a rarer construction."""
EVERYDAY_SHAPES = 0.45
"""How many of those vary an everyday sentence, for each that would else: what people write is built
in more ways than one says every day."""
USUAL = 1000
"""How often a sentence counts as met that has no such words."""
EVERYDAY = 0.9
"""The share of sentences that vary one of every day; the others are made up from nothing, which
is how what nobody would say comes about."""
EVENLY_VARIED = 0.2
"""The share of the sentences made like another one in which seldom words come about as often as
usual ones."""
DATED = 0.5
"""The share of "in May", "since May" that is made "in 1990" where words are made unknown."""
DATING = frozenset({"in", "since", "until", "before", "after", "by"})
KEPT = frozenset({"weekday", "month_name", "season", "period", "meal", "language", "vehicle"})
"""Kinds of nouns that are never unknown: what they say depends on which they are."""


def random_sentence(
    draw: random.Random,
    max_words: int,
    met: Mapping[str, int] | None = None,
    is_wanted: Callable[[Sequence[str]], bool] = lambda words: True,
    seldomer: float = SELDOMER,
    everyday: float = EVERYDAY,
    constructed: float = 0.0,
) -> Sentence:
    """A sentence of at most so many words, which has the translation that a reader gives it.

    Args:
        met: how often each English word and each Korean morpheme has come, and words together of
            which one decides what the other means (`meanings`). Where it is given, the sentence is
            a short one with what has seldom come.
        is_wanted: whether a sentence of these English words may come.
        seldomer: how much less often a sentence is drawn for each word that it has more.
        everyday: the share that vary a sentence of every day.
        constructed: the share, before all else, that vary one of the rarer constructions.
    """
    drawing = SentenceDrawing(draw, evenly=met is not None)
    varying = EverydayDrawing(drawing)

    def drawn(share: float) -> Sentence:
        while True:
            if drawing.chance(share):
                return varying.sentence()
            sentence = drawing.sentence()
            if is_plausible(sentence):
                return sentence

    def chosen() -> tuple[Sentence, bool]:
        """A sentence, and whether it may be long."""
        if constructed and drawing.chance(constructed):
            return varying.constructed(), True
        if met is None:
            return drawn(everyday), False
        least = drawing.weighted(LEAST)
        by_shape = least is _least_built
        share = everyday * (EVERYDAY_SHAPES if by_shape else 1)
        choice = [drawn(share) for _ in range(CHOICE)]
        return min(choice, key=partial(least, met=met)), by_shape

    while True:
        sentence, may_be_long = chosen()
        words = [word.text for word in english_words(sentence)]
        shorter = 1.0 if may_be_long else seldomer ** (len(words) - USUAL_WORDS)
        if len(words) > max_words or not drawing.chance(shorter):
            continue
        trees = parse(words, frozenset()).trees if is_wanted(words) else []
        if trees and is_plausible(trees[0], by_kind=False):
            return trees[0]


def varied_sentence(
    sentence: Sentence,
    draw: random.Random,
    max_words: int,
    is_wanted: Callable[[Sequence[str]], bool] = lambda words: True,
) -> Sentence:
    """A sentence made like another one, with other words of the same kinds where such are drawn.

    Args:
        is_wanted: as of `random_sentence`; where it is not, the sentence itself comes again.
    """
    everyday = EverydayDrawing(SentenceDrawing(draw, evenly=draw.random() < EVENLY_VARIED))
    words = [word.text for word in english_words(everyday.varied(sentence))]
    is_read = len(words) <= max_words and is_wanted(words)
    trees = parse(words, frozenset()).trees if is_read else []
    return trees[0] if trees and is_plausible(trees[0], by_kind=False) else sentence


def _least_met(sentence: Sentence, met: Mapping[str, int]) -> int:
    """How often the word or morpheme has come that came least; a long sentence has more words to
    learn from, but is harder.
    """
    words = [word.text for word in english_words(sentence)]
    morphemes = [each.text for each in korean_morphemes(sentence, STYLES[0])]
    seldom = min(met.get(each, 0) for each in (*words, *morphemes))
    return seldom + max(0, len(words) - USUAL_WORDS)


def _least_meant(sentence: Sentence, met: Mapping[str, int]) -> int:
    """How often words have come together of which one decides what the other means."""
    seldom = min((met.get(each, 0) for each in meanings(sentence)), default=USUAL)
    return seldom + max(0, len(english_words(sentence)) - USUAL_WORDS)


def _least_built(sentence: Sentence, met: Mapping[str, int]) -> int:
    """How often that has come which is rarest in how it is built."""
    return min((met.get(each, 0) for each in shapes(sentence)), default=USUAL)


LEAST = {_least_meant: BY_MEANING, _least_built: BY_SHAPE, _least_met: 1 - BY_MEANING - BY_SHAPE}


def with_unknown_words(sentence: Sentence, draw: random.Random, rate: float) -> Sentence:
    """With each noun and name made unknown at this rate, where it is still read alike."""
    words = english_words(_with_unknown(sentence, draw, rate))
    unknown = frozenset(i for i, word in enumerate(words) if word.unknown)
    trees = parse([word.text for word in words], unknown).trees
    return trees[0] if trees else sentence


def _with_unknown(node: Any, draw: random.Random, rate: float) -> Any:
    if isinstance(node, Adverbial) and _says_month(node) and draw.random() < DATED:
        return replace(node, phrase=NounPhrase(str(draw.randrange(*YEARS)), "year"))
    changes = changed_inside(node, lambda inner: _with_unknown(inner, draw, rate))
    if isinstance(node, NounPhrase) and node.kind == "noun" and draw.random() < rate:
        is_special = node.head in LEXICON.units or LEXICON.nouns[node.head].kind in KEPT
        if not is_special and not node.measure:
            changes |= {"kind": "unknown", "head": f"word{draw.randrange(1000)}"}
    return with_changes(node, changes)


def _says_month(adverbial: Adverbial) -> bool:
    """In May, since summer: it can as well be a year."""
    return adverbial.word in DATING and kind_of(adverbial.phrase) in ("month_name", "season")


class SentenceDrawing(QuestionDrawing):
    """Draws sentences."""

    def sentence(self) -> Sentence:
        """A sentence of any kind, which may be longer than can be used, or read otherwise."""
        kinds: dict[str, Callable[[], Sentence]] = {
            "statement": lambda: Sentence(self.clause()), "linked": self._linked,
            "yes-no": self._yes_no, "wh": self.asking, "command": self._command,
            "proposal": self._proposal, "phrase": self._phrase, "thanks": self._thanks,
        }  # fmt: skip
        kind = self.weighted(KINDS)
        sentence = kinds[kind]()
        if kind in ("statement", "linked", "wh") and self.chance(0.015):
            return replace(sentence, opening=self.one([*LEXICON.openings, *LEXICON.phrases]))
        return sentence

    def _phrase(self) -> Sentence:
        """Good morning; hello, how are you?"""
        phrase = self.one(list(LEXICON.phrases))
        opening = self.one(list(LEXICON.phrases)) if self.chance(0.2) else ""
        if can_be_asked(phrase) and self.chance(0.2):
            opening = "please"
        return Sentence(None, phrase=phrase, opening=opening)

    def _thanks(self) -> Sentence:
        clause = Clause("verb", None, "thank", "thanks")
        if self.chance(0.5):
            return Sentence(replace(clause, object=self.phrase({"abstract", "thing"})))
        return Sentence(replace(clause, complement=self.inner()))

    def _linked(self) -> Sentence:
        """Two clauses."""
        link = self.weighted(LINKS)
        first, second = self.simple(), self.simple()
        if link in SUBORDINATE:
            return self._with_subordinate(first, link, second)
        can_share = link in ("and", "but", "or") and first.subject is not None
        if can_share and second.kind != "there" and self.chance(0.45):
            second = replace(second, subject=first.subject)
            return Sentence(first, link=link, other=second, shared=True)
        return Sentence(first, link=link, other=second)

    def _with_subordinate(self, first: Clause, link: str, second: Clause) -> Sentence:
        """He sleeps when it rains; if it rains, stay at home."""
        if link in WITHOUT_MOOD:
            second = replace(second, mood="")
        if self.chance(0.3) and second.subject is not None:
            second = replace(second, subject=first.subject)
        elif self.chance(0.4) and second.subject is not None:
            second = replace(second, subject=self._pronoun_of(first))
        if self.chance(0.08):
            command = self._command()
            if command.clause is not None and not command.other:
                return replace(command, link=link, other=second, opening="", closing="",
                               other_first=self.chance(0.5))  # fmt: skip
        return Sentence(first, link=link, other=second, other_first=self.chance(0.45))

    def _pronoun_of(self, clause: Clause) -> NounPhrase:
        """What stands for the subject or the object of a clause."""
        nouns = [each for each in (clause.subject, clause.object) if each and each.kind == "noun"]
        if not nouns:
            return NounPhrase(self.one(("it", "they")), "pronoun")
        thing = self.one(nouns)
        if thing.plural or thing.other is not None:
            return NounPhrase("they", "pronoun")
        callers = ("he", "she") if kind_of(thing) in PEOPLE else ("it",)
        fitting = [each for each in callers if each not in never_called(thing.head)]
        return NounPhrase(self.one(fitting), "pronoun")

    def _yes_no(self) -> Sentence:
        clause = self.clause()
        contracted = clause.negated and self.chance(0.5)
        if self.chance(0.12):
            return Sentence(self._asked_for(), "question")
        return Sentence(clause, "question", contracted=contracted)

    def _asked_for(self) -> Clause:
        """Could you open the door? May I go? Shall we eat?"""
        clause = self.clause(("transitive", "intransitive", "ditransitive"))
        mood = self.one(("could", "would", "can", "may", "shall", "will"))
        who = self.one(("you",) if mood != "shall" else ("i", "we"))
        if mood in ("can", "may") and self.chance(0.6):
            who = self.one(("i", "we"))
        return replace(clause, mood=mood, aspect="", tense="present", negated=False,
                       subject=NounPhrase(who, "pronoun"))  # fmt: skip

    def _command(self) -> Sentence:
        if self.chance(0.06):
            return Sentence(self.inner(), "command", "and", self.inner())
        if self.chance(0.1):
            clause = Clause("adjective", None, quality=Quality(self.one(TOLD)))
        else:
            clause = self.inner()
        clause = replace(clause, negated=self.chance(0.22))
        how = self.random.random()
        opening, closing = "please" if how < 0.2 else "", "please" if 0.2 <= how < 0.3 else ""
        return Sentence(clause, "command", opening=opening, closing=closing)

    def _proposal(self) -> Sentence:
        proposed = Sentence(replace(self.inner(), negated=self.chance(0.12)), "proposal")
        if not self.chance(0.15):
            return proposed
        link = self.one(WITHOUT_MOOD)
        other = replace(self.simple(), mood="")
        return replace(proposed, link=link, other=other, other_first=self.chance(0.5))
