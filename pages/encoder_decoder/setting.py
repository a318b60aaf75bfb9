"""What the encoder-decoder page computes on: sizes, tokens, an untrained model and its trace."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import streamlit as st
import torch
from torch import Tensor

from transformer_core import (
    Transformer,
    TransformerConfig,
    build_transformer,
    parameter_counts,
    seeded_dropout,
    trace,
    traced_shapes,
    word_ids,
)
from transformer_core.explain.computation import Computation
from transformer_core.explain.provenance import transformer_computation
from ui.picture.word_labels import word_labels
from ui.state.typed_input import InputError

PAD, START, END = 0, 1, 2
SPECIALS = ("⟨pad⟩", "⟨start⟩", "⟨end⟩")
MOST_COMPUTED = 6_000_000
"""Parameters up to which the weights are made and tensors computed."""

LIMITS = {
    "num_layers": (1, 24),
    "d_model": (1, 4096),
    "num_heads": (1, 64),
    "d_ff": (1, 16_384),
    "vocab_size": (4, 200_000),
}


@dataclass(frozen=True)
class Sizes:
    """The hyper-parameters that a person chooses."""

    num_layers: int
    d_model: int
    num_heads: int
    d_ff: int
    vocab_size: int
    dropout: float
    shared: bool = False
    """One matrix for both embeddings and the output (section 3.4)."""

    def checked(self) -> "Sizes":
        """These sizes. Raises InputError naming the number that cannot be."""
        for name, (low, high) in LIMITS.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise InputError("size_out_of_range", control=name, value=value, low=low, high=high)
        if self.d_model % self.num_heads:
            raise InputError("not_divisible", d_model=self.d_model, num_heads=self.num_heads)
        return self

    def config(self, norm_first: bool) -> TransformerConfig:
        return TransformerConfig(
            self.vocab_size,
            self.vocab_size,
            d_model=self.d_model,
            num_heads=self.num_heads,
            num_layers=self.num_layers,
            d_ff=self.d_ff,
            dropout=self.dropout,
            max_len=128,
            pad_id=PAD,
            norm_first=norm_first,
            shared_embeddings=self.shared,
        )


PRESETS = {
    "tiny": Sizes(2, 16, 2, 32, 32, 0.1),
    "example": Sizes(4, 128, 4, 512, 9_000, 0.3),
    "paper_base": Sizes(6, 512, 8, 2048, 37_000, 0.1, shared=True),
    "paper_big": Sizes(6, 1024, 16, 4096, 37_000, 0.3, shared=True),
}
PAPER = ("paper_base", "paper_big")


def is_papers(sizes: Sizes) -> bool:
    """Whether this is a model whose parameters the paper counts, its matrices shared or not."""
    same = {"dropout": 0.0, "shared": True}
    return replace(sizes, **same) in [replace(PRESETS[name], **same) for name in PAPER]


@dataclass(frozen=True)
class Sentences:
    """A source and a target as token ids, (1, length) each, with what each token is called.

    `src_names`, `tgt_names` and `target_names` tell equal tokens apart; `names` are the tokens'.

    The decoder reads `tgt_ids`, which start with the start token, and should say `targets`,
    which end with the end token.
    """

    src_ids: Tensor
    tgt_ids: Tensor
    targets: Tensor
    src_names: tuple[str, ...]
    tgt_names: tuple[str, ...]
    target_names: tuple[str, ...]
    names: dict[int, str]

    def name(self, token: int) -> str:
        return self.names.get(token, f"#{token}")


def read_sentences(
    source: Sequence[str], target: Sequence[str], padding: int, vocab_size: int
) -> Sentences:
    """Words to ids, the same word the same id in both, after the three special tokens.

    `padding` tokens are put after both. Raises InputError when the vocabulary is too small.
    """
    words = [*source, *target]
    ids = [number + len(SPECIALS) for number in word_ids(words)]
    if max(ids) >= vocab_size:
        raise InputError("vocabulary_too_small", vocab_size=vocab_size, needed=max(ids) + 1)
    pads, pad_names = [PAD] * padding, (SPECIALS[PAD],) * padding
    src, tgt = ids[: len(source)], ids[len(source) :]
    names = dict(enumerate(SPECIALS)) | dict(zip(ids, words, strict=True))
    return Sentences(
        torch.tensor([src + pads]),
        torch.tensor([[START, *tgt, *pads]]),
        torch.tensor([[*tgt, END, *pads]]),
        word_labels((*source, *pad_names)),
        word_labels((SPECIALS[START], *target, *pad_names)),
        word_labels((*target, SPECIALS[END], *pad_names)),
        names,
    )


@lru_cache(maxsize=64)
def counts_of(sizes: Sizes, norm_first: bool) -> dict[str, int]:
    return parameter_counts(sizes.config(norm_first))


@lru_cache(maxsize=64)
def shapes_of(sizes: Sizes, norm_first: bool, src_len: int, tgt_len: int) -> dict[str, tuple]:
    """Shapes of every intermediate; all layers have the first one's."""
    one_layer = replace(sizes.config(norm_first), num_layers=1)
    return traced_shapes(one_layer, 1, src_len, tgt_len)


@st.cache_resource(max_entries=6, show_spinner=False)
def model_of(sizes: Sizes, norm_first: bool, seed: int) -> Transformer:
    """An untrained model, shared by everybody who asks for the same one."""
    return build_transformer(sizes.config(norm_first), seed)


def run(
    sizes: Sizes, norm_first: bool, seed: int, sentences: Sentences, dropout_seed: int | None
) -> dict[str, Tensor]:
    """Every intermediate of one forward; with dropout at work when it has a seed."""
    model = model_of(sizes, norm_first, seed)
    with torch.inference_mode(), trace(model) as records:
        if dropout_seed is None:
            model(sentences.src_ids, sentences.tgt_ids)
        else:
            with seeded_dropout(dropout_seed):
                model(sentences.src_ids, sentences.tgt_ids)
    return records


def computation_of(
    sizes: Sizes,
    norm_first: bool,
    seed: int,
    sentences: Sentences,
    records: dict[str, Tensor],
    label_smoothing: float,
) -> Computation:
    """What `run` recorded, with the step that made each tensor, and the loss of each token."""
    return transformer_computation(
        model_of(sizes, norm_first, seed),
        records,
        sentences.src_ids,
        sentences.tgt_ids,
        sentences.targets,
        label_smoothing,
    )
