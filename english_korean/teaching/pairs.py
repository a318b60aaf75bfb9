"""Random sentences with their translations, and which part of the data a sentence is in."""

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from typing import Literal

from english_korean.language.lexicon import LEXICON
from english_korean.language.pairs import Pair, pair_of
from english_korean.language.syntax import MAX_WORDS, STYLES, Sentence, Style
from english_korean.language.tokens import as_read, readings, tokenise
from english_korean.teaching.sampling.everyday import everyday_sentence, everyday_texts
from english_korean.teaching.sampling.meanings import meanings
from english_korean.teaching.sampling.sentences import (
    CONSTRUCTED,
    EVERYDAY,
    SELDOMER,
    random_sentence,
    varied_sentence,
    with_unknown_words,
)
from english_korean.teaching.sampling.shapes import shapes

Part = Literal["training", "validation", "test"]
Styled = tuple[tuple[str, ...], Style]
"""English words, and the style of the Korean."""
SENTENCES_WITH_UNKNOWN = 0.15
UNKNOWN_RATE = 0.3
EVENLY = 0.3
"""The share of what is trained on that is drawn for words that have seldom come until then."""
BY_HEART = 0.16
"""The share of what is trained on that is known by heart."""
HEARTS = (2, 3)
"""How often it is a fixed phrase, and how often a sentence of every day."""
SELDOMER_TRAINED = 0.84
"""`SELDOMER` of what is trained on: of long sentences, which are harder, there are more."""
FIXED = frozenset({"opening", "phrase"})
"""Names of the words of fixed phrases."""


def part_of_pair(pair: Pair) -> Part:
    """Decided by a hash of the English words, so that no sentence can be in two parts.

    A fixed phrase is always trained on: nobody who has not met it can know what it means; and so is
    what one says every day, in its very words.
    """
    if all(word.name in FIXED for word in pair.words):
        return "training"
    return part_of(pair.english)


def part_of(words: Sequence[str]) -> Part:
    """The part that a sentence is in that is no fixed phrase, by its English words."""
    if tuple(words) in _everyday_words():
        return "training"
    digest = hashlib.sha256(" ".join(words).encode()).digest()
    return {0: "test", 1: "validation"}.get(digest[0] % 8, "training")  # type: ignore[return-value]


@cache
def _everyday_words() -> frozenset[tuple[str, ...]]:
    """The sentences of every day, in the words of all their readings."""
    return frozenset(
        tuple(as_read(token.text) for token in tokens)
        for text in everyday_texts()
        for tokens in readings(text)
    )


@cache
def known_by_heart() -> tuple[list[str], list[str]]:
    """The fixed phrases, and the texts of the sentences of every day that are none: learned in
    their very words, as one learns words.
    """
    phrases = list(LEXICON.phrases)
    return phrases, [text for text in everyday_texts() if not _is_phrase(text)]


def _is_phrase(text: str) -> bool:
    words = (token.text for token in tokenise(text))
    return " ".join(words) in LEXICON.phrases


def heart_sentence(text: str) -> Sentence:
    """The tree of a fixed phrase or of a sentence of every day."""
    if text in LEXICON.phrases:
        return Sentence(None, phrase=text)
    sentence = everyday_sentence(text)
    assert sentence is not None, text
    return sentence


def random_pairs(
    seed: int, part: Part, max_words: int = MAX_WORDS, everyday: float | None = None
) -> Iterator[Pair]:
    """Endlessly many pairs of one part, in all styles.

    No two are alike but those that are known by heart, which come again and again among what is
    trained on. Each other sentence that is trained on has another one beside it that is made alike
    of other words. In a share of the sentences each noun is made unknown with probability
    UNKNOWN_RATE. Another share of what is trained on has words that have seldom come: one cannot
    know a word that one has not met.

    Args:
        everyday: the share that vary a sentence of every day; by default `EVERYDAY` of what is
            trained on, and all of what is validated and tested, as one types it.
    """
    if everyday is None:
        everyday = EVERYDAY if part == "training" else 1.0
    draw = random.Random(seed)
    seen: set[Styled] = set()
    met: Counter[str] = Counter()
    while True:
        has_unknown = draw.random() < SENTENCES_WITH_UNKNOWN
        is_even = part == "training" and draw.random() < EVENLY
        style = draw.choice(STYLES)
        if part == "training" and draw.random() < BY_HEART:
            (known,) = draw.choices(known_by_heart(), HEARTS)
            yield pair_of(heart_sentence(draw.choice(known)), style)
            continue

        # What unknown words leave of a sentence may be in another part
        is_wanted = _anything if has_unknown else _new_in(part, style, seen)
        seldomer = SELDOMER_TRAINED if part == "training" else SELDOMER
        evenly = met if is_even else None
        rarer = CONSTRUCTED if part == "training" else 0.0
        sentences = [random_sentence(draw, max_words, evenly, is_wanted, seldomer, everyday, rarer)]
        if part == "training":
            sentences.append(varied_sentence(sentences[0], draw, max_words, is_wanted))
        for sentence in sentences:
            if has_unknown:
                sentence = with_unknown_words(sentence, draw, UNKNOWN_RATE)
            pair = pair_of(sentence, style)
            if part_of_pair(pair) == part and (pair.english, style) not in seen:
                seen.add((pair.english, style))
                met.update(pair.english)
                met.update(pair.korean)
                met.update(meanings(sentence))
                met.update(shapes(sentence))
                yield pair


def _anything(words: Sequence[str]) -> bool:
    return True


def _new_in(part: Part, style: Style, seen: Collection[Styled]) -> Callable[[Sequence[str]], bool]:
    """Whether English words are in this part and have not come in this style."""

    def is_new(words: Sequence[str]) -> bool:
        read = tuple(map(as_read, words))
        return part_of(read) == part and (read, style) not in seen

    return is_new
