"""The PyTorch code of the multi-head attention page, with torch alone and with the core."""

from pathlib import Path

from pages.multi_head_attention.setting import MultiHeadSetting
from pages.translator.model_edits import PATHS
from pages.translator.trained_attention import TrainedAttention, translator_config
from ui.answer.template import both_printed, printed

PROGRAMS = Path(__file__).with_name("programs")


def multi_head_attention_programs(setting: MultiHeadSetting) -> tuple[str, str]:
    """Multi-head attention on the words, and its output without the heads that are off."""
    if setting.attention is not None:
        return _of_translator(setting, setting.attention)
    hides = setting.mask if setting.mask in ("padding", "look_ahead") else "none"
    values = {
        "d_model": setting.width,
        "num_heads": setting.heads,
        "num_kv_heads": setting.used_kv_heads,
        "ids": setting.ids(),
        "embedding_seed": setting.embedding_seed,
        "seed": setting.seed,
        "heads_off": sorted(setting.heads_off),
        "padding": setting.padding,
        "p": setting.dropout,
        "dropout_seed": setting.dropout_seed,
    }
    choices: dict[str, bool | str] = {
        "hides": hides,
        "drops": setting.drops,
        "shares": setting.shares,
    }
    lines = {
        "embedding": [one for matrix, one in _by_hand(setting) if matrix == "embedding"],
        "weights": [one for matrix, one in _by_hand(setting) if matrix != "embedding"],
    }
    return both_printed(PROGRAMS, values, choices, lines=lines)


def _of_translator(setting: MultiHeadSetting, trained: TrainedAttention) -> tuple[str, str]:
    """The same of an attention of the shipped translator, which reads its own translation."""
    written = trained.written
    values = {
        "sentence": setting.sentence,
        "words": list(written.recognition.read),
        "tokens": [written.tgt_tokens[id] for id in written.translation.tgt_ids[0].tolist()],
        "path": PATHS[trained.kind].format(layer=trained.layer),
        "heads_off": sorted(setting.heads_off),
        "d_model": setting.width,
        "num_heads": setting.heads,
        "num_layers": translator_config().num_layers,
    }
    choices = {"kind": trained.kind}
    torch_only, with_core = (
        printed(PROGRAMS / f"trained_{name}.py", values, choices, is_compact=True)
        for name in ("torch_only", "with_core")
    )
    return torch_only, with_core


def _by_hand(setting: MultiHeadSetting) -> list[tuple[str, str]]:
    """A line for each number set by hand, with its matrix."""
    return [
        (matrix, f"{matrix}[{row}, {col}] = {value!r}  # set by hand")
        for (matrix, row, col), value in sorted(setting.edits_in_force.items())
        if matrix != "embedding" or row < len(setting.ids())
    ]
