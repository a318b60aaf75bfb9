"""The learning rate of a run at each step (section 5.3, equation 3), its misprint included."""

from transformer_core.learning.config import PAPER_EXPONENT, RunConfig
from transformer_core.learning_rate import learning_rate


def rate_at(step: int, config: RunConfig) -> float:
    """The rate of one step, from 1.

    Equation 3; with another exponent than the paper's the line of the warm-up rises as that says.
    """
    if config.exponent == PAPER_EXPONENT:
        return learning_rate(step, config.d_model, config.warmup_steps, config.factor).item()
    rising = step * config.warmup_steps**config.exponent
    return float(config.factor * config.d_model**-0.5 * min(step**-0.5, rising))
