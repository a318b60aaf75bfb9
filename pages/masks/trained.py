"""A head of the translator under two masks: its Q, K and V, back to the embeddings."""

from collections.abc import Mapping
from dataclasses import dataclass

from torch import Tensor

from pages.masks.setting import MaskSetting
from pages.translator.padded_sentence import PaddedSentence
from pages.translator.trained_attention import TrainedAttention
from pages.translator.trained_naming import TrainedBoard
from transformer_core.explain.computation import Computation, Step
from transformer_core.explain.origin import DIMENSION, Axes, Origin
from transformer_lab.measures.mask_effects import Vectors
from ui.explain.board import BoardNames, BoardTensor
from ui.words.language import Text

OWN_Q = "own_Q"
"""The queries of the model where the page multiplies them."""
MADE_FROM: Mapping[str, str] = {"Q": "X", "K": "memory", "V": "memory"}


@dataclass(frozen=True, eq=False)
class TrainedHead:
    """One head of the translator on a padded sentence and its padded translation."""

    padded: PaddedSentence
    shown: TrainedAttention
    head: int
    gain: int
    """What the page multiplies the queries by."""

    @classmethod
    def of(cls, setting: MaskSetting) -> "TrainedHead | None":
        """The head of a setting; None if its numbers are random."""
        kinds = [kind for kind in ("encoder", "decoder", "cross") if kind == setting.attention]
        if not (setting.is_trained and kinds):
            return None
        shown = setting.padded.attention(kinds[0], setting.shown_layer)
        return cls(setting.padded, shown, setting.shown_head, setting.gain)

    @property
    def own_vectors(self) -> Vectors:
        """Q, K and V of the model: (seq, d) each."""
        shown = self.shown
        return shown.Q[self.head], shown.K[self.head], shown.V[self.head]

    @property
    def vectors(self) -> Vectors:
        """The same as the page takes them."""
        Q, K, V = self.own_vectors
        return (Q if self.gain == 1 else self.gain * Q), K, V

    def other_vectors(self) -> Vectors:
        """For each token those of the next one; for the last token, those of the first."""
        Q, K, V = (vectors.roll(-1, dims=0) for vectors in self.vectors)
        return Q, K, V

    def labels(self, language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The tokens that attend and those attended to."""
        seen = self.padded.seen(language)
        own = seen.source if self.shown.kind == "encoder" else seen.read
        return own, seen.source if self.shown.kind == "cross" else own

    def with_origins(self, attended: Computation) -> Computation:
        """An attention of these vectors, and all that they are made of: Q = X W_Q + b_Q."""
        whole, weights = self.shown.computation, self.shown.head_weights(self.head)
        tensors: dict[str, Tensor] = {}
        steps: dict[str, Step] = {}
        origins: dict[str, Origin] = {}
        for letter, x in MADE_FROM.items():
            W, b = f"W_{letter}", f"b_{letter}"
            axes: Axes = attended.origins[letter].axes
            tensors[W], tensors[b] = getattr(weights, W).T, getattr(weights, b)
            made = Step("linear", {"x": self.shown.names[x], "weight": W, "bias": b})
            steps[letter] = made
            origins[W], origins[b] = Origin(W, (axes[-1], DIMENSION)), Origin(b, axes[-1:])
        if self.gain != 1:
            tensors[OWN_Q], steps[OWN_Q] = self.own_vectors[0], steps["Q"]
            steps["Q"] = Step("scaling", {"x": OWN_Q}, {"factor": float(self.gain)})
            origins[OWN_Q] = Origin("Q", attended.origins["Q"].axes)
        return Computation(
            {**whole.tensors, **attended.tensors, **tensors},
            {**whole.steps, **attended.steps, **steps},
            origins={**whole.origins, **attended.origins, **origins},
        )

    def board(self, text: Text, computation: Computation, board: BoardNames) -> TrainedBoard:
        """A board whose other numbers are named by their place in the model."""
        own = BoardTensor("", text("matrices.own_queries"), board.tensors["Q"].rows, role="query")
        rest = self.padded.naming(text, computation, self.shown.kind)
        return TrainedBoard({**board.tensors, OWN_Q: own}, board.meaning, rest)
