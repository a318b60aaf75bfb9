"""The model shown on the page: a run's model at a step, or the untrained model."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Self

from torch import Tensor

from pages.training.forward import Forward, forward_of, model_with, written_by
from pages.training.outcome import Result, depends_on_order, result_of, yardstick
from pages.training.pending import PendingError
from pages.training.presets import EXPONENTS
from pages.training.run_snapshot import (
    ComputingError,
    RunSnapshot,
    adam_update,
    find_run,
    weights_at,
    writing_at,
)
from pages.training.setting import KINDS, NEWEST, TASKS, TrainingSetting
from transformer_core.explain.computation import Cell
from transformer_core.transformer import Transformer
from transformer_lab.learning import AdamStep, RunConfig
from transformer_lab.learning.config import CHOICES, OF_DATA
from transformer_lab.learning.measuring import ExampleResult, inspect_example
from transformer_lab.learning.tasks import Sentence, Words
from transformer_lab.learning.text_writing import written_on
from transformer_lab.own_data import OwnData
from ui.runs.brought import brought

MOST_KEPT = 32
MOST_MODELS = 8
PATHS = {
    "cross": "decoder.layers.{layer}.cross_attention.weights",
    "encoder": "encoder.layers.{layer}.self_attention.weights",
    "decoder": "decoder.layers.{layer}.self_attention.weights",
}
"""The name of each kind of attention's weights in a record."""


