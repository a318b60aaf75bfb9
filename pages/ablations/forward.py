"""Every number of a stored model on the task's example, and the step that made it.

A part that the model does not have is no step: what came before it goes straight on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeVar

import torch
from torch import Tensor

import pages.ablations.side_by_side  # noqa: F401 (declares the step of concatenated positions)
from pages.whole_model.sentences import Sentences
from pages.whole_model.task_sentences import task_sentences
from transformer_core import trace
from transformer_core.explain.computation import Computation, Step
from transformer_core.explain.provenance import transformer_computation
from transformer_lab.learning.ablated import stored_model
from transformer_lab.learning.ablations import WHOLE

PATHS = {
    "encoder": "encoder.layers.1.self_attention.weights",
    "cross": "decoder.layers.1.cross_attention.weights",
}
"""The attention that is shown: that of the last layers, by its name in a computation."""
LEFT_OUT = {
    "residuals": ("residual", "sublayer", "spread"),
    "norm": ("normed", "spread"),
    "positions": ("positions", "encoded"),
    "scaling": ("scaled",),
}
"""The tensors that only a part makes, by their names in their blocks. Mean and deviation around a
norm, the spread, say nothing where there is no norm or no sum before it."""
T = TypeVar("T")


@dataclass(frozen=True)
class Forward:
    """Source and target as the model reads them, and the computation of both."""

    sentences: Sentences
    computation: Computation


@cache
def forward_of(name: str, seed: int) -> Forward:
    """The forward of the whole or of a variant on the task's example.

    Raises: KeyError for a name or a seed that is not stored.
    """
    model, example = stored_model(name, seed), WHOLE.the_task.example
    sentences = task_sentences(WHOLE.the_task, example.source, example.target)
    with torch.inference_mode(), trace(model) as records:
        model(sentences.src_ids, sentences.tgt_ids)
    whole = transformer_computation(
        model, records, sentences.src_ids, sentences.tgt_ids, sentences.targets
    )
    return Forward(sentences, without_part(name, whole))


def weights_of(name: str, seed: int, kind: str) -> Tensor:
    """One kind of attention of a stored model: (heads, seq_q, seq_k)."""
    return forward_of(name, seed).computation.tensors[PATHS[kind]]


def without_part(name: str, whole: Computation) -> Computation:
    """The steps of a variant, from those that a whole model of its tensors would have."""
    if name == "concatenated":
        return replace(whole, steps={**whole.steps, **_joined(whole)})
    left_out = {
        tensor
        for tensor, (own, _, block) in whole.origins.items()
        if own in LEFT_OUT.get(name, ()) and block is not None and block.part != "embedding"
    }

    def before(tensor: str) -> str:
        """What goes on in the place of a tensor that is left out."""
        while tensor in left_out:
            inputs = whole.steps[tensor].inputs
            tensor = inputs.get("y", inputs["x"]) if name == "residuals" else inputs["x"]
        return tensor

    def kept(by_name: Mapping[str, T]) -> dict[str, T]:
        return {tensor: one for tensor, one in by_name.items() if tensor not in left_out}

    steps = {
        made: replace(step, inputs={role: before(one) for role, one in step.inputs.items()})
        for made, step in kept(whole.steps).items()
    }
    return replace(whole, tensors=kept(whole.tensors), steps=steps, origins=kept(whole.origins))


def _joined(whole: Computation) -> dict[str, Step]:
    """The steps of positions that are as narrow as their part of the vector."""
    joined: dict[str, Step] = {}
    for side in ("src", "tgt"):
        positions, scaled = f"{side}_positions", f"{side}_scaled"
        wave = whole.steps[positions]
        narrow = {**wave.constants, "d_model": float(whole.tensors[positions].size(1))}
        joined[positions] = replace(wave, constants=narrow)
        joined[f"{side}_encoded"] = Step("side_by_side", {"x": scaled, "y": positions})
    return joined
