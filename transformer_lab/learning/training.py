"""Training a Transformer on pairs of sentences (section 5), step by step, and put down at any."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from transformer_core.checks import (
    require_at_least_0,
    require_positive,
    require_rate,
    require_sizes,
)
from transformer_core.dropout import seeded_dropout
from transformer_core.learning_rate import learning_rate
from transformer_core.loss import masked_cross_entropy
from transformer_core.random_tensors import LARGEST_SEED, generator
from transformer_core.transformer import Transformer
from transformer_lab.vocabulary import padded

__all__ = ["TrainingConfig", "TrainingStep", "decaying_learning_rate", "train"]
TokenPair = Sequence[Any]
"""Source ids; target ids with their start and end token; and whatever else the config's `tensors`
makes something of."""
Named = tuple[str, nn.Parameter]
Lengths = tuple[int, int]
"""Of target and source."""


@dataclass(frozen=True)
class TrainingConfig:
    """Options of a training run; the defaults are the shipped translator's. Raises ValueError."""

    steps: int = 4000
    batch_size: int = 64
    warmup_steps: int = 400
    factor: float = 1.0
    """Multiplies the learning rate."""
    label_smoothing: float = 0.1
    betas: tuple[float, float] = (0.9, 0.98)
    eps: float = 1e-9
    largest_norm: float = 1.0
    """The largest norm of the gradient of all weights together; a longer gradient is shortened to
    it. With infinity none is, as in the paper."""
    weight_decay: float = 0.0
    """The share of each weight, times the learning rate, that AdamW takes off it (Loshchilov and
    Hutter, 2019); with 0 it is the paper's Adam."""

    def __post_init__(self) -> None:
        require_sizes(
            {
                "steps": self.steps,
                "batch_size": self.batch_size,
                "warmup_steps": self.warmup_steps,
            }
        )
        require_positive("factor", self.factor)
        if self.largest_norm != math.inf:
            require_positive("largest_norm", self.largest_norm)
        require_rate("label_smoothing", self.label_smoothing)
        for beta in self.betas:
            require_rate("each of betas", beta)
        require_positive("eps", self.eps)
        require_at_least_0("weight_decay", self.weight_decay)

    def optimizers(self, model: Transformer) -> list[torch.optim.Optimizer]:
        """What moves the parameters: Adam (section 5.3)."""
        return [self.adam(model.parameters())]

    def adam(self, parameters: Iterable[nn.Parameter]) -> torch.optim.Adam:
        """Adam with the options of this config."""
        if self.weight_decay:
            return torch.optim.AdamW(
                parameters,
                lr=0.0,
                betas=self.betas,
                eps=self.eps,
                weight_decay=self.weight_decay,
                fused=True,
            )
        return torch.optim.Adam(parameters, lr=0.0, betas=self.betas, eps=self.eps, fused=True)

    def sizes(self, lengths: Sequence[Lengths], draw: torch.Generator) -> Sequence[Any]:
        """By what sentences are sorted, so that those of about one length come in one batch."""
        return lengths

    def lengths(self, pairs: Sequence[Any]) -> list[Lengths]:
        """Tokens of each pair's target and source."""
        return [(len(target), len(source)) for source, target, *_ in pairs]

    def require_pairs(self, pairs: Sequence[Any]) -> None:
        """Raise ValueError unless there is something to learn, and in every pair."""
        _require_pairs(pairs)

    def tensors(self, pairs: Sequence[TokenPair]) -> tuple[Tensor, ...]:
        """What the loss of a batch is computed from: source and target ids, (batch, seq_len)."""
        sources, targets, *_ = zip(*pairs, strict=True)
        return padded(sources), padded(targets)

    def loss(self, model: Transformer, src_ids: Tensor, tgt_ids: Tensor) -> Tensor:
        """The loss of one batch, of all its target tokens but the first."""
        logits = model(src_ids, tgt_ids[:, :-1])  # (batch, seq_len - 1, vocab)
        targets = tgt_ids[:, 1:]
        return masked_cross_entropy(logits, targets, model.config.pad_id, self.label_smoothing)


class TrainingStep(NamedTuple):
    """The result of one step."""

    step: int
    """From 1."""
    loss: float
    """That of the batch before the step, in nats per token; with dropout and smoothing."""
    learning_rate: float
    gradient_norm: float
    """Before it was shortened."""


def decaying_learning_rate(step: int, d_model: int, config: TrainingConfig) -> float:
    """Equation 3 times a straight line that falls from 1 to 0 at the last step."""
    paper = learning_rate(step, d_model, config.warmup_steps, config.factor).item()
    return paper * max(0.0, 1 - step / config.steps)


class Drawn(NamedTuple):
    """How far a run's generator is, so that nothing is drawn again when the run goes on."""

    before_pass: Tensor
    """Its state before the current pass through the data was shuffled."""
    taken: int
    """The batches of that pass that were trained on."""
    now: Tensor
    """Its state after the last step."""


@dataclass
class TrainingState:
    """The progress of a training run: with the weights, all that is needed to resume it."""

    step: int = 0
    """The last step that was done."""
    first: dict[str, Tensor] = field(default_factory=dict)
    """The running mean of each parameter's gradient, by the parameter's name."""
    second: dict[str, Tensor] = field(default_factory=dict)
    """Adam's running mean of its square; an optimizer with momentum alone has none."""
    drawn: Drawn | None = None
    """None where it is not known: then all earlier steps' batches are drawn again."""


