"""The arithmetic of one update of a weight, with the decay where the rule has it."""

from math import sqrt

from pages.learning_rate.setting import LearningRateSetting
from pages.learning_rate.weight import weight_runs
from transformer_lab.learning.weight_decay import DecayedStep
from ui.explain.arithmetic import Arithmetic, Line, significant, span
from ui.explain.arithmetic.numbers import (
    as_operand,
    in_brackets_if_negative,
    read_back,
    relation,
)
from ui.words.language import Text

Row = tuple[str, str, float, float]
"""The name of a line, what it is made of, the same worked out from the shown digits, its value."""
WEIGHT_DIGITS = 6
"""A step changes only the last digits of a weight."""


def weight_arithmetic(text: Text, setting: LearningRateSetting) -> Arithmetic:
    """How the chosen rule makes the weight after the chosen update."""
    done = weight_runs(setting)[setting.rule][setting.update - 1]
    drawn = [span(significant(done.gradient), "result"), span(text("decayed.gradient_about"))]
    lines: list[Line] = [(text("decayed.gradient"), drawn)]
    for name, written, worked_out, value in _rows(setting, done):
        number = _weight_text if name == "new_weight" else significant
        sign = relation(worked_out, value, number)
        result = span(f"{sign} {number(value)}", "result")
        lines.append((text(f"decayed.{name}"), [span(written), result]))
    return Arithmetic(
        f"{text('weights.weight')}[ {setting.update} ] = {_weight_text(done.new_weight)}",
        text("decayed.question", rule=text(f"rule.{setting.rule}")),
        lines,
        sentence=text(f"decayed.sentence_{setting.rule}"),
        levels={label: "numbers" for label, _ in lines},
    )


def _shown(value: float) -> str:
    return in_brackets_if_negative(significant(value))


def _back(value: float) -> float:
    return read_back(significant(value))


def _rows(setting: LearningRateSetting, done: DecayedStep) -> list[Row]:
    rows: list[Row] = []
    if setting.rule == "l2":
        written = (
            f"{significant(done.gradient)} + {setting.weight_decay:g} · {_shown(done.adam.weight)}"
        )
        worked_out = _back(done.gradient) + setting.weight_decay * _back(done.adam.weight)
        rows.append(("with_decay", written, worked_out, done.adam.gradient))
    rows += _moments(done)
    if setting.rule == "adamw":
        rows.append(_shrinkage(setting, done))
    return [*rows, _new_weight(setting, done)]


def _moments(done: DecayedStep) -> list[Row]:
    adam = done.adam
    one, two = adam.beta_1, adam.beta_2
    gradient = _back(adam.gradient)
    root = sqrt(max(0.0, _back(adam.second_corrected)))
    return [
        (
            "first",
            f"{one:g} · {_shown(adam.first_before)} + {1 - one:.2g} · {_shown(adam.gradient)}",
            one * _back(adam.first_before) + (1 - one) * gradient,
            adam.first,
        ),
        (
            "second",
            f"{two:g} · {_shown(adam.second_before)} + {1 - two:.2g} · "
            f"{as_operand(significant(adam.gradient))}²",
            two * _back(adam.second_before) + (1 - two) * gradient**2,
            adam.second,
        ),
        (
            "first_corrected",
            f"{_shown(adam.first)} / (1 − {one:g}^{adam.step})",
            _back(adam.first) / adam.first_correction,
            adam.first_corrected,
        ),
        (
            "second_corrected",
            f"{_shown(adam.second)} / (1 − {two:g}^{adam.step})",
            _back(adam.second) / adam.second_correction,
            adam.second_corrected,
        ),
        (
            "update",
            f"−{_shown(adam.rate)} · {_shown(adam.first_corrected)} / "
            f"(√{as_operand(significant(adam.second_corrected))} + {significant(adam.eps, 1)})",
            -_back(adam.rate) * _back(adam.first_corrected) / (root + adam.eps),
            adam.update,
        ),
    ]


def _shrinkage(setting: LearningRateSetting, done: DecayedStep) -> Row:
    rate, weight = done.adam.rate, done.adam.weight
    return (
        "shrinkage",
        f"−{_shown(rate)} · {setting.weight_decay:g} · {_shown(weight)}",
        -_back(rate) * setting.weight_decay * _back(weight),
        done.shrinkage,
    )


def _new_weight(setting: LearningRateSetting, done: DecayedStep) -> Row:
    added = [done.adam.update, *([done.shrinkage] if setting.rule == "adamw" else [])]
    before = _weight_text(done.adam.weight)
    written = " + ".join([before, *map(_shown, added)])
    return "new_weight", written, read_back(before) + sum(map(_back, added)), done.new_weight


def _weight_text(value: float, digits: int = WEIGHT_DIGITS) -> str:
    return significant(value, digits)
