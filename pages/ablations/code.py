"""The PyTorch code of the ablations page: one encoder sublayer with a part left out."""

from pathlib import Path

from transformer_lab.learning.ablations import WHOLE
from ui.answer.template import both_printed

PROGRAMS = Path(__file__).with_name("programs")


def ablation_programs(variant: str) -> tuple[str, str]:
    """Self-attention with its residual connection and norm, with torch alone and with the core."""
    heads = 1 if variant == "one_head" else WHOLE.num_heads
    setting = {"d_model": WHOLE.d_model, "num_heads": heads, "seq_len": 10, "seed": 1}
    return both_printed(PROGRAMS, setting, {"variant": variant})
