"""One attention of the trained translator on a sentence: what it reads, its weights, every step."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from torch import Tensor

from pages.translator.decoding import (
    STYLE,
    DecodedSentence,
    DecodingOptions,
    attention_block,
    decode,
)
from pages.translator.glossed import glossed
from pages.translator.model_edits import the_translator
from pages.translator.typed_text import read_english
from transformer_core import AttentionSteps
from transformer_core.config import TransformerConfig
from transformer_core.explain.computation import Computation
from transformer_core.explain.origin import Block
from ui.models.attentions import Kind
from ui.state.typed_input import InputError

KINDS: tuple[Kind, ...] = ("encoder", "decoder", "cross")
MOST_KEPT = 16
"""The number of attentions cached, over all users; the sentence itself is cached by `decode`."""
LINEAR = {"Q": "w_q", "K": "w_k", "V": "w_v", "O": "w_o"}
"""The linear layers of an attention, by the letters of their weights."""


@dataclass(frozen=True)
class HeadWeights:
    """What makes the queries, keys and values of one head: Q = X W_Q + b_Q, and so on."""

    W_Q: Tensor
    """(d_model, d_k), as W_K, and W_V with d_v."""
    W_K: Tensor
    W_V: Tensor
    b_Q: Tensor
    """(d_k,), as the others."""
    b_K: Tensor
    b_V: Tensor
    W_O: Tensor
    """(d_v, d_model): the rows of W_O that take this head's output. Its bias is added once for all
    heads: see `TrainedAttention.bias`."""


@dataclass(frozen=True, eq=False)
class TrainedAttention:
    """One attention of the translator while it reads a sentence and writes its translation.

    Its tensors are those of the model's own forward, without the batch dimension; the model,
    which all users share, must not be changed.
    """

    written: DecodedSentence
    """The sentence, its translation and the whole computation."""
    kind: Kind
    layer: int
    """Counted from 0."""

    @property
    def computation(self) -> Computation:
        """Every number of the model on this sentence, and the step that made it."""
        return self.written.computation

    @property
    def block(self) -> Block:
        """This attention among the blocks of the computation."""
        return attention_block(self.kind, self.layer)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What the tensors of this attention are called in the computation, by their own names:
        queries, keys, values, mask, scores, scaled, masked, weights, heads, concatenated,
        projected, w_q.weight, w_q.bias and so on, X and memory.
        """
        own = {**self.computation.blocks[self.block]}
        linear = self.computation.steps[own["queries"]], self.computation.steps[own["keys"]]
        own["X"], own["memory"] = (step.inputs["x"] for step in linear)
        return own

    def tensor(self, name: str) -> Tensor:
        """A tensor by its name in `names`."""
        return self.computation.tensors[self.names[name]]

    @property
    def num_heads(self) -> int:
        return int(self.Q.size(0))

    @property
    def d_k(self) -> int:
        return int(self.Q.size(-1))

    @property
    def X(self) -> Tensor:
        """(seq_q, d_model): what the queries are made from."""
        return self.tensor("X")

    @property
    def memory(self) -> Tensor:
        """(seq_k, d_model): what the keys and values are made from; X itself in self-attention."""
        return self.tensor("memory")

    @property
    def Q(self) -> Tensor:
        """(heads, seq_q, d_k)."""
        return self.tensor("queries")

    @property
    def K(self) -> Tensor:
        """(heads, seq_k, d_k)."""
        return self.tensor("keys")

    @property
    def V(self) -> Tensor:
        """(heads, seq_k, d_v)."""
        return self.tensor("values")

    @property
    def steps(self) -> AttentionSteps:
        """Every step of all heads: (heads, seq_q, seq_k), the output (heads, seq_q, d_v)."""
        names = ("scores", "scaled", "masked", "weights", "heads")
        return AttentionSteps(*map(self.tensor, names))

    @property
    def output(self) -> Tensor:
        """(seq_q, d_model): the heads' outputs side by side, times W_O, plus its bias."""
        return self.tensor("projected")

    @property
    def bias(self) -> Tensor:
        """(d_model,): what W_O's layer adds once, after all heads."""
        return self.tensor("w_o.bias")

    @property
    def mask(self) -> Tensor | None:
        """(seq_q, seq_k) bool, True = hidden; None where nothing is hidden."""
        mask = self.tensor("mask")[0]
        return mask if bool(mask.any()) else None

    def weight(self, letter: str) -> Tensor:
        """W_Q, W_K, W_V or W_O of all heads by its letter, (d_model, d_model): x W + b."""
        return self.tensor(f"{LINEAR[letter]}.weight").T

    def head_weights(self, head: int) -> HeadWeights:
        """The weights of one head, which is counted from 0."""
        own = slice(head * self.d_k, (head + 1) * self.d_k)
        W_Q, W_K, W_V = (self.weight(letter)[:, own] for letter in "QKV")
        b_Q, b_K, b_V = (self.tensor(f"{LINEAR[letter]}.bias")[own] for letter in "QKV")
        return HeadWeights(W_Q, W_K, W_V, b_Q, b_K, b_V, self.weight("O")[own])

    def head_steps(self, head: int) -> AttentionSteps:
        """Every step of one head, each 2-D."""
        return AttentionSteps(*(step[head] for step in self.steps))

    def labels(self, language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The tokens that attend and those attended to, as they are read, equal ones told apart and
        with a gloss for readers of the other language.
        """
        seen = glossed(language, self.written)
        own = seen.source if self.kind == "encoder" else seen.read
        return own, seen.source if self.kind == "cross" else own


def translator_config() -> TransformerConfig:
    """The sizes of the trained translator."""
    return the_translator().model.config


def is_readable(sentence: str) -> bool:
    """Whether the translator can read a sentence; `read_english` says why it cannot."""
    try:
        read_english(sentence)
    except InputError:
        return False
    return True


@lru_cache(maxsize=MOST_KEPT)
def trained_attention(
    sentence: str, kind: Kind = "encoder", layer: int = 0, hidden: frozenset[int] = frozenset()
) -> TrainedAttention:
    """One attention of the translator on a sentence, which it translates greedily.

    Args:
        sentence: one for which `is_readable` holds; it may have words that the translator does not
            know, which it reads as unknown.
        kind: the encoder's or the decoder's self-attention, or the cross-attention.
        layer: counted from 0.
        hidden: positions of words that become padding.

    Raises: InputError for a sentence that the translator cannot read, KeyError for a layer that it
        does not have.
    """
    written = decode("translator", read_english(sentence), hidden, DecodingOptions(), style=STYLE)
    attention = TrainedAttention(written, kind, layer)
    _ = attention.names
    return attention
