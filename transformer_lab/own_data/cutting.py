"""A sentence as tokens, and tokens as a sentence."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from transformer_lab.own_data.graphemes import graphemes
from transformer_lab.own_data.merges import PUNCTUATION, Merge, Merging, learn_merges, pieces

Cut = Literal["words", "characters", "subwords"]
CUTS: tuple[Cut, ...] = ("words", "characters", "subwords")
_WORDS = re.compile(rf"[^\s{PUNCTUATION}]+|[{PUNCTUATION}]")


@dataclass(frozen=True)
class Cutter:
    """How a text is cut.

    merges: of subwords, most frequent first.
    """

    cut: Cut
    merges: tuple[Merge, ...] = ()

    @classmethod
    def learnt(cls, cut: Cut, texts: Iterable[str], vocabulary: int) -> "Cutter":
        """The cutter of these texts; only subwords have anything to learn."""
        if cut != "subwords":
            return cls(cut)
        words = (word for text in texts for word in pieces(text))
        return cls(cut, tuple(learn_merges(words, vocabulary)))

    @cached_property
    def merging(self) -> Merging:
        return Merging(self.merges)

    def tokens(self, text: str) -> list[str]:
        """The tokens of a text; but for words, put together they are the text."""
        if self.cut == "words":
            return _WORDS.findall(text)
        return graphemes(text) if self.cut == "characters" else self.merging.tokens(text)

    def text(self, tokens: Sequence[str]) -> str:
        """Tokens as a text; between words there is a space."""
        return (" " if self.cut == "words" else "").join(tokens)
