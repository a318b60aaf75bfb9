"""From a sentence to words and numbers, the simplest way that works in every language."""

from collections.abc import Sequence


def split_words(sentence: str) -> list[str]:
    """The words of a sentence, separated by white space."""
    return sentence.split()


def word_ids(words: Sequence[str]) -> list[int]:
    """Each word's rank among the distinct words in alphabetical (code point) order.

    Upper and lower case count as the same word: `["The", "cat", "the"]` gives `[1, 0, 1]`.
    """
    folded = [word.casefold() for word in words]
    rank = {word: index for index, word in enumerate(sorted(set(folded)))}
    return [rank[word] for word in folded]
