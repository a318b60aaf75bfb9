"""The PyTorch code of the learning-rate page, with torch alone and with the core."""

from pathlib import Path

from ui.answer.template import both_printed

PROGRAMS = Path(__file__).with_name("programs")


def learning_rate_programs(
    d_model: int, warmup_steps: int, factor: float, number_of_steps: int, step: int
) -> tuple[str, str]:
    """The schedule at every step, and how an optimizer uses it."""
    setting = {
        "d_model": d_model,
        "warmup_steps": warmup_steps,
        "factor": factor,
        "last_step": max(number_of_steps, step),
        "step": step,
    }
    return both_printed(PROGRAMS, setting)
