"""A sweep: up to nine runs that differ in one or two fields of the setting, each with up to three
values.

Written as a text, so that a link can have it: "factor=0.5,1,2;num_heads=1,2,4".
"""

import re
from collections.abc import Mapping
from typing import Any

from ui.state.control import Choice, Control, Number, Stepped

SWEPT = (
    *("factor", "warmup_steps", "schedule", "batch_size", "num_layers", "d_model", "num_heads"),
    *("d_ff", "norm", "positions", "norm_kind", "feed_forward", "dropout", "label_smoothing"),
    *("weight_decay", "seed"),
)
"""The fields that can be swept, in the order in which they are offered."""
USUAL = "factor=0.5,1,2"
MOST_FIELDS, MOST_VALUES = 2, 3
MOST_RUNS = MOST_VALUES**MOST_FIELDS
_AXIS = r"[a-z_]{1,24}=[a-z0-9_.]{1,16}(,[a-z0-9_.]{1,16}){0,2}"
_RUN = r"[A-Za-z0-9_-]{0,64}"

Axis = tuple[str, tuple[Any, ...]]
"""A field and its values."""


def read_sweep(text: str) -> str:
    """Check the form of a sweep. Raises: ValueError if it names no field that can be swept."""
    if not re.fullmatch(rf"{_AXIS}(;{_AXIS})?", text, flags=re.ASCII):
        raise ValueError(f"{text[:40]!r} is not a sweep")
    names = [axis.partition("=")[0] for axis in text.split(";")]
    if not set(names) <= set(SWEPT) or len(set(names)) < len(names):
        raise ValueError(f"{', '.join(names)} cannot be swept")
    return text


def read_runs(text: str) -> str:
    """Check the ids of a sweep's runs, "" for one that has not begun. Raises: ValueError."""
    if not re.fullmatch(rf"({_RUN}(\.{_RUN}){{0,{MOST_RUNS - 1}}})?", text, flags=re.ASCII):
        raise ValueError(f"{text[:40]!r} is not a list of runs")
    return text


def axes_of(text: str, controls: Mapping[str, Control]) -> list[Axis]:
    """The fields of a sweep with those of their values that their controls can have."""
    axes = []
    for axis in text.split(";"):
        name, _, written = axis.partition("=")
        values = []
        for one in written.split(","):
            try:
                value = controls[name].from_text(one)
            except ValueError:
                continue
            if value not in values:
                values.append(value)
        axes.append((name, tuple(values)))
    return axes


def options_of(control: Control) -> tuple[str, ...]:
    """The values to choose from, where a field is a choice; none where its value is typed."""
    return tuple(control.options) if isinstance(control, Choice) else ()


def limits_of(control: Control) -> dict[str, float]:
    """The limits of a typed value; none of a chosen one."""
    if isinstance(control, Number):
        return {"low": control.low, "high": control.high, "step": control.step}
    if isinstance(control, Stepped):
        return {"low": control.low, "high": control.high, "step": 1}
    return {}
