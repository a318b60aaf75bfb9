"""Token ids that are typed, or made of words and padding."""

from collections.abc import Sequence

from transformer_lab.examples import split_words, word_ids
from ui.state.typed_input import read_sentence, read_token_ids

MAX_TOKENS = 64
PAD_ID = 0


def read_ids(text: str) -> list[int]:
    return read_token_ids(text, limit=MAX_TOKENS)


def read_words(text: str) -> list[str]:
    return read_sentence(text, split_words, limit=MAX_TOKENS)


def padded_ids(words: Sequence[str], length: int, *, first: bool = False) -> list[int]:
    """An id from 1 for each distinct word, padded to `length` and never cut.

    The padding comes after the words, or before them if `first`.
    """
    ids = [1 + word_id for word_id in word_ids(words)]
    padding = [PAD_ID] * (length - len(ids))
    return [*padding, *ids] if first else [*ids, *padding]


def padding_first(ids: Sequence[int]) -> list[int]:
    """Move the padding before the tokens; add two padding tokens if there is none but room."""
    real = [token for token in ids if token != PAD_ID]
    padding = len(ids) - len(real) or min(2, MAX_TOKENS - len(real))
    return [*[PAD_ID] * padding, *real]
