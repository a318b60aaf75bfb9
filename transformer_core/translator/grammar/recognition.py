"""Is a sentence in the language? And if so, what is its translation and its alignment?"""

from dataclasses import dataclass
from typing import Literal

from transformer_core.translator.grammar.forms import english_forms
from transformer_core.translator.grammar.pairs import Pair, pair_of
from transformer_core.translator.grammar.parsing import parse
from transformer_core.translator.grammar.syntax import Sentence
from transformer_core.translator.grammar.tokens import Token, tokenise

State = Literal["inside", "inside with unknown words", "outside"]
KNOWN_WORDS = frozenset(english_forms())


@dataclass(frozen=True)
class Recognition:
    """What the grammar says about a sentence. The model has no say in it."""

    tokens: tuple[Token, ...]
    unknown: tuple[int, ...]
    """Positions of the words that are not in the lexicon."""
    sentence: Sentence | None
    """Its tree; None outside the language."""

    @property
    def state(self) -> State:
        """Inside; inside with unknown words, all of them nouns or names; or outside."""
        if self.sentence is None:
            return "outside"
        return "inside with unknown words" if self.unknown else "inside"

    @property
    def pair(self) -> Pair | None:
        """The sentence with its true translation and alignment; None outside the language."""
        return pair_of(self.sentence) if self.sentence else None


def recognise(text: str) -> Recognition:
    """Read a sentence as a person typed it.

    A sentence has one translation only: where the tree is not the only one (nobody can see
    whether an unknown word is a plural), the Korean is the same.
    """
    tokens = tuple(tokenise(text))
    unknown = tuple(i for i, token in enumerate(tokens) if token.text not in KNOWN_WORDS)
    trees = parse([token.text for token in tokens], frozenset(unknown))
    return Recognition(tokens, unknown, trees[0] if trees else None)
