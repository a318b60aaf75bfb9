"""The tensors of the map: what is said of each, and which of its numbers are sent."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from transformer_core.explain.computation import INPUT, Computation, Step
from transformer_core.explain.origin import HEAD, KV_HEAD, Axis
from ui.picture.model_map.cells import strongest
from ui.picture.model_map.sections import Column
from ui.picture.model_map.wrapping import line_length

MOST_NUMBERS = 700_000
"""The most numbers sent with the answer. Above that, several are pooled into the strongest of
them; the browser requests the rest when the user zooms in.
"""
POOLS = (4, 8, 16)
WIDE_POOLS = (64, 32)
"""Pools for the columns of a vocabulary, as in `tensors.js`."""
LINES_FROM = 0.04
"""The attention weight from which a line is drawn, as in `ribbons.js`."""


def tensor_header(computation: Computation, column: Column) -> dict[str, Any]:
    """Return the name, shape and kind of a tensor, and the parameters of its step."""
    origin, values = computation.origins[column.tensor], computation.tensors[column.tensor]
    last: Axis = origin.axes[-1]
    has_heads = origin.axes[0] in (HEAD, KV_HEAD)
    return {
        "name": column.tensor,
        "own": column.name,
        "rows": column.rows,
        "shape": list(values.shape),
        "heads": values.size(0) if has_heads else 0,
        "axis": last.role,
        "of": last.tokens,
        "parameters": _parameters(computation, computation.steps.get(column.tensor, INPUT)),
    }


def _parameters(computation: Computation, step: Step) -> list[dict[str, Any]]:
    """Return the parameters that a step uses."""
    names = [
        step.inputs[role] for role in ("weight", "table", "gain", "bias") if role in step.inputs
    ]
    return [{"name": name, "shape": list(computation.tensors[name].shape)} for name in names]


def parameter_count(computation: Computation, headers: Sequence[Mapping[str, Any]]) -> int:
    """Return how many parameters the steps of the map use, counting shared ones once."""
    names = {each["name"] for header in headers for each in header["parameters"]}
    used = {computation.tensors[name].data_ptr(): computation.tensors[name] for name in names}
    return sum(tensor.numel() for tensor in used.values())


def with_sent(headers: Sequence[Mapping[str, Any]], copies: int = 1) -> list[dict[str, Any]]:
    """Return the headers; where all grids of scores and weights are more than `MOST_NUMBERS`, with
    what is "sent" of each: of weights those with "lines", of the others "none". The browser
    requests the rest when the user zooms in.
    """
    grids = sum(math.prod(each["shape"]) for each in headers if not _is_vector(each))
    if copies * grids <= MOST_NUMBERS:
        return [dict(each) for each in headers]
    return [
        dict(each)
        if _is_vector(each)
        else {**each, "sent": "lines" if each["own"] == "weights" else "none"}
        for each in headers
    ]


def _is_vector(header: Mapping[str, Any]) -> bool:
    return header["axis"] != "key"


def pool_in(header: Mapping[str, Any], lines: int, pool: int) -> int:
    """Return how many numbers of a tensor are pooled into one: `pool`, where it divides the line
    length; more of a whole vocabulary's, of which a pixel shows hundreds; else 1.
    """
    length = _length(header, lines)
    if pool == 1 or not _is_vector(header) or length % pool:
        return 1
    pools = WIDE_POOLS if header["axis"] == "token" else ()
    return next((wide for wide in pools if length % wide == 0), pool)


def with_lines(tensors: Sequence[Tensor]) -> Tensor:
    """Return the places, in the flattened tensors, with a weight that has a line in any of them."""
    have = [tensor.reshape(-1).abs() >= LINES_FROM for tensor in tensors]
    return torch.stack(have).any(dim=0).nonzero()[:, 0]


def sent_numbers(
    values: Tensor,
    header: Mapping[str, Any],
    lines: int,
    pool: int,
    places: Tensor | None = None,
) -> Tensor:
    """Return the numbers of a tensor that are sent with the answer, flattened.

    Args:
        places: of a tensor of which those "lines" are sent: they come first, then their weights.
    """
    if header.get("sent") == "none":
        return values.new_zeros(0)
    if places is not None:
        return torch.cat([places.to(values.dtype), values.reshape(-1)[places]])
    length = _length(header, lines)
    if (own := pool_in(header, lines, pool)) > 1:
        if header["heads"]:
            values = values.transpose(0, 1).flatten(1)  # (rows, heads * d)
        missing = lines * length - values.size(-1)
        values = strongest(torch.nn.functional.pad(values, (0, missing)), own)
    return values.reshape(-1)


def _length(header: Mapping[str, Any], lines: int) -> int:
    """Return how many numbers of a vector are in one line."""
    return line_length(header["shape"][-1] * (header["heads"] or 1), lines)


def pool_of(headers: Sequence[Mapping[str, Any]], lines: int, *, is_compared: bool = False) -> int:
    """Return the smallest pool size that keeps within `MOST_NUMBERS`; if none does, the one that
    sends the fewest numbers. Pooled numbers that are compared are sent three times: of both forward
    passes, and their difference.
    """

    def sent(pool: int) -> int:
        return (3 if is_compared and pool > 1 else 1) * sum(
            math.prod(each["shape"]) // pool_in(each, lines, pool)
            for each in headers
            if "sent" not in each
        )

    few = (pool for pool in (1, *POOLS) if sent(pool) <= MOST_NUMBERS)
    return next(few, min(POOLS, key=sent))


def aliases_of(computation: Computation, columns: Sequence[Column]) -> dict[str, str]:
    """Return the tensors that are copies of one on the map, each with the name of that one."""
    shown = {column.tensor for column in columns}
    return {
        name: step.inputs["x"]
        for name, step in computation.steps.items()
        if step.kind == "copy" and name not in shown and step.inputs["x"] in shown
    }
