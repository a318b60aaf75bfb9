"""The arithmetic of one number of the model, and the way from block to block behind it."""

from dataclasses import replace
from typing import Any

from pages.encoder_decoder.names import EncoderDecoderNaming
from pages.encoder_decoder.places import Places, in_sight, part_showing
from pages.encoder_decoder.setting import EncoderDecoderSetting
from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.origin import HEAD
from ui.answer.parts import Arithmetic
from ui.explain.explanation import explained
from ui.explain.way import is_there
from ui.picture.matrix_view import Pin
from ui.shell.language import Text
from ui.state.address import Place, State

NEVER_FIRST = ("spread", "losses")
"""Matrices that say something of a block's tensors, rather than be what it makes."""


def model_arithmetic(
    text: Text, setting: EncoderDecoderSetting, computation: Computation, place: Place
) -> Arithmetic:
    """The arithmetic of the pinned cell, or of one that is worth it while none is pinned."""
    cell = _pinned(setting, computation, place.pin) or _largest(setting, computation)
    naming = EncoderDecoderNaming(text, setting.sentences, computation, setting.norm_first)
    return explained(text, computation, cell, naming, place.trail)


def _pinned(setting: EncoderDecoderSetting, computation: Computation, text: str) -> Cell | None:
    """The pinned cell; None where the open block has none there."""
    if (pin := Pin.parse(text)) is None:
        return None
    places = Places(computation, setting.norm_first)
    cell = places.cell_at(setting.opened, setting.opened_head, pin)
    return cell if cell is not None and is_there(computation, cell) else None


def _largest(setting: EncoderDecoderSetting, computation: Computation) -> Cell:
    """The largest number of what the open block makes, of what is in sight of it."""
    block, places = setting.opened, Places(computation, setting.norm_first)
    seen = in_sight(block, setting.opened_part, setting.norm_first)
    shown = {
        matrix: tensor
        for matrix, tensor in places.tensors_of(block).items()
        if matrix not in NEVER_FIRST and (seen is None or matrix in seen)
    }
    made = "weights" if "weights" in shown else list(shown)[-1]
    values = computation.tensors[shown[made]]
    if HEAD in computation.origins[shown[made]].axes:
        values = values[setting.opened_head]
    row, col = divmod(int(values.abs().argmax()), values.size(1))
    cell = places.cell_at(block, setting.opened_head, Pin(made, row, col))
    if cell is None:
        raise ValueError(f"{block} shows no {made}")
    return cell


def pinned(state: State[EncoderDecoderSetting], text: str) -> State[EncoderDecoderSetting]:
    """A cell pinned in a tile is pinned in its head, which is shown large."""
    pin = Pin.parse(text)
    if pin is None or pin.matrix != "all_heads":
        return replace(state, place=Place(text))
    opened = state.setting.having(head=pin.tile + 1, part="weights")
    return replace(state, setting=opened, place=Place(f"weights.{pin.row}.{pin.col}"))


def followed(
    state: State[EncoderDecoderSetting], cell: Cell, text: Text
) -> State[EncoderDecoderSetting]:
    """The block in which a cell was made is opened, and it is pinned there.

    Parameters stand in none.
    """
    setting = state.setting
    if not setting.is_computed:
        return replace(state, place=Place())
    computation = setting.forward.computation(setting.label_smoothing)
    places = Places(computation, setting.norm_first)
    place = places.place_of(cell) if is_there(computation, cell) else None
    if place is None:
        return replace(state, place=Place())
    part = part_showing(place.pin.matrix, setting.part, place.block, setting.norm_first)
    values: dict[str, Any] = {"block": place.block, "part": part}
    if place.head is not None:
        values["head"] = place.head + 1
    return replace(state, setting=setting.having(**values), place=Place(place.pinned))
