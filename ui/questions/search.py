"""Finds questions by words: other wordings, word forms and typos, in English and Korean at once.

Each word of the query is compared with every word that a question is known by, and counts for as
much as it tells questions apart. Korean is compared letter by letter, so that endings and particles
weigh little, and words that are written together are taken apart.

The limits below are those that best part what people ask here from what no question answers, over
the lists in tests/ui/questions/wordings.py: `python -m tests.ui.questions.wordings` says how well.
"""

import math
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple
from unicodedata import normalize

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA, JaroWinkler

from ui.questions.register import REGISTER, WORDS, Question, all_phrases
from ui.words.language import LANGUAGES, text_of

LONGEST_QUERY = 200
MOST_WORDS = 24
MOST_FOUND = 6
MOST_CLOSEST = 3
SURE = 0.64
"""The least score of a question that answers a query, if it has at most half of its words."""
FITS = 0.34
"""The same, if it has more of them."""
LEAST_TOLD = 2.85
"""The least rarity of the words that the two have in common: “model” alone tells nothing."""
AS_WORDED = 0.99
"""The least score of a query that is one of the wordings itself, however common its words are."""
NEAR = 0.3
"""The least score of one that is offered when none does."""
SAME_WORD = 0.86
"""The least similarity of two forms or spellings of a word."""
LONGEST_ENDING = {True: 4, False: 5}
"""Letters, in Korean syllables, that the longer of two forms may have after the shorter one."""
IS_COVERED = 0.35
"""The least weight with which an entry has a word."""
WEIGHT_OF_ANSWER = 0.5
WEIGHT_OF_PHRASE = 0.25
UNKNOWN_COUNT = 2
"""In how many questions a word that none has is taken to occur."""
LEAST_SHARE = 0.7
"""Questions below this share of the best score are not listed beside it."""
_SIGNS = {
    "√": " root ", "∞": " infinity ", "&": " and ", "|": " or ", "×": " times ", "%": " percent ",
    "⁴": "4", "−": "-", "’": "", "'": "",
}  # fmt: skip
_SPELLINGS = {
    "prenorm": "pre", "postnorm": "post", "preln": "pre", "postln": "post", "minus": "negative",
    "sqrt": "root", "루트": "root", "제곱근": "root", "inf": "infinity", "무한대": "infinity",
    "d_k": "dk", "d_model": "dmodel", "pad": "padding", "attn": "attention", "lr": "rate",
    "multihead": "multi", "pos": "position", "concat": "concatenate", "qkv": "query",
    "lookahead": "look", "causal": "look", "nan": "nan", "nans": "nan",
    "fp16": "half", "float16": "half", "bf16": "half", "1e4": "104", "10000": "104",
}  # fmt: skip


@cache
def _ignored() -> frozenset[str]:
    """The words that any question may have."""
    return frozenset(
        word for code in LANGUAGES for word in text_of(WORDS, code)("ask.ignored").split()
    )


class Found(NamedTuple):
    """Questions that fit, best first; if none does, the closest ones."""

    questions: tuple[Question, ...]
    fits: bool


@dataclass(frozen=True)
class _Entry:
    """What a question is known by: each word with its weight, and whole phrases."""

    question: Question
    words: dict[str, float]
    phrases: tuple[str, ...]


def words_of(text: str) -> list[str]:
    """Return the words of a text, without those that every question has."""
    found = [_spelt(piece) for word in _split(text) for piece in _apart(word)]
    return [word for word in found if word not in _ignored()] or found


def _split(text: str) -> list[str]:
    for sign, word in _SIGNS.items():
        text = text.replace(sign, word)
    return re.findall(r"\w+", normalize("NFKC", text).casefold())


@cache
def _korean_words() -> frozenset[str]:
    """The Korean words of the questions, as they are written there."""
    texts = (text for one in REGISTER for text in (*all_phrases(one, "ko"), one.answer("ko")))
    words = {word for text in texts for word in _split(text) if _is_korean(word)}
    return frozenset({word for word in words if len(word) > 1} - _ignored())


@lru_cache(maxsize=2_000)
def _apart(word: str) -> tuple[str, ...]:
    """Return the words that are written together as one: 크로스어텐션이 is 크로스, 어텐션."""
    if not _is_korean(word) or word in _korean_words():
        return (word,)
    pieces, start = [], 0
    while start < len(word):
        ends = range(len(word), start + 1, -1)
        end = next((one for one in ends if word[start:one] in _korean_words()), None)
        if end:
            pieces.append(word[start:end])
        start = end or start + 1
    return tuple(pieces) if len(pieces) > 1 else (word,)


