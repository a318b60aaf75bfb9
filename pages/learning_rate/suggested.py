"""The presets of the learning-rate page, and the changes that it suggests."""

from collections.abc import Callable
from dataclasses import replace

from pages.learning_rate.schedules import LARGEST_D_MODEL, LARGEST_WARMUP, LETTERS
from pages.learning_rate.setting import (
    EXAMPLES,
    LARGEST_GRADIENT,
    LEAST_GRADIENT,
    UPDATES,
    LearningRateSetting,
)
from ui.answer.chips import presets, suggestions
from ui.answer.parts import Chips
from ui.words.language import Text

SMALL_FINAL = 0.1
LEAST_WEIGHT = 0.1
"""Of a smaller one a decay leaves too little to see."""


QUESTIONS: dict[str, Callable[[LearningRateSetting], tuple[LearningRateSetting, str]]] = {
    "adamw": lambda setting: (setting.decayed().with_values(update=UPDATES), ""),
    "cosine": lambda setting: (_next_to_a_line(setting), ""),
}
"""What answers each question about what came after the paper."""


def _next_to_a_line(setting: LearningRateSetting) -> LearningRateSetting:
    """The cosine, next to the straight line and to the paper's curve."""
    return setting.since("linear").keeping().with_values(shape="cosine")


def chips(text: Text, setting: LearningRateSetting) -> list[Chips]:
    if setting.is_of_weight:
        targets = _of_weight(setting)
    else:
        targets = _of_the_papers(setting) if setting.schedule.is_papers else _of_others(setting)
    return [
        _presets(text, setting),
        suggestions(text, setting, {name: (target, "") for name, target in targets.items()}),
    ]


def _presets(text: Text, setting: LearningRateSetting) -> Chips:
    papers = {name: setting.of(name) for name in EXAMPLES}
    since = {name: setting.since(name) for name in LETTERS} | {"all": setting.all_shapes()}
    since |= {"adamw": setting.decayed()}
    menu = presets(text, setting, papers | since)
    headings = [text("groups.paper")] * len(papers) + [text("groups.since")] * len(since)
    grouped = zip(menu.chips, headings, strict=True)
    return replace(menu, chips=[replace(chip, group=group) for chip, group in grouped])


def _of_the_papers(setting: LearningRateSetting) -> dict[str, LearningRateSetting]:
    suggested = _wider(setting)
    if 2 * setting.warmup <= LARGEST_WARMUP and not setting.is_full:
        suggested["longer"] = setting.keeping().with_values(warmup=2 * setting.warmup)
    initial_rate = setting.with_initial_rate()
    if initial_rate is not None:
        suggested["initial_rate"] = initial_rate
    suggested["peak"] = setting.with_values(step=setting.warmup)
    return suggested


def _of_others(setting: LearningRateSetting) -> dict[str, LearningRateSetting]:
    """Their curve so far stays in the picture too."""
    schedule, suggested = setting.schedule, _wider(setting)
    if not schedule.falls_to_an_end or setting.is_full:
        return suggested
    kept, half = setting.keeping(), setting.total // 2
    if schedule.shape == "stable_decay" and setting.warmup < half - setting.decay:
        suggested["half_stable"] = kept.with_values(total=half)
    elif schedule.shape != "stable_decay" and setting.warmup < half:
        suggested["half"] = kept.with_values(total=half)
    if setting.final == 0 and setting.warmup < setting.total:
        suggested["final"] = kept.with_values(final=SMALL_FINAL)
    return suggested


def _of_weight(setting: LearningRateSetting) -> dict[str, LearningRateSetting]:
    suggested = {}
    if setting.weight_decay and abs(setting.weight) >= LEAST_WEIGHT:
        # Where the decay alone makes up the gradient, Adam's step has its full length anyway.
        pull = setting.weight_decay * abs(setting.weight) / 10
        if pull <= 10 * setting.gradient <= LARGEST_GRADIENT:
            suggested["larger"] = setting.with_values(gradient=10 * setting.gradient)
        if setting.gradient >= max(pull, 10 * LEAST_GRADIENT):
            suggested["smaller"] = setting.with_values(gradient=setting.gradient / 10)
        suggested["no_decay"] = setting.with_values(weight_decay=0.0)
    suggested["rates"] = setting.with_values(shows="rates")
    return suggested


def _wider(setting: LearningRateSetting) -> dict[str, LearningRateSetting]:
    """It compares with the curve so far, which has to stay in the picture."""
    if 4 * setting.d_model > LARGEST_D_MODEL or setting.is_full:
        return {}
    return {"wider": setting.keeping().with_values(d_model=4 * setting.d_model)}
