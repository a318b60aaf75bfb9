"""Two settings of one attention side by side: A, which is fixed, and B, which can be changed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from pages.attention.arithmetic import BASELINE
from pages.attention.baseline import write_baseline
from pages.attention.setting import AttentionSetting
from pages.attention.views import outlying_limit
from transformer_lab.measures.difference import largest_difference
from ui.answer.parts import Note
from ui.explain.arithmetic import exact
from ui.picture.matrix_view import Break, Matrix, Operator
from ui.picture.matrix_view.matrix import Item
from ui.state.typed_input import shortened
from ui.words.language import Text

LINES = (
    ("X",),
    ("W_Q", "W_K", "W_V"),
    ("Q", "K"),
    ("scores", "mask", "scaled"),
    ("masked", "weights"),
    ("V", "output"),
)
MOST_WITH_VALUES = 12
"""Matrices with more columns are drawn with small cells, so that A and B fit side by side."""
COLUMNS_OF_A_LINE = 10
"""If two matrices have more columns than this together, their pairs get separate lines."""


def side_by_side(baseline: Sequence[Item], live: Sequence[Item]) -> list[Item]:
    """Show each step as a pair, A | B, in one colour scale. A matrix that only one of them has is
    shown alone.
    """
    first, second = _by_id(baseline), _by_id(live)
    items: list[Item] = []
    for line in LINES:
        pairs = [pair for id in line if (pair := [one[id] for one in (first, second) if id in one])]
        columns = sum(max(_columns(matrix) for matrix in pair) for pair in pairs)
        for place, pair in enumerate(pairs):
            apart = place and columns > COLUMNS_OF_A_LINE and not pair[0].id.startswith("W_")
            items.append(Break() if apart or not place else Operator("\u2003"))
            items += _pair(pair, baseline)
    return items[1:]


def _by_id(items: Sequence[Item]) -> dict[str, Matrix]:
    return {item.id: item for item in items if isinstance(item, Matrix)}


def _columns(matrix: Matrix) -> int:
    return np.shape(matrix.values)[-1]


def _pair(pair: Sequence[Matrix], baseline: Sequence[Item]) -> list[Item]:
    values = [torch.as_tensor(matrix.values).float() for matrix in pair]
    finite = [one.masked_fill(one.isinf(), 0.0) for one in values]
    limit = outlying_limit(*finite) or max(float(one.abs().max()) for one in finite) or None
    small = max(_columns(matrix) for matrix in pair) > MOST_WITH_VALUES
    items: list[Item] = []
    for matrix in pair:
        is_baseline = any(matrix is item for item in baseline)
        items += [Operator("|")] if items else []
        looks: dict[str, Any] = {
            "name": f"{matrix.name or matrix.id} · {'A' if is_baseline else 'B'}"
        }
        if is_baseline:
            looks |= {"id": BASELINE + matrix.id, "editable": False, "paintable": False}
        if matrix.scale == "diverging":
            looks["limit"] = limit
        if matrix.note.startswith("("):  # its shape, for which a pair has no room
            looks["note"] = ""
        looks |= {"compact": small or matrix.compact, "row_labels": True}
        items.append(replace(matrix, **looks))
    return items


def difference_notes(text: Text, baseline: AttentionSetting, live: AttentionSetting) -> list[Note]:
    """Notes on where the weights of A and B differ most, and on the settings that differ."""
    if write_baseline(baseline) == write_baseline(live):
        return [Note(text("compare.same"))]
    first, second = baseline.steps.weights, live.steps.weights
    found = largest_difference(first, second, size=1.0)
    message = text("compare.same_weights")
    if found.first != found.second:
        message = text(
            "compare.largest",
            difference=exact(abs(found.second - found.first)),
            query=_label(live, found.row),
            key=_label(live, found.col),
            first=exact(found.first),
            second=exact(found.second),
        )
    if first.shape != second.shape:
        message = f"{message} {text('compare.common')}"
    return [Note(message), Note(" · ".join(_differing(text, baseline, live)), "quiet")]


def _label(setting: AttentionSetting, place: int) -> str:
    return shortened(setting.labels[place]) if setting.words else str(place)


def _differing(text: Text, baseline: AttentionSetting, live: AttentionSetting) -> list[str]:
    """The settings that differ, as "Seed 11 → 12"."""
    first, second = _chosen(text, baseline), _chosen(text, live)
    return [
        f"{label} {first[label]} → {second[label]}"
        for label in first
        if first[label] != second[label]
    ]


def _chosen(text: Text, setting: AttentionSetting) -> dict[str, str]:
    """The values of a setting in words, by label."""
    chosen = {
        text("compare.source"): text(f"presets.{setting.source}"),
        text("controls.sentence"): shortened(" ".join(setting.words)) or "–",
        text("controls.seed"): str(setting.seed),
        text("controls.mask"): text(f"mask.{setting.mask}"),
        text("controls.padding"): str(setting.padding),
        text("controls.scaling"): text("compare.on" if setting.scaling else "compare.off"),
        text("compare.edits"): str(len(setting.edits)),
        text("compare.painted"): str(len(setting.painted)),
    }
    sizes = setting.sizes._asdict().items()
    return chosen | {text(f"controls.{name}"): str(size) for name, size in sizes}
