"""Subwords by merging what comes together most often (Sennrich et al., 2016, "BPE").

The merges are learnt by the `tokenizers` library; making them of a word is short enough to be
shown step by step, and so stands here.
"""

import json
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from transformer_lab.own_data.graphemes import graphemes

Merge = tuple[str, str]
LEAST_VOCABULARY, MOST_VOCABULARY = 64, 4_000
"""Tokens, characters included."""
_MOST_CHARACTERS = 1_000
PUNCTUATION = r"!-/:-@\[-`{-~¡«»¿‐-―‘-‟…、。！，．？：；「」『』"
LONGEST_PIECE = 64
"""Characters of a word that are merged together; the time of merging grows with its square."""
PIECES = rf" ?[^\s{PUNCTUATION}]{{1,{LONGEST_PIECE}}}| ?[{PUNCTUATION}]|\s"
"""A regular expression of what merges never go beyond: see `pieces`."""
_PIECES = re.compile(PIECES)


def pieces(text: str) -> list[str]:
    """What merges never go beyond: a word or a sign, with the space before it; put together they
    are the text.
    """
    return _PIECES.findall(text)


def learn_merges(words: Iterable[str], vocabulary: int) -> list[Merge]:
    """The merges of a text, most frequent first.

    Args:
        words: see `pieces`.
        vocabulary: how many tokens there should be, characters included; fewer where no two come
            together twice.
    """
    # Loading it takes a tenth of a second, which nobody should wait for who brings no data.
    from tokenizers import Tokenizer
    from tokenizers.models import BPE
    from tokenizers.trainers import BpeTrainer

    trainer = BpeTrainer(
        vocab_size=vocabulary,
        min_frequency=2,
        limit_alphabet=_MOST_CHARACTERS,
        show_progress=False,
    )
    tokenizer = Tokenizer(BPE())
    tokenizer.train_from_iterator(words, trainer)
    merges = json.loads(tokenizer.to_str())["model"]["merges"]
    return [(first, second) for first, second in merges]


class Merging:
    """Makes tokens of words by learnt merges."""

    def __init__(self, merges: Sequence[Merge]) -> None:
        self._ranks = {merge: rank for rank, merge in enumerate(merges)}
        self._tokens = lru_cache(maxsize=50_000)(lambda word: self.steps(word)[-1])

    def steps(self, word: str) -> list[tuple[str, ...]]:
        """A word from its characters to its tokens, merge by merge."""
        parts = tuple(word)
        made = [parts]
        while len(parts) > 1:
            pairs = pairwise(parts)
            merge = min(pairs, key=lambda pair: self._ranks.get(pair, len(self._ranks)))
            if merge not in self._ranks:
                break
            parts = _merged(parts, merge)
            made.append(parts)
        return made

    def tokens(self, text: str) -> list[str]:
        """The tokens of a text; put together they are the text."""
        return [token for word in pieces(text) for token in self._tokens(word)]


def _merged(parts: tuple[str, ...], merge: Merge) -> tuple[str, ...]:
    made: list[str] = []
    for part in parts:
        if made and (made[-1], part) == merge:
            made[-1] += part
        else:
            made.append(part)
    return tuple(made)


def readable(token: str) -> str:
    """A token as it is shown: a space and a line break can be seen."""
    shown = token.replace(" ", "␣").replace("\n", "⏎").replace("\t", "⇥")
    return shown if graphemes(shown) else "∅"
