"""What the attention page computes on: Q, K, V and the mask, from its controls and edits."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from torch import Tensor

from transformer_core import (
    AttentionSteps,
    attention,
    build_mask,
    identity_example,
    random_matrix,
    sized,
    split_words,
    worked_example,
)
from transformer_core.examples.attention_examples import QKV, WordProjections, word_projections
from ui.picture.word_labels import word_labels
from ui.state.cells import (
    Cells,
    Edits,
    edited,
    edits_inside,
    read_cells,
    read_edits,
    without,
    write_cells,
    write_edits,
)
from ui.state.typed_input import MAX_SIZE, read_sentence
from ui.state.url_state import number_between, one_of

EXAMPLES: dict[str, Callable[[], tuple[Tensor, Tensor, Tensor]]] = {
    "three_queries": lambda: worked_example("three_queries"),
    "one_match": lambda: worked_example("one_match"),
    "two_matches": lambda: worked_example("two_matches"),
    "identity": identity_example,
}
SOURCES = (*EXAMPLES, "random", "sentence")
MASKS = ("none", "padding", "look_ahead", "painted")
SEEDED = ("random", "sentence")
"""The sources whose numbers a seed decides."""
SEEDS = (0, 9999)
WEIGHTS = WordProjections._fields
"""What Q, K and V of a sentence are made of: its embeddings X, then W_Q, W_K and W_V."""
INPUTS = (*QKV._fields, *WEIGHTS)
"""The matrices whose cells can be edited."""


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
    mask_kind: str = "none"
    padding: int = 0
    painted: Cells = frozenset()
    scaled: bool = True

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> "AttentionSetting":
        """From plain values by name. Raises: ValueError for what no control would give."""
        source, sentence = one_of(SOURCES)(values["source"]), values["words"]
        size, words = number_between(1, MAX_SIZE), ()
        sizes = {name: size(values[name]) for name in ("queries", "keys", "d_k", "d_v")}
        if source == "sentence":
            words = tuple(read_sentence(sentence, split_words, limit=MAX_SIZE))
            sizes |= {"queries": len(words), "keys": len(words)}
        return cls(
            source,
            **sizes,
            seed=number_between(*SEEDS)(values["seed"]),
            words=words,
            edits=read_edits(values["edits"], INPUTS),
            mask_kind=one_of(MASKS)(values["mask_kind"]),
            padding=number_between(0, MAX_SIZE)(values["padding"]),
            painted=read_cells(values["painted"]),
            scaled=bool(values["scaled"]),
        )

    def plain(self) -> dict[str, Any]:
        """What `read` takes."""
        written = {
            "words": " ".join(self.words),
            "edits": write_edits(self.edits),
            "painted": write_cells(self.painted),
        }
        return {one.name: getattr(self, one.name) for one in fields(self)} | written

    @property
    def labels(self) -> tuple[str, ...]:
        """What the words are called, equal ones told apart; empty where there are none."""
        return word_labels(self.words)

    def shapes(self) -> dict[str, tuple[int, int]]:
        return {
            "Q": (self.queries, self.d_k),
            "K": (self.keys, self.d_k),
            "V": (self.keys, self.d_v),
        }

    def projections(self) -> WordProjections | None:
        """X and the weights with their edits; None where Q, K and V are given as they are."""
        if self.source != "sentence":
            return None
        made = word_projections(self.words, self.d_k, self.d_v, self.seed)
        return WordProjections(*self._edited(made._asdict()))

    def _unedited(self) -> QKV:
        if made := self.projections():
            return made.project()
        shapes = self.shapes()
        if self.source == "random":
            return QKV(
                *(
                    random_matrix(*shapes[name], seed=self.seed, stream=stream)
                    for stream, name in enumerate("QKV")
                )
            )
        example = EXAMPLES[self.source]()
        matrices = zip("QKV", example, strict=True)
        return QKV(*(sized(matrix, *shapes[name]) for name, matrix in matrices))

    def matrices(self) -> QKV:
        """Q (queries, d_k), K (keys, d_k), V (keys, d_v), with the edits put in."""
        return QKV(*self._edited(self._unedited()._asdict()))

    def _edited(self, matrices: Mapping[str, Tensor]) -> list[Tensor]:
        return [edited(name, matrix, self.edits) for name, matrix in matrices.items()]

    def detached(self) -> dict[str, Edits]:
        """Of Q, K and V those that no longer follow from X and the weights, and why."""
        if self.source != "sentence":
            return {}
        matrices = self.matrices()._asdict().items()
        by_hand = {name: edits_inside(name, matrix, self.edits) for name, matrix in matrices}
        return {name: cells for name, cells in by_hand.items() if cells}

    def reattached(self, name: str) -> "AttentionSetting":
        """Q, K or V as it follows from X and the weights again."""
        return replace(self, edits=without(name, self.edits))

    @property
    def mask(self) -> Tensor | None:
        """(queries, keys) bool, True = hidden; None for no mask."""
        return build_mask(self.mask_kind, self.queries, self.keys, self.padding, self.painted)

    @property
    def scale(self) -> float | None:
        """What `attention` takes."""
        return None if self.scaled else 1.0

    def steps(self) -> AttentionSteps:
        return attention(*self.matrices(), self.mask, self.scale)

    def with_matrix(self, name: str, rows: list[list[float]]) -> "AttentionSetting":
        """Q, K or V replaced by pasted rows, which decide the sizes; the others stay."""
        first, second = {"Q": ("queries", "d_k"), "K": ("keys", "d_k"), "V": ("keys", "d_v")}[name]
        kept = without(name, self.edits)
        source = self.source
        if source == "sentence" and len(rows) != len(self.words):
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
