"""What is known of a family of models: its parts, and what it calls them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from torch import Tensor

from transformer_core.variants.model_parts import ModelParts
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

Split = Callable[[Tensor], tuple[Tensor, ...]]


@dataclass(frozen=True)
class Reshaped:
    """A tensor of theirs that is not one of ours as it is.

    ours: the names of what it holds.
    split: makes those tensors of it, in this order.
    """

    ours: tuple[str, ...]
    split: Split


@dataclass(frozen=True, eq=False)
class Family:
    """A family of models, by the `model_type` of their config.json.

    defaults: what a missing key of config.json means, as in transformers.
    parts: which parts a model takes, read off its settings and the names of its weights.
    names: from their names to ours. A name is that of a module (its weight and its bias follow)
        or of one tensor; * is the number of a layer.
    prefix: see `StoredWeights`.
    unneeded: their tensors that no computation of ours needs, in the same notation, where a
        trailing ** is anything.
    superseded: tensors that are not needed where the file has another one, by whose name.
    cut: more names, of tensors that hold several of ours and are cut as the settings say.
    """

    model_type: str
    defaults: Mapping[str, Any]
    parts: Callable[[Settings, StoredWeights], ModelParts]
    names: Mapping[str, str | Reshaped]
    prefix: str = ""
    unneeded: tuple[str, ...] = ()
    superseded: Mapping[str, str] = field(default_factory=dict)
    cut: Callable[[Settings], Mapping[str, Reshaped]] | None = None

    def of(self, settings: Settings) -> "Family":
        """The same family, with the names that depend on a model's settings."""
        if self.cut is None:
            return self
        return replace(self, names={**self.names, **self.cut(settings)}, cut=None)

    def target(self, key: str) -> Reshaped | None:
        """Our names for a tensor of theirs, and how they are made of it; None if unknown."""
        for pattern, ours in self._patterns:
            if found := pattern.fullmatch(key):
                layer, ending = found["layer"] or "", found["ending"] or ""
                reshaped = ours if isinstance(ours, Reshaped) else Reshaped((ours,), _as_it_is)
                names = tuple(name.replace("*", layer) + ending for name in reshaped.ours)
                return Reshaped(names, reshaped.split)
        return None

    def is_unneeded(self, key: str, weights: StoredWeights) -> bool:
        """Whether a tensor of theirs is not needed."""
        if self.superseded.get(key) in weights:
            return True
        return any(pattern.fullmatch(key) for pattern in self._unneeded)

    @cached_property
    def _patterns(self) -> list[tuple[re.Pattern[str], str | Reshaped]]:
        return [(_pattern(theirs), ours) for theirs, ours in self.names.items()]

    @cached_property
    def _unneeded(self) -> list[re.Pattern[str]]:
        return [_pattern(name) for name in self.unneeded]


def _as_it_is(tensor: Tensor) -> tuple[Tensor, ...]:
    return (tensor,)


def _pattern(name: str) -> re.Pattern[str]:
    escaped = re.escape(name).replace(r"\*\*", ".*").replace(r"\*", r"(?P<layer>\d+)")
    layer = "" if "(?P<layer>" in escaped else "(?P<layer>(?!))?"
    return re.compile(rf"{escaped}{layer}(?P<ending>\.(?:weight|bias))?")