def _spelt(word: str) -> str:
    """Return the one spelling that stands for a word here; a Korean word may have a particle."""
    if _is_korean(word):
        starts = (one for one in _SPELLINGS if _is_korean(one) and word.startswith(one))
        return _SPELLINGS[start] if (start := next(starts, "")) else word
    return _SPELLINGS.get(word, word)


@cache
def _letters(word: str) -> str:
    """Return a word with each Korean syllable taken apart."""
    return normalize("NFD", word)


def _is_korean(word: str) -> bool:
    return "가" <= word[0] <= "힣"


def likeness(asked: str, known: str) -> float:
    """Return how surely two words are the same one: 0 to 1."""
    if asked == known:
        return 1.0
    if _is_korean(asked) != _is_korean(known) or min(len(asked), len(known)) < 2:
        return 0.0
    is_korean = _is_korean(asked)
    shorter, longer = sorted((asked, known), key=len)
    if len(shorter) >= (2 if is_korean else 4) and longer.startswith(shorter):
        return 0.95 if len(longer) - len(shorter) <= LONGEST_ENDING[is_korean] else 0.0
    if is_korean and shorter in longer:
        return 0.9
    if not is_korean and (
        len(shorter) < 3 or OSA.distance(asked, known) > max(1, len(longer) // 4)
    ):
        return 0.0
    alike: float = JaroWinkler.similarity(_letters(asked), _letters(known))
    return alike if alike >= SAME_WORD else 0.0


@cache
def _entries() -> tuple[_Entry, ...]:
    return tuple(_entry(question) for question in REGISTER)


def _entry(question: Question) -> _Entry:
    phrases = all_phrases(question)
    answers = [question.answer(code) for code in LANGUAGES]
    words = {word: WEIGHT_OF_ANSWER for text in answers for word in words_of(text)}
    words |= {word: 1.0 for phrase in phrases for word in words_of(phrase)}
    return _Entry(question, words, tuple(" ".join(words_of(one)) for one in phrases))


@cache
def _frequencies() -> Counter[str]:
    """In how many questions each word occurs."""
    return Counter(word for entry in _entries() for word in entry.words)


@lru_cache(maxsize=2_000)
def _alike(word: str) -> dict[str, float]:
    """Return the known words that may be this one, with their likeness."""
    found = {known: likeness(word, known) for known in _frequencies()}
    return {known: alike for known, alike in found.items() if alike}


def _rarity(word: str) -> float:
    """Return how much a word tells questions apart; an unknown one counts as a rare word."""
    counts = [_frequencies()[known] for known in _alike(word)]
    return math.log(1 + len(REGISTER) / max(counts, default=UNKNOWN_COUNT))


class _Match(NamedTuple):
    """How well an entry fits a query."""

    score: float
    """0 to 1: the share of the query that it covers, by rarity, and how alike they are as a
    whole."""
    told: float
    """The rarity of what it covers."""
    share: float
    """The share of the words that it covers."""

    @property
    def fits(self) -> bool:
        if self.score >= AS_WORDED:
            return True
        least = FITS if self.share > 0.5 else SURE
        return self.told >= LEAST_TOLD and self.score >= least


def _match(entry: _Entry, asked: list[str]) -> _Match:
    weights = [
        max((entry.words.get(known, 0) * like for known, like in _alike(word).items()), default=0)
        for word in asked
    ]
    rarities = [_rarity(word) for word in asked]
    told = sum(weight * rarity for weight, rarity in zip(weights, rarities, strict=True))
    if not told:
        return _Match(0, 0, 0)
    phrase = max(fuzz.token_sort_ratio(" ".join(asked), one) for one in entry.phrases) / 100
    score = (1 - WEIGHT_OF_PHRASE) * told / sum(rarities) + WEIGHT_OF_PHRASE * phrase
    return _Match(score, told, sum(weight >= IS_COVERED for weight in weights) / len(asked))


@lru_cache(maxsize=1_000)
def find(query: str) -> Found:
    """Find the questions for what somebody typed; none for an empty query."""
    asked = words_of(query[:LONGEST_QUERY])[:MOST_WORDS]
    if not asked:
        return Found((), True)
    found = [(_match(entry, asked), entry.question) for entry in _entries()]
    found.sort(key=lambda one: -one[0].score)
    best = found[0][0]
    if best.fits:
        least = best.score * LEAST_SHARE
        return Found(tuple(one for match, one in found if match.score >= least)[:MOST_FOUND], True)
    return Found(tuple(one for match, one in found if match.score >= NEAR)[:MOST_CLOSEST], False)
