"""What the words of a sentence are called, so that two equal ones can be told apart."""

from collections import Counter
from collections.abc import Callable, Sequence

from ui.state.typed_input import shown_in_message


def word_labels(words: Sequence[str]) -> tuple[str, ...]:
    """The words; one that stands there more than once with its place, counted from 1: "the (5)".

    Only for people to read: two words are the same token whatever their labels.
    """
    count = Counter(words)
    return tuple(
        word if count[word] == 1 else f"{word} ({place})"
        for place, word in enumerate(words, start=1)
    )


def rows_in_words(
    rows: Sequence[int], labels: Sequence[str], shown: Callable[[str], str] = shown_in_message
) -> str:
    """Some rows for a message: by what they are called, else by their numbers, counted from 0.

    `shown` is how a label is set; in Markdown by default.
    """
    if not labels:
        return ", ".join(map(str, rows))
    return ", ".join(f"“{shown(labels[row])}”" for row in rows)
