"""Adam's update from a gradient (section 5.3), with every number for one weight."""

from typing import NamedTuple

from transformer_core.checks import require_sizes
from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.recording import RunState, model_at, steps_of
from transformer_lab.learning.training import TrainingConfig

BETAS = TrainingConfig.betas
EPS = TrainingConfig.eps


class UnknownWeightError(LookupError):
    """The model has no such weight."""


class AdamStep(NamedTuple):
    """One weight at one step, with every number on the way."""

    step: int
    rate: float
    gradient: float
    weight: float
    """Before the step."""
    first_before: float
    second_before: float
    first: float
    """m = beta_1 * first_before + (1 - beta_1) * gradient."""
    second: float
    """v = beta_2 * second_before + (1 - beta_2) * gradient^2."""
    first_correction: float
    """1 - beta_1^step, by which m is divided: it began at 0."""
    second_correction: float
    """1 - beta_2^step."""
    first_corrected: float
    second_corrected: float
    update: float
    """-rate * first_corrected / (sqrt(second_corrected) + eps): what is added to the weight."""
    new_weight: float
    beta_1: float
    beta_2: float
    eps: float
    weight_decay: float = 0.0
    decay: float = 0.0
    """rate * weight_decay * weight: what AdamW takes off the weight besides; 0 of Adam."""


def explained(
    gradient: float,
    weight: float,
    first: float,
    second: float,
    step: int,
    rate: float,
    betas: tuple[float, float] = BETAS,
    eps: float = EPS,
    weight_decay: float = 0.0,
) -> AdamStep:
    """Adam's update of one weight, in float64.

    Args:
        first, second: the running means before this step, of the gradient and of its square.
        step: from 1.

    Raises: ValueError when `step` is less than 1.
    """
    require_sizes({"step": step})
    beta_1, beta_2 = betas
    m = beta_1 * first + (1 - beta_1) * gradient
    v = beta_2 * second + (1 - beta_2) * gradient**2
    m_correction, v_correction = 1 - beta_1**step, 1 - beta_2**step
    m_hat, v_hat = m / m_correction, v / v_correction
    update = -rate * m_hat / (v_hat**0.5 + eps)
    decay = rate * weight_decay * weight
    return AdamStep(
        step, rate, gradient, weight, first, second, m, v, m_correction, v_correction, m_hat, v_hat,
        update, weight - decay + update, beta_1, beta_2, eps, weight_decay, decay,
    )  # fmt: skip


def adam_step(
    config: RunConfig, state: RunState, step: int, name: str, index: tuple[int, ...]
) -> AdamStep:
    """The effect of one step of a run on one weight: the step is done again, with the real numbers.

    Args:
        state: of the run at an earlier step, best at the one before; not changed.
        step: from 1 to `config.steps`.
        name: of a parameter of the model.
        index: the weight's index in it.

    Raises: ValueError for a step that is not ahead of the state, or that the run does not have;
        UnknownWeightError.
    """
    if not state.step < step <= config.steps:
        raise ValueError(f"step must be from {state.step + 1} to {config.steps}, got {step}")
    state = state.copy()
    model = model_at(config, state)
    parameter = dict(model.named_parameters()).get(name)
    if parameter is None:
        raise UnknownWeightError(f"there is no {name}")
    if len(index) != parameter.dim() or not all(
        0 <= at < size for at, size in zip(index, parameter.shape, strict=True)
    ):
        raise UnknownWeightError(
            f"{name} of shape {tuple(parameter.shape)} has no weight at {index}"
        )
    for _ in steps_of(config, model, state, step - 1):
        pass
    weight = parameter[index].item()
    moments = (state.training.first.get(name), state.training.second.get(name))
    first, second = (0.0 if each is None else each[index].item() for each in moments)
    (done,) = steps_of(config, model, state, step)
    assert parameter.grad is not None
    gradient = parameter.grad[index].item()
    rate, decay = done.learning_rate, config.weight_decay
    return explained(gradient, weight, first, second, step, rate, weight_decay=decay)
