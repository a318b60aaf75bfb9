"""ALiBi: what is added to the scores of a head, and what attention makes of equal scores."""

from typing import NamedTuple

import torch
from torch import Tensor

from pages.positional_encoding.setting import EncodingSetting
from transformer_core.explain.computation import Computation, Step
from transformer_core.explain.origin import HEAD, Axis, Origin
from transformer_core.variants.alibi import AlibiBias, slopes

PLACES = (Axis("query"), Axis("key"))


class Alibi(NamedTuple):
    """Of one head: (positions, positions), but for the slopes."""

    slopes: Tensor
    """(1, heads)"""
    distance_bias: Tensor
    weights: Tensor
    """The softmax of the bias alone, as of scores that are all the same."""


def alibi(setting: EncodingSetting) -> Alibi:
    positions = torch.arange(setting.positions)
    bias = AlibiBias(setting.num_heads)(positions, positions)[setting.shown_head]
    return Alibi(slopes(setting.num_heads).unsqueeze(0), bias, torch.softmax(bias, dim=-1))


def alibi_computation(setting: EncodingSetting) -> Computation:
    steps = {
        "slopes": Step("alibi_slope", {}, {"num_heads": setting.num_heads}),
        "distance_bias": Step("alibi", {"slopes": "slopes"}, {"head": setting.shown_head}),
        "weights": Step("softmax", {"x": "distance_bias"}),
    }
    axes = {"slopes": (Axis("row"), HEAD), "distance_bias": PLACES, "weights": PLACES}
    origins = {name: Origin(name, places) for name, places in axes.items()}
    return Computation(alibi(setting)._asdict(), steps, origins=origins)


def bias_by_distance(setting: EncodingSetting, until: int) -> Tensor:
    """What each head adds to the score of a key at distance 0, 1, ... `until`: (heads, points)."""
    distances = torch.arange(until + 1)
    return AlibiBias(setting.num_heads)(torch.zeros(1).long(), distances)[:, 0]
