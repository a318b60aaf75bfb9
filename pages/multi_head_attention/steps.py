"""The steps of multi-head attention as small pictures, each with the shape of its result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Any

import numpy as np
from torch import Tensor

from pages.multi_head_attention.matrices import batched
from pages.multi_head_attention.run import PROJECTIONS, MultiHeadRun
from pages.multi_head_attention.setting import STEPS, MultiHeadSetting
from ui.answer.parts import Chip
from ui.picture.matrix_view.matrix import Blobs
from ui.words.language import Text

GAP = 255
"""Marks the gaps between tiles. Numbers range over the colour scale from 0 to 254."""
MOST_ROWS, MOST_COLS = 36, 96
"""The size limit of a small picture; rows and columns of larger ones are skipped evenly."""


@dataclass(frozen=True)
class Small:
    """One step: its name, the shape of its result, and its numbers as a small picture."""

    chip: Chip
    shape: str
    colours: np.ndarray
    scale: str = "diverging"


@dataclass(frozen=True)
class StepRow:
    """All steps in order; a click on one shows it large."""

    title: str
    steps: Sequence[Small]

    def header(self, blobs: Blobs) -> dict[str, Any]:
        steps, at = [], 0
        for step in self.steps:
            rows, cols = step.colours.shape
            looks = {"rows": rows, "cols": cols, "at": at, "scale": step.scale}
            steps.append(step.chip.to_json() | looks | {"shape": step.shape})
            at += rows * cols
        numbers = np.concatenate([step.colours.ravel() for step in self.steps])
        header = {"kind": "steps", "id": "steps", "title": self.title, "steps": steps}
        return header | {"numbers": blobs.add(numbers, "uint8")}


def step_row(text: Text, setting: MultiHeadSetting, run: MultiHeadRun) -> StepRow:
    shapes, pictures = _shapes(run), _pictures(run)
    steps = [
        Small(
            Chip.to(
                text(f"step.{step}"), setting.with_values(step=step), is_on=step == setting.step
            ),
            shapes[step],
            pictures[step],
            "weights" if step == "attend" else "diverging",
        )
        for step in STEPS
    ]
    return StepRow(text("steps_title"), steps)


def _shapes(run: MultiHeadRun) -> dict[str, str]:
    """Those of the queries where the keys have another length."""
    whole = batched(*run.X.shape[1:])
    split, attended = (batched(*run.records[name].shape[1:]) for name in ("queries", "weights"))
    return dict(zip(STEPS, (whole, whole, split, attended, whole, whole), strict=True))


def _pictures(run: MultiHeadRun) -> Mapping[str, np.ndarray]:
    records = run.records
    projected = [run.projected(name) for name in PROJECTIONS]
    split = [records[name][0] for name in PROJECTIONS]
    limit = max(float(values.abs().max()) for values in projected)
    weights = records["weights"][0]
    return {
        "input": _signed(run.X),
        "project": _stacked([_signed(values, limit) for values in projected]),
        "split": _stacked([_signed(values, limit, len(values)) for values in split]),
        "attend": _tiled(weights * (GAP - 1), ceil(sqrt(len(weights)))),
        "concatenate": _signed(run.concatenated),
        "project_back": _signed(run.without),
    }


def _signed(values: Tensor, limit: float | None = None, columns: int = 1) -> np.ndarray:
    """Matrices (count, rows, cols) side by side, with colours centred on 0."""
    most = (limit if limit is not None else float(values.abs().max())) or 1.0
    return _tiled((values / most + 1) * ((GAP - 1) / 2), columns)


def _tiled(values: Tensor, columns: int) -> np.ndarray:
    """Matrices (count, rows, cols) in a grid, each reduced to the space available."""
    lines = ceil(len(values) / columns)
    rows = _evenly(values.size(1), max(1, MOST_ROWS // lines - 1))
    cols = _evenly(values.size(2), max(1, MOST_COLS // columns - 1))
    kept = values.round().numpy().astype(np.uint8)[:, rows][:, :, cols]
    high, wide = kept.shape[1] + 1, kept.shape[2] + 1
    grid = np.full((lines * high - 1, columns * wide - 1), GAP, dtype=np.uint8)
    for place, tile in enumerate(kept):
        top, left = place // columns * high, place % columns * wide
        grid[top : top + high - 1, left : left + wide - 1] = tile
    return grid


def _evenly(size: int, most: int) -> np.ndarray:
    return np.unique(np.linspace(0, size - 1, min(size, most)).round().astype(int))


def _stacked(pictures: Sequence[np.ndarray]) -> np.ndarray:
    """Pictures of equal width, one below another."""
    gap = np.full((1, pictures[0].shape[1]), GAP, dtype=np.uint8)
    pieces = [piece for picture in pictures for piece in (picture, gap)]
    return np.concatenate(pieces[:-1])
