"""The steps that make vectors of positions, and biases of distances."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import torch
from torch import Tensor, nn

from transformer_core.explain.assembled.tracing import Tracing, part_of
from transformer_core.explain.axes import vectors
from transformer_core.explain.computation import Step
from transformer_core.explain.origin import DIMENSION, HEAD, TOKENS, WIDTH, Axes, Axis, Block
from transformer_core.positional_encoding import encoding_at
from transformer_core.variants.alibi import AlibiBias, slopes
from transformer_core.variants.fairseq_positions import FairseqPositions
from transformer_core.variants.input_encoding import InputEncoding
from transformer_core.variants.learned_positions import LearnedPositions
from transformer_core.variants.relative_bias import RelativeBias, bucket
from transformer_core.variants.sinusoidal_positions import PaperPositions, SinusoidalPositions


def _learned(
    to: Tracing, side: str, module: LearnedPositions, block: Block, width: Axis, places: Tensor
) -> Step:
    tokens = TOKENS[block.stack]
    ids = places + module.offset
    table = f"{side}_encoding.positions.table.weight"
    position = Axis("position", tokens)
    to.given(f"{side}_position_ids", block, (position,), "position_ids", ids)
    to.given(table, block, (Axis("place", tokens), width), "table.weight")
    return Step("embedding", {"ids": f"{side}_position_ids", "table": table})


def _sinusoidal(
    to: Tracing, side: str, module: SinusoidalPositions, block: Block, width: Axis, places: Tensor
) -> Step:
    waves = {"d_model": module.d_model, "base": 10_000.0}
    to.make(
        f"{side}_waves",
        Step("positional_encoding", {}, waves),
        block,
        (*vectors(TOKENS[block.stack])[:1], width),
        "waves",
        encoding_at(places, module.d_model),  # (seq, d_model)
    )
    return Step("halves", {"x": f"{side}_waves"})


def _paper(
    to: Tracing, side: str, module: PaperPositions, block: Block, width: Axis, places: Tensor
) -> Step:
    return Step("positional_encoding", {}, {"d_model": module.d_model, "base": 10_000.0})


def _fairseq(
    to: Tracing, side: str, module: FairseqPositions, block: Block, width: Axis, places: Tensor
) -> Step:
    ids = places.where(places < 0, places + module.offset)
    axes = (Axis("position", TOKENS[block.stack]),)
    to.given(f"{side}_position_ids", block, axes, "position_ids", ids)
    constants = {"base": module.base, "num_waves": module.num_waves}
    return Step("fairseq_encoding", {"ids": f"{side}_position_ids"}, constants)


POSITIONS: Mapping[type[nn.Module], Callable[..., Step]] = {
    LearnedPositions: _learned,
    SinusoidalPositions: _sinusoidal,
    PaperPositions: _paper,
    FairseqPositions: _fairseq,
}


def positions(
    to: Tracing, side: str, module: nn.Module, block: Block, width: Axis, places: Tensor
) -> str:
    """The steps of the vectors of positions that are added to "src" or "tgt".

    Args:
        places: (seq,) the position of each token, -1 for one that does not count.
    """
    step: Step = part_of(POSITIONS, module)(to, side, module, block, width, places)
    axes = (Axis("position", TOKENS[block.stack]), width)
    return to.make(f"{side}_positions", step, block, axes, "positions")


def _relative(to: Tracing, path: str, module: RelativeBias, block: Block) -> Step:
    table = to.given(
        f"{path}.table.weight",
        block,
        (Axis("bucket", TOKENS[block.stack]), HEAD),
        "position_bias.weight",
    )
    sizes = module.num_buckets, module.max_distance, module.both_sides
    names = ("num_buckets", "max_distance", "both_sides")
    queries, keys = (torch.arange(size) for size in to.tensors[path].shape[-2:])
    buckets = to.make(
        f"{path}.buckets",
        Step("relative_bucket", {}, dict(zip(names, map(float, sizes), strict=True))),
        block,
        _places(block),
        "buckets",
        bucket(keys - queries[:, None], *sizes),  # (seq_q, seq_k)
    )
    return Step("relative_bias", {"table": table, "ids": buckets})


def _alibi(to: Tracing, path: str, module: AlibiBias, block: Block) -> Step:
    step = Step("alibi_slope", {}, {"num_heads": module.num_heads})
    made = slopes(module.num_heads).unsqueeze(0)  # (1, heads)
    name = to.make(f"{path}.slopes", step, block, (Axis("row"), HEAD), "slopes", made)
    return Step("alibi", {"slopes": name})


def _places(block: Block) -> Axes:
    tokens = TOKENS[block.stack]
    return Axis("query", tokens), Axis("key", tokens)


BIASES: Mapping[type[nn.Module], Callable[..., Step]] = {
    RelativeBias: _relative,
    AlibiBias: _alibi,
}


def position_bias(to: Tracing, path: str, module: nn.Module, within: Block) -> str:
    """The step of what every layer of a stack adds to its scores."""
    block = replace(within, part="positional_encoding")
    step: Step = part_of(BIASES, module)(to, path, module, block)
    return to.make(path, step, block, (HEAD, *_places(block)), "position_bias")


def width_of(encoding: InputEncoding) -> Axis:
    """What counts the numbers of an embedding: d_model, unless they are projected to it."""
    return DIMENSION if encoding.projection is None else WIDTH
