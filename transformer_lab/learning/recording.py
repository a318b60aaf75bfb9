"""Training that yields a record of everything the page shows, every few steps."""

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from torch import Tensor

from transformer_core.transformer import Transformer
from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.measuring import inspect_example, measure, pairs_of
from transformer_lab.learning.models import by_layer, parameters_of, untrained_model
from transformer_lab.learning.schedule import rate_at
from transformer_lab.learning.tasks import Words
from transformer_lab.learning.text_training import starts_of, text_training
from transformer_lab.learning.training import TrainingConfig, TrainingState, TrainingStep, train


class Record(NamedTuple):
    """Everything the page shows of one step, after it was done."""

    step: int
    """0 is the model before its first step."""
    loss: float
    """The loss of training sentences, in nats per token; the same ones at every step, without
    dropout and label smoothing."""
    held_out_loss: float
    """The loss of sentences that are never trained on."""
    exact: float
    """The share of those trained on that greedy decoding gets wholly right, 0 to 1."""
    held_out_exact: float
    learning_rate: float
    """The rate of this step; 0 at step 0."""
    gradient_norms: dict[str, float]
    """The norms of this step's gradient, by layer (see `layer_of`); empty at step 0."""
    update_sizes: dict[str, float]
    """The length of this step's change of a layer's weights divided by that of the weights before
    it; empty at step 0."""
    attention: dict[str, Tensor]
    """Weights of the task's example with the right target as the decoder's input, by their names
    in a trace ("decoder.layers.0.cross_attention.weights"): (heads, seq_q, seq_k) each."""
    predicted: Words
    """The greedy decoding of the example."""
    seconds: float
    """Seconds of computing since the run began; the only number that is not the same everywhere."""
    scores: Mapping[str, float] = MappingProxyType({})
    """Of a text, how much the best head attends to the previous token and to what followed the same
    token before (see `text_measures`)."""


@dataclass
class RunState:
    """The progress of a run: all that is needed to resume it, on any machine."""

    weights: dict[str, Tensor] = field(default_factory=dict)
    """By the parameters' names; empty before the first step."""
    training: TrainingState = field(default_factory=TrainingState)
    seconds: float = 0.0
    """Seconds of computing so far."""

    @property
    def step(self) -> int:
        """The last step that was done."""
        return self.training.step

    def copy(self) -> "RunState":
        """A copy with its own tensors, which stay as they are while the run goes on."""
        first, second = _copied(self.training.first), _copied(self.training.second)
        return RunState(
            _copied(self.weights),
            TrainingState(self.step, first, second, self.training.drawn),
            self.seconds,
        )


def learn(
    config: RunConfig, state: RunState | None = None, until: int | None = None
) -> Iterator[Record]:
    """Train, and yield a record every `config.every` steps; step 0 and the last step have one too.

    The same config gives the same records, on one thread of any machine with the same torch.

    Args:
        state: where an earlier call with the same config stopped. It is kept up to date, and its
            tensors are the model's own: see `RunState.copy`.
        until: stop after this step, which then has a record too; after the last when None.
    """
    for record in step_by_step(config, state, until):
        if record is not None:
            yield record


def step_by_step(
    config: RunConfig, state: RunState | None = None, until: int | None = None
) -> Iterator[Record | None]:
    """As `learn`, but yields after every step, so that the caller may stop at any of them: None
    where a step has no record.
    """
    state = RunState() if state is None else state
    last = config.steps if until is None else min(until, config.steps)
    began = time.perf_counter() - state.seconds
    model = model_at(config, state)
    if state.step == 0:
        yield _record(model, config, 0, 0.0, {}, {}, state.seconds)
    before: dict[str, Tensor] = {}
    if _is_recorded(state.step + 1, config, last):
        before = _copied(parameters_of(model))
    for done in steps_of(config, model, state, last):
        state.seconds = time.perf_counter() - began
        if before:
            gradients, updates = _lengths(model, before)
            yield _record(
                model, config, done.step, done.learning_rate, gradients, updates, state.seconds
            )
        else:
            yield None
        is_next = _is_recorded(done.step + 1, config, last)
        before = _copied(parameters_of(model)) if is_next else {}


def model_at(config: RunConfig, state: RunState) -> Transformer:
    """The model of a run at its current step, in evaluation mode, with its own weights."""
    model = untrained_model(config)
    if state.weights:
        model.load_state_dict(state.weights)
    return model


def steps_of(
    config: RunConfig, model: Transformer, state: RunState, last: int
) -> Iterator[TrainingStep]:
    """Train the model in place from where the state is up to a step, as `train` does.

    Between two steps its parameters hold the gradient of the step that was done. `state` is kept
    up to date, its tensors being the model's own.
    """
    training = training_of(config)
    state.weights = parameters_of(model)
    if state.step >= last:
        return
    pairs: Sequence[Any] = (
        pairs_of(config) if config.kind == "encoder_decoder" else starts_of(config)
    )
    for done in train(
        model, pairs, training, config.seed, state.training, lambda step: rate_at(step, config)
    ):
        yield done
        if done.step >= last:
            return


def training_of(config: RunConfig) -> TrainingConfig:
    """How a run is trained."""
    if config.kind != "encoder_decoder":
        return text_training(config)
    return TrainingConfig(
        config.steps,
        config.batch_size,
        config.warmup_steps,
        config.factor,
        config.label_smoothing,
        largest_norm=math.inf,
        weight_decay=config.weight_decay,
    )


def _is_recorded(step: int, config: RunConfig, last: int) -> bool:
    return step <= last and (step % config.every == 0 or step == last)


def _lengths(
    model: Transformer, before: dict[str, Tensor]
) -> tuple[dict[str, float], dict[str, float]]:
    """For each layer, the length of its gradient, and of its change relative to its weights."""
    gradients = {
        name: each.grad for name, each in model.named_parameters() if each.grad is not None
    }
    changes = {name: after - before[name] for name, after in parameters_of(model).items()}
    moved, stood = by_layer(changes), by_layer(before)
    return by_layer(gradients), {name: moved[name] / (stood[name] or 1.0) for name in moved}


def _record(
    model: Transformer,
    config: RunConfig,
    step: int,
    rate: float,
    gradients: dict[str, float],
    updates: dict[str, float],
    seconds: float,
) -> Record:
    trained, held_out = measure(model, config, "training"), measure(model, config, "held_out")
    seen = inspect_example(model, config)
    return Record(
        step,
        trained.loss,
        held_out.loss,
        trained.exact,
        held_out.exact,
        rate,
        gradients,
        updates,
        seen.attention,
        seen.predicted,
        seconds,
        seen.scores,
    )


def _copied(tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name: tensor.detach().clone() for name, tensor in tensors.items()}
