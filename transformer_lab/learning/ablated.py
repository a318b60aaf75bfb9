"""The stored results of `ablations`: python -m transformer_lab.learning.ablated writes them.

With names of variants it trains these alone, and leaves the others as they are in the file.
"""

import json
import sys
from collections.abc import Collection
from dataclasses import replace
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import torch
from safetensors import safe_open
from safetensors.torch import save
from torch import Tensor

from transformer_core.transformer import Transformer
from transformer_lab.learning.ablations import (
    CONFIGS,
    SEEDS,
    Measured,
    ablated_model,
    train_ablated,
)

SETTLED = 10
"""Measurements at the end that are averaged."""
FILE = Path(__file__).with_name("ablated.safetensors")


class Ablated(NamedTuple):
    """One training of the whole or of a variant."""

    records: list[Measured]
    weights: dict[str, Tensor]
    """After the last step, by the names of the model's parameters, float16."""

    @property
    def last(self) -> Measured:
        """What is measured after the last step."""
        return self.records[-1]

    @property
    def settled(self) -> Measured:
        """The means of the last SETTLED measurements: the share of right inputs still goes up and
        down from one to the next.
        """
        last = self.records[-SETTLED:]
        loss, exact = fmean(one.loss for one in last), fmean(one.exact for one in last)
        return Measured(self.last.step, loss, exact)

    def first_at(self, share: float) -> int | None:
        """The first measured step with at least this exact share; None if there is none."""
        return next((one.step for one in self.records if one.exact >= share), None)


def trained(name: str, seed: int) -> Ablated:
    """Train one now, on one thread; about ten seconds."""
    pairs = list(train_ablated(name, seed))
    parameters = pairs[-1][1].named_parameters()
    weights = {one: values.detach().half() for one, values in parameters}
    return Ablated([record for record, _ in pairs], weights)


@cache
def ablated(name: str, seed: int) -> Ablated:
    """A stored training. Raises: KeyError for a name or a seed that is not stored."""
    if name not in CONFIGS or seed not in SEEDS:
        raise KeyError((name, seed))
    path = f"{name}/{seed}/"
    with safe_open(FILE, framework="pt") as file:
        records = json.loads(file.metadata()["records"])[f"{name}/{seed}"]
        own = [one for one in file.keys() if one.startswith(path)]  # noqa: SIM118
        weights = {one.removeprefix(path): file.get_tensor(one) for one in own}
    return Ablated([Measured(*one) for one in records], weights)


@cache
def stored_model(name: str, seed: int) -> Transformer:
    """The model of a stored training after its last step, its weights in half precision.

    Raises: KeyError as `ablated`.
    """
    stored = ablated(name, seed).weights
    model = ablated_model(name, replace(CONFIGS[name], seed=seed))
    model.load_state_dict({one: values.float() for one, values in stored.items()})
    return model.eval()


def dump(names: Collection[str] = tuple(CONFIGS)) -> bytes:
    """Train these and return the file's bytes, the same ones each time on the same machine.

    Args:
        names: keys of CONFIGS; the others are taken from the file.
    """
    tensors: dict[str, Tensor] = {}
    records: dict[str, list[Measured]] = {}
    for name in CONFIGS:
        for seed in SEEDS:
            one = trained(name, seed) if name in names else ablated(name, seed)
            records[f"{name}/{seed}"] = one.records
            tensors |= {f"{name}/{seed}/{own}": values for own, values in one.weights.items()}
            print(f"{name}, seed {seed}: loss {one.last.loss:.3f}, exact {one.last.exact:.0%}")
    # Metadata is written in no fixed order, so all of it is one text.
    return save(tensors, {"records": json.dumps(records)})


if __name__ == "__main__":
    torch.set_num_threads(1)
    FILE.write_bytes(dump(sys.argv[1:] or CONFIGS))
