"""Mistakes in what goes into the first layer (sections 3.4 and 3.5)."""

import math
from typing import Any

import torch
from torch import Tensor

from transformer_core.config import TransformerConfig
from transformer_core.explain.axes import vectors
from transformer_core.explain.computation import Step, Term
from transformer_core.explain.kind import Kind
from transformer_core.explain.kinds.same_place import SamePlace
from transformer_core.explain.origin import DIMENSION, Axis
from transformer_core.explain.reading import OutputCell, Reading
from transformer_core.positional_encoding import positional_encoding
from transformer_core.trace import trace
from transformer_core.transformer import Transformer, build_transformer
from transformer_lab.examples.random_matrices import random_embedding
from transformer_lab.mistakes.derivation import Derivation
from transformer_lab.mistakes.mistake import Comparison, Figures, Mistake, Picture, Sizes

TOKENS = 8
BASE = 10_000.0


def encoding_sizes(positions: int = 50, d_model: int = 64) -> dict[str, int]:
    """An encoding has no other input than its sizes."""
    return {"seq_len": positions, "d_model": d_model}


def encoding_at_one_speed(seq_len: int, d_model: int) -> Tensor:
    """The positional encoding written column by column, with the digit 1 for the letter i."""
    position = torch.arange(seq_len, dtype=torch.float64)
    encoding = torch.empty(seq_len, d_model)
    for i in range(d_model):
        # right: angle = position / 10_000 ** (2 * (i // 2) / d_model)
        angle = position / 10_000 ** (2 * (1 // 2) / d_model)
        encoding[:, i] = angle.cos() if i % 2 else angle.sin()
    return encoding


def test_the_columns_turn_at_different_speeds(encoding: Tensor) -> None:
    assert not torch.allclose(encoding[:, 0], encoding[:, 2])


def untrained_embedding(d_model: int = 64, seed: int = 11) -> dict[str, Any]:
    """An untrained Transformer and a sentence of TOKENS different tokens, (1, TOKENS) ids."""
    config = TransformerConfig(
        TOKENS + 1, TOKENS + 1, d_model, num_heads=1, num_layers=1, d_ff=1, max_len=TOKENS
    )
    token_ids = torch.arange(1, TOKENS + 1).unsqueeze(0)  # (1, TOKENS)
    return {"model": build_transformer(config, seed), "token_ids": token_ids}


def encoded_tokens(model: Transformer, token_ids: Tensor) -> Tensor:
    """The input of the core's first layer: (1, seq_len, d_model)."""
    with trace(model) as records:
        model.encode(token_ids)
    return records["src_encoded"]


def encoded_without_scaling(model: Transformer, token_ids: Tensor) -> Tensor:
    """The embeddings as they are in the table, without the factor sqrt(d_model)."""
    embeddings = model.src_embedding(token_ids)  # (1, seq_len, d_model)
    # right: scaled = embeddings * embeddings.size(-1) ** 0.5
    scaled = embeddings
    return model.positional_encoding(scaled)


def test_embeddings_are_not_outweighed_by_the_encoding(encoded: Tensor, model: Transformer) -> None:
    encoding = model.positional_encoding.encoding[: encoded.size(-2)]
    assert (encoded - encoding).norm() > encoding.norm() / 2


class XTimesFactorAndY(SamePlace):
    """x times a constant, and y."""

    def terms(self, cell: OutputCell) -> list[Term]:
        x, y = super().terms(cell)
        return [Term((*x.factors, cell.step.constants["factor"]), (*x.cells, None)), y]

    distribute = Reading.distribute


SCALED_SUM = Kind("scaled_sum", XTimesFactorAndY("x", "y"))


def _at_either_speed(comparison: Comparison) -> Derivation:
    constants = {"d_model": comparison.given["d_model"], "base": BASE}
    steps = {
        "right": Step("positional_encoding", {}, constants),
        "wrong": Step("positional_encoding", {}, constants | {"pair": 0}),
    }
    return Derivation({}, steps)


def _most_alike(comparison: Comparison, _: Sizes) -> Figures:
    """The distance between the positions that the wrong encoding distinguishes least."""
    encoding = comparison.wrong  # (positions, d_model)
    # At one speed the distance between two positions depends only on how far apart they are.
    apart = 1 + int((encoding[1:] - encoding[0]).norm(dim=-1).argmin())
    difference = float((encoding[apart:] - encoding[:-apart]).abs().max())
    return {"positions": len(encoding), "apart": apart, "difference": difference}


def _scaled_or_not(comparison: Comparison) -> Derivation:
    model, token_ids = comparison.given["model"], comparison.given["token_ids"][0]
    d_model, table = model.config.d_model, model.src_embedding.weight.detach()
    both = {"x": "embedding", "y": "encoding"}
    steps = {
        "embedding": Step("embedding", {"ids": "token_ids", "table": "table"}),
        "encoding": Step("positional_encoding", {}, {"d_model": d_model, "base": BASE}),
        "right": Step(SCALED_SUM.name, both, {"factor": math.sqrt(d_model)}),
        "wrong": Step("sum", both),
    }
    encoding = positional_encoding(len(token_ids), d_model)
    axes = {"token_ids": (Axis("position"),), "table": (Axis("token"), DIMENSION)}
    derived = Derivation({"token_ids": token_ids, "table": table}, {}, axes)
    return derived.also({"embedding": table[token_ids], "encoding": encoding}, steps, vectors())


def _lengths(comparison: Comparison, sizes: Sizes) -> Figures:
    """The lengths of encoding and embedding, as means over the tokens."""
    model, token_ids = comparison.given["model"], comparison.given["token_ids"]
    tokens, d_model = comparison.wrong.shape[1:]
    embeddings = model.src_embedding.weight[token_ids[0]]  # (tokens, d_model)
    encoding = model.positional_encoding.encoding[:tokens].norm(dim=-1).mean()
    torchs = d_model**0.5 * random_embedding(tokens, d_model, sizes["seed"])
    return {
        "outweighed": float(encoding / embeddings.norm(dim=-1).mean()),
        "torchs": float(torchs.norm(dim=-1).mean() / encoding),
    }


ONE_SPEED = Mistake(
    name="one_speed",
    topic="layers",
    equation=r"\mathrm{PE}_{pos,2i} = \sin\big(pos/10000^{2i/d_{\mathrm{model}}}\big)",
    given=encoding_sizes,
    right=positional_encoding,
    wrong=encoding_at_one_speed,
    test=test_the_columns_turn_at_different_speeds,
    derivation=_at_either_speed,
    sizes=("positions", "d_model"),
    suggestions={"longer_text": {"positions": 128}, "narrow": {"d_model": 16, "positions": 8}},
    figures=_most_alike,
    axes=vectors(),
    picture=Picture("position", "dimension", "diverging"),
)
UNSCALED_EMBEDDINGS = Mistake(
    name="unscaled_embeddings",
    topic="layers",
    equation=r"X = \sqrt{d_{\mathrm{model}}}\,E + \mathrm{PE}",
    given=untrained_embedding,
    right=encoded_tokens,
    wrong=encoded_without_scaling,
    test=test_embeddings_are_not_outweighed_by_the_encoding,
    derivation=_scaled_or_not,
    sizes=("d_model", "seed"),
    suggestions={"d_model_256": {"d_model": 256}, "d_model_16": {"d_model": 16}},
    kinds=(SCALED_SUM,),
    figures=_lengths,
    shown=lambda result: result[0],  # (seq_len, d_model)
    axes=vectors(),
    picture=Picture("position", "dimension", "diverging", compact=True),
)
MISTAKES = (ONE_SPEED, UNSCALED_EMBEDDINGS)
