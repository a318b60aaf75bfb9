"""The PyTorch code of the page, with the core, which reads the translator."""

from pathlib import Path

from pages.attention_limits.setting import LimitsSetting
from ui.answer.template import printed

PROGRAM = Path(__file__).with_name("programs") / "with_core.py"


def limits_program(setting: LimitsSetting) -> str:
    values = {
        "sentence": setting.sentence,
        "tgt_ids": setting.trained.written.translation.tgt_ids,
        "path": setting.path,
        "head": setting.shown_head,
        "row": setting.row,
        "position": setting.position,
    }
    return printed(PROGRAM, values, {"hide": setting.hide})
