"""What every reader can do: look at words, remember, and ask for what later layers read."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from english_korean.language.syntax import Clause, NounPhrase

T = TypeVar("T")
Read = Iterator[tuple[T, int]]
"""Things that can be read, each with the position where it stops."""
Texts = Mapping[str, Sequence[tuple[tuple[str, ...], str]]]
"""Texts of one or more words, and these words, by the first of them."""


class Fill(NamedTuple):
    """What a question or a relative clause is about: its place in the clause is left empty."""

    slot: str
    """object, quality or adverbial."""
    value: Any
    noun: NounPhrase | None = None
    """Of a relative clause, the noun that it belongs to: the house that I live in."""


def by_first_word(texts: Iterable[str]) -> Texts:
    """Texts of one or more words by the first of them, the longest first."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for text in sorted(texts, key=lambda each: -len(each.split())):
        words = tuple(text.split())
        found.setdefault(words[0], []).append((words, text))
    return found


class Reader(ABC):
    """Reads one sentence."""

    def __init__(self, words: Sequence[str], unknown: frozenset[int]) -> None:
        self.words = words
        self.unknown = unknown
        self.reached = 0
        """The first position that nothing could read."""
        self._read: dict[Hashable, list[tuple[Any, int]]] = {}

    @cached_property
    def end(self) -> int:
        """The position behind the last word."""
        return len(self.words)

    def at(self, position: int) -> str:
        """The word that stands there, or "" behind the last."""
        if position > self.reached:
            self.reached = position
        return self.words[position] if position < len(self.words) else ""

    def has(self, start: int, text: str) -> int:
        """Where a text of one or more words ends if it stands here; or 0."""
        words = text.split()
        for offset, word in enumerate(words):
            if self.at(start + offset) != word:
                return 0
        return start + len(words)

    def stands(self, start: int, words: tuple[str, ...]) -> bool:
        """Whether these words stand here."""
        return tuple(self.words[start : start + len(words)]) == words

    def longest(self, start: int, texts: Texts) -> Sequence[tuple[str, int]]:
        """Every one of the texts that stands here, the longest first."""
        possible = texts.get(self.at(start))
        if possible is None:
            return ()
        found = [
            (text, start + len(words)) for words, text in possible if self.stands(start, words)
        ]
        if found:
            self.at(found[0][1])
        return found

    def once(self, key: Hashable, read: Callable[[], Read[T]]) -> list[tuple[T, int]]:
        """What `read` gives, read once only; nothing while it is being read."""
        found = self._read.get(key)
        if found is None:
            self._read[key] = []
            self._read[key] = found = list(read())
        return found

    # What phrases and clauses need of each other

    @abstractmethod
    def objects(self, start: int) -> list[tuple[NounPhrase, int]]:
        """Noun phrases behind a verb, with their relative clauses."""

    @abstractmethod
    def with_relative(self, phrase: NounPhrase, start: int) -> Read[NounPhrase]:
        """A noun phrase with each relative clause that stands behind it."""

    @abstractmethod
    def clauses(self, start: int) -> list[tuple[Clause, int]]:
        """Clauses with their subject first, and perhaps an adverbial before it."""

    @abstractmethod
    def from_subject(self, start: int, fill: Fill | None) -> Read[Clause]:
        """Clauses with their subject first and nothing before it."""

    @abstractmethod
    def predicates(
        self, subject: NounPhrase | None, start: int, fill: Fill | None = None
    ) -> list[tuple[Clause, int]]:
        """Clauses whose subject was read before; None is the weather's."""

    @abstractmethod
    def infinitives(self, start: int, form: str, fill: Fill | None = None) -> Read[Clause]:
        """Clauses without a subject, in the base form or with ing."""