def config_of(setting: TrainingSetting) -> RunConfig:
    """The run that the controls describe."""
    values = dict(setting.trained)
    values["norm_first"] = values.pop("norm") == "pre"
    values["exponent"] = EXPONENTS[setting.exponent]
    values["num_heads"] = setting.heads
    values["data"] = data = data_of(setting)
    if data is None and setting.task in OF_DATA:
        values["task"] = TASKS[0]
    if data is not None and data.kind == "text":
        values["context"] = min(setting.context, len(data.text("held_out")) - 1)
    if setting.positions == "rotary" and (setting.d_model // setting.heads) % 2:
        values["positions"] = "sinusoidal"
    if is_of_today(setting):
        values |= {"dropout": 0.0, "look_ahead": True}
    return RunConfig(**values)


def data_of(setting: TrainingSetting) -> OwnData | None:
    """The data of a setting; None if its task needs none, or they are not here any more."""
    wanted = OF_DATA.get(setting.task)
    data = brought().find(setting.data) if wanted and setting.data else None
    return data if data is not None and data.kind == wanted else None


def is_of_today(setting: TrainingSetting) -> bool:
    """Whether the model of a setting has parts that came after the paper."""
    names = ("positions", "norm_kind", "feed_forward")
    is_other = any(getattr(setting, name) != CHOICES[name][0] for name in names)
    return is_other or (setting.task in ("own_text", "own_masked") and data_of(setting) is not None)


def sent_config(config: RunConfig) -> dict[str, Any]:
    """A config as the browser gets it and sends it back: with the name of its data."""
    data = config.data
    return config.plain | ({} if data is None else {"data": brought().name_of(data)})


def kinds_of(config: RunConfig) -> tuple[str, ...]:
    """The attentions that a run's model has."""
    return KINDS if config.kind == "encoder_decoder" else (config.kind,)


def shown_kind(setting: TrainingSetting, config: RunConfig) -> str:
    """The attention that is shown: the chosen one, if the model has it."""
    kinds = kinds_of(config)
    return setting.attention if setting.attention in kinds else kinds[0]


def untrained(config: RunConfig) -> ExampleResult:
    """What is recorded before the first step, with the same numbers as in a run's first record."""
    return _seen(config.untrained)


@lru_cache(maxsize=MOST_KEPT)
def _seen(config: RunConfig) -> ExampleResult:
    return inspect_example(_model(config, "", 0), config)


@dataclass(frozen=True)
class Attention:
    """One attention of a model, and its name in a record."""

    kind: str
    layer: int

    @property
    def name(self) -> str:
        return PATHS[self.kind].format(layer=self.layer)


def attentions(config: RunConfig, kind: str) -> list[Attention]:
    """The attentions of one kind, layer by layer."""
    return [Attention(kind, layer) for layer in range(config.num_layers)]


@lru_cache(maxsize=MOST_MODELS)
def _model(config: RunConfig, run: str, step: int) -> Transformer:
    return model_with(config, weights_at(run, step))


@lru_cache(maxsize=MOST_MODELS)
def _forward(config: RunConfig, run: str, step: int, source: Words) -> Forward:
    model, task = _model(config, run, step), config.the_task
    if config.kind != "encoder_decoder":
        return forward_of(config, model, source, ())
    target = task.right(source) if source == task.example.source else None
    return forward_of(config, model, source, target or written_by(model, task, source))


@dataclass(frozen=True)
class OwnForward:
    """What a model makes of the user's own input at a step.

    Args:
        sentence: the input and what the model writes for it.
        right: the right output, if the task defines one.
        attention: (heads, seq_q, seq_k) each, by name in a record, with the written text as the
            decoder's input.
    """

    step: int
    sentence: Sentence
    right: Words | None
    attention: Mapping[str, Tensor]


@dataclass(frozen=True)
class RunModel:
    """A model with all of its numbers: a run's at a recorded step, or the untrained model."""

    config: RunConfig
    setting: TrainingSetting
    snapshot: RunSnapshot | None = None

    @classmethod
    def of(cls, setting: TrainingSetting) -> Self:
        """The run of a setting; if it no longer exists, the untrained model."""
        run = find_run(setting.run)
        return cls(config_of(setting) if run is None else run.config, setting, run)

    @property
    def run(self) -> str:
        return "" if self.snapshot is None else self.snapshot.run

    @cached_property
    def step(self) -> int:
        """The recorded step that is shown."""
        return 0 if self.snapshot is None else self.snapshot.step_at(self.setting.step)

    @property
    def is_gone(self) -> bool:
        """True if the URL names a run that does not exist."""
        return bool(self.setting.run) and self.snapshot is None

    @property
    def is_under_way(self) -> bool:
        """True if the run's status will still change."""
        return self.snapshot is not None and self.snapshot.is_under_way

    @property
    def is_provisional(self) -> bool:
        """True if the shown step will soon be replaced by another one."""
        return self.is_under_way and self.setting.step == NEWEST

    @property
    def result(self) -> Result | None:
        """The result of the run; None while it is under way."""
        if self.snapshot is None or self.is_under_way:
            return None
        return result_of(self.snapshot.records)

    @property
    def reordered(self) -> float:
        """The share of sentences written in another order; 0 if the outcome does not depend on it.

        Raises: PendingError, ComputingError.
        """
        result = self.result
        if result is None or not self.has_outcome:
            return 0.0
        if not depends_on_order(result, yardstick(self.config)):
            return 0.0
        return writing_at(self.run, result.step, self.config).reordered

    @property
    def has_outcome(self) -> bool:
        """Whether its sentences are right or wrong; a text has no right continuation."""
        return self.config.kind == "encoder_decoder"

    @property
    def is_judged(self) -> bool:
        """True if the outcome of the run is known, without waiting for a worker."""
        try:
            _ = self.reordered
        except (PendingError, ComputingError):
            return False
        return True

    @property
    def is_ready(self) -> bool:
        """True if the weights are available, without waiting for a worker."""
        try:
            weights_at(self.run, self.step)
        except (PendingError, ComputingError):
            return False
        return True

    @cached_property
    def source(self) -> Words:
        """What the model reads: the user's input if the task can read it, else the example."""
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
        """True if it reads the user's input, not the example."""
        return self.source != self.config.the_task.example.source

    @cached_property
    def forward(self) -> Forward:
        """The forward pass that is shown and explained, of the user's input or of the example."""
        return _forward(self.config.untrained, self.run, self.step, self.source)

    @property
    def written(self) -> Words:
        """What the model writes for the user's own input, or how it fills it in."""
        config, setting = self.config, self.setting
        if config.kind == "encoder_decoder":
            return written_by(self.model, config.the_task, self.source)
        return written_on(
            self.model, config, self.source, temperature=setting.temperature, top_p=setting.top_p
        )

    @property
    def own(self) -> OwnForward | None:
        """What it makes of the user's input; None if that is the example or not computed yet."""
        if not self.is_own or not self.is_ready:
            return None
        task, config = self.config.the_task, self.config
        written = self.written
        tensors = self.forward.computation.tensors
        names = [one.name for kind in kinds_of(config) for one in attentions(config, kind)]
        attention = {name: tensors[name] for name in names}
        return OwnForward(
            self.step, Sentence(self.source, written), task.right(self.source), attention
        )

    def adam_update(self, cell: Cell) -> AdamStep | None:
        """Adam's update of a parameter at the shown step; None if no step has changed it."""
        return adam_update(self.run, self.step, cell) if self.step else None
