"""Labels for the words on the sentence page that tell equal words apart."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from ui.models import Attentions
from ui.picture.word_labels import word_labels


def without_numbers(labels: Sequence[str]) -> tuple[str, ...]:
    """The pieces of labels that tell equal ones apart. No piece has a space in it."""
    return tuple(label.partition(" (")[0] for label in labels)


def source_labels(words: Sequence[str], hidden: Collection[int] = ()) -> tuple[str, ...]:
    """Label the words of the sentence; hidden ones are in parentheses: "(the) (2)"."""
    return tuple(
        f"({word}){label.removeprefix(word)}" if place in hidden else label
        for place, (word, label) in enumerate(zip(words, word_labels(words), strict=True))
    )


def target_labels(
    read: Sequence[str], predicted: Sequence[str], *, starts: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Label the tokens read and predicted; a token has the same number as a row and as a column.

    Args:
        starts: the first piece read is a start token, not a piece of the sentence.
    """
    first, rest = tuple(read[:1]), tuple(predicted)
    if starts:
        # Count it after the others, so that these keep the numbers of the steps.
        labels = word_labels((*rest, *first))[: len(rest)]
        return (*first, *labels[:-1]), labels
    labels = word_labels((*first, *rest))
    return labels[:-1], labels[1:]


def told_apart(attentions: Attentions, hidden: Collection[int] = ()) -> Attentions:
    """Replace the pieces by labels that tell equal ones apart."""
    starts = bool(attentions.source)
    read, predicted = target_labels(attentions.read, attentions.predicted, starts=starts)
    source = source_labels(attentions.source, hidden)
    return replace(attentions, source=source, read=read, predicted=predicted)
