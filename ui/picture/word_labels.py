"""Labels for the words of a sentence that distinguish repeated words."""

from collections import Counter
from collections.abc import Sequence


def word_labels(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words; a repeated one with its position, counted from 1: "the (5)".

    For display only: equal words are the same token whatever their labels.
    """
    count = Counter(words)
    return tuple(
        word if count[word] == 1 else f"{word} ({place})"
        for place, word in enumerate(words, start=1)
    )
