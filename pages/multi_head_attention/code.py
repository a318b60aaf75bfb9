"""The PyTorch code of the multi-head attention page, with torch alone and with the core."""

from pathlib import Path

from pages.multi_head_attention.setting import MultiHeadSetting
from ui.answer.template import both_printed

PROGRAMS = Path(__file__).with_name("programs")


def multi_head_attention_programs(setting: MultiHeadSetting) -> tuple[str, str]:
    """Multi-head self-attention on the words, and its output without the heads that are off."""
    hides = setting.mask if setting.mask in ("padding", "look_ahead") else "none"
    values = {
        "d_model": setting.width,
        "num_heads": setting.heads,
        "ids": setting.ids(),
        "embedding_seed": setting.embedding_seed,
        "seed": setting.seed,
        "heads_off": sorted(setting.heads_off),
        "padding": setting.padding,
    }
    lines = {
        "embedding": [one for matrix, one in _by_hand(setting) if matrix == "embedding"],
        "weights": [one for matrix, one in _by_hand(setting) if matrix != "embedding"],
    }
    return both_printed(PROGRAMS, values, {"hides": hides}, lines=lines)


def _by_hand(setting: MultiHeadSetting) -> list[tuple[str, str]]:
    """A line for each number set by hand, with its matrix."""
    return [
        (matrix, f"{matrix}[{row}, {col}] = {value!r}  # set by hand")
        for (matrix, row, col), value in sorted(setting.edits_in_force.items())
        if matrix != "embedding" or row < len(setting.ids())
    ]
