"""Heads as one matrix by more than their weights: rollout, lengths of values, gradients."""

from collections.abc import Callable
from functools import cache, lru_cache

import torch
from torch import Tensor

from pages.translator.decoding import PARTS, DecodedSentence
from pages.translator.head_choice import HeadChoice
from pages.translator.model_edits import NO_EDITS, ModelEdits, editing, the_translator
from pages.translator.setting import SentenceSetting
from transformer_core import trace
from transformer_core.explain.computation import Computation
from transformer_lab.measures.summaries import by_length, heads_of, rollout, token_gradients
from transformer_lab.measures.summary_steps import (
    Made,
    gradient_steps,
    length_steps,
    rollout_steps,
)
from ui.explain.head_summary import TOGETHER

MOST_GRADIENTS = 16
"""The number of gradients cached, over all users."""


def path_of(choice: HeadChoice, layer: int | None = None) -> str:
    """The attention of a choice in the model, in its own layer or another one."""
    stack, part = PARTS[choice.kind]
    return f"{stack}.layers.{choice.layer if layer is None else layer}.{part}"


def summary_of(
    choice: HeadChoice, written: DecodedSentence, gradient: Callable[[], Tensor]
) -> Callable[[], Tensor]:
    """What gives the heads that are on as one, (seq_q, seq_k), by rollout, lengths or gradients.

    Args:
        gradient: gives that of each weight, (heads, seq_q, seq_k).
    """
    heads, path = list(choice.on), path_of(choice)

    @cache
    def summary() -> Tensor:
        if choice.how == "rollout":
            return rollout(written.attentions.weights(choice.kind))[choice.layer]
        tensors = written.computation.tensors
        weights = tensors[f"{path}.weights"]
        if choice.how == "gradient":
            return (weights * gradient())[heads].sum(0)
        W_O = heads_of(tensors, path, len(weights))
        return by_length(weights[heads], tensors[f"{path}.values"][heads], W_O[heads])

    return summary


@lru_cache(maxsize=MOST_GRADIENTS)
def own_gradient(setting: SentenceSetting, path: str) -> Tensor:
    """The gradient of each weight of an attention in the model of a setting."""
    edits, steps = setting.edits, setting.shown_steps
    return gradient_of(setting.written, setting.own_model, path, steps, edits)


def gradient_of(
    written: DecodedSentence,
    model: str,
    path: str,
    steps: int,
    edits: ModelEdits = NO_EDITS,
) -> Tensor:
    """The same of what a model wrote: (heads, seq_q, seq_k)."""
    translator = the_translator()
    src_ids = translator.source_ids(written.recognition, written.hidden)
    with torch.inference_mode(False), editing(model, edits) as changed:
        # What was made without gradients cannot be computed with, but a copy can.
        own = {name: (lambda _, tensor=tensor: tensor.clone()) for name, tensor in changed.items()}
        with trace(translator.model, own):
            ids = written.translation.tgt_ids.clone()
            return token_gradients(translator.model, src_ids.clone(), ids, path, steps)[1]


def summary_steps(setting: SentenceSetting, computation: Computation, choice: HeadChoice) -> Made:
    """The tensors of a summary, the last one as TOGETHER, and the step that made each."""
    path, heads = path_of(choice), list(choice.on)
    if choice.how == "rollout":
        names = [f"{path_of(choice, layer)}.weights" for layer in range(choice.layer + 1)]
        return rollout_steps(names, computation, TOGETHER)
    if choice.how == "by_length":
        return length_steps(path, heads, computation, TOGETHER)
    return gradient_steps(path, heads, own_gradient(setting, path), computation, TOGETHER)
