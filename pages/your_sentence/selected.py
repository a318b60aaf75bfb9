"""What several pinned words get together of the weight of others."""

import re
from collections.abc import Sequence

from pages.your_sentence.views import SentenceViews
from transformer_lab.measures.words import selected
from ui.answer.parts import Note, Part
from ui.explain.arithmetic import percent
from ui.picture.label import with_gloss
from ui.words.language import Text


def pinned_words(pins: str) -> tuple[list[int], list[int]]:
    """The places of pinned queries and keys, of a text such as "q3_k1"."""
    found = re.findall(r"([qk])(\d+)", pins)
    queries, keys = ([int(at) for side, at in found if side == one] for one in "qk")
    return sorted(queries), sorted(keys)


def selected_parts(text: Text, views: SentenceViews, pins: str) -> list[Part]:
    """The sum over the pinned keys, on average over the pinned queries, or over all where there are
    none; nothing unless several words are pinned.
    """
    queries, keys = pinned_words(pins)
    rows, cols = len(views.rows), len(views.cols)
    queries, keys = [at for at in queries if at < rows], [at for at in keys if at < cols]
    if views.choice.how != "average" or not keys or len(queries) + len(keys) < 2:
        return []
    share = selected(views.combined_weights, queries or range(rows), keys)
    key = "all" if not queries else "row" if len(queries) == 1 else "rows"
    named = {"keys": _named(views.cols, keys), "rows": _named(views.rows, queries)}
    return [Note(text(f"selected.{key}", percent=percent(share), **named))]


def _named(labels: Sequence[str], places: Sequence[int]) -> str:
    return ", ".join(f"“{with_gloss(labels[at])}”" for at in places)
