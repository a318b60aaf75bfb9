"""The step of an attention's mask: what hides, by itself or together with others."""

from dataclasses import dataclass
from functools import reduce

import torch
from torch import Tensor

from transformer_core.explain.assembled.tracing import Tracing
from transformer_core.explain.computation import Cell, Step
from transformer_core.explain.origin import Axes, Block
from transformer_core.masks import look_ahead_mask
from transformer_core.variants.sliding_window import sliding_window


@dataclass(frozen=True)
class Hiding:
    """What the keys of an attention are hidden by.

    padding: the name of (1, seq_k) bool, True for a token that only fills up the batch; None
        without padding. window: as in `GroupedAttention`.
    """

    is_causal: bool
    padding: str | None = None
    window: int | None = None


def mask(to: Tracing, path: str, hiding: Hiding, block: Block, axes: Axes) -> str | None:
    """Say what made the mask whose name starts with `path`; cells that are otherwise count as set
    by hand. Returns: its name, or None where there is none.

    Args:
        axes: of the mask, (heads, seq_q, seq_k).
    """
    name = f"{path}mask"
    if name not in to.tensors:
        return None
    rules = _rules(to.tensors[name], hiding)
    if len(rules) + (hiding.padding is not None) == 1:
        step = (
            Step("copy", {"x": hiding.padding}) if hiding.padding else next(iter(rules.values()))[0]
        )
    else:
        of = {} if hiding.padding is None else {"padding": hiding.padding}
        for rule, (one, tensor) in rules.items():
            of[rule] = to.make(f"{path}{rule}", one, block, axes[-2:], rule, tensor)
        step = Step("joined_masks", of)
    to.make(name, step, block, axes, "mask")
    hidden = [tensor for _, tensor in rules.values()]
    hidden += [to.tensors[hiding.padding]] if hiding.padding else []
    expected = reduce(torch.logical_or, hidden, torch.zeros(1, 1, dtype=torch.bool))
    differing = (to.tensors[name] != expected).nonzero().tolist()
    to.by_hand |= {Cell(name, tuple(index)) for index in differing}
    return name


def _rules(made: Tensor, hiding: Hiding) -> dict[str, tuple[Step, Tensor]]:
    """What the places of query and key decide, by name: (seq_q, seq_k) each."""
    queries, keys = (torch.arange(size) for size in made.shape[-2:])
    rules: dict[str, tuple[Step, Tensor]] = {}
    if hiding.is_causal:
        rules["look_ahead"] = Step("look_ahead_mask"), look_ahead_mask(len(keys))
    if hiding.window is not None:
        step = Step("sliding_window_mask", {}, {"window": hiding.window})
        rules["window"] = step, sliding_window(queries, keys, hiding.window)
    return rules
