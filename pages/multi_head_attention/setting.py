"""What the multi-head attention page computes on, and everything that comes of it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial

import torch
from torch import Tensor

from transformer_core import (
    AttentionSteps,
    MultiHeadAttention,
    attention,
    attention_entropy,
    build_mask,
    build_multi_head_attention,
    concatenated_without,
    encoded_words,
    head_contributions,
    share_of_norm,
    split_words,
    trace,
    word_ids,
)
from ui.picture.word_labels import word_labels
from ui.state.cells import Edits, edited, read_edits
from ui.state.typed_input import read_sentence

MASKS = ("none", "padding", "look_ahead")
WIDTHS = (4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512)
MOST_HEADS = 64
MOST_WORDS = 64
BASE = 10_000.0

PROJECTIONS = {"queries": ("Q", "query"), "keys": ("K", "key"), "values": ("V", "value")}
"""What each projection is called in one head, and its role."""

WEIGHTS = {"W_Q": "w_q", "W_K": "w_k", "W_V": "w_v", "W_O": "w_o"}
"""The weights that can be edited, and the module's layers that hold them, transposed."""
MOST_EDITABLE = 16
"""With a wider d_model nothing can be edited."""

PRESETS = {"small": (16, 4), "base": (512, 8), "one_head": (16, 1)}
"""d_model and num_heads."""


def divisors(d_model: int) -> list[int]:
    """The numbers of heads into which d_model splits, as far as they can be drawn."""
    return [heads for heads in range(1, min(d_model, MOST_HEADS) + 1) if d_model % heads == 0]


def more_heads(d_model: int, num_heads: int) -> int | None:
    """Twice as many heads, or the next possible number above; None where there is none."""
    larger = [heads for heads in divisors(d_model) if heads > num_heads]
    return 2 * num_heads if 2 * num_heads in larger else next(iter(larger), None)


def whole(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers from `low` to `high`."""

    def read(text: str) -> int:
        if not re.fullmatch(r"\d{1,4}", text, re.ASCII) or not low <= int(text) <= high:
            raise ValueError(f"{text[:40]!r} is not a whole number from {low} to {high}")
        return int(text)

    return read


def read_width(text: str) -> int:
    if text not in map(str, WIDTHS):
        raise ValueError(f"{text[:40]!r} is none of {WIDTHS}")
    return int(text)


def read_heads(text: str) -> frozenset[int]:
    """From "0_3": the numbers of heads. Raises ValueError for any other text."""
    return frozenset(map(whole(0, MOST_HEADS - 1), filter(None, text.split("_"))))


def write_heads(heads: frozenset[int]) -> str:
    return "_".join(map(str, sorted(heads)))


read_changes = partial(read_edits, matrices=("embedding", *WEIGHTS), most_rows=MOST_WORDS)
"""From "embedding.0.2=1.5_W_O.1.0=-3": the edited cells. Raises ValueError for any other text."""


def read_words(text: str) -> list[str]:
    return read_sentence(text, split_words, limit=MOST_WORDS)


@dataclass(frozen=True)
class MultiHeadSetting:
    """Everything a person chose, as plain values."""

    words: tuple[str, ...]
    d_model: int
    num_heads: int
    seed: int
    mask_kind: str = "none"
    padding: int = 0
    off: frozenset[int] = frozenset()
    edits: Edits = field(default_factory=dict)

    @property
    def d_k(self) -> int:
        return self.d_model // self.num_heads

    @property
    def labels(self) -> tuple[str, ...]:
        """What the words are called, equal ones told apart."""
        return word_labels(self.words)

    @property
    def embedding_seed(self) -> int:
        """Not the weights' own: both would be made of the same random numbers."""
        return self.seed + 1

    def input(self) -> tuple[Tensor, Tensor, Tensor]:
        """Embedding, positional encoding and their sum, (words, d_model) each."""
        embedding, encoding, _ = encoded_words(self.words, self.d_model, self.embedding_seed)
        embedding = edited("embedding", embedding, self.edits)
        return embedding, encoding, embedding + encoding

    def module(self) -> MultiHeadAttention:
        """The attention with its weights, as the seed and the edits decide them."""
        module = build_multi_head_attention(self.d_model, self.num_heads, self.seed)
        for name, layer in WEIGHTS.items():
            weight = getattr(module, layer).weight  # (d_model, d_model), transposed
            weight.copy_(edited(name, weight.mT, self.edits).mT.clone())
        return module

    def ids(self) -> list[int]:
        return word_ids(self.words)

    def mask(self) -> Tensor | None:
        size = len(self.words)
        return build_mask(self.mask_kind, size, size, self.padding, frozenset())


class MultiHeadRun:
    """One multi-head attention on a setting: every step, and what each head adds.

    Everything is as the forward made it, batch first, with a batch of 1.
    """

    @torch.inference_mode()
    def __init__(self, setting: MultiHeadSetting) -> None:
        self.setting = setting
        self.off = frozenset(head for head in setting.off if head < setting.num_heads)
        self.mask = setting.mask()
        self.module = setting.module()
        self.embedding, self.encoding, X = setting.input()
        self.X = X.unsqueeze(0)  # (1, words, d_model)
        with trace(self.module) as self.records:
            self.output = self.module(self.X, self.X, self.X, self.mask)  # (1, words, d_model)
        heads = self.records["heads"]
        self.contributions = head_contributions(self.module, heads)  # (1, heads, words, d_model)
        self.shares = share_of_norm(self.contributions, self.output)[0].tolist()
        self.concatenated = concatenated_without(heads, self.off)  # (1, words, d_model)
        self.without = self.module.w_o(self.concatenated)  # (1, words, d_model)
        self.lost = self.output - self.without
        self.lost_share = float(share_of_norm(self.lost, self.output))

    def projected(self, name: str) -> Tensor:
        """The queries, keys or values before the split: (1, words, d_model)."""
        return self.records[name].transpose(1, 2).flatten(2)

    def head(self, number: int) -> AttentionSteps:
        """The steps of one head, each 2-D."""
        names = ("scores", "scaled", "masked", "weights", "heads")
        return AttentionSteps(*(self.records[name][0, number] for name in names))

    def of_head(self, name: str, number: int) -> Tensor:
        """The queries, keys or values of one head: (words, d_k)."""
        return self.records[name][0, number]

    @cached_property
    def full(self) -> AttentionSteps:
        """One head of full width on the same queries, keys and values, each step 2-D."""
        Q, K, V = (self.projected(name)[0] for name in ("queries", "keys", "values"))
        return attention(Q, K, V, self.mask)

    def strongest(self) -> int | None:
        """The head, of those still on, that adds most to the output."""
        on = [head for head in range(self.setting.num_heads) if head not in self.off]
        return max(on, key=self.shares.__getitem__, default=None)


@dataclass(frozen=True)
class Entropies:
    """How widely attention looks, in bits, on average over the queries."""

    head: float
    full: float
    lowest: float
    highest: float
    laid_together: float
    """Of the average of all heads' weights."""


def entropies(run: MultiHeadRun, head: int) -> Entropies:
    """The opened head, all heads and one head of full width."""
    weights = run.records["weights"][0]  # (heads, words, words)
    heads = attention_entropy(weights).mean(-1).tolist()
    full, together = attention_entropy(run.full.weights), attention_entropy(weights.mean(0))
    return Entropies(
        heads[head], float(full.mean()), min(heads), max(heads), float(together.mean())
    )