def train(
    model: Transformer,
    pairs: Sequence[TokenPair],
    config: TrainingConfig,
    seed: int,
    state: TrainingState | None = None,
    rate_at: Callable[[int], float] | None = None,
) -> Iterator[TrainingStep]:
    """Train the model in place, where it is; yields after every step, the caller may stop at any.

    Between two steps the model is in training mode and may be put to any other use. `seed`
    sets the order of the data and all dropout, so that the same call gives the same weights.

    Args:
        state: where an earlier call with the same arguments stopped, its model's weights being in
            `model`: what follows is what would have followed then. It is kept up to date.
        rate_at: the learning rate of a step, from 1; that of `decaying_learning_rate` when None.

    Raises: ValueError, before the first step, for no pairs, for a source without tokens, for a
        target without a start and an end token, for a `seed` out of range and for a state that is
        past the last step; at its step, for a token outside its vocabulary, a sentence that is
        longer than the model's max_len and a learning rate that is negative or not finite.
    """
    state = TrainingState() if state is None else state
    if state.step > config.steps:
        raise ValueError(f"state must be at most at step {config.steps}, got step {state.step}")
    config.require_pairs(pairs)
    return _steps(model, pairs, config, generator(seed), state, rate_at)


def _steps(
    model: Transformer,
    pairs: Sequence[TokenPair],
    config: TrainingConfig,
    draw: torch.Generator,
    state: TrainingState,
    rate_at: Callable[[int], float] | None,
) -> Iterator[TrainingStep]:
    optimizers = [(one, list(_named(one, model))) for one in config.optimizers(model)]
    for optimizer, moved in optimizers:
        _restore(optimizer, moved, state)
    parameters = list(model.parameters())
    device = parameters[0].device
    batches = _endless_batches(pairs, config, draw, state.drawn)
    for step in range(1 if state.drawn is None else state.step + 1, config.steps + 1):
        batch, before_pass, taken = next(batches)
        dropout_seed = int(torch.randint(LARGEST_SEED, (), generator=draw))
        if step <= state.step:
            continue
        given = [each.to(device) for each in config.tensors([pairs[index] for index in batch])]
        rate = (
            decaying_learning_rate(step, model.config.d_model, config)
            if rate_at is None
            else rate_at(step)
        )
        require_at_least_0(f"the learning rate of step {step}", rate)
        for optimizer, _ in optimizers:
            for group in optimizer.param_groups:
                group["lr"] = rate
        if not model.training:
            model.train()
        with torch.enable_grad(), seeded_dropout(dropout_seed):
            loss = config.loss(model, *given)
            for parameter in parameters:
                parameter.grad = None
            loss.backward()
        norm = nn.utils.clip_grad_norm_(parameters, config.largest_norm)
        for optimizer, moved in optimizers:
            optimizer.step()
            _note(state, step, optimizer, moved)
        state.drawn = Drawn(before_pass, taken, draw.get_state())
        yield TrainingStep(step, loss.item(), rate, norm.item())


def _require_pairs(pairs: Sequence[TokenPair]) -> None:
    """Raise ValueError unless there is something to learn, and in every pair."""
    require_sizes({"the number of pairs": len(pairs)})
    for place, (source, target, *_) in enumerate(pairs):
        if len(source) < 1 or len(target) < 2:
            raise ValueError(
                f"pairs[{place}] must have at least one source token and two target tokens, the "
                f"start and the end, got {len(source)} and {len(target)}"
            )


def _named(optimizer: torch.optim.Optimizer, model: Transformer) -> Iterator[Named]:
    """The parameters that an optimizer moves, with their names."""
    moved = {id(parameter) for group in optimizer.param_groups for parameter in group["params"]}
    return ((name, each) for name, each in model.named_parameters() if id(each) in moved)


def _restore(optimizer: torch.optim.Optimizer, moved: list[Named], state: TrainingState) -> None:
    """Give an optimizer the moments that it had."""
    if state.step == 0:
        return
    for name, parameter in moved:
        first = state.first[name].clone()
        optimizer.state[parameter] = (
            {"momentum_buffer": first}
            if name not in state.second
            else {
                "step": torch.tensor(float(state.step)),
                "exp_avg": first,
                "exp_avg_sq": state.second[name].clone(),
            }
        )


def _note(
    state: TrainingState, step: int, optimizer: torch.optim.Optimizer, moved: list[Named]
) -> None:
    state.step = step
    for name, parameter in moved:
        moments = optimizer.state[parameter]
        if "momentum_buffer" in moments:
            state.first[name] = moments["momentum_buffer"]
        else:
            state.first[name], state.second[name] = moments["exp_avg"], moments["exp_avg_sq"]


def _endless_batches(
    pairs: Sequence[TokenPair], config: TrainingConfig, draw: torch.Generator, drawn: Drawn | None
) -> Iterator[tuple[list[int], Tensor, int]]:
    """The places of sentences of about one length, in a new order each time through the data; with
    `before_pass` and `taken` of `Drawn`.
    """
    if drawn is not None:
        draw.set_state(drawn.before_pass)
    while True:
        before_pass, batches = draw.get_state(), _one_pass(pairs, config, draw)
        first = 0
        if drawn is not None:
            draw.set_state(drawn.now)
            first, drawn = drawn.taken, None
        for place in range(first, len(batches)):
            yield batches[place], before_pass, place + 1


def _one_pass(
    pairs: Sequence[TokenPair], config: TrainingConfig, draw: torch.Generator
) -> list[list[int]]:
    """The batches of one time through the data."""
    lengths = config.lengths(pairs)
    shuffled = torch.randperm(len(pairs), generator=draw).tolist()
    shuffled.sort(key=config.sizes(lengths, draw).__getitem__)
    starts = torch.arange(0, len(pairs), config.batch_size)
    order = torch.randperm(len(starts), generator=draw)
    return [shuffled[start : start + config.batch_size] for start in starts[order].tolist()]
