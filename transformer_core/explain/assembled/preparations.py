"""The steps that queries and keys go through before they meet."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import torch
from torch import nn

from transformer_core.explain.assembled.parts import norm
from transformer_core.explain.assembled.tracing import Tracing, part_of
from transformer_core.explain.computation import Step
from transformer_core.explain.origin import D_K, PAIR, TOKENS, Axis, Block
from transformer_core.variants.query_key_norm import QueryKeyNorm
from transformer_core.variants.rotary_positions import RotaryPositions
from transformer_core.variants.rotary_scaling import LinearScaling


class Prepared(NamedTuple):
    """The steps from queries and keys as they come to a preparation to what it makes of them."""

    queries: Step
    keys: Step


def _normed(
    to: Tracing, path: str, module: QueryKeyNorm, before: tuple[str, str], block: Block
) -> Prepared:
    queries, keys = before
    return Prepared(
        norm(to, f"{path}.queries", module.queries, queries, block, D_K, "queries_norm."),
        norm(to, f"{path}.keys", module.keys, keys, block, D_K, "keys_norm."),
    )


def _turned(
    to: Tracing, path: str, module: RotaryPositions, before: tuple[str, str], block: Block
) -> Prepared:
    queries, keys = before
    seq_len = to.tensors[queries].size(-2)
    speeds = module.speeds(seq_len)  # (pairs,) float64
    # Speeds are computed, not learnt; those of other scalings are given as they are.
    if isinstance(module.scaling, LinearScaling):
        constants = {"base": module.base, "width": module.width, "factor": module.scaling.factor}
        step = Step("rotary_speed", {}, constants)
        to.make(f"{path}.speeds", step, block, (PAIR,), "speeds", speeds)
    else:
        to.given(f"{path}.speeds", block, (PAIR,), "speeds", speeds)
    to.make(
        f"{path}.angles",
        Step("rotary_angle", {"speeds": f"{path}.speeds"}, {"start": 0}),
        block,
        (Axis("position", TOKENS[block.stack]), PAIR),
        "angles",
        torch.arange(seq_len)[:, None] * speeds,  # (seq, pairs)
    )
    how = {
        "interleaved": float(module.layout == "interleaved"),
        "amplitude": module.scaling.amplitude,
    }
    angles = f"{path}.angles"
    return Prepared(
        Step("rotary", {"x": queries, "angles": angles}, how),
        Step("rotary", {"x": keys, "angles": angles}, how),
    )


PREPARATIONS: Mapping[type[nn.Module], Callable[..., Prepared]] = {
    QueryKeyNorm: _normed,
    RotaryPositions: _turned,
}


def prepared(
    to: Tracing, path: str, module: nn.Module, before: tuple[str, str], block: Block
) -> Prepared:
    """The steps of the preparation at `path`, which takes queries and keys of these names."""
    found: Prepared = part_of(PREPARATIONS, module)(to, path, module, before, block)
    return found
