"""Computations that together have every kind of step, small enough to try every cell."""

from functools import cache
from itertools import product

import torch

from tests.core.explain.assembled_models import MODELS, explained
from tests.core.explain.traced_model import recorded_forward
from transformer_core import (
    TransformerConfig,
    attention,
    decoder_mask,
    learning_rate,
    look_ahead_mask,
    padding_mask,
    position_shift,
    positional_encoding,
)
from transformer_core.explain.attention_provenance import (
    attention_computation,
    projected_computation,
)
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.provenance import transformer_computation
from transformer_core.positional_encoding import turning_speeds
from transformer_core.variants.alibi import AlibiBias, slopes
from transformer_core.variants.relative_bias import bucket
from transformer_lab.examples import (
    index_encoding,
    normalized_index_encoding,
    placed_word,
    random_matrix,
    rotated,
)
from transformer_lab.examples.attention_examples import word_projections
from transformer_lab.measures.head_patterns import combined

SRC, TGT = torch.tensor([[3, 4, 5, 3, 0]]), torch.tensor([[1, 6, 7, 0]])
TARGETS = torch.tensor([[6, 7, 2, 0]])


@cache
def traced(norm_first: bool, dropout: bool, shared: bool = False) -> Computation:
    sizes = {"d_model": 8, "num_heads": 2, "num_layers": 2, "d_ff": 12, "dropout": 0.3}
    config = TransformerConfig(9, 9, **sizes, norm_first=norm_first, shared_embeddings=shared)
    model, records = recorded_forward(config, SRC, TGT, dropout=dropout, seed=4, everywhere=True)
    return transformer_computation(model, records, SRC, TGT, TARGETS, label_smoothing=0.1)


@cache
def one_attention() -> Computation:
    Q, K, V = (random_matrix(4, 3, seed=1, stream=stream) for stream in range(3))
    mask = look_ahead_mask(4)
    mask[2] = True
    return attention_computation(Q, K, V, attention(Q, K, V, mask, 0.5), mask, 0.5)


def schedule() -> Computation:
    rates = learning_rate(torch.arange(60), 16, 20, 2.0)
    constants = {"d_model": 16, "warmup_steps": 20, "factor": 2.0}
    return Computation({"rates": rates}, {"rates": Step("learning_rate", {}, constants)})


def positions() -> Computation:
    """A wide encoding at far positions, with and without a cosine for the last sine; indices."""
    tensors = {
        "odd": positional_encoding(40, 7, 100.0),
        "wide": positional_encoding(40, 512),
        "later": positional_encoding(47, 8)[7:],
        "shift": position_shift(7, 8),
        "index": index_encoding(40, 3),
        "normalized": normalized_index_encoding(40, 3),
    }
    steps = {
        "odd": Step("positional_encoding", {}, {"d_model": 7, "base": 100.0}),
        "wide": Step("positional_encoding", {}, {"d_model": 512, "base": 10_000.0}),
        "later": Step("positional_encoding", {}, {"d_model": 8, "base": 10_000.0, "start": 7}),
        "shift": Step("position_shift", {}, {"d_model": 8, "base": 10_000.0, "offset": 7}),
        "index": Step("index_encoding"),
        "normalized": Step("normalized_index_encoding", {}, {"length": 40}),
    }
    return Computation(tensors, steps)


def masks() -> Computation:
    """The masks of a sentence with padding at its start and its end."""
    ids = torch.tensor([0, 3, 1, 2, 0])
    tensors = {
        "ids": ids,
        "padding": padding_mask(ids[None])[0, 0],
        "look_ahead": look_ahead_mask(5),
        "decoder": decoder_mask(ids[None])[0, 0],
    }
    steps = {
        "padding": Step("padding_mask", {"ids": "ids"}, {"pad_id": 0}),
        "look_ahead": Step("look_ahead_mask"),
        "decoder": Step("decoder_mask", {"padding": "padding", "look_ahead": "look_ahead"}),
    }
    return Computation(tensors, steps)


