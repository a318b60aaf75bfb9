"""Some rows of a matrix, named in a message."""

from collections.abc import Callable, Sequence

from ui.state.typed_input import shown_in_message


def rows_in_words(
    rows: Sequence[int], labels: Sequence[str], shown: Callable[[str], str] = shown_in_message
) -> str:
    """Return some rows for a message: by their labels, else by their numbers, counted from 0.

    `shown` formats a label; for Markdown by default.
    """
    if not labels:
        return ", ".join(map(str, rows))
    return ", ".join(f"“{shown(labels[row])}”" for row in rows)
