"""The learning-rate page's answer to a setting: its curves, and one step worked out."""

from collections.abc import Iterator

import torch
from torch import Tensor

from pages.learning_rate.arithmetic import rate_arithmetic, rates_computation
from pages.learning_rate.code import learning_rate_programs, weight_programs
from pages.learning_rate.schedules import PAPER, Schedule
from pages.learning_rate.setting import MOST_KEPT, LearningRateSetting
from pages.learning_rate.suggested import QUESTIONS, chips
from pages.learning_rate.views import described, schedule_figure
from pages.learning_rate.weight import weight_picture, weight_runs, weights_of
from pages.learning_rate.weight_arithmetic import weight_arithmetic
from ui.answer.answer import Answer, Area, PageAnswer
from ui.answer.carried import Carried
from ui.answer.links import preset_link
from ui.answer.parts import Chip, Curves, Entry, Legend, Link, Note, Part
from ui.answer.program import Program
from ui.explain.arithmetic import Arithmetic, significant
from ui.picture.curves import ACCENT, COLOURS
from ui.state.address import State
from ui.words.language import Text

DRAWN_STEPS = 1000
"""Roughly how many steps are drawn in the notebook."""


def answer(state: State[LearningRateSetting], text: Text) -> Answer:
    setting = state.setting
    return Answer(
        {
            "chips": Area(lambda: chips(text, setting)),
            "picture": Area(
                lambda: (weight_picture if setting.is_of_weight else _picture)(text, setting)
            ),
            "arithmetic": Area(lambda: [_arithmetic(text, setting)]),
        },
        {"pytorch": Area(lambda: [_program(text, setting)])},
        setting.rule if setting.is_of_weight else _equation(setting.schedule),
    )


def _arithmetic(text: Text, setting: LearningRateSetting) -> Arithmetic:
    if setting.is_of_weight:
        return weight_arithmetic(text, setting)
    return rate_arithmetic(text, setting.schedule, setting.step)


def _equation(schedule: Schedule) -> str:
    """A decay at the end is a straight line too, that begins later."""
    if schedule.is_papers:
        return "schedule"
    shape = "linear" if schedule.shape == "stable_decay" else schedule.shape
    return f"{shape}_final" if schedule.final else shape


def _picture(text: Text, setting: LearningRateSetting) -> list[Part]:
    figure = schedule_figure(
        text,
        setting.schedule,
        setting.schedules,
        setting.steps,
        setting.step,
        logarithmic=setting.axes == "logarithmic",
        initial_rate=setting.initial_rate,
    )
    return [
        Curves("rates", figure, text("title"), click="step"),
        *(Note(named, "info") for named in _not_in_sight(text, setting)),
        _legend(text, setting),
        _why(text, setting),
    ]


def _why(text: Text, setting: LearningRateSetting) -> Link:
    """Why the rate rises first, or should, with a run that shows it."""
    reason = "why.no_warm_up" if setting.warmup == 1 else "why.warm_up"
    return preset_link(text, reason, "why.link", "training", "no_warm_up")


def _not_in_sight(text: Text, setting: LearningRateSetting) -> Iterator[str]:
    """Notes on the chosen steps and curves that the picture leaves out."""
    steps = f"{setting.steps:,}"
    if setting.step > setting.steps:
        yield text("beyond", step=f"{setting.step:,}", steps=steps)
    elif setting.step == 0 and setting.axes == "logarithmic":
        yield text("no_step_0")
    if setting.warmup > setting.steps:
        yield text("peak_beyond", warmup=f"{setting.warmup:,}", steps=steps)
    if setting.is_full:
        yield text("full", count=MOST_KEPT)
    yield from _without_a_part(text, setting)


def _without_a_part(text: Text, setting: LearningRateSetting) -> Iterator[str]:
    """Notes on what a training that ends early leaves out of its schedule."""
    schedule = setting.schedule
    sizes = {
        "total": f"{setting.total:,}",
        "warmup": f"{setting.warmup:,}",
        "decay": f"{setting.decay:,}",
    }
    if schedule.falls_to_an_end and setting.total <= setting.warmup:
        yield text("ends_in_warm_up", **sizes)
    elif schedule.shape == "stable_decay" and setting.total - setting.decay <= setting.warmup:
        yield text("nothing_stable", **sizes)


def _legend(text: Text, setting: LearningRateSetting) -> Legend:
    """All curves; the current one can be kept, the kept ones removed."""

    def named(one: Schedule) -> str:
        return f"{described(text, one)} · {text('peak')} {significant(one.peak)}"

    keep = Chip.to(text("keep"), setting.keeping(), hint=text("keep_help"))
    names = {one: named(one) for one in (setting.schedule, *setting.schedules.values())}
    if setting.initial_rate is not None:
        for key, one in (
            ("with_initial_rate", setting.schedule),
            ("with_papers_rate", setting.with_papers_rate),
        ):
            names[one] = text(key, schedule=names[one])
    own = Entry(ACCENT, names[setting.schedule], keep if setting.has_room else None)
    kept = [
        Entry(COLOURS[slot], names[one], Chip.to(text("remove"), setting.without(slot)))
        for slot, one in setting.schedules.items()
    ]
    return Legend([own, *kept])


def _program(text: Text, setting: LearningRateSetting) -> Program:
    if setting.is_of_weight:
        return Program(text, "weight_decay", *weight_programs(setting), drawn={"weight": "weights"})
    sources = learning_rate_programs(
        setting.schedule, max(setting.steps, setting.step), setting.step
    )
    drawn = {"learning rate": f"rates[:: {max(1, setting.steps // DRAWN_STEPS)}]"}
    return Program(text, "learning_rate", *sources, drawn=drawn)


def _tensors(setting: LearningRateSetting) -> dict[str, Tensor]:
    """The rates of every step from 0, for the current schedule and each kept one; or the weight
    under each rule.
    """
    if setting.is_of_weight:
        runs = weight_runs(setting)
        return {name: torch.tensor(weights_of(run)) for name, run in runs.items()}
    kept = {f"kept_{slot}": one for slot, one in setting.schedules.items()}
    rates = {"rates": setting.schedule} | kept
    return {
        name: rates_computation(schedule, setting.steps).tensors["rates"]
        for name, schedule in rates.items()
    }


def gives(state: State[LearningRateSetting]) -> Carried:
    return Carried(d_model=state.setting.d_model)


def takes(carried: Carried) -> dict[str, object]:
    return {"d_model": carried.d_model} if carried.d_model else {}


def _with_initial_rate(setting: LearningRateSetting) -> tuple[LearningRateSetting, str]:
    papers = setting.with_values(shape=PAPER)
    return papers.with_initial_rate() or papers, ""


PAGE = PageAnswer(
    LearningRateSetting,
    answer,
    tensors=_tensors,
    questions={"initial_rate": _with_initial_rate, **QUESTIONS},
    gives=gives,
    takes=takes,
)
