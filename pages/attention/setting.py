"""The attention page's input: Q, K, V and the mask, from its controls and edits."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from torch import Tensor

from pages.attention.baseline import values_of, write_baseline
from pages.attention.examples import EXAMPLES, Sizes, example_sizes
from pages.translator.shown_head import ShownHead
from pages.translator.trained_attention import (
    KINDS,
    TrainedAttention,
    trained_attention,
    translator_config,
)
from pages.translator.typed_text import read_english
from transformer_core import AttentionSteps, attention
from transformer_lab.examples import (
    build_mask,
    random_matrix,
    sized,
    split_words,
)
from transformer_lab.examples.attention_examples import QKV, WordProjections, word_projections
from ui.picture.word_labels import word_labels
from ui.state.cells import Cells, Edits, edited, edits_inside, without
from ui.state.setting import (
    Setting,
    choice,
    edited_cells,
    number,
    painted_cells,
    picture_field,
    stepped,
    toggle,
    typed,
)
from ui.state.typed_input import MAX_SIZE, InputError, read_sentence

SOURCES = (*EXAMPLES, "random", "sentence", "trained")
TRAINED_SENTENCE = "the cat saw the dog"
"""The sentence of the trained numbers where none is given that the translator can read."""
MOST_TOKENS, MOST_WIDE = 64, 64
"""The largest matrices whose numbers can be edited: those of the translator."""
MOST_LAYERS, MOST_HEADS = 12, 8
MASKS = ("none", "padding", "look_ahead", "painted")
WAYS = ("changed", "compare")
"""The other ways to show the matrices, besides their values."""
WEIGHTS = WordProjections._fields
"""The matrices that make Q, K and V of a sentence: its embeddings X, then W_Q, W_K and W_V."""
INPUTS = (*QKV._fields, *WEIGHTS)
"""The matrices whose cells can be edited."""


def read_words(text: str) -> list[str]:
    return read_sentence(text, split_words, limit=MAX_SIZE)


def read_baseline(text: str) -> "AttentionSetting | None":
    """Read what `write_baseline` wrote. Raises: ValueError for any other text."""
    if not text:
        return None
    controls = AttentionSetting.controls()
    values = {name: controls[name].read(value) for name, value in values_of(text).items()}
    setting = AttentionSetting(**values)
    setting.check()
    return setting


@dataclass(frozen=True, eq=False)
class AttentionSetting(ShownHead, Setting):
    """The source of Q, K and V, what is hidden, and how the matrices are shown."""

    PREFIX = "at"
    FORMER: ClassVar = {"baseline": ("at_held",)}

    source: str = choice(SOURCES, "three_queries")
    sentence: str = typed(read_words, default_words="controls.sentence_default")
    queries: int = number(1, MAX_SIZE, 3)
    keys: int = number(1, MAX_SIZE, 4)
    d_k: int = number(1, MAX_SIZE, 3)
    d_v: int = number(1, MAX_SIZE, 2)
    seed: int = number(0, 9999, 11, width=130)
    mask: str = choice(MASKS, "none")
    padding: int = number(0, MAX_SIZE, 1)
    scaling: bool = toggle(True)
    kind: str = choice(KINDS, "encoder", section="attention")
    layer: int = stepped(
        0, MOST_LAYERS - 1, MOST_LAYERS - 1, lambda _: range(translator_config().num_layers),
        width=110, counts_from=1,
    )  # fmt: skip
    head: int = stepped(
        0, MOST_HEADS - 1, 0, lambda _: range(translator_config().num_heads), width=130,
        counts_from=1,
    )  # fmt: skip
    edits: Edits = edited_cells(INPUTS, MOST_TOKENS, MOST_WIDE)
    cells: Cells = painted_cells()
    show: str = choice(("", *WAYS), "", section="change", is_view=True)
    baseline: "AttentionSetting | None" = picture_field(
        read_baseline, write_baseline, None, is_view=True
    )

    def check(self) -> None:
        """The translator needs a sentence that it can read. Raises: InputError."""
        if self.is_trained:
            read_english(self.sentence)

    def reset_dependents(self, before: Self) -> Self:
        """Another attention of the translator gets the mask that it has there."""
        if not self.is_trained or self.kind == before.kind or self.mask == "painted":
            return self
        return replace(self, mask="look_ahead" if self.kind == "decoder" else "none")

    def with_values(self, **values: Any) -> Self:
        """Change values; a comparison without a fixed setting fixes the current one."""
        changed = super().with_values(**values)
        if changed.show == "compare" and changed.baseline is None:
            return replace(changed, baseline=changed.numbers_only())
        return changed

    def numbers_only(self) -> "AttentionSetting":
        """Only those values that determine the numbers."""
        baseline = read_baseline(write_baseline(self))
        assert baseline is not None
        return baseline

    def of(self, source: str) -> Self:
        """Select an example in its default form, or other numbers in the current sizes."""
        if source == "trained":
            return self._trained()
        if source not in EXAMPLES:
            return self.with_values(source=source, edits={})
        sizes = example_sizes(source)._asdict()
        return self.with_values(source=source, edits={}, mask="none", scaling=True, **sizes)

    def _trained(self) -> Self:
        """A head of the translator, on the current sentence if it is an English one."""
        is_own = self.source in ("sentence", "trained") and self.sentence.isascii()
        sentence = self.sentence if is_own else TRAINED_SENTENCE
        start = {"kind": "encoder", "layer": MOST_LAYERS - 1, "head": 0}
        values = {**start, "mask": "none", "scaling": True, "edits": {}, "sentence": sentence}
        try:
            return self.with_values(source="trained", **values)
        except InputError:
            return self.with_values(source="trained", **{**values, "sentence": TRAINED_SENTENCE})

    @property
    def is_trained(self) -> bool:
        """True if Q, K and V are those of a head of the translator."""
        return self.source == "trained"

    @cached_property
    def trained(self) -> TrainedAttention:
        """The attention of the translator whose head is shown."""
        kind = next(kind for kind in KINDS if kind == self.kind)
        return trained_attention(self.sentence, kind, self.shown_layer)

    def labels_in(self, language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Labels for the queries and the keys, equal ones told apart; empty if there are none."""
        return self.trained.labels(language) if self.is_trained else (self.labels, self.labels)

    @property
    def is_random(self) -> bool:
        """True if a seed determines the numbers."""
        return self.source in ("random", "sentence")

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the sentence, if Q, K and V come from one."""
        return tuple(read_words(self.sentence)) if self.source == "sentence" else ()

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels for the words, equal ones told apart; empty if there are none."""
        return word_labels(self.words)

    @property
    def sizes(self) -> Sizes:
        if self.is_trained:
            (_, queries, d_k), (_, keys, d_v) = self.trained.Q.shape, self.trained.V.shape
            return Sizes(queries, keys, d_k, d_v)
        words = len(self.words)
        return Sizes(words or self.queries, words or self.keys, self.d_k, self.d_v)

    @property
    def shapes(self) -> dict[str, tuple[int, int]]:
        queries, keys, d_k, d_v = self.sizes
        return {"Q": (queries, d_k), "K": (keys, d_k), "V": (keys, d_v)}

    @property
    def painted(self) -> Cells:
        """The painted cells, if the mask is the painted one."""
        return self.cells if self.mask == "painted" else frozenset()

    @property
    def hidden(self) -> Tensor | None:
        """(queries, keys) bool, True = hidden; None for no mask."""
        queries, keys, *_ = self.sizes
        return build_mask(self.mask, queries, keys, self.padding, self.painted)

    @property
    def scale(self) -> float | None:
        """The `scale` argument of `attention`."""
        return None if self.scaling else 1.0

    @cached_property
    def projections(self) -> WordProjections | None:
        """X and the weight matrices with their edits; None if Q, K and V are given directly."""
        if self.source != "sentence":
            return None
        made = word_projections(self.words, self.d_k, self.d_v, self.seed)
        return WordProjections(*self._edited(made._asdict()))

    def _unedited(self) -> QKV:
        if made := self.projections:
            return made.project()
        if self.is_trained:
            shown = self.trained
            return QKV(*(matrix[self.shown_head] for matrix in (shown.Q, shown.K, shown.V)))
        shapes = self.shapes
        if self.source == "random":
            return QKV(
                *(
                    random_matrix(*shapes[name], seed=self.seed, stream=stream)
                    for stream, name in enumerate("QKV")
                )
            )
        matrices = zip("QKV", EXAMPLES[self.source](), strict=True)
        return QKV(*(sized(matrix, *shapes[name]) for name, matrix in matrices))

    @cached_property
    def matrices(self) -> QKV:
        """Q (queries, d_k), K (keys, d_k), V (keys, d_v), with the edits applied."""
        return QKV(*self._edited(self._unedited()._asdict()))

    def _edited(self, matrices: Mapping[str, Tensor]) -> list[Tensor]:
        return [edited(name, matrix, self.edits) for name, matrix in matrices.items()]

    @cached_property
    def steps(self) -> AttentionSteps:
        return attention(*self.matrices, self.hidden, self.scale)

    def detached(self) -> dict[str, Edits]:
        """The edited cells of those of Q, K and V that no longer follow from X and the weights."""
        if self.source != "sentence":
            return {}
        return self.edited_by_hand()

    def edited_by_hand(self) -> dict[str, Edits]:
        """The edited cells of Q, K and V."""
        matrices = self.matrices._asdict().items()
        by_hand = {name: edits_inside(name, matrix, self.edits) for name, matrix in matrices}
        return {name: cells for name, cells in by_hand.items() if cells}

    def reattached(self, name: str) -> Self:
        """Drop the edits of Q, K or V, so that it follows from X and the weights again."""
        return self.with_values(edits=without(name, self.edits))

    def with_matrix(self, name: str, rows: list[list[float]]) -> Self:
        """Replace Q, K or V by pasted rows, which set the sizes; the others stay."""
        first, second = {"Q": ("queries", "d_k"), "K": ("keys", "d_k"), "V": ("keys", "d_v")}[name]
        kept, sizes = without(name, self.edits), self.sizes._asdict()
        source = self.source
        if source == "sentence" and len(rows) != len(self.words):
            # Without its words, the other two matrices could not be computed again.
            source = "random"
            others = self.matrices._asdict()
            del others[name]
            kept = {}
            for other, matrix in others.items():
                kept |= _cells(other, matrix.tolist())
        sizes |= {first: len(rows), second: len(rows[0])}
        if source == "sentence":
            # The words set the number of queries and keys.
            sizes = {second: sizes[second]}
        return self.with_values(source=source, edits=kept | _cells(name, rows), **sizes)

    def with_equal_keys(self) -> Self:
        """Make the second key equal to the first; unchanged if there is only one."""
        K = self.matrices.K
        rows = [K[0].tolist()] * min(2, len(K)) + K[2:].tolist()
        second = {place: v for place, v in _cells("K", rows).items() if place[1] == 1}
        return self.with_values(edits=self.edits | second)


def _cells(name: str, rows: list[list[float]]) -> Edits:
    return {(name, r, c): value for r, row in enumerate(rows) for c, value in enumerate(row)}
