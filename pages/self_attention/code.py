"""The PyTorch code of the self-attention page, with torch alone and with the core."""

from pathlib import Path

from pages.self_attention.setting import HEADS, D, SelfAttentionSetting
from ui.answer.template import both_printed

PROGRAMS = Path(__file__).with_name("programs")


def self_attention_programs(setting: SelfAttentionSetting) -> tuple[str, str]:
    """Self-attention on the sentence's word ids, in the current view."""
    values = {
        "seed": setting.seed,
        "vocab": len(setting.table),
        "d": D,
        "num_heads": HEADS,
        "ids": list(setting.ids),
    }
    choices = {"view": setting.view}
    return both_printed(PROGRAMS, values, choices)
