"""The curves of the learning-rate page."""

from pages.learning_rate.schedules import Kept, Schedule
from ui.explain.arithmetic import significant
from ui.picture.curves import ACCENT, COLOURS, Curve, Figure, Mark, curve_figure
from ui.picture.schedule_name import schedule_name
from ui.words.language import Text


def described(text: Text, schedule: Schedule) -> str:
    named = schedule_name(text, schedule.d_model, schedule.warmup_steps, schedule.factor)
    if schedule.is_papers:
        return named
    parts = [text(f"shape.{schedule.shape}"), named]
    if schedule.falls_to_an_end:
        parts.append(text("named.until", steps=f"{schedule.total_steps:,}"))
    if schedule.shape == "stable_decay":
        parts.append(text("named.decay", steps=f"{schedule.decay_steps:,}"))
    if schedule.final:
        parts.append(text("named.final", share=f"{100 * schedule.final:.3g}"))
    return " · ".join(parts)


def schedule_figure(
    text: Text,
    schedule: Schedule,
    kept: Kept,
    number_of_steps: int,
    step: int,
    *,
    logarithmic: bool,
    initial_rate: float | None = None,
) -> Figure:
    """All curves with their peaks, and the chosen step marked on the current one, whose peak is
    called init_lr where that is given.
    """
    first = 1 if logarithmic else 0
    inside = first <= step <= number_of_steps
    shown = [(one, COLOURS[slot], False) for slot, one in kept.items() if one != schedule]
    shown.append((schedule, ACCENT, True))
    curves, marks = [], []
    for one, colour, strong in shown:
        steps, rates = one.curve(number_of_steps)
        x, y = steps[first:].tolist(), rates[first:].tolist()
        curves.append(Curve(described(text, one), x, y, colour, strong))
        if strong and inside and step != one.warmup_steps:
            rate = one.rate(step)
            marks.append(Mark(step, rate, significant(rate), colour, "diamond"))
        if one.warmup_steps <= number_of_steps:
            peak = significant(one.peak)
            named = f"init_lr = {peak}" if strong and initial_rate is not None else peak
            marks.append(Mark(one.warmup_steps, one.peak, named, colour))
    return curve_figure(
        curves,
        text("axis_step"),
        text("axis_rate"),
        marks=marks,
        logarithmic=logarithmic,
        at=step if inside and not logarithmic else None,
        until=number_of_steps,
    )
