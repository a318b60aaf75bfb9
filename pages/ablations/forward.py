"""Every number of a stored model on the task's example, and the step that made it.

A part that the model does not have is no step: what came before it goes straight on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

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
SIDES = ("src", "tgt")
Steps = Mapping[str, Step]


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
    steps = whole.steps
    if name == "concatenated":
        return replace(whole, steps={**steps, **_joined(whole)})
    passed = _passed(name, whole)
    # Mean and deviation around a norm say nothing where there is no norm or no sum before it.
    gone = {*passed, *_left_over(name, steps)}
    straight = {one: _past(step, passed) for one, step in steps.items() if one not in gone}
    tensors = {one: tensor for one, tensor in whole.tensors.items() if one not in gone}
    origins = {one: origin for one, origin in whole.origins.items() if one not in gone}
    return replace(whole, tensors=tensors, steps=straight, origins=origins)


def _joined(whole: Computation) -> dict[str, Step]:
    """The steps of positions that are as narrow as their part of the vector."""
    joined: dict[str, Step] = {}
    for side in SIDES:
        positions, scaled = f"{side}_positions", f"{side}_scaled"
        wave = whole.steps[positions]
        narrow = {**wave.constants, "d_model": float(whole.tensors[positions].size(1))}
        joined[positions] = replace(wave, constants=narrow)
        joined[f"{side}_encoded"] = Step("side_by_side", {"x": scaled, "y": positions})
    return joined


def _passed(name: str, whole: Computation) -> dict[str, str]:
    """The tensors that are no step of a variant, each with the one that goes on in its place."""
    steps = whole.steps
    if name == "positions":
        return {f"{side}_encoded": f"{side}_scaled" for side in SIDES}
    called = {"residuals": "residual", "norm": "normed", "scaling": "scaled"}.get(name)
    made = [
        one
        for one, (own, _, block) in whole.origins.items()
        if own == called and block is not None and block.part != "embedding"
    ]
    if name == "residuals":  # the sublayer's output is a step of its own, before dropout
        return {one: steps[steps[one].inputs["y"]].inputs["x"] for one in made}
    return {one: steps[one].inputs["x"] for one in made}


def _left_over(name: str, steps: Steps) -> set[str]:
    """The tensors that nothing of a variant is made of or shown by."""
    if name == "positions":
        return {f"{side}_positions" for side in SIDES}
    if name == "residuals":
        added = {step.inputs["y"] for step in steps.values() if step.kind == "sum"}
        return {one for one in added if not one.endswith("_positions")} | _spreads(steps)
    return _spreads(steps) if name == "norm" else set()


def _spreads(steps: Steps) -> set[str]:
    return {one for one, step in steps.items() if step.kind == "spread"}


def _past(step: Step, passed: Mapping[str, str]) -> Step:
    """A step that reads what came before the parts that are left out."""
    inputs = {role: passed.get(tensor, tensor) for role, tensor in step.inputs.items()}
    return replace(step, inputs=inputs)
