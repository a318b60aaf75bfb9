"""Single tokens of a large vocabulary: those that are searched for, and the neighbours by rank."""

from collections.abc import Sequence
from functools import lru_cache

import torch
from torch import Tensor

from transformer_core.explain.computation import Cell
from transformer_core.explain.origin import Tokens
from transformer_lab.pretrained.opened import OpenedModel
from ui.explain.arithmetic import percent
from ui.explain.next_words import NextWords
from ui.explain.trail import write_trail
from ui.models.board.forward import BoardForward
from ui.words.language import Text

MOST_FOUND = 6
NEIGHBOURS = 2
"""How many are shown above and below a token."""
MARKS = "␣▁#@</w>"
"""What tokenizers put around a piece of a word."""


@lru_cache(maxsize=2)
def token_names(opened: OpenedModel, side: Tokens, size: int) -> tuple[str, ...]:
    """The names of a vocabulary, by number."""
    return opened.pieces(torch.arange(size)[None], of_source=side == "src")


def matching(names: Sequence[str], text: str, shares: Tensor) -> list[int]:
    """The tokens whose names contain a text, whatever the case: those that are it, then those that
    begin with it, then the others; each the most probable first.

    Args:
        shares: (vocab,), the probability of each token.
    """
    wanted = text.strip().lower()
    if not wanted:
        return []
    close: list[list[int]] = [[], [], []]
    for number, name in enumerate(names):
        small = name.lower()
        if wanted in small:
            bare = small.strip(MARKS) or small
            close[0 if wanted in (bare, small) else 1 if bare.startswith(wanted) else 2].append(
                number
            )
    return [one for group in close for one in sorted(group, key=lambda at: -float(shares[at]))]


class FoundTokens:
    """The tokens of one row of a forward.

    Args:
        words: the texts of `ui/models`.
    """

    def __init__(self, words: Text, made: BoardForward, row: int) -> None:
        self.words, self.made, self.row = words, made, row
        self.shares = made.computation.tensors["probabilities"][row]  # (vocab,)

    def searched(self, text: str) -> NextWords:
        """The tokens that contain a text; a press on one pins its probability."""
        side = self.made.predicting
        names = token_names(self.made.opened, side, len(self.shares))
        found = matching(names, text, self.shares)
        key = "some" if found else "none"
        counts = {"text": text.strip(), "count": f"{len(found):,}", "shown": MOST_FOUND}
        title = self.words(f"found.{key}", **counts)
        return self._rows("found", title, found[:MOST_FOUND], -1)

    def around(self, token: int) -> NextWords:
        """A token between those that are just more and just less probable."""
        order = self.shares.argsort(descending=True, stable=True).tolist()
        place = order.index(token)
        first = max(0, place - NEIGHBOURS)
        return self._rows(
            "around", self.words("found.around"), order[first : place + NEIGHBOURS + 1], token
        )

    def _rows(self, id_: str, title: str, tokens: Sequence[int], chosen: int) -> NextWords:
        side = self.made.predicting
        pairs = [(self.made.token(one, side), float(self.shares[one])) for one in tokens]
        labels = self.made.labels[side]
        before = self.words("board.at", token=labels[self.row], number=self.row + 1)
        return NextWords(
            title,
            before,
            pairs,
            (self.made.token(chosen, side), 0.0) if chosen >= 0 else ("", 0.0),
            id=id_,
            pins=[write_trail([Cell("probabilities", (self.row, one))]) for one in tokens],
            texts=[self._rank(one) for one in tokens],
        )

    def _rank(self, token: int) -> str:
        """Its probability and its place by size, of equal ones the first."""
        share = float(self.shares[token])
        rank = 1 + int((self.shares > share).sum())
        return self.words("found.rank", percent=small_percent(share), rank=f"{rank:,}")


def small_percent(share: float) -> str:
    """A percentage that is not 0 unless the share is: "3.1", "0.004", "2e-07"."""
    return percent(share) if share >= 0.001 or share == 0 else f"{100 * share:.1g}"
