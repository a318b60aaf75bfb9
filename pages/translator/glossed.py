"""The labels of the translator's tokens, with glosses for readers of the other language."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from english_korean.language.glosses import gloss, korean_gloss
from pages.translator.decoding import DecodedSentence, shown_token
from ui.models import Attentions
from ui.picture.label import Label

MOST_VOCABULARIES = 8


def korean_label(language: str, token: str, name: str = "") -> Label:
    """The label of a Korean token; `name` tells it from equal ones."""
    known = gloss(token) if language == "en" else ""
    return Label(name or shown_token(token), _unless_same(token, known))


def english_label(language: str, word: str, name: str = "") -> Label:
    """The label of an English word; `name` tells it from equal ones."""
    known = korean_gloss(word) if language == "ko" else ""
    return Label(name or shown_token(word), _unless_same(word, known))


def _unless_same(token: str, known: str) -> str:
    """An unknown word and a number are their own gloss, which says nothing."""
    return "" if known == token else known


def source_labels(
    language: str, written: DecodedSentence, names: Sequence[str]
) -> tuple[Label, ...]:
    """The words of the sentence under these names."""
    words = (word.text for word in written.recognition.words)
    return tuple(english_label(language, *each) for each in zip(words, names, strict=True))


def glossed(language: str, written: DecodedSentence) -> Attentions:
    """What the heads attended to, with the gloss of each word and of each token."""
    seen = written.attentions
    named = zip(written.tokens, seen.predicted, strict=True)
    predicted = tuple(korean_label(language, *each) for each in named)
    source = source_labels(language, written, seen.source)
    start = korean_label(language, written.style.token, seen.read[0])
    return replace(seen, source=source, read=(start, *predicted[:-1]), predicted=predicted)


@lru_cache(maxsize=MOST_VOCABULARIES)
def korean_labels(language: str, tokens: tuple[str, ...]) -> tuple[Label, ...]:
    """The labels of a whole vocabulary."""
    return tuple(korean_label(language, token) for token in tokens)


def likeliest(language: str, written: DecodedSentence, step: int) -> list[tuple[Label, float]]:
    """The most probable tokens of a step with their probabilities."""
    return [(korean_label(language, name), share) for name, share in written.likeliest(step)]


def chosen(language: str, written: DecodedSentence, step: int) -> tuple[Label, float]:
    """The token written at a step, and its probability."""
    name, share = written.chosen(step)
    return korean_label(language, written.tokens[step], name), share
