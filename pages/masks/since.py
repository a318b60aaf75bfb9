"""Masks since the paper: why a cell is hidden, and what becomes of the weights."""

import torch
from torch import Tensor

from pages.masks.setting import SINCE, MaskSetting
from pages.masks.tokens import PAD_ID
from transformer_core import AttentionSteps
from transformer_core.explain.computation import Computation
from transformer_lab.measures.masks_since import shift_of
from ui.answer.parts import Note
from ui.explain.arithmetic import percent
from ui.words.language import Text


def since_reasons(kind: str, computation: Computation, row: int, col: int) -> tuple[list[str], str]:
    """The names of the rules that hide a cell of such a mask, and of the one if none does."""
    masks, is_future = computation.tensors, col > row
    if kind == "prefix":
        hides = bool(masks["prefix"][row, col])
        return (["look_ahead"] if hides else []), ("in_prefix" if is_future else "visible")
    if is_future:
        return ["look_ahead"], ""
    hides = bool(masks[kind][row, col])
    return ([f"outside_{kind}"] if hides else []), "visible"


def _which(setting: MaskSetting, masks: dict[str, Tensor]) -> str:
    """The text about the mask: at the ends of its range it is another mask, or one of its own."""
    kind = setting.last
    if torch.equal(masks[kind], masks["look_ahead"]):
        return f"{kind}_same"
    if kind == "window" and setting.window == 1:
        return "window_one"
    return "prefix_all" if kind == "prefix" and setting.prefix >= setting.size else kind


def since_notes(text: Text, setting: MaskSetting, steps: dict[str, AttentionSteps]) -> list[Note]:
    """What the mask is for, and how its weights differ from those under the look-ahead mask."""
    kind = setting.last
    if kind not in SINCE:
        return []
    masks = setting.masks()
    shift = shift_of(
        masks[kind], steps[kind].weights, masks["look_ahead"], steps["look_ahead"].weights
    )
    figures: dict[str, object] = {
        "window": setting.window,
        "prefix": min(setting.prefix, setting.size),
        "documents": len(setting.documents_in_order.unique()),
        "seen": shift.seen,
        "before": shift.seen_before,
        "lost": percent(shift.lost),
        "gained": percent(shift.gained),
    }
    about = text(f"since.{_which(setting, masks)}", **figures)
    if not torch.equal(masks[kind], masks["look_ahead"]):
        about += f" {text(f'since.{kind}_effect', **figures)}"
    padding = [Note(text("since.padding"), "quiet")] if PAD_ID in setting.token_ids else []
    return [Note(about), *padding]
