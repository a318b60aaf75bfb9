"""One of the three attentions under its mask, and next to it under another."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import torch
from torch import Tensor

from pages.masks.setting import D_K, TABLE, MaskSetting
from pages.masks.tokens import PAD_ID
from pages.masks.trained import TrainedHead
from transformer_core import AttentionSteps, attention
from transformer_core.explain.figures import ROUNDING
from transformer_lab.examples import random_embedding
from transformer_lab.examples.attention_masks import other_mask, right_mask
from transformer_lab.measures.mask_effects import (
    HALF_ROUNDING,
    Attended,
    MaskEffect,
    Vectors,
    at_each_length,
    block_output,
    changes,
    finite_masked,
    mask_effect,
    with_each_replaced,
    zeroed,
)
from ui.picture.word_labels import word_labels

SIDES = ("right", "other")
LEAK_TESTS: Mapping[str, tuple[str, str]] = {
    "residual": ("attention", "residual"),
    "norm": ("feature_norm", "position_norm"),
    "recomputed": ("attention", "attention"),
}
"""Comparisons that show which token reaches which output, and the block of each side."""
FILLED: Mapping[str, Callable[[Tensor, Tensor], Tensor]] = {
    "finite": finite_masked,
    "half": partial(finite_masked, is_half=True),
    "zero": zeroed,
}
"""Comparisons of −∞ with something finite: what becomes of the scores under a mask."""
MASK_OF = {"recomputed": "padding"}
"""The name of the other mask where it is not that of the comparison."""


@dataclass(frozen=True)
class Side:
    """An attention under one mask, what a block makes of it, and what changes that."""

    mask: Tensor
    masked: Tensor
    weights: Tensor
    attended: Tensor
    """The output of the attention: (seq_q, d_v)."""
    output: Tensor
    """The output of the block; of the attention itself where nothing comes after it."""
    block: str = "attention"
    before: Tensor | None = None
    """The outputs before and after each change of a token: (changed token, seq, d)."""
    after: Tensor | None = None

    @property
    def reach(self) -> Tensor | None:
        """How far each output is from another when a token changes: (position, token)."""
        if self.before is None or self.after is None:
            return None
        return changes(self.before, self.after)

    @property
    def as_attended(self) -> Attended:
        return Attended(self.mask, self.weights, self.output)


@dataclass(frozen=True)
class Comparison:
    """An attention of a setting; `other` is None where its mask does not fit."""

    name: str
    attention: str
    query_labels: tuple[str, ...]
    key_labels: tuple[str, ...]
    query_ids: Tensor
    key_ids: Tensor
    vectors: Vectors
    steps: AttentionSteps
    right: Side
    other: Side | None
    gain: int = 1
    """How many times as large Q is."""
    trained: TrainedHead | None = None
    """The head of the translator whose numbers these are; None if they are random."""

    def labelled(self, language: str) -> "Comparison":
        """The same with glosses for readers of a language, where the words are the translator's."""
        if self.trained is None:
            return self
        queries, keys = self.trained.labels(language)
        return replace(self, query_labels=queries, key_labels=keys)

    @property
    def d_k(self) -> int:
        return self.vectors[1].size(-1)

    @property
    def sides(self) -> dict[str, Side]:
        sides = {"right": self.right}
        return sides if self.other is None else sides | {"other": self.other}

    @property
    def is_leak_test(self) -> bool:
        return self.name in LEAK_TESTS

    @property
    def change(self) -> Tensor | None:
        """How far each output is from the right one: (seq_q, 1); None in a leak test."""
        if self.other is None or self.is_leak_test:
            return None
        return changes(self.right.output[None], self.other.output[None])

    @property
    def effect(self) -> MaskEffect | None:
        if self.other is None:
            return None
        padding = self.query_ids == PAD_ID, self.key_ids == PAD_ID
        rounding = HALF_ROUNDING if self.name == "half" else ROUNDING
        sides = self.right.as_attended, self.other.as_attended
        return mask_effect(*sides, *padding, rounding=rounding)


@lru_cache(maxsize=32)
def comparison_of(setting: MaskSetting) -> Comparison:
    """The comparison of a setting that shows one attention."""
    queries = "source" if setting.attention == "encoder" else "target"
    keys = "target" if setting.attention == "decoder" else "source"
    ids = {"source": setting.token_ids, "target": setting.target_ids}
    labels = {"source": setting.labels, "target": word_labels(setting.target_tokens)}
    query_ids, key_ids = torch.tensor(ids[queries]), torch.tensor(ids[keys])
    name = setting.compared_with
    trained = TrainedHead.of(setting)
    vectors = trained.vectors if trained else _random_vectors(setting, queries, keys)
    mask = right_mask(setting.attention, query_ids, key_ids)
    steps = attention(*vectors, mask)
    blocks = LEAK_TESTS.get(name, ("attention", "attention"))
    right, other = _side(setting, blocks[0], vectors, mask, steps), None
    if name != "target" or len(query_ids) == len(key_ids):
        wrong = other_mask(MASK_OF.get(name, name), query_ids, key_ids, mask)
        other_steps = _other_steps(name, vectors, wrong, steps)
        other = _side(setting, blocks[1], vectors, wrong, other_steps)
    return Comparison(
        name,
        setting.attention,
        labels[queries],
        labels[keys],
        query_ids,
        key_ids,
        vectors,
        steps,
        right,
        other,
        setting.gain,
        trained,
    )


def _random_vectors(setting: MaskSetting, queries: str, keys: str) -> Vectors:
    """Q of one side, the source or the target, and K and V of one side."""
    Q, (_, K, V) = setting.vectors_of(queries)[0], setting.vectors_of(keys)
    return setting.gain * Q, K, V


def _other_steps(
    name: str, vectors: Vectors, mask: Tensor, steps: AttentionSteps
) -> AttentionSteps:
    if name not in FILLED:
        return attention(*vectors, mask)
    masked = FILLED[name](steps.scaled, mask)
    weights = torch.softmax(masked, dim=-1)
    return steps._replace(masked=masked, weights=weights, output=weights @ vectors[2])


def _side(
    setting: MaskSetting, block: str, vectors: Vectors, mask: Tensor, steps: AttentionSteps
) -> Side:
    shown = (mask, steps.masked, steps.weights, steps.output)
    name = setting.compared_with
    if name not in LEAK_TESTS:
        return Side(*shown, steps.output)
    output = block_output(block, vectors, mask)
    if name == "recomputed":
        before, after = _written(vectors, mask)
    else:
        before = output.expand(len(output), *output.shape)
        after = with_each_replaced(block, vectors, _other_vectors(setting), mask)
    return Side(*shown, output, block, before, after)


def _other_vectors(setting: MaskSetting) -> Vectors:
    """Q, K and V of the tokens that are put in place of those of the target."""
    if trained := TrainedHead.of(setting):
        return trained.other_vectors()
    size = len(setting.target_tokens)
    Q, K = random_embedding(*TABLE, setting.seed + 3).chunk(2, dim=1)
    places = torch.arange(size) % len(Q)
    values = random_embedding(*TABLE, setting.seed + 4)[:, :D_K]
    return setting.gain * Q[places], K[places], values[places]


def _written(vectors: Vectors, mask: Tensor) -> tuple[Tensor, Tensor]:
    """The outputs before and after each token is written; what is not yet written is as after."""
    after = at_each_length(vectors, mask)  # (written token, seq_len, d)
    before = after.roll(1, dims=0)
    new = torch.ones(after.shape[:2], dtype=torch.bool).triu()  # (written token, seq_len)
    return before.where(~new[..., None], after), after
