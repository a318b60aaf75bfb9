"""Rotary positions: one query and one key at every position, turned by an angle for each."""

from typing import NamedTuple, cast

import torch
from torch import Tensor

from pages.positional_encoding.setting import EncodingSetting
from transformer_core.explain.computation import Computation, Step
from transformer_core.explain.origin import PAIR, Axis, Origin
from transformer_core.positional_encoding import turning_speeds
from transformer_core.variants.rotary_positions import Layout
from transformer_lab.examples import (
    halves_order,
    random_embedding,
    rotated,
    scores_by_distance,
)

AXES = {
    "query": (Axis("row"), Axis("d_k")),
    "key": (Axis("row"), Axis("d_k")),
    "speeds": (Axis("row"), PAIR),
    "angles": (Axis("position"), PAIR),
    "queries": (Axis("query"), Axis("d_k")),
    "keys": (Axis("key"), Axis("d_k")),
    "scores": (Axis("query"), Axis("key")),
}


class Rotary(NamedTuple):
    """A query and a key before the turn, (1, d_k), after it at each position, and the scores."""

    query: Tensor
    key: Tensor
    speeds: Tensor
    """Of each pair, in radians per position: (1, pairs) float64."""
    angles: Tensor
    """(positions, pairs) float64"""
    queries: Tensor
    keys: Tensor
    scores: Tensor


def layout_of(setting: EncodingSetting) -> Layout:
    return cast(Layout, setting.layout)


def query_and_key(setting: EncodingSetting, layout: str) -> tuple[Tensor, Tensor]:
    """Drawn from the seed, (1, d_k) each, with their columns in the order that the layout pairs."""
    drawn = random_embedding(2, setting.width, setting.seed)
    if layout == "halves":
        drawn = drawn[:, halves_order(setting.width)]
    return drawn[:1], drawn[1:]


def rotary(setting: EncodingSetting) -> Rotary:
    query, key = query_and_key(setting, setting.layout)
    positions = setting.moved_by + torch.arange(setting.positions)
    speeds = turning_speeds(setting.width, setting.base)
    turned = rotated(query, key, positions, setting.base, layout_of(setting))
    return Rotary(query, key, speeds[None], positions[:, None] * speeds, *turned)


def rotary_computation(setting: EncodingSetting) -> Computation:
    speed = {"base": setting.base, "width": setting.width, "factor": 1}
    turn = {"interleaved": setting.layout == "interleaved", "amplitude": 1}
    steps = {
        "speeds": Step("rotary_speed", {}, speed),
        "angles": Step("rotary_angle", {"speeds": "speeds"}, {"start": setting.moved_by}),
        "queries": Step("rotary", {"x": "query", "angles": "angles"}, turn),
        "keys": Step("rotary", {"x": "key", "angles": "angles"}, turn),
        "scores": Step("dot_product", {"left": "queries", "right": "keys"}),
    }
    origins = {name: Origin(name, axes) for name, axes in AXES.items()}
    return Computation(rotary(setting)._asdict(), steps, origins=origins)


class Compared(NamedTuple):
    """The largest difference of a score."""

    moved: float
    """To all positions counted from 0."""
    other_layout: float
    """To the other layout, with the columns in its order too."""
    other_pairs: float
    """To the other layout, with the columns where they are."""


def compared(setting: EncodingSetting) -> Compared:
    made, positions = rotary(setting), torch.arange(setting.positions)
    other: Layout = "halves" if setting.layout == "interleaved" else "interleaved"

    def apart(query: Tensor, key: Tensor, layout: Layout, start: int) -> float:
        scores = rotated(query, key, start + positions, setting.base, layout).scores
        return float((made.scores - scores).abs().max())

    return Compared(
        apart(made.query, made.key, layout_of(setting), 0),
        apart(*query_and_key(setting, other), other, setting.moved_by),
        apart(made.query, made.key, other, setting.moved_by),
    )


def by_distance(setting: EncodingSetting, distances: Tensor) -> Tensor:
    """The score of a query that is so far after the key, (points,) each."""
    query, key = query_and_key(setting, setting.layout)
    return scores_by_distance(query, key, distances, setting.base, layout_of(setting))
