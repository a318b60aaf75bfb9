"""Why a sentence is outside the language, and which sentences inside are nearest to it."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple, cast

from english_korean.language import repairs
from english_korean.language.english.written import written_english
from english_korean.language.korean.written import written_sentence
from english_korean.language.lexicon import LEXICON
from english_korean.language.reading.sentences import LONGEST, parse
from english_korean.language.recognition import KNOWN_WORDS, Recognition, recognise
from english_korean.language.repairs import Words
from english_korean.language.tables import Row

Kind = Literal[
    "hangul", "too_long", "article", "bare", "number", "determiner", "form", "unknown", "rule",
    "stuck", "unfinished",
]  # fmt: skip

EXAMPLES: Words = tuple(
    tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))["sentences"]
)
"""Sentences of every construction."""
HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")
ALL_AUXILIARIES = frozenset(word for forms in repairs.AUXILIARIES for word in forms)
MOST_WORK = 500
"""Words that are read in looking for repairs, over all attempts: what bounds the time."""
MOST_REPAIRS = 6
LEAST_LIKENESS = 0.5
MOST_ROUNDS = 3
"""Small changes behind each other."""


@dataclass(frozen=True)
class Reason:
    """Why a sentence is not in the language."""

    kind: Kind
    """
    hangul: Korean was typed.
    too_long: there are more words than are read.
    article: a stands for an, or an for a.
    bare, number, determiner: what `agreement.why_not` says of a noun phrase, where putting that
        right makes a sentence.
    form: a verb stands in a form that does not fit, where another form of it makes a sentence.
    unknown: a word that nobody knows stands where no noun can.
    rule: it can be read, and a row of rules/outside.toml keeps it out.
    stuck: nothing goes on with a word.
    unfinished: every word can be read, but they are no sentence together.
    """
    words: Words = ()
    """The words or phrases at fault, as they were typed."""
    read: Words = ()
    """What could be read before the first word at fault; of unknown and stuck."""
    why: Mapping[str, str] = field(default_factory=dict)
    """The reason in each language of the pages; of rule."""


def why_outside(recognition: Recognition) -> Reason | None:
    """Why a sentence is not in the language; None where it is."""
    return None if recognition.sentence else _found(_asked(recognition)).reason


def nearest(recognition: Recognition, most: int = 3) -> list[str]:
    """Sentences inside the language that are nearest to one outside it, the nearest first:
    repaired where that is possible, else examples. None for a sentence inside.
    """
    if recognition.sentence:
        return []
    asked = _asked(recognition)
    return list(_found(asked).repaired[:most]) or _nearest_examples(" ".join(asked.typed), most)


class _Asked(NamedTuple):
    """All that decides what is found."""

    words: Words
    typed: Words
    reached: int
    refused: Row | None


class _Found(NamedTuple):
    reason: Reason
    repaired: Words = ()
    """The nearest first."""


def _asked(recognition: Recognition) -> _Asked:
    texts, typed = zip(*recognition.words, strict=True) if recognition.words else ((), ())
    return _Asked(texts, typed, recognition.reached, recognition.reason)


@lru_cache(maxsize=256)
def _found(asked: _Asked) -> _Found:
    if any(map(HANGUL.search, asked.words)):
        return _Found(Reason("hangul", tuple(filter(HANGUL.search, asked.typed))))
    if len(asked.words) > LONGEST:
        return _Found(Reason("too_long"))
    search = _Search(asked)
    reason = search.article() or search.agreement() or search.unknown_word()
    reason = reason or search.rule() or search.form() or search.place()
    search.repair(reason)
    return _Found(reason, search.ranked())


class _Search:
    """Looks for sentences around one that is outside."""

    def __init__(self, asked: _Asked) -> None:
        self.words, self.typed, self.reached, self._refused = asked
        self.unknown = _unknown(self.words)
        self.repaired: dict[Words, str] = {}
        """Words that are a sentence -> as that is written."""
        self._read: dict[Words, int] = {self.words: self.reached}
        """Words that were tried -> how far they were read."""
        self._direct: frozenset[Words] = frozenset()
        """Repairs of the very thing that is wrong."""
        self._banned: frozenset[str] = frozenset()
        """Unknown words that are known to be no nouns."""
        self._work = 0

    @property
    def is_done(self) -> bool:
        return self._work >= MOST_WORK or len(self.repaired) >= MOST_REPAIRS

    def is_sentence(self, words: Words) -> bool:
        """Whether these words are one, which then is remembered as a repair."""
        if words in self._read or self.is_done or not self._banned.isdisjoint(words):
            return words in self.repaired
        self._work += len(words)
        trees, self._read[words], _ = parse(words, frozenset(_unknown(words)))
        if not trees:
            return False
        text = self._as_typed(written_english(trees[0]))
        if recognise(text).sentence is not None:
            self.repaired[words] = text
        return words in self.repaired

    def _as_typed(self, text: str) -> str:
        """With unknown words in the letters in which they were typed."""
        for place in self.unknown:
            word = re.escape(self.words[place])
            text = re.sub(rf"\b{word}\b", self.typed[place].replace("\\", ""), text, flags=re.I)
        return text

    def article(self) -> Reason | None:
        wrong = repairs.wrong_articles(self.words)
        if not wrong or not self.is_sentence(repairs.with_right_articles(self.words)):
            return None
        return Reason("article", tuple(" ".join(self.typed[i : i + 2]) for i in wrong))

    def agreement(self) -> Reason | None:
        """Noun phrases that are wrong, where it is enough to put these right."""
        found = repairs.faults(self.words, self.unknown)
        for some in [found, *([fault] for fault in found)][:8]:
            ways = [repairs.mended(self.words, some, choice) for choice in range(2)]
            if some and any([self.is_sentence(way) for way in ways]):
                kind = cast(Kind, some[0].kind)
                same = (fault for fault in some if fault.kind == kind)
                said = (" ".join(self.typed[each.start : each.stop]) for each in same)
                return Reason(kind, tuple(said))
        return None

    def unknown_word(self) -> Reason | None:
        """Words that nobody knows, where the reading ended at one or another sort of word fits."""
        for words in repairs.respelled(self.words, self.unknown):
            if self.is_sentence(words):
                changed = [i for i in self.unknown if words[i] != self.words[i]]
                return self._at("unknown", changed)
        for words in repairs.like_other_sorts(self.words, self.unknown):
            self._work += len(words)
            if parse(words, frozenset()).trees:
                self.is_sentence(repairs.without(self.words, self.unknown))
                return self._at("unknown", self.unknown)
        return self._at("unknown", [self.reached]) if self.reached in self.unknown else None

    def rule(self) -> Reason | None:
        """What keeps out a sentence that can be read."""
        return None if self._refused is None else Reason("rule", why=self._refused.result["why"])

    def form(self) -> Reason | None:
        """A verb that stands in another form than the one that fits."""
        verbs = [i for i, word in enumerate(self.words) if word in LEXICON.verb_forms]
        verbs += [i for i, word in enumerate(self.words) if word in ALL_AUXILIARIES]
        for place, words in repairs.in_other_forms(self.words, dict.fromkeys(verbs)):
            if self.is_sentence(words):
                return self._at("form", [place])
        return None

    def place(self) -> Reason:
        if self.reached >= len(self.words):
            return Reason("unfinished")
        return self._at("stuck", [self.reached])

    def _at(self, kind: Kind, places: Sequence[int]) -> Reason:
        return Reason(kind, tuple(self.typed[i] for i in places), self.typed[: places[0]])

    def repair(self, reason: Reason) -> None:
        """Small changes; and where no one of them is enough, more behind the most hopeful."""
        self._direct = frozenset(self.repaired)
        if reason.kind == "unknown":
            lost = {i for i in self.unknown if self.typed[i] in reason.words}
            self._banned = frozenset(self.words[i] for i in lost)
        words = self.words
        for _ in range(MOST_ROUNDS):
            tried = list(repairs.attempts(words, self._read[words]))
            for each in tried:
                self.is_sentence(each)
            read = [each for each in tried if each in self._read and each not in self.repaired]
            if self.repaired or self.is_done or not read:
                return
            words = min(read, key=lambda each: len(each) - self._read[each])

    def ranked(self) -> Words:
        """The repairs, the nearest first, without those that hardly anything is left in."""
        likeness = {words: _likeness(words, self.words) for words in self.repaired}
        near = [words for words in self.repaired if likeness[words] >= LEAST_LIKENESS]
        ranked = sorted(near, key=lambda words: (words not in self._direct, -likeness[words]))
        return tuple(dict.fromkeys(self.repaired[words] for words in ranked))


def _unknown(words: Words) -> list[int]:
    return [place for place, word in enumerate(words) if word not in KNOWN_WORDS]


def _likeness(first: Words, second: Words) -> float:
    """Between 0 and 1, of words and of letters alike."""
    letters = SequenceMatcher(None, " ".join(first), " ".join(second), autojunk=False).ratio()
    return (letters + SequenceMatcher(None, first, second, autojunk=False).ratio()) / 2


def _nearest_examples(text: str, most: int) -> list[str]:
    """By their words; Korean by what they are in Korean."""
    is_korean = HANGUL.search(text) is not None
    matcher = SequenceMatcher(None, autojunk=False)
    matcher.set_seq2(text if is_korean else text.lower())
    scores = []
    for place, example in enumerate(EXAMPLES):
        matcher.set_seq1(_korean_examples()[example] if is_korean else example.lower())
        scores.append((-matcher.ratio(), place))
    return [EXAMPLES[place] for _, place in sorted(scores)[:most]]


@cache
def _korean_examples() -> dict[str, str]:
    pairs = {example: recognise(example).pair for example in EXAMPLES}
    return {text: written_sentence(pair.korean) if pair else "" for text, pair in pairs.items()}
