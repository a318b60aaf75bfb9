"""The PyTorch code of the masks page, with torch alone and with the core."""

from pathlib import Path
from typing import Any

import torch

from pages.masks.comparison import FILLED, LEAK_TESTS, MASK_OF
from pages.masks.setting import TABLE, MaskSetting
from pages.translator.model_edits import PATHS
from ui.answer.template import both_printed, printed

PROGRAMS = Path(__file__).with_name("programs")


def masks_programs(setting: MaskSetting, targets: int) -> tuple[str, str]:
    """Every mask of a sentence, and the weights of random Q and K under it.

    `targets` is the number of tokens that attend to the sentence in cross-attention.
    """
    painted = setting.masks().get("painted", torch.zeros(0, 0))
    painted_rows, painted_cols = (places.tolist() for places in painted.nonzero(as_tuple=True))
    values = {
        "token_ids": torch.tensor([setting.token_ids]),
        "painted_rows": painted_rows,
        "painted_cols": painted_cols,
        "window": setting.window,
        "prefix": setting.prefix,
        "documents": setting.documents_in_order,
        "seed": setting.seed,
        "rows": TABLE[0],
        "cols": TABLE[1],
        "seq_tgt": targets,
    }
    choices: dict[str, bool | str] = {"is_painted": bool(painted_rows), "last": setting.last}
    return both_printed(PROGRAMS, values, choices)


def compared_programs(setting: MaskSetting) -> tuple[str, str]:
    """One attention under its mask, and under the one that it is compared with."""
    values = _compared_values(setting)
    torch_only, with_core = (
        printed(PROGRAMS / f"compared_{file}.py", values, _compared_choices(setting))
        for file in ("torch_only", "with_core")
    )
    return torch_only, with_core


def trained_programs(setting: MaskSetting) -> tuple[str, str]:
    """The same of a head of the translator, with the core alone, which reads its weights."""
    path = PATHS[setting.attention].format(layer=setting.shown_layer)
    values = _compared_values(setting) | {"path": path, "head": setting.shown_head}
    program = printed(PROGRAMS / "compared_with_core.py", values, _compared_choices(setting))
    return "", program


def _compared_values(setting: MaskSetting) -> dict[str, Any]:
    return {
        "source_ids": torch.tensor(setting.token_ids),
        "target_ids": torch.tensor(setting.target_ids),
        "seed": setting.seed,
        "rows": TABLE[0],
        "cols": TABLE[1],
        "gain": setting.gain,
    }


def _compared_choices(setting: MaskSetting) -> dict[str, bool | str]:
    name = setting.compared_with
    is_wrong_length = name == "target" and len(setting.token_ids) != len(setting.target_ids)
    return {
        "is_trained": setting.is_trained,
        "shown": setting.attention,
        "mask_name": MASK_OF.get(name, name),
        "is_filled": name in FILLED,
        "filled": name,
        "is_scaled": setting.gain != 1,
        "has_other": not is_wrong_length,
        "test": name if name in LEAK_TESTS else "",
    }
