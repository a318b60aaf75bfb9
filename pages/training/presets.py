"""Preset runs: the tasks, and what happens if a part of the model is missing."""

from collections.abc import Mapping
from typing import Any

from transformer_lab.learning import RunConfig
from transformer_lab.learning.presets import FAILING, LEARNING, WORKING

EXPONENTS = {"paper": -1.5, "mistake": -0.25}
"""Exponents of the warm-up: the paper's, and a misprint from a tutorial."""


def fields_of(config: RunConfig) -> dict[str, Any]:
    """The fields of the page's setting that describe a run."""
    fields = config.plain | {"data": ""}
    fields["norm"] = "pre" if fields.pop("norm_first") else "post"
    fields["exponent"] = next(n for n, one in EXPONENTS.items() if one == config.exponent)
    del fields["every"]
    return fields


def _differing(config: RunConfig, other: RunConfig) -> dict[str, Any]:
    own, others = fields_of(config), fields_of(other)
    return {field: value for field, value in own.items() if value != others[field]}


PRESETS: Mapping[str, Mapping[str, Any]] = {
    name: fields_of(config) for name, config in {**LEARNING, **FAILING}.items()
}
"""The fields of the whole run, by preset."""
MISSING = {name: _differing(FAILING[name], WORKING[name]) for name in FAILING}
"""The one field that differs from a run that works, by preset."""
PRESENT = {name: _differing(WORKING[name], FAILING[name]) for name in FAILING}
"""The value of that field in the run that works, by preset."""
