"""What the attention page computes on: Q, K, V and the mask, from its controls and edits."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import torch
from torch import Tensor

from transformer_core import (
    identity_example,
    look_ahead_mask,
    qkv_from_words,
    random_matrix,
    sized,
    worked_example,
)
from ui.cells import Cells, Edits

EXAMPLES: dict[str, Callable[[], tuple[Tensor, Tensor, Tensor]]] = {
    "three_queries": lambda: worked_example("three_queries"),
    "one_match": lambda: worked_example("one_match"),
    "two_matches": lambda: worked_example("two_matches"),
    "identity": identity_example,
}
SOURCES = (*EXAMPLES, "random", "sentence")
MASKS = ("none", "padding", "look_ahead", "painted")


def example_sizes(source: str) -> dict[str, int]:
    """The sizes that an example has by itself."""
    Q, K, V = EXAMPLES[source]()
    return {"queries": Q.size(0), "keys": K.size(0), "d_k": K.size(1), "d_v": V.size(1)}


@dataclass(frozen=True)
class AttentionSetting:
    """Everything a person chose, as plain values."""

    source: str
    queries: int
    keys: int
    d_k: int
    d_v: int
    seed: int = 0
    words: tuple[str, ...] = ()
    edits: Edits = field(default_factory=dict)

    def shapes(self) -> dict[str, tuple[int, int]]:
        return {
            "Q": (self.queries, self.d_k),
            "K": (self.keys, self.d_k),
            "V": (self.keys, self.d_v),
        }

    def _unedited(self) -> dict[str, Tensor]:
        if self.source == "sentence":
            Q, K, V = qkv_from_words(self.words, self.d_k, self.d_v, self.seed)
            return {"Q": Q, "K": K, "V": V}
        shapes = self.shapes()
        if self.source == "random":
            return {
                name: random_matrix(*shapes[name], seed=self.seed, stream=stream)
                for stream, name in enumerate("QKV")
            }
        example = EXAMPLES[self.source]()
        matrices = zip("QKV", example, strict=True)
        return {name: sized(matrix, *shapes[name]) for name, matrix in matrices}

    def matrices(self) -> tuple[Tensor, Tensor, Tensor]:
        """Q (queries, d_k), K (keys, d_k), V (keys, d_v), with the edits put in."""
        matrices = self._unedited()
        for (name, row, col), value in self.edits.items():
            if row < matrices[name].size(0) and col < matrices[name].size(1):
                matrices[name][row, col] = value
        return matrices["Q"], matrices["K"], matrices["V"]

    def with_matrix(self, name: str, rows: list[list[float]]) -> "AttentionSetting":
        """Q, K or V replaced by pasted rows, which decide the sizes; the others stay."""
        first, second = {"Q": ("queries", "d_k"), "K": ("keys", "d_k"), "V": ("keys", "d_v")}[name]
        kept = {place: value for place, value in self.edits.items() if place[0] != name}
        source = self.source
        if source == "sentence":
            # Without its words the other two matrices could not be made again.
            source = "random"
            others = dict(zip("QKV", self.matrices(), strict=True))
            del others[name]
            kept = {}
            for other, matrix in others.items():
                kept |= _cells(other, matrix.tolist())
        return replace(
            self,
            source=source,
            edits=kept | _cells(name, rows),
            **{first: len(rows), second: len(rows[0])},
        )

    def with_equal_keys(self) -> "AttentionSetting":
        """The second key made equal to the first; unchanged when there is only one."""
        K = self.matrices()[1]
        rows = [K[0].tolist()] * min(2, len(K)) + K[2:].tolist()
        second = {place: v for place, v in _cells("K", rows).items() if place[1] == 1}
        return replace(self, edits=self.edits | second)


def _cells(name: str, rows: list[list[float]]) -> Edits:
    return {(name, r, c): value for r, row in enumerate(rows) for c, value in enumerate(row)}


def build_mask(kind: str, queries: int, keys: int, padding: int, cells: Cells) -> Tensor | None:
    """The mask of a kind, (queries, keys) bool, True = hidden; None for no mask.

    `padding` is how many of the last keys are padding; `cells` are those painted by hand.
    """
    if kind == "padding":
        return (torch.arange(keys) >= keys - padding).expand(queries, keys)  # (queries, keys)
    if kind == "look_ahead":
        return look_ahead_mask(max(queries, keys))[:queries, :keys]
    if kind == "painted":
        mask = torch.zeros(queries, keys, dtype=torch.bool)
        for row, col in cells:
            if row < queries and col < keys:
                mask[row, col] = True
        return mask
    return None
