"""The PyTorch code of the self-attention page, with torch alone and with the core."""

from pathlib import Path

from pages.self_attention.setting import HEADS, D, SelfAttentionSetting
from ui.answer.template import both_printed, printed

PROGRAMS = Path(__file__).with_name("programs")


def self_attention_programs(setting: SelfAttentionSetting) -> tuple[str, str]:
    """Self-attention on the sentence in the current view: with random numbers in torch alone and
    with the core, with trained ones with the core, which reads them.
    """
    if setting.is_trained:
        return "", _trained_program(setting)
    values = {
        "seed": setting.seed,
        "vocab": len(setting.table),
        "d": D,
        "num_heads": HEADS,
        "ids": list(setting.ids),
    }
    choices = {"view": setting.view}
    return both_printed(PROGRAMS, values, choices)


def _trained_program(setting: SelfAttentionSetting) -> str:
    shown = setting.trained
    values = {
        "sentence": setting.sentence,
        "tgt_ids": shown.written.translation.tgt_ids[:, :-1],
        "path": shown.names["queries"].removesuffix(".queries"),
        "x": shown.names["X"],
        "head": setting.shown_head,
    }
    choices: dict[str, bool | str] = {
        "stack": setting.stack,
        "is_plain": setting.view == "plain",
    }
    return printed(PROGRAMS / "trained_with_core.py", values, choices)
