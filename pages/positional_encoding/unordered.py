"""No positions at all: attention on a sentence and on its words in reverse order."""

import math
from typing import NamedTuple

from torch import Tensor

from pages.positional_encoding.setting import EncodingSetting
from transformer_core import attention
from transformer_core.explain.axes import attention_axes, vectors
from transformer_core.explain.computation import Computation, Step
from transformer_core.explain.origin import Origin
from transformer_lab.examples import random_embedding, word_ids

MOST_WORDS = 8
"""The words of the sentence that are read."""


class Unordered(NamedTuple):
    """Vectors of words, weights and output, of the sentence and of its words from the end on."""

    X: Tensor
    scores: Tensor
    scaled: Tensor
    weights: Tensor
    output: Tensor
    X_reversed: Tensor
    scores_reversed: Tensor
    scaled_reversed: Tensor
    weights_reversed: Tensor
    output_reversed: Tensor

    @property
    def difference(self) -> float:
        """The largest difference of a word's output in both orders."""
        return float((self.output - self.output_reversed.flip(0)).abs().max())


def unordered(setting: EncodingSetting) -> Unordered:
    """Each word's vector, drawn from the seed, is its query, its key and its value."""
    ids = word_ids(setting.words[:MOST_WORDS])
    X = random_embedding(max(ids) + 1, setting.width, setting.seed)[ids]  # (words, d_k)
    backwards = X.flip(0)
    made = [attention(x, x, x) for x in (X, backwards)]
    both = [(one.scores, one.scaled, one.weights, one.output) for one in made]
    return Unordered(X, *both[0], backwards, *both[1])


def unordered_computation(setting: EncodingSetting) -> Computation:
    steps, origins = {"X_reversed": Step("reversed", {"x": "X"})}, {}
    axes = attention_axes()
    for end in ("", "_reversed"):
        x, scores, scaled, weights, output = (
            f"{name}{end}" for name in ("X", "scores", "scaled", "weights", "output")
        )
        steps[scores] = Step("dot_product", {"left": x, "right": x})
        steps[scaled] = Step("scaling", {"x": scores}, {"factor": 1 / math.sqrt(setting.width)})
        steps[weights] = Step("softmax", {"x": scaled})
        steps[output] = Step("weighted_sum", {"weights": weights, "values": x})
        origins[x] = Origin("X", vectors())
        for name in ("scores", "scaled", "weights", "output"):
            origins[f"{name}{end}"] = Origin(name, axes[name])
    return Computation(unordered(setting)._asdict(), steps, origins=origins)
