"""The steps that lead to both results of a mistake."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from torch import Tensor

from transformer_core.attention import attention
from transformer_core.explain.axes import attention_axes
from transformer_core.explain.computation import Step
from transformer_core.explain.origin import Axes, Origin

_ATTENTION = attention_axes()
GRID = _ATTENTION["scores"]
"""The axes of a number for each query and key."""


@dataclass(frozen=True)
class Derivation:
    """The tensors that lead to "right" and "wrong", and the step that made each of them.

    `axes` are those of tensors that no model has; `origins` those of tensors that one has.
    """

    tensors: dict[str, Tensor]
    steps: dict[str, Step]
    axes: Mapping[str, Axes] = field(default_factory=lambda: MappingProxyType({}))
    origins: Mapping[str, Origin] = field(default_factory=lambda: MappingProxyType({}))

    def also(
        self, tensors: Mapping[str, Tensor], steps: Mapping[str, Step], axes: Axes = GRID
    ) -> "Derivation":
        """With more tensors, all with the same axes, and more steps."""
        return Derivation(
            {**self.tensors, **tensors},
            {**self.steps, **steps},
            {**self.axes, **dict.fromkeys(tensors, axes)},
            self.origins,
        )

    def masked(self, mask: Tensor, name: str = "") -> "Derivation":
        """With a mask, named "mask" after `name`, and the scaled scores that it leaves.

        The mask has a number for each query and key, or for each key.
        """
        masked = self.tensors["scaled"].masked_fill(mask, -math.inf)
        step = Step("masking", {"x": "scaled", "mask": f"{name}mask"})
        with_mask = self.also({f"{name}mask": mask}, {}, GRID[-mask.dim() :])
        return with_mask.also({f"{name}masked": masked}, {f"{name}masked": step})


def derived_scores(given: Mapping[str, Any]) -> Derivation:
    """Scores and scaled scores, which every way of attending starts with."""
    Q, K = given["Q"], given["K"]
    made = attention(Q, K, K)
    steps = {
        "scores": Step("dot_product", {"left": "Q", "right": "K"}),
        "scaled": Step("scaling", {"x": "scores"}, {"factor": 1 / math.sqrt(Q.size(-1))}),
    }
    axes = {"Q": _ATTENTION["queries"], "K": _ATTENTION["keys"]}
    tensors = {"scores": made.scores, "scaled": made.scaled}
    return Derivation({"Q": Q, "K": K}, {}, axes).also(tensors, steps)
