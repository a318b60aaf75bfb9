"""The Adam update of one parameter from its gradient, as lines of numbers (section 5.3)."""

from math import sqrt

from transformer_lab.learning import AdamStep
from ui.explain.arithmetic import Line, Span, significant, span
from ui.explain.arithmetic.numbers import (
    as_operand,
    in_brackets_if_negative,
    read_back,
    relation,
)
from ui.explain.sentences import WORDS
from ui.words.language import Text, text_of


def adam_lines(text: Text, update: AdamStep) -> list[Line]:
    """The lines for gradient, moments, bias correction, rate, update and new value, each with the
    sentence of its step.
    """
    words = text_of(WORDS, text.language)
    one, two = update.beta_1, update.beta_2
    shown = _Shown(update)
    rows = [
        (
            "first",
            f"{one:g} · {shown('first_before')} + {1 - one:.2g} · {shown('gradient')}",
            one * shown.back("first_before") + (1 - one) * shown.back("gradient"),
        ),
        (
            "second",
            f"{two:g} · {shown('second_before')} + {1 - two:.2g} · {shown.operand('gradient')}²",
            two * shown.back("second_before") + (1 - two) * shown.back("gradient") ** 2,
        ),
        (
            "first_corrected",
            f"{shown('first')} / (1 − {one:g}^{update.step})",
            shown.back("first") / update.first_correction,
        ),
        (
            "second_corrected",
            f"{shown('second')} / (1 − {two:g}^{update.step})",
            shown.back("second") / update.second_correction,
        ),
        (
            "update",
            f"−{shown('rate')} · {shown('first_corrected')} / "
            f"(√{shown.operand('second_corrected')} + {significant(update.eps, 1)})",
            _update(shown, update.eps),
        ),
        *_decay(shown),
        (
            "new_weight",
            f"{significant(update.weight)}{_taken_off(shown)} + {shown('update')}",
            shown.back("weight") - shown.back("decay") + shown.back("update"),
        ),
    ]
    gradient = [
        span(significant(update.gradient), "result"),
        span(text("explained.gradient_about")),
    ]
    lines: list[Line] = [(text("explained.gradient"), gradient)]
    for name, written, worked_out in rows:
        value = getattr(update, name)
        lines.append((text(f"explained.{name}"), [span(written), _result(worked_out, value)]))
        lines.append(("", [span(words(f"adam.{name}"))]))
    return lines


def _decay(shown: "_Shown") -> list[tuple[str, str, float]]:
    """What AdamW takes off the weight; nothing of Adam."""
    share = shown.weight_decay
    if not share:
        return []
    written = f"{shown('rate')} · {share:g} · {shown('weight')}"
    return [("decay", written, shown.back("rate") * share * shown.back("weight"))]


def _taken_off(shown: "_Shown") -> str:
    return f" − {shown('decay')}" if shown.weight_decay else ""


def _update(shown: "_Shown", eps: float) -> float:
    root = sqrt(max(0.0, shown.back("second_corrected")))
    return -shown.back("rate") * shown.back("first_corrected") / (root + eps)


def _result(worked_out: float, value: float) -> Span:
    sign = relation(worked_out, value, significant)
    return span(f"{sign} {significant(value)}", "result")


class _Shown:
    """The numbers of a step as they are displayed, and the values of the displayed digits."""

    def __init__(self, update: AdamStep) -> None:
        self._update = update

    @property
    def weight_decay(self) -> float:
        return self._update.weight_decay

    def __call__(self, name: str) -> str:
        return in_brackets_if_negative(significant(getattr(self._update, name)))

    def operand(self, name: str) -> str:
        """Format a number as the operand of a root or a power."""
        return as_operand(significant(getattr(self._update, name)))

    def back(self, name: str) -> float:
        return read_back(significant(getattr(self._update, name)))
