"""How models since the paper tell positions: for each way its picture, numbers and names."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pages.positional_encoding.alibi import alibi_computation
from pages.positional_encoding.alibi_views import alibi_below, alibi_board, alibi_picture
from pages.positional_encoding.placed import placed_computation
from pages.positional_encoding.placed_views import placed_below, placed_board, placed_picture
from pages.positional_encoding.relative import relative_computation
from pages.positional_encoding.relative_views import (
    relative_below,
    relative_board,
    relative_picture,
)
from pages.positional_encoding.rotary import rotary_computation
from pages.positional_encoding.rotary_views import rotary_below, rotary_board, rotary_picture
from pages.positional_encoding.setting import EncodingSetting
from pages.positional_encoding.unordered import unordered_computation
from pages.positional_encoding.unordered_views import (
    unordered_below,
    unordered_board,
    unordered_picture,
)
from transformer_core.explain.computation import Cell, Computation
from ui.answer.parts import Part
from ui.explain.board import BoardNames
from ui.state.address import Selection
from ui.words.language import Text


class Way(NamedTuple):
    """One way to tell positions."""

    computation: Callable[[EncodingSetting], Computation]
    board: Callable[[Text, EncodingSetting], BoardNames]
    first: Callable[[EncodingSetting], Cell]
    """The number to explain if none is pinned."""
    picture: Callable[[Text, EncodingSetting, str], list[Part]]
    below: Callable[[Text, EncodingSetting, Selection], list[Part]]
    """What stands below the picture."""
    drawn: Mapping[str, str]
    """The tensors that the printed program draws, and their names."""


def _first_turned(setting: EncodingSetting) -> Cell:
    return Cell("queries", (min(1, setting.positions - 1), 0))


def _farthest(setting: EncodingSetting) -> Cell:
    return Cell("distance_bias", (setting.positions - 1, 0))


WAYS = {
    "learned": Way(
        placed_computation,
        placed_board,
        lambda _: Cell("placed", (0, 0)),
        placed_picture,
        placed_below,
        {"placed": "x + p"},
    ),
    "rotary": Way(
        rotary_computation,
        rotary_board,
        _first_turned,
        rotary_picture,
        rotary_below,
        {"scores": "Q · Kᵀ"},
    ),
    "alibi": Way(
        alibi_computation,
        alibi_board,
        _farthest,
        alibi_picture,
        alibi_below,
        {"bias": "−slope · distance", "weights": "softmax"},
    ),
    "relative": Way(
        relative_computation,
        relative_board,
        _farthest,
        relative_picture,
        relative_below,
        {"bias": "table[bucket]"},
    ),
    "none": Way(
        unordered_computation,
        unordered_board,
        lambda _: Cell("output", (0, 0)),
        unordered_picture,
        unordered_below,
        {"weights": "weights", "weights_reversed": "weights, reversed"},
    ),
}


def way_of(setting: EncodingSetting) -> Way:
    return WAYS[setting.way]
