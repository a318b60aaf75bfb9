"""Labels for the words of a sentence that distinguish repeated words."""

from collections import Counter
from collections.abc import Callable, Sequence

from ui.state.typed_input import shown_in_message


def word_labels(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words; a repeated one with its position, counted from 1: "the (5)".

    For display only: equal words are the same token whatever their labels.
    """
    count = Counter(words)
    return tuple(
        word if count[word] == 1 else f"{word} ({place})"
        for place, word in enumerate(words, start=1)
    )


def rows_in_words(
    rows: Sequence[int], labels: Sequence[str], shown: Callable[[str], str] = shown_in_message
) -> str:
    """Return some rows for a message: by their labels, else by their numbers, counted from 0.

    `shown` formats a label; for Markdown by default.
    """
    if not labels:
        return ", ".join(map(str, rows))
    return ", ".join(f"“{shown(labels[row])}”" for row in rows)
