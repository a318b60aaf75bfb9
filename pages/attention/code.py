"""The PyTorch code of the attention page, with torch alone and with the core."""

from pathlib import Path

from torch import Tensor

from ui.answer.template import both_printed

PROGRAMS = Path(__file__).with_name("programs")


def attention_programs(
    Q: Tensor, K: Tensor, V: Tensor, mask: Tensor | None, scale: float | None
) -> tuple[str, str]:
    """One attention for given queries, keys and values; the scale is the paper's (None) or 1."""
    setting = {"Q": Q, "K": K, "V": V, "mask": mask}
    choices = {"is_scaled": scale is None, "is_masked": mask is not None}
    return both_printed(PROGRAMS, setting, choices)
