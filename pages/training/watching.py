"""The model shown on the page: a run's model at a step, or the untrained model."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Self

from torch import Tensor

from pages.training.forward import Forward, forward_of, model_with, written_by
from pages.training.outcome import Result, depends_on_order, result_of, yardstick
from pages.training.presets import EXPONENTS
from pages.training.setting import NEWEST, TrainingSetting
from pages.training.soon import NotYetError
from pages.training.trained import (
    ComputingError,
    Trained,
    moved,
    trained,
    weights_at,
    writing_at,
)
from transformer_core.explain.computation import Cell
from transformer_core.learning import AdamStep, RunConfig
from transformer_core.learning.measuring import Seen, look_at_example
from transformer_core.learning.tasks import Sentence, Words
from transformer_core.transformer import Transformer

MOST_KEPT = 32
MOST_MODELS = 8
PATHS = {
    "cross": "decoder.layers.{layer}.cross_attention.weights",
    "encoder": "encoder.layers.{layer}.self_attention.weights",
    "decoder": "decoder.layers.{layer}.self_attention.weights",
}
"""The weights of each kind of attention in a record."""


def config_of(setting: TrainingSetting) -> RunConfig:
    """The training that the controls describe."""
    values = dict(setting.trained)
    values["norm_first"] = values.pop("norm") == "pre"
    values["exponent"] = EXPONENTS[setting.exponent]
    values["num_heads"] = setting.heads
    return RunConfig(**values)


def untrained(config: RunConfig) -> Seen:
    """What there is to see before the first step, the same numbers as in the first record."""
    return _seen(config.untrained)


@lru_cache(maxsize=MOST_KEPT)
def _seen(config: RunConfig) -> Seen:
    return look_at_example(_model(config, "", 0), config)


@dataclass(frozen=True)
class Attention:
    """One attention of a model, by its name in a record."""

    kind: str
    layer: int

    @property
    def name(self) -> str:
        return PATHS[self.kind].format(layer=self.layer)


def attentions(config: RunConfig, kind: str) -> list[Attention]:
    """Those of one kind, layer by layer."""
    return [Attention(kind, layer) for layer in range(config.num_layers)]


@lru_cache(maxsize=MOST_MODELS)
def _model(config: RunConfig, run: str, step: int) -> Transformer:
    return model_with(config, weights_at(run, step))


@lru_cache(maxsize=MOST_MODELS)
def _forward(config: RunConfig, run: str, step: int, source: Words) -> Forward:
    model, task = _model(config, run, step), config.the_task
    target = task.right(source) if source == task.example.source else None
    return forward_of(config, model, source, target or written_by(model, task, source))


@dataclass(frozen=True)
class OwnForward:
    """What a model makes of an input of one's own at a step.

    Args:
        sentence: the input, and what is written of it.
        right: what should be written, where the task says it.
        attention: by its names in a record, (heads, seq_q, seq_k) each, with what is written as the
            decoder's input.
    """

    step: int
    sentence: Sentence
    right: Words | None
    attention: Mapping[str, Tensor]


@dataclass(frozen=True)
class Watched:
    """A model with all of its numbers: of a run at a recorded step, else as it is before any."""

    config: RunConfig
    setting: TrainingSetting
    trained: Trained | None = None

    @classmethod
    def of(cls, setting: TrainingSetting) -> Self:
        """The run of a setting; where it is gone, the model untrained."""
        run = trained(setting.run)
        return cls(config_of(setting) if run is None else run.config, setting, run)

    @property
    def run(self) -> str:
        return "" if self.trained is None else self.trained.run

    @cached_property
    def step(self) -> int:
        """The recorded step that is looked at."""
        return 0 if self.trained is None else self.trained.step_at(self.setting.step)

    @property
    def is_gone(self) -> bool:
        """Whether the address names a run that there is not."""
        return bool(self.setting.run) and self.trained is None

    @property
    def is_under_way(self) -> bool:
        """Whether the run will soon stand otherwise."""
        return self.trained is not None and self.trained.is_under_way

    @property
    def is_passing(self) -> bool:
        """Whether the shown step will soon be another one."""
        return self.is_under_way and self.setting.step == NEWEST

    @property
    def result(self) -> Result | None:
        """How its run came out; None while that is under way."""
        if self.trained is None or self.is_under_way:
            return None
        return result_of(self.trained.records)

    @property
    def reordered(self) -> float:
        """The share of sentences that its run writes in another order, where that matters.

        Raises: NotYetError, ComputingError.
        """
        result = self.result
        if result is None or not depends_on_order(result, yardstick(self.config)):
            return 0.0
        return writing_at(self.run, result.step, self.config).reordered

    @property
    def is_judged(self) -> bool:
        """Whether it can be said how its run came out, without waiting for a worker."""
        try:
            _ = self.reordered
        except (NotYetError, ComputingError):
            return False
        return True

    @property
    def is_ready(self) -> bool:
        """Whether its weights are there, without waiting for a worker."""
        try:
            weights_at(self.run, self.step)
        except (NotYetError, ComputingError):
            return False
        return True

    @cached_property
    def source(self) -> Words:
        """What the model reads: what was typed, where the task knows it, else the example."""
        task = self.config.the_task
        try:
            return task.read(self.setting.written) if self.setting.written else task.example.source
        except ValueError:
            return task.example.source

    @property
    def model(self) -> Transformer:
        return _model(self.config.untrained, self.run, self.step)

    @property
    def is_own(self) -> bool:
        """Whether it reads what was typed, and not the example."""
        return self.source != self.config.the_task.example.source

    @cached_property
    def forward(self) -> Forward:
        """The forward that is shown and explained everywhere: of what was typed, or the example."""
        return _forward(self.config.untrained, self.run, self.step, self.source)

    @property
    def own(self) -> OwnForward | None:
        """What it makes of what was typed; None where that is the example, or still computed."""
        if not self.is_own or not self.is_ready:
            return None
        task, config = self.config.the_task, self.config
        written = written_by(self.model, task, self.source)
        tensors = self.forward.computation.tensors
        names = [one.name for kind in PATHS for one in attentions(config, kind)]
        attention = {name: tensors[name] for name in names}
        return OwnForward(
            self.step, Sentence(self.source, written), task.right(self.source), attention
        )

    def moved(self, cell: Cell) -> AdamStep | None:
        """What Adam made of a parameter at the shown step; None where no step has moved it."""
        return moved(self.run, self.step, cell) if self.step else None
