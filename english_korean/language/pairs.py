"""A sentence in both languages with its true alignment."""

from dataclasses import dataclass

from english_korean.language.english.sentences import english_words
from english_korean.language.korean.sentences import korean_morphemes
from english_korean.language.syntax import Morpheme, Sentence, Style, Word
from english_korean.language.tokens import as_read

UNKNOWN = "<unk>"


@dataclass(frozen=True)
class Pair:
    """One sentence in English and Korean."""

    words: tuple[Word, ...]
    """The English words."""
    morphemes: tuple[Morpheme, ...]
    style: Style

    @property
    def english(self) -> tuple[str, ...]:
        """The words as a model sees them, unknown ones as UNKNOWN, YEAR or NUMBER."""
        return tuple(_seen(word) for word in self.words)

    @property
    def korean(self) -> tuple[str, ...]:
        """The morphemes as a model sees them, unknown ones as UNKNOWN."""
        return tuple(UNKNOWN if each.unknown else each.text for each in self.morphemes)

    @property
    def alignment(self) -> tuple[frozenset[int], ...]:
        """For each morpheme the positions of the words that it renders; empty for none."""
        positions: dict[str, set[int]] = {}
        for position, word in enumerate(self.words):
            positions.setdefault(word.name, set()).add(position)
        return tuple(
            frozenset().union(*(positions.get(source, set()) for source in each.sources))
            for each in self.morphemes
        )


def _seen(word: Word) -> str:
    if not word.unknown:
        return word.text
    read = as_read(word.text)
    return UNKNOWN if read == word.text else read


def pair_of(sentence: Sentence, style: Style) -> Pair:
    """Both languages of a tree."""
    words, morphemes = english_words(sentence), korean_morphemes(sentence, style)
    return Pair(tuple(words), tuple(morphemes), style)