def split_and_switched() -> Computation:
    """Columns of two heads, cut apart; the second head off; what that loses; halves."""
    wide = random_matrix(3, 4, seed=2)
    on = torch.tensor([1.0, 1.0, 0.0, 0.0])
    tensors = {"wide": wide, "on": on, "heads": wide.unflatten(1, (2, 2)).transpose(0, 1)}
    tensors |= {"switched": wide * on, "lost": wide - wide * on}
    tensors |= {"halves": wide[:, [0, 2, 1, 3]], "reversed": wide.flip(0)}
    tensors |= {"word": wide[:1], "table": wide[1:], "placed": placed_word(wide[:1], wide[1:], 4)}
    steps = {
        "heads": Step("split", {"x": "wide"}, {"d_head": 2}),
        "switched": Step("switching", {"x": "wide", "on": "on"}),
        "lost": Step("difference", {"x": "wide", "y": "switched"}),
        "halves": Step("halves", {"x": "wide"}),
        "reversed": Step("reversed", {"x": "wide"}),
        "placed": Step("placed_word", {"word": "word", "table": "table"}),
    }
    return Computation(tensors, steps)


def turned_pairs() -> Computation:
    """A query turned to three positions, its numbers paired in both ways."""
    query, speeds = random_matrix(1, 4, seed=8), turning_speeds(4, 50.0)[None]
    tensors = {"query": query, "speeds": speeds, "angles": (5 + torch.arange(3))[:, None] * speeds}
    steps = {
        "speeds": Step("rotary_speed", {}, {"base": 50.0, "width": 4, "factor": 1}),
        "angles": Step("rotary_angle", {"speeds": "speeds"}, {"start": 5}),
    }
    for layout in ("interleaved", "halves"):
        tensors[layout] = rotated(query, query, 5 + torch.arange(3), 50.0, layout).queries
        how = {"interleaved": layout == "interleaved", "amplitude": 1}
        steps[layout] = Step("rotary", {"x": "query", "angles": "angles"}, how)
    return Computation(tensors, steps)


def biased_by_distance() -> Computation:
    """What ALiBi adds to the scores of one head of six, and T5 to those of one of three."""
    bias = AlibiBias(6)(torch.arange(4), torch.arange(4))[4]
    tensors = {"slopes": slopes(6)[None], "alibi": bias, "table": random_matrix(8, 3, seed=9)}
    tensors["buckets"] = bucket(torch.arange(4) - torch.arange(4)[:, None], 8, 8, True).float()
    tensors["relative"] = tensors["table"][tensors["buckets"].long(), 2]
    sizes = {"num_buckets": 8, "max_distance": 8, "both_sides": True}
    steps = {
        "slopes": Step("alibi_slope", {}, {"num_heads": 6}),
        "alibi": Step("alibi", {"slopes": "slopes"}, {"head": 4}),
        "buckets": Step("relative_bucket", {}, sizes),
        "relative": Step("relative_bias", {"table": "table", "ids": "buckets"}, {"head": 2}),
    }
    return Computation(tensors, steps)


@cache
def one_sentence() -> Computation:
    """Queries, keys and values made of embeddings, one of the queries' numbers set by hand."""
    made = word_projections(["I", "am", "here"], d_k=3, d_v=2, seed=1)
    Q, K, V = made.project()
    Q[1, 2] = 5.0
    attended = attention_computation(Q, K, V, attention(Q, K, V), None, 3**-0.5)
    return projected_computation(attended, made._asdict(), {Cell("Q", (1, 2))})


def heads_together() -> Computation:
    """Three heads as one picture, in the ways in which several heads are put together."""
    heads = torch.stack([random_matrix(3, 4, seed=6, stream=stream) for stream in range(3)])
    on = torch.tensor([0, 2])
    hows = {"mean": "average", "maximum": "maximum", "less": "difference"}
    tensors = {"heads": heads, "on": on, **{name: combined(heads[on], hows[name]) for name in hows}}
    kinds = {"mean": "mean", "maximum": "maximum", "less": "difference_of_heads"}
    of = {"x": "heads", "heads": "on"}
    return Computation(tensors, {name: Step(kind, of) for name, kind in kinds.items()})


@cache
def computations() -> list[Computation]:
    models = [traced(norm, drop) for norm in (False, True) for drop in (False, True)]
    return [
        *models,
        traced(False, False, shared=True),
        one_attention(),
        schedule(),
        split_and_switched(),
        positions(),
        masks(),
        one_sentence(),
        heads_together(),
        *(explained(name, padded=True) for name in MODELS),
        turned_pairs(),
        biased_by_distance(),
    ]


def cells_in(computation: Computation, tensor: str) -> list[Cell]:
    """Every cell of a tensor."""
    shape = computation.tensors[tensor].shape
    return [Cell(tensor, index) for index in product(*map(range, shape))]
