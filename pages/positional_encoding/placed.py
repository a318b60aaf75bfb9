"""Learned positions: a row of a table for each, up to the trained length."""

from typing import NamedTuple

import torch
from torch import Tensor

from pages.positional_encoding.setting import EncodingSetting
from transformer_core.explain.axes import vectors
from transformer_core.explain.computation import Computation, Step
from transformer_core.explain.origin import DIMENSION, Axis, Origin
from transformer_core.variants.learned_positions import LearnedPositions
from transformer_lab.examples import placed_word, random_embedding


class Placed(NamedTuple):
    """One word at every position."""

    word: Tensor
    """(1, d_model)"""
    position_table: Tensor
    """(rows, d_model): as many rows as are trained, or as positions are shown."""
    placed: Tensor
    """Word and position, (positions, d_model); NaN where there is no row."""


def placed(setting: EncodingSetting) -> Placed:
    drawn = random_embedding(1 + setting.trained_len, setting.width, setting.seed)
    word, table = drawn[:1], drawn[1 : 1 + setting.positions]
    return Placed(word, table, placed_word(word, table, setting.positions))


def is_refused(setting: EncodingSetting) -> bool:
    """Whether a model with this table reads as many positions as are shown."""
    table = LearnedPositions(setting.trained_len, setting.width)
    try:
        table(torch.arange(setting.positions))
    except ValueError:
        return True
    return False


def placed_computation(setting: EncodingSetting) -> Computation:
    origins = {
        "word": Origin("placed_alone", (Axis("row"), DIMENSION)),
        "position_table": Origin("learned", vectors()),
        "placed": Origin("placed", vectors()),
    }
    steps = {"placed": Step("placed_word", {"word": "word", "table": "position_table"})}
    return Computation(placed(setting)._asdict(), steps, origins=origins)
