"""The PyTorch code of the learning-rate page, with torch alone and with the core."""

from pathlib import Path

from pages.learning_rate.schedules import Schedule
from ui.answer.template import both_printed

PROGRAMS = Path(__file__).with_name("programs")


def learning_rate_programs(schedule: Schedule, last_step: int, step: int) -> tuple[str, str]:
    """The schedule at every step, and how an optimizer uses it."""
    setting = {
        "d_model": schedule.d_model,
        "warmup_steps": schedule.warmup_steps,
        "factor": schedule.factor,
        "total_steps": schedule.total_steps,
        "decay_steps": schedule.decay_steps,
        "final": schedule.final,
        "last_step": last_step,
        "step": step,
    }
    return both_printed(PROGRAMS, setting, {"shape": schedule.shape})
