"""T5's relative positions: a bucket for each distance, and a number of a table for each bucket."""

from typing import NamedTuple

import torch
from torch import Tensor
from torch.func import functional_call

from pages.positional_encoding.setting import EncodingSetting
from transformer_core.explain.computation import Computation, Step
from transformer_core.explain.origin import HEAD, Axis, Origin
from transformer_core.variants.relative_bias import RelativeBias, bucket
from transformer_lab.examples import random_embedding

PLACES = (Axis("query"), Axis("key"))


class Relative(NamedTuple):
    """Of one head: (positions, positions), but for the table."""

    bucket_table: Tensor
    """(buckets, heads), drawn from the seed."""
    buckets: Tensor
    """Which bucket the distance of query and key falls into."""
    distance_bias: Tensor


def relative(setting: EncodingSetting) -> Relative:
    positions = torch.arange(setting.positions)
    table = bucket_table(setting)
    bias = _biases(setting, table, positions, positions)[setting.shown_head]
    buckets = buckets_of(setting, positions - positions[:, None]).float()
    return Relative(table, buckets, bias)


def bucket_table(setting: EncodingSetting) -> Tensor:
    """A number for each bucket and head that no training has changed, (buckets, heads)."""
    return random_embedding(setting.bucket_count, setting.num_heads, setting.seed)


def buckets_of(setting: EncodingSetting, distances: Tensor) -> Tensor:
    """Which bucket each distance falls into, the key's position minus the query's."""
    return bucket(distances, setting.bucket_count, setting.bucket_reach, both_sides=True)


def _biases(setting: EncodingSetting, table: Tensor, queries: Tensor, keys: Tensor) -> Tensor:
    """What all heads add to the scores of these positions: (heads, queries, keys)."""
    module = RelativeBias(
        setting.num_heads, setting.bucket_count, setting.bucket_reach, both_sides=True
    )
    biases: Tensor = functional_call(module, {"table.weight": table}, (queries, keys))
    return biases


def relative_computation(setting: EncodingSetting) -> Computation:
    sizes = {"num_buckets": setting.bucket_count, "max_distance": setting.bucket_reach}
    own = {"head": setting.shown_head}
    steps = {
        "buckets": Step("relative_bucket", {}, {**sizes, "both_sides": True}),
        "distance_bias": Step("relative_bias", {"table": "bucket_table", "ids": "buckets"}, own),
    }
    origins = {name: Origin(name, PLACES) for name in steps}
    origins["bucket_table"] = Origin("bucket_table", (Axis("row"), HEAD))
    return Computation(relative(setting)._asdict(), steps, origins=origins)


def relative_by_distance(setting: EncodingSetting, until: int) -> Tensor:
    """What each head adds for a key 0, 1, ... `until` before the query: (heads, points)."""
    queries, keys = torch.tensor([until]), until - torch.arange(until + 1)
    return _biases(setting, bucket_table(setting), queries, keys)[:, 0]


class Reached(NamedTuple):
    """Buckets that distances of the trained length fall into, and those of all further ones."""

    trained: int
    later: int
    """Those of further distances into which no trained one falls."""


def reached(setting: EncodingSetting) -> Reached:
    most = setting.bucket_reach + setting.trained_len

    def found(last: int) -> set[int]:
        return set(buckets_of(setting, torch.arange(-last, last + 1)).tolist())

    trained = found(setting.trained_len - 1)
    return Reached(len(trained), len(found(most) - trained))
