"""The sweep of the training page: which runs it has, for the browser to begin and to draw."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product, zip_longest
from typing import Any

from pages.training.config_diff import said_of
from pages.training.run_model import config_of, sent_config
from pages.training.run_snapshot import find_run
from pages.training.setting import SWEEP, TrainingSetting
from pages.training.sweep import MOST_FIELDS, MOST_VALUES, SWEPT, axes_of, limits_of, options_of
from transformer_lab.learning.config import RunConfig
from ui.runs.engine import MOST_OF_ONE
from ui.state.control import JsonValue
from ui.words.language import Text

ENCODER_DECODER_ONLY = ("dropout",)


@dataclass(frozen=True)
class SweptRun:
    """One run of a sweep: what it trains, and the values in which it differs from the others."""

    config: RunConfig
    values: Mapping[str, JsonValue]


def runs_of(setting: TrainingSetting) -> list[SweptRun]:
    """The runs of a setting's sweep, row by row; values that make no other run are left out."""
    axes = axes_of(setting.sweep, setting.controls())
    names = [name for name, _ in axes]
    runs: list[SweptRun] = []
    for values in product(*(values for _, values in axes)):
        chosen = dict(zip(names, values, strict=True))
        config = config_of(setting.with_values(**chosen))
        if all(one.config != config for one in runs):
            runs.append(SweptRun(config, chosen))
    return runs


def sweep_header(text: Text, setting: TrainingSetting) -> dict[str, Any] | None:
    """What the browser needs of the sweep; None while neither it nor a run of it is shown."""
    if setting.chart != SWEEP and not setting.sweep_runs:
        return None
    runs, axes = runs_of(setting), axes_of(setting.sweep, setting.controls())
    columns = len(axes[-1][1]) if len(axes) == MOST_FIELDS else len(runs)
    begun = _begun(setting, runs)
    return {
        "axes": [[name, [_written(setting, name, one) for one in values]] for name, values in axes],
        "fields": [_field(text, setting, name) for name in _offered(setting)],
        "columns": max(1, columns if len(runs) % max(1, columns) == 0 else MOST_VALUES),
        "runs": [
            {
                "config": sent_config(one.config),
                "values": {
                    name: setting.controls()[name].write(v) for name, v in one.values.items()
                },
                "title": " · ".join(_said(text, one.config, name) for name in one.values),
                "run": run,
            }
            for one, run in zip(runs, begun, strict=True)
        ],
        "mostValues": MOST_VALUES,
        "mostAtOnce": MOST_OF_ONE,
        "strings": text.section("sweep"),
        "exact": text("axis.exact")
        if config_of(setting).kind == "encoder_decoder"
        else text(f"axis.exact_{config_of(setting).kind}"),
    }


def _plain(setting: TrainingSetting, values: Mapping[str, Any]) -> dict[str, JsonValue]:
    return {name: setting.controls()[name].write(value) for name, value in values.items()}


def _begun(setting: TrainingSetting, runs: Sequence[SweptRun]) -> list[str]:
    """The ids of the runs in their order; "" for one that has not begun, or is another one."""
    ids = setting.sweep_runs.split(".")
    begun = []
    for one, run in zip_longest(runs, ids[: len(runs)], fillvalue=""):
        found = find_run(run) if run else None
        assert isinstance(one, SweptRun) and isinstance(run, str)
        begun.append(run if found is not None and found.config == one.config else "")
    return begun


def _offered(setting: TrainingSetting) -> list[str]:
    """The fields that have an effect on a run of this setting."""
    config = config_of(setting)
    return [name for name in SWEPT if name not in ENCODER_DECODER_ONLY or not config.is_of_today]


def _field(text: Text, setting: TrainingSetting, name: str) -> dict[str, Any]:
    control = setting.controls()[name]
    options = [[one, text(f"{name}.{one}")] for one in options_of(control)]
    return {
        "name": name,
        "label": text(f"controls.{name}"),
        "options": options,
        "now": _written(setting, name, getattr(setting, name)),
        **limits_of(control),
    }


def _written(setting: TrainingSetting, name: str, value: Any) -> str:
    return setting.controls()[name].to_text(value)


def _said(text: Text, config: RunConfig, name: str) -> str:
    """A field of a run with its value, as a title: what the run really has."""
    if name == "norm":
        return said_of(text, "norm_first", config.norm_first)
    return said_of(text, name, getattr(config, name))
