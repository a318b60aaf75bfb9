"""Both results of every mistake, laid open."""

from functools import cache

import torch

from transformer_core.explain.computation import Computation, Step
from transformer_lab.mistakes import MISTAKES, Comparison
from transformer_lab.mistakes.training import rates_with_misprinted_exponent

SMALL = {"positions": 4, "seq_len": 4, "d_model": 16, "num_layers": 2, "d_k": 8, "padding": 2,
         "lowered": 10_000}  # fmt: skip


@cache
def small(name: str) -> Comparison:
    return MISTAKES[name].compare(**{n: SMALL[n] for n in MISTAKES[name].sizes if n in SMALL})


@cache
def opened(name: str) -> Computation:
    return MISTAKES[name].computation(small(name))


def misprinted() -> Computation:
    """The rates of a schedule whose warm-up has a wrong exponent."""
    sizes = {"d_model": 16, "warmup_steps": 20}
    rates = rates_with_misprinted_exponent(torch.arange(60).double(), **sizes)
    return Computation({"rates": rates}, {"rates": Step("misprinted_learning_rate", {}, sizes)})


@cache
def mistakes() -> list[Computation]:
    """Those small enough to try every cell, which together have every kind of step."""
    return [misprinted(), *(opened(name) for name in MISTAKES if name not in LARGE)]


LARGE = ("pre_norm", "warmup_exponent")
