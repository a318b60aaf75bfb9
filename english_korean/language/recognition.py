"""Is a sentence in the language? And if so, what is its translation and its alignment?"""

import itertools
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from english_korean.language.forms import english_forms, words_of_compounds
from english_korean.language.pairs import UNKNOWN, Pair, pair_of
from english_korean.language.reading.sentences import parse, why_refused
from english_korean.language.syntax import Sentence, Style
from english_korean.language.tables import Row
from english_korean.language.tokens import Token, as_read, is_number, is_year, readings

State = Literal["inside", "inside with unknown words", "outside"]
KNOWN_WORDS = frozenset(english_forms())
KNOWN_TOGETHER = words_of_compounds()


@dataclass(frozen=True)
class Recognition:
    """What the grammar says about a sentence. The model has no say in it."""

    words: tuple[Token, ...]
    """The English words."""
    unknown: tuple[int, ...]
    """Positions of the words that are not in the lexicon, nor years."""
    sentence: Sentence | None
    """Its tree; None outside the language."""
    style: Style
    reached: int
    """Outside: the position of the first word that nothing could read."""
    reason: Row | None = None
    """Outside: the rule that keeps out what was read; None where no rule did."""

    @property
    def read(self) -> tuple[str, ...]:
        """What the model reads of each word: of unknown words and of years that they are some."""
        return tuple(
            UNKNOWN if place in self.unknown else as_read(word.text)
            for place, word in enumerate(self.words)
        )

    @property
    def state(self) -> State:
        """Inside; inside with unknown words, all of them nouns or names; or outside."""
        if self.sentence is None:
            return "outside"
        return "inside with unknown words" if self.unknown else "inside"

    @cached_property
    def opening(self) -> tuple[str, ...]:
        """The Korean of what comes before all else: yes, good morning."""
        if self.sentence is None or not self.sentence.opening or self.pair is None:
            return ()
        named = itertools.takewhile(lambda each: each.sources == ("opening",), self.pair.morphemes)
        return tuple(each.text for each in named)

    @cached_property
    def pair(self) -> Pair | None:
        """The sentence with its true translation and alignment; None outside the language."""
        return pair_of(self.sentence, self.style) if self.sentence else None


def recognise(text: str, style: Style = Style()) -> Recognition:  # noqa: B008
    """Read a sentence as a person typed it.

    A sentence has one translation only: where the tree is not the only one, the first is meant.
    """
    best: Recognition | None = None
    for tokens in readings(text):
        words = [token.text for token in tokens]
        strange = [i for i, word in enumerate(words) if word not in KNOWN_WORDS]
        reading = parse(words, frozenset(strange))
        trees, reached = reading.trees, reading.reached
        alone = [i for i, word in enumerate(words) if word in KNOWN_TOGETHER]
        if alone and not trees:  # the traffic, without its light
            beside = sorted({*strange, *alone})
            trees = parse(words, frozenset(beside)).trees
            strange = beside if trees else strange
        digits = (is_year, is_number)
        unknown = tuple(i for i in strange if not any(is_so(tokens[i].text) for is_so in digits))
        tree = trees[0] if trees else None
        reason = None if tree else why_refused(reading, words, frozenset(strange))
        found = Recognition(tuple(tokens), unknown, tree, style, reached, reason)
        if trees:
            return found
        best = found if best is None or reached > best.reached else best
    assert best is not None
    return best
