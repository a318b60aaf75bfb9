"""The user's prediction before a run, and the verdict after it."""

import math

from pages.training.config_diff import difference
from pages.training.outcome import GUESSED, OUTCOMES, Result, outcome, yardstick
from pages.training.presets import MISSING, PRESENT, PRESETS
from pages.training.run_model import config_of
from pages.training.setting import TrainingSetting
from transformer_core.learning_rate import peak_learning_rate
from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.measuring import frequency_loss, held_out_pairs
from transformer_lab.learning.presets import LEARNING
from transformer_lab.learning.schedule import rate_at
from ui.answer.chips import preset_menu
from ui.answer.parts import Chip, Chips, Note, Part
from ui.explain.arithmetic import exact, percent, significant
from ui.words.language import Text

LOW_PEAK = round(RunConfig().warmup_steps ** -0.5, 2)
"""The factor with which a rate that starts at its peak has the peak of a run with warm-up."""


def preset_runs(text: Text, setting: TrainingSetting) -> Chips:
    """The menu of preset runs."""
    chips = []
    for name, fields in PRESETS.items():
        target = setting.with_values(**fields)
        is_on = target.trained == setting.trained
        chips.append(Chip.to(text(f"presets.{name}"), target, is_on=is_on))
    return preset_menu(chips, text("frame.presets"))


def watch_text(text: Text, setting: TrainingSetting) -> str:
    """What to watch for in this run, and how else it differs from its task's preset."""
    name = preset_of(setting)
    task = config_of(setting).task
    watch = text(f"watch.{name or task}")
    if name:
        watch = f"{text(f'to_do.{task}')} {watch}"
    usual, whole = LEARNING.get(task), config_of(with_part(setting))
    if usual is None or not name or not is_preset(setting) or usual == whole:
        return watch
    also = difference(text, usual, whole)
    return f"{watch} {text('watch.also', preset=text(f'presets.{setting.task}'), also=also)}"


def is_preset(setting: TrainingSetting) -> bool:
    """True if the setting is exactly a preset."""
    return any(
        setting.with_values(**fields).trained == setting.trained for fields in PRESETS.values()
    )


def with_part(setting: TrainingSetting) -> TrainingSetting:
    """The same run with the missing part: the run to compare it with."""
    return setting.with_values(**PRESENT.get(preset_of(setting), {}))


def control_row(text: Text, setting: TrainingSetting, beside: RunConfig | None) -> list[Part]:
    """A chip to the run with the missing part, unless such a run is already compared."""
    control = with_part(setting)
    if control.trained == setting.trained or config_of(control) == beside:
        return []
    what = difference(text, config_of(setting), config_of(control))
    target = control.with_values(expected="")
    chip = Chip.to(text("try.control", what=what), target, None)
    return [Chips("control", [chip], look="suggestions")]


def low_peak_row(text: Text, setting: TrainingSetting) -> list[Part]:
    """A chip from the run without warm-up to one whose peak is as low as with it: only then do two
    runs that are compared differ in the warm-up alone, or in the peak alone.
    """
    preset = {**PRESETS["no_warm_up"], "seed": setting.seed}
    if setting.trained != setting.with_values(**preset).trained:
        return []
    target = setting.with_values(factor=LOW_PEAK, expected="")
    return [Chips("low_peak", [Chip.to(text("try.low_peak"), target, None)], look="suggestions")]


def expectation(text: Text, setting: TrainingSetting) -> Chips:
    """The outcomes that the user can predict before the run; afterwards the prediction made."""
    if config_of(setting).kind != "encoder_decoder":
        return Chips("expect", [])
    if setting.run:
        chosen = [setting.expected] if setting.expected else []
        sentences = [
            Chip.to(text(f"expect.{one}"), setting, None, is_on=True, is_fixed=True)
            for one in chosen
        ]
        return Chips("expect", sentences, text("expect.said") if sentences else "", look="answers")
    chips = [
        Chip.to(
            text(f"expect.{name}"),
            setting.with_values(expected="" if setting.expected == name else name),
            None,
            is_on=name == setting.expected,
        )
        for name in OUTCOMES
    ]
    title = text("expect.title", steps=f"{setting.steps:,}")
    return Chips("expect", chips, title, look="answers")


def verdict(
    text: Text,
    setting: TrainingSetting,
    config: RunConfig,
    result: Result,
    reordered: float = 0.0,
) -> list[Part]:
    """The outcome of a run, compared with the prediction; for a failing preset also the reason."""
    came = outcome(result, yardstick(config), reordered)
    values = {"outcome": text(f"expect.{came}"), "step": f"{result.step:,}"}
    is_whole = result.step >= config.steps
    sentences = []
    if setting.expected:
        agreed = "agreed" if setting.expected == came else "otherwise"
        so_far = {} if is_whole else {"steps": f"{config.steps:,}"}
        expected = text(f"expect.{setting.expected}")
        name = f"verdict.{agreed}" if is_whole else f"verdict.{agreed}_so_far"
        sentences.append(text(name, expected=expected, **values, **so_far))
    else:
        ended = "done" if is_whole else "stopped"
        sentences.append(text(f"verdict.{ended}", steps=f"{config.steps:,}", **values))
    sentences.append(_figures(text, came, config, result, reordered))
    if came != "learned" and is_whole and (why := reason(text, setting, config)):
        sentences.append(why)
    if not setting.expected:
        return [Note(" ".join(sentences))]
    return [Note(" ".join(sentences), "good" if setting.expected == came else "bad")]


def _figures(text: Text, came: str, config: RunConfig, result: Result, reordered: float) -> str:
    held_out = len(held_out_pairs(config))
    counted = "all" if result.exact == 1 else "counted"
    return text(
        f"verdict.{counted if came in ('learned', 'partly') else came}",
        count=round(result.exact * held_out),
        reordered=round(reordered * held_out),
        held_out=held_out,
        loss=exact(result.loss, 3),
        share=percent(math.exp(-result.loss)) if result.loss >= 0 else "",
        before=exact(result.first_loss, 3),
        margin=f"{1 - GUESSED:.0%}",
        frequency=exact(frequency_loss(config), 3),
        first=f"{result.learned_at or 0:,}",
    )


def reason(text: Text, setting: TrainingSetting, config: RunConfig) -> str:
    """Why a preset with a missing part fails whatever the seed; "" for any other run.

    With other sizes or rates, the same run may fail for another reason.
    """
    name = preset_of(setting)
    if f"why.{name}" not in text or not is_preset(setting.with_values(seed=RunConfig.seed)):
        return ""
    right = peak_learning_rate(config.d_model, config.warmup_steps, config.factor)
    low = peak_learning_rate(config.d_model, RunConfig().warmup_steps, config.factor)
    reached = max(rate_at(step, config) for step in range(1, config.steps + 1))
    d_k = config.d_model // config.num_heads
    numbers: dict[str, dict[str, object]] = {
        "no_warm_up": {
            "peak": significant(right),
            "times": significant(right / low, 2),
            "warmup": RunConfig().warmup_steps,
        },
        "no_scaling": {"d_k": d_k, "times": significant(d_k**0.5, 2)},
        "misprinted_exponent": {
            "peak": significant(reached),
            "times": significant(reached / right, 2),
        },
    }
    return text(f"why.{name}", **numbers.get(name, {"steps": config.steps}))


def preset_of(setting: TrainingSetting) -> str:
    """The preset with this setting's missing part, whatever else is set; "" if none is missing."""
    for name, missing in MISSING.items():
        if all(getattr(setting, field) == value for field, value in missing.items()):
            return name
    return ""
