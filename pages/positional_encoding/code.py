"""The PyTorch code of the positional-encoding page, with torch alone and with the core."""

from pathlib import Path

from ui.answer.template import both_printed

PROGRAMS = Path(__file__).with_name("programs")


def encoding_programs(kind: str, seq_len: int, d_model: int, base: float) -> tuple[str, str]:
    """The encoding of a kind: "sinusoidal", "index" or "normalized_index"."""
    setting = {"seq_len": seq_len, "d_model": d_model, "base": base}
    choices = {"kind": kind}
    return both_printed(PROGRAMS, setting, choices)
