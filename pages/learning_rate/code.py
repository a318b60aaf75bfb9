"""The PyTorch code of the learning-rate page, with torch alone and with the core."""

from pathlib import Path

from pages.learning_rate.schedules import Schedule
from pages.learning_rate.setting import UPDATES, LearningRateSetting
from ui.answer.template import both_printed, printed

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


def weight_programs(setting: LearningRateSetting) -> tuple[str, str]:
    """One weight under each rule, by torch's own optimizers and by ours."""
    values = {
        "weight": setting.weight,
        "size": setting.gradient,
        "decay": setting.weight_decay,
        "rate": setting.schedule.rate(setting.step),
        "updates": UPDATES,
        "seed": setting.seed,
        "update": setting.update,
    }
    torch_only, with_core = (
        printed(PROGRAMS / f"weight_{name}.py", values, {"rule": setting.rule})
        for name in ("torch_only", "with_core")
    )
    return torch_only, with_core
