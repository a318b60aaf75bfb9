"""Whole trainings to choose: the tasks, and what happens where a part of the model is missing."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from transformer_core.learning import RunConfig
from transformer_core.learning.presets import FAILING, LEARNING, WORKING

EXPONENTS = {"paper": -1.5, "mistake": -0.25}
"""Of the warm-up: the paper's, and the one that a tutorial misprints."""


def fields_of(config: RunConfig) -> dict[str, Any]:
    """The fields of the page's setting that describe a training."""
    fields = asdict(config)
    fields["norm"] = "pre" if fields.pop("norm_first") else "post"
    fields["exponent"] = next(n for n, one in EXPONENTS.items() if one == config.exponent)
    del fields["every"]
    return fields


def _changed(name: str) -> dict[str, Any]:
    missing, whole = fields_of(FAILING[name]), fields_of(WORKING[name])
    return {field: value for field, value in missing.items() if value != whole[field]}


PRESETS: Mapping[str, Mapping[str, Any]] = {
    name: fields_of(config) for name, config in {**LEARNING, **FAILING}.items()
}
"""By name, the whole training."""
MISSING: Mapping[str, Mapping[str, Any]] = {name: _changed(name) for name in FAILING}
"""By name, the one thing by which a training differs from one that works."""
