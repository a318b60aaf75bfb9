"""The tasks of a small Transformer: sentences, and what each of them becomes."""

import hashlib
import string
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

import torch

from transformer_core.checks import require_sizes
from transformer_core.random_tensors import generator
from transformer_lab.learning.small_language import small_sentences
from transformer_lab.learning.training import TokenPair
from transformer_lab.vocabulary import END_ID, START_ID, UNKNOWN_ID, Vocabulary

Split = Literal["training", "held_out"]
Words = tuple[str, ...]
LENGTH = 10
SYMBOLS = tuple("0123456789")
HELD_OUT_SHARE = 1 / 8
"""The share of all sentences that is never trained on."""
EXAMPLE_DIGITS = tuple("3141592653")


class Sentence(NamedTuple):
    """The input, and the right output."""

    source: Words
    target: Words


class UnreadableError(ValueError):
    """A typed input that the task has no words for; `word` is the first of them, or None."""

    def __init__(self, message: str, word: str | None = None) -> None:
        super().__init__(message)
        self.word = word


@dataclass(frozen=True)
class Task:
    """A task by its name, with the words of both sides."""

    name: str
    source: Vocabulary
    target: Vocabulary
    longest: int
    """Positions of the longest source or target, start and end token included."""
    drawn: Callable[[torch.Generator, Split], Iterator[Sentence]]
    """Endlessly many sentences of one split."""
    right: Callable[[Words], Words | None]
    """The right target of a source; None where the task does not say."""
    example: Sentence
    """The sentence whose attention is shown; held out."""
    lengths: tuple[int, int] = (LENGTH, LENGTH)
    """Words of the shortest and of the longest source that it is trained on."""
    cut: Callable[[str], Words] | None = None
    """Makes words of a typed source; digits and English words where there is none."""
    space: str = ""
    """What is written between two words."""

    def words_of(self, text: str) -> Words:
        """A typed source as words, whether the task has them or not."""
        return (self.cut or self._usual_cut)(text)

    def _usual_cut(self, text: str) -> Words:
        is_of_digits = self.source.tokens[-1].isdigit()
        return tuple("".join(text.split())) if is_of_digits else _english_words(text)

    def draw(self, count: int, seed: int, split: Split) -> list[TokenPair]:
        """`count` sentences as token ids: the source; the target with its start and end token.

        A sentence is trained on or held out, decided by a hash of its words, never both.
        """
        require_sizes({"count": count})
        sentences = self.drawn(generator(seed), split)
        return [self.ids(next(sentences)) for _ in range(count)]

    def ids(self, sentence: Sentence) -> TokenPair:
        """One sentence as token ids."""
        target = [START_ID, *self.target.ids(sentence.target), END_ID]
        return self.source.ids(sentence.source), target

    def words(self, ids: Iterable[int]) -> Words:
        """The words of target ids, from after the start token to the first end token."""
        kept = []
        for index in ids:
            if index == END_ID:
                break
            if index != START_ID:
                kept.append(index)
        return tuple(self.target.words(kept))

    def read(self, text: str) -> Words:
        """A typed source as words: digits with or without spaces between, or English.

        Raises: UnreadableError for an empty text, a word that the task does not have, and for
            more words than any sentence of the task.
        """
        words = self.words_of(text)
        if not words:
            raise UnreadableError("the text must contain at least one word")
        unknown = next((word for word in words if self.source.ids([word]) == [UNKNOWN_ID]), None)
        if unknown is not None:
            raise UnreadableError(f"{unknown!r} is not a word of the task {self.name}", unknown)
        if len(words) > self.longest - 2:
            raise UnreadableError(
                f"the number of words must be at most {self.longest - 2}, got {len(words)}"
            )
        return words


def split_of(source: Words) -> Split:
    """The split of the data that a source is in."""
    first = hashlib.sha256(" ".join(source).encode()).digest()[0]
    return "held_out" if first < 256 * HELD_OUT_SHARE else "training"


def _english_words(text: str) -> Words:
    """Without punctuation; what else is no letter stays, and is no word of the task."""
    is_left_out = {*string.punctuation, *"“”‘’…–—"}
    return tuple("".join(" " if c in is_left_out else c for c in text.lower()).split())


def _digit_task(name: str, right: Callable[[Words], Words]) -> Task:
    """Ten digits, and the rule that makes ten others of them."""
    digits = Vocabulary.of_words(SYMBOLS)

    def drawn(draw: torch.Generator, split: Split) -> Iterator[Sentence]:
        while True:
            for row in torch.randint(len(SYMBOLS), (256, LENGTH), generator=draw).tolist():
                source = tuple(SYMBOLS[index] for index in row)
                if split_of(source) == split:
                    yield Sentence(source, right(source))

    example = Sentence(EXAMPLE_DIGITS, right(EXAMPLE_DIGITS))
    return Task(name, digits, digits, LENGTH + 2, drawn, right, example)


def _translation_task() -> Task:
    """The small language, from English into Korean."""
    sentences = [Sentence(*pair) for pair in small_sentences()]
    answers = dict(sentences)
    splits: dict[Split, list[Sentence]] = {"training": [], "held_out": []}
    for sentence in sentences:
        splits[split_of(sentence.source)].append(sentence)

    def drawn(draw: torch.Generator, split: Split) -> Iterator[Sentence]:
        among = splits[split]
        while True:
            for index in torch.randint(len(among), (256,), generator=draw).tolist():
                yield among[index]

    longest = 2 + max(len(words) for sentence in sentences for words in sentence)
    source, target = (_vocabulary(sentence[side] for sentence in sentences) for side in (0, 1))
    example = _longest(splits["held_out"])
    lengths = [len(sentence.source) for sentence in splits["training"]]
    ends = min(lengths), max(lengths)
    return Task("translate", source, target, longest, drawn, answers.get, example, ends, space=" ")


def _vocabulary(sentences: Iterable[Words]) -> Vocabulary:
    return Vocabulary.of_words(sorted({word for words in sentences for word in words}))


def _longest(sentences: Sequence[Sentence]) -> Sentence:
    """The one with most to see; the first of several."""
    return max(sentences, key=lambda sentence: len(sentence.source) + len(sentence.target))


RULES = ("reverse", "copy", "sort", "translate")


@cache
def rule_task(name: str) -> Task:
    """A task of RULES by its name."""
    if name == "translate":
        return _translation_task()
    rules: dict[str, Callable[[Words], Words]] = {
        "reverse": lambda source: source[::-1],
        "copy": lambda source: source,
        "sort": lambda source: tuple(sorted(source)),
    }
    return _digit_task(name, rules[name])
