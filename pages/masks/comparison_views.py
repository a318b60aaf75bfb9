"""A comparison as matrices: each mask above the weights that it leaves, and the output."""

from collections.abc import Iterator
from dataclasses import replace

import torch
from torch import Tensor

from pages.masks.comparison import FILLED, MASK_OF, Comparison, Side
from pages.masks.comparison_arithmetic import is_read_otherwise
from ui.picture.matrix_view import Axis, Bars, Matrix
from ui.picture.matrix_view.matrix import Item
from ui.words.language import Text

SAME_MASK = ("residual", "norm")
"""Comparisons of what comes after the attention, whose mask is the same."""
LEAST_IN_BARS = 5e-4
"""What is less is 0 in the two decimals next to a bar; the matrix has the number."""


def comparison_items(text: Text, of: Comparison) -> list[Item]:
    """The right side and, where its mask fits, the other one, on the same axes and colours."""
    query = Axis("query", labels=of.query_labels, spoken=text("axes.query"))
    key = Axis("key", labels=of.key_labels, spoken=text("axes.key"))
    sides = of.sides
    outputs = [float(side.output.abs().max()) for side in sides.values()]
    reaches = [float(side.reach.max()) for side in sides.values() if side.reach is not None]
    limits = {"output": max(outputs), "reach": max(reaches, default=0.0) or 1.0}
    items: list[Item] = []
    for name, side in sides.items():
        items += [
            replace(matrix, row_labels=name == "right" and place < 2)
            for place, matrix in enumerate(_matrices(text, of, name, side, (query, key), limits))
        ]
    return [*items, *_change(text, of, query)]


def _change(text: Text, of: Comparison, query: Axis) -> list[Item]:
    """How far each output of a head of the translator is from the right one: its outputs have too
    many dimensions to compare them by eye.
    """
    change = of.change
    if of.trained is None or change is None:
        return []
    largest = Axis("largest", labels=(text("largest"),))
    limit = float(change.max()) or 1.0
    sizes = [size if size >= LEAST_IN_BARS else 0.0 for size in change[:, 0].tolist()]
    figures = Bars("", sizes, limit)
    return [
        Matrix(
            "change",
            change,
            query,
            largest,
            name=text("matrices.change"),
            scale="weights",
            limit=limit,
            bars=figures,
            compact=True,
            row_labels=False,
        )
    ]


def _matrices(
    text: Text,
    of: Comparison,
    name: str,
    side: Side,
    on: tuple[Axis, Axis],
    limits: dict[str, float],
) -> Iterator[Matrix]:
    query, key = on
    title, note = _titles(text, of, name)
    hidden = side.mask.numpy()
    drawn = of.right.mask if is_read_otherwise(of, name) else side.mask
    yield Matrix(
        name, drawn.float(), query, key, name=title, note=note, scale="mask", hidden=hidden
    )
    if side.reach is not None:
        yield Matrix(
            f"{name}_reach",
            side.reach,
            query,
            key,
            name=text("matrices.mask_reach"),
            scale="weights",
            limit=limits["reach"],
            hidden=_not_there(side.reach).numpy() if of.name == "recomputed" else None,
            compact=of.trained is not None,
            below=True,
            col_labels=False,
        )
    else:
        is_filled = name == "other" and of.name in FILLED
        yield Matrix(
            f"{name}_weights",
            side.weights,
            query,
            key,
            name=text("matrices.mask_weights"),
            scale="weights",
            hidden=(side.mask & (side.weights == 0)).numpy() if is_filled else hidden,
            compact=of.trained is not None,
            below=True,
            col_labels=False,
        )
    if of.trained:
        return
    yield Matrix(
        f"{name}_output",
        side.output,
        query,
        Axis("d_v"),
        name=text(f"blocks.{side.block}"),
        limit=limits["output"],
    )


def _not_there(reach: Tensor) -> Tensor:
    """Outputs that come with the new token or after it: there is nothing to change yet."""
    return torch.ones_like(reach, dtype=torch.bool).tril()


def _titles(text: Text, of: Comparison, name: str) -> tuple[str, str]:
    """What a side is called, and the shape of its mask or how it is applied."""
    queries, keys = len(of.query_ids), len(of.key_ids)
    if name == "right":
        shape = f"(1, 1, {queries}, {keys})" if of.attention == "decoder" else f"(1, 1, 1, {keys})"
        return text(f"rights.{of.attention}"), shape
    if of.name in SAME_MASK:
        return text("matrices.mask"), text("same_mask")
    if of.name == "opposite":
        return text("compared.opposite_mask"), text("opposite_mask")
    shape = f"(1, 1, {queries}, 1)" if of.name == "axis" else ""
    return text(f"compared.{MASK_OF.get(of.name, of.name)}"), shape
