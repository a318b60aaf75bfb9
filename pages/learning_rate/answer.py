"""The learning-rate page's answer to a setting: its curves, and one step worked out."""

from collections.abc import Iterator

from torch import Tensor

from pages.learning_rate.arithmetic import rate_arithmetic, rates_computation
from pages.learning_rate.code import learning_rate_programs
from pages.learning_rate.schedules import LARGEST_D_MODEL, LARGEST_WARMUP, Schedule
from pages.learning_rate.setting import EXAMPLES, MOST_KEPT, LearningRateSetting
from pages.learning_rate.views import described, schedule_figure
from ui.answer.answer import Answer, Area, PageAnswer
from ui.answer.carried import Carried
from ui.answer.chips import presets, suggestions
from ui.answer.links import preset_link
from ui.answer.parts import Chip, Chips, Curves, Entry, Legend, Link, Note, Part
from ui.answer.program import Program
from ui.explain.arithmetic import significant
from ui.picture.curves import ACCENT, COLOURS
from ui.state.address import State
from ui.words.language import Text

DRAWN_STEPS = 1000
"""Roughly how many steps are drawn in the notebook."""


def answer(state: State[LearningRateSetting], text: Text) -> Answer:
    setting = state.setting
    return Answer(
        {
            "chips": Area(lambda: _chips(text, setting)),
            "picture": Area(lambda: _picture(text, setting)),
            "arithmetic": Area(lambda: [rate_arithmetic(text, setting.schedule, setting.step)]),
        },
        {"pytorch": Area(lambda: [_program(text, setting)])},
        "schedule",
    )


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


def _legend(text: Text, setting: LearningRateSetting) -> Legend:
    """All curves; the current one can be kept, the kept ones removed."""

    def named(one: Schedule) -> str:
        return f"{described(text, one)} · {text('peak')} {significant(one.peak)}"

    keep = Chip.to(text("keep"), setting.keeping(), hint=text("keep_help"))
    own_name = named(setting.schedule)
    if setting.initial_rate is not None:
        own_name = text("with_initial_rate", schedule=own_name)
    own = Entry(ACCENT, own_name, keep if setting.has_room else None)
    kept = [
        Entry(COLOURS[slot], named(one), Chip.to(text("remove"), setting.without(slot)))
        for slot, one in setting.schedules.items()
    ]
    return Legend([own, *kept])


def _chips(text: Text, setting: LearningRateSetting) -> list[Chips]:
    kept = setting.keeping()
    suggested = {}
    # Both compare with the curve so far, which has to stay in the picture.
    if 4 * setting.d_model <= LARGEST_D_MODEL and not setting.is_full:
        suggested["wider"] = kept.with_values(d_model=4 * setting.d_model)
    if 2 * setting.warmup <= LARGEST_WARMUP and not setting.is_full:
        suggested["longer"] = kept.with_values(warmup=2 * setting.warmup)
    initial_rate = setting.with_initial_rate()
    if initial_rate is not None:
        suggested["initial_rate"] = initial_rate
    suggested["peak"] = setting.with_values(step=setting.warmup)
    examples = {name: setting.of(name) for name in EXAMPLES}
    return [
        presets(text, setting, examples),
        suggestions(text, setting, {name: (target, "") for name, target in suggested.items()}),
    ]


def _program(text: Text, setting: LearningRateSetting) -> Program:
    given = (setting.d_model, setting.warmup, setting.factor, setting.steps, setting.step)
    sources = learning_rate_programs(*given)
    drawn = {"learning rate": f"rates[:: {max(1, setting.steps // DRAWN_STEPS)}]"}
    return Program(text, "learning_rate", *sources, drawn=drawn)


def _tensors(setting: LearningRateSetting) -> dict[str, Tensor]:
    """The rates of every step from 0, for the current schedule and each kept one."""
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


PAGE = PageAnswer(
    LearningRateSetting,
    answer,
    tensors=_tensors,
    questions={"initial_rate": lambda setting: (setting.with_initial_rate() or setting, "")},
    gives=gives,
    takes=takes,
)
