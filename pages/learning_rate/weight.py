"""One weight under Adam, under Adam with the decay in its gradient, and under AdamW."""

from collections.abc import Mapping
from functools import lru_cache

import torch

from pages.learning_rate.setting import RULES, UPDATES, LearningRateSetting
from transformer_lab.learning.weight_decay import DecayedStep, decayed_steps
from ui.answer.parts import Curves, Entry, Legend, Note, Part
from ui.explain.arithmetic import exact, significant
from ui.picture.curves import ACCENT, COLOURS, NEUTRAL, Curve, Figure, Mark, curve_figure, with_room
from ui.words.language import Text

RULE_COLOURS = {"adam": NEUTRAL, "l2": COLOURS[0], "adamw": ACCENT}
Runs = Mapping[str, list[DecayedStep]]


def gradients(setting: LearningRateSetting) -> list[float]:
    """The gradients of the loss, which cancel out in the long run. All rules get the same."""
    drawn = torch.randn(UPDATES, generator=torch.Generator().manual_seed(setting.seed))
    return (setting.gradient * drawn.double()).tolist()


def weight_runs(setting: LearningRateSetting) -> Runs:
    """Every rule's updates, at the rate of the chosen step."""
    rate = setting.schedule.rate(setting.step)
    return _runs(setting.weight, setting.gradient, setting.weight_decay, setting.seed, rate)


@lru_cache(maxsize=32)
def _runs(weight: float, gradient: float, decay: float, seed: int, rate: float) -> Runs:
    drawn = gradients(LearningRateSetting(gradient=gradient, seed=seed))
    return {rule: decayed_steps(drawn, weight, rate, decay, rule) for rule in RULES}


def weights_of(run: list[DecayedStep]) -> list[float]:
    """The weight before the first update and after each one."""
    return [run[0].adam.weight, *(one.new_weight for one in run)]


def weight_picture(text: Text, setting: LearningRateSetting) -> list[Part]:
    runs = weight_runs(setting)
    names = {rule: text(f"rule.{rule}") for rule in RULES}
    rate = significant(setting.schedule.rate(setting.step))
    return [
        Curves("weights", _figure(text, setting, runs), text("weights.name"), click="update"),
        Legend([Entry(RULE_COLOURS[rule], f"{names[rule]}: {_end(runs[rule])}") for rule in RULES]),
        Note(text("weights.rate", rate=rate, step=f"{setting.step:,}"), "quiet"),
        *_found(text, setting, runs),
    ]


def _end(run: list[DecayedStep]) -> str:
    return exact(run[-1].new_weight)


def _figure(text: Text, setting: LearningRateSetting, runs: Runs) -> Figure:
    x = list(range(UPDATES + 1))
    # The chosen rule comes last, so that it is drawn over the others.
    order = sorted(RULES, key=lambda rule: rule == setting.rule)
    curves = [
        Curve(text(f"rule.{rule}"), x, weights_of(runs[rule]), RULE_COLOURS[rule], is_chosen)
        for rule in order
        for is_chosen in [rule == setting.rule]
    ]
    at = runs[setting.rule][setting.update - 1].new_weight
    mark = Mark(setting.update, at, exact(at), RULE_COLOURS[setting.rule], "diamond")
    return curve_figure(
        curves,
        text("weights.update"),
        text("weights.weight"),
        marks=[with_room(mark, curves, UPDATES)],
        at=setting.update,
        until=UPDATES,
    )


def _found(text: Text, setting: LearningRateSetting, runs: Runs) -> list[Note]:
    """How much of the weight each decay has taken, next to Adam without any."""
    if not setting.weight:
        return []
    if not setting.weight_decay:
        return [Note(text("weights.no_decay"), "info")]
    plain = runs["adam"][-1].new_weight
    taken = {
        rule: f"{100 * (plain - runs[rule][-1].new_weight) / setting.weight:.3g}"
        for rule in ("l2", "adamw")
    }
    return [Note(text("weights.taken", updates=UPDATES, **taken))]
