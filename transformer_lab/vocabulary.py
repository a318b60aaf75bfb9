"""Tokens and their numbers."""

from collections.abc import Iterable, Sequence

import torch
from torch import Tensor

from transformer_core.checks import require_sizes, require_token

__all__ = ["Vocabulary", "padded"]

PAD, UNKNOWN, START, END = "<pad>", "<unk>", "<start>", "<end>"
SPECIAL_TOKENS = (PAD, UNKNOWN, START, END)
PAD_ID, UNKNOWN_ID, START_ID, END_ID = range(len(SPECIAL_TOKENS))


class Vocabulary:
    """The tokens of one language, numbered from 0; the four special ones come first.

    Args:
        tokens: all of them, the special ones first.

    Raises: ValueError when these do not come first or a token occurs twice.
    """

    def __init__(self, tokens: Sequence[str]) -> None:
        if tuple(tokens[: len(SPECIAL_TOKENS)]) != SPECIAL_TOKENS:
            raise ValueError(f"a vocabulary must start with {', '.join(SPECIAL_TOKENS)}")
        self.tokens = tuple(tokens)
        self._ids = {token: index for index, token in enumerate(self.tokens)}
        if len(self._ids) < len(self.tokens):
            twice = next(token for token in self.tokens if self.tokens.count(token) > 1)
            raise ValueError(f"{twice!r} occurs twice in the vocabulary")

    @classmethod
    def of_words(cls, words: Iterable[str]) -> "Vocabulary":
        """The special tokens, then the words in their order."""
        return cls((*SPECIAL_TOKENS, *words))

    def __len__(self) -> int:
        return len(self.tokens)

    def __contains__(self, token: str) -> bool:
        return token in self._ids

    def ids(self, tokens: Iterable[str]) -> list[int]:
        """The number of each token; of a token that is not in here, the number of <unk>."""
        return [self._ids.get(token, UNKNOWN_ID) for token in tokens]

    def words(self, ids: Iterable[int]) -> list[str]:
        """The token of each number. Raises: ValueError for a number that is not in here."""
        return [self._word(index) for index in ids]

    def _word(self, index: int) -> str:
        require_token("a token id", index, len(self))
        return self.tokens[index]


def padded(sentences: Sequence[Sequence[int]], length: int | None = None) -> Tensor:
    """Sentences of different lengths as one tensor, filled up with padding.

    Args:
        length: of the rows; the longest sentence's when None.

    Returns: (batch, length) int64.
    Raises: ValueError for no sentence, for one that is longer than `length` and for a token that is
        not a whole number.
    """
    require_sizes({"the number of sentences": len(sentences)})
    longest = max(map(len, sentences))
    length = longest if length is None else length
    if length < longest:
        raise ValueError(f"length must be at least {longest}, the longest sentence's, got {length}")
    rows = [[*sentence, *[PAD_ID] * (length - len(sentence))] for sentence in sentences]
    # Without a dtype torch takes that of the numbers; with one it would cut off their decimals
    ids = torch.tensor(rows) if length else torch.empty(len(rows), 0, dtype=torch.long)
    if ids.dtype != torch.long:
        raise ValueError(f"sentences must be whole numbers, got {ids.dtype}")
    return ids  # (batch, length)
