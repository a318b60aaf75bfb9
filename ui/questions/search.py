"""Finds questions by words: other wordings, word forms and typos, in English and Korean at once.

Each word of the query is compared with every word that a question is known by, and counts for as
much as it tells questions apart. Korean is compared letter by letter, so that endings and particles
weigh little.
"""

import math
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple
from unicodedata import normalize

from rapidfuzz import fuzz
from rapidfuzz.distance import JaroWinkler

from ui.questions.register import REGISTER, WORDS, Question, all_phrases
from ui.words.language import LANGUAGES, text_of

LONGEST_QUERY = 200
MOST_WORDS = 24
MOST_FOUND = 6
MOST_CLOSEST = 3
FITS = 0.45
"""The least score of a question that answers a query."""
NEAR = 0.3
"""The least score of one that is offered when none does."""
SAME_WORD = 0.86
"""The least similarity of two forms or spellings of a word."""
WEIGHT_OF_ANSWER = 0.5
WEIGHT_OF_PHRASE = 0.25
USUAL_COUNT = 6
"""In how many questions a word occurs that none has."""
LEAST_SHARE = 0.7
"""Questions below this share of the best score are not listed beside it."""
_SIGNS = {
    "√": " root ", "∞": " infinity ", "&": " and ", "|": " or ", "×": " times ", "%": " percent ",
    "⁴": "4", "−": "-", "’": "", "'": "",
}  # fmt: skip
_SPELLINGS = {
    "sqrt": "root", "루트": "root", "제곱근": "root", "inf": "infinity", "무한대": "infinity",
    "d_k": "dk", "d_model": "dmodel", "pad": "padding", "attn": "attention", "lr": "rate",
    "multihead": "multi", "pos": "position", "concat": "concatenate", "qkv": "query",
    "lookahead": "look", "causal": "look", "nan": "nan", "nans": "nan",
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
    for sign, word in _SIGNS.items():
        text = text.replace(sign, word)
    plain = normalize("NFKC", text).casefold()
    found = [_spelt(word) for word in re.findall(r"\w+", plain)]
    return [word for word in found if word not in _ignored()] or found


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
    shorter, longer = sorted((asked, known), key=len)
    least = 2 if _is_korean(asked) else 4
    if len(shorter) >= least and longer.startswith(shorter):
        return 0.95
    if _is_korean(asked) and shorter in longer:
        return 0.9
    if len(shorter) < 3 and not _is_korean(asked):
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
    """Return how much a word tells questions apart; an unknown one counts as an average word."""
    counts = [_frequencies()[known] for known in _alike(word)]
    return math.log(1 + len(REGISTER) / max(counts, default=USUAL_COUNT))


def _score(entry: _Entry, asked: list[str]) -> float:
    """Return how well an entry fits, 0 to 1: the share of the query that it covers, by rarity, and
    how alike the two are as a whole.
    """
    covered = whole = 0.0
    for word in asked:
        alike = _alike(word).items()
        best = max((entry.words.get(known, 0) * like for known, like in alike), default=0)
        covered += best * _rarity(word)
        whole += _rarity(word)
    if not covered:
        return 0.0
    phrase = max(fuzz.token_sort_ratio(" ".join(asked), one) for one in entry.phrases) / 100
    return (1 - WEIGHT_OF_PHRASE) * covered / whole + WEIGHT_OF_PHRASE * phrase


@lru_cache(maxsize=1_000)
def find(query: str) -> Found:
    """Find the questions for what somebody typed; none for an empty query."""
    asked = words_of(query[:LONGEST_QUERY])[:MOST_WORDS]
    if not asked:
        return Found((), True)
    scored = [(_score(entry, asked), entry.question) for entry in _entries()]
    scored.sort(key=lambda one: -one[0])
    best = scored[0][0]
    if best >= FITS:
        least = max(FITS * LEAST_SHARE, best * LEAST_SHARE)
        return Found(tuple(one for score, one in scored if score >= least)[:MOST_FOUND], True)
    return Found(tuple(one for score, one in scored if score >= NEAR)[:MOST_CLOSEST], False)
