"""Everything that can be changed on the training page."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pages.training.outcome import OUTCOMES
from pages.training.presets import EXPONENTS
from pages.training.sweep import USUAL, axes_of, read_runs, read_sweep
from transformer_lab.learning import TASK_NAMES
from transformer_lab.learning.config import CHOICES
from ui.state.setting import Setting, choice, number, picture_field, stepped, toggle, typed

TASKS = (*TASK_NAMES, "own_pairs", "own_text", "own_masked")
NEWEST = -1
"""Follow the last recorded step; used until the user chooses a step."""
BEGIN = "begin"
"""In place of a run's id: the page begins a run of the setting as soon as it is open, and in place
of the id of the run beside it the run with the part that the setting misses."""
MOST_STEPS = 4000
MOST_HEADS = 8
SWEEP = "sweep"
CHARTS = ("learning", "rate", "gradients", "updates", "heads", SWEEP)
KINDS = ("cross", "encoder", "decoder")
LONGEST_INPUT = 200


def read_run(text: str) -> str:
    """Check a run's id, or "". Raises: ValueError if it cannot be an id."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{0,64}", text, flags=re.ASCII):
        raise ValueError(f"{text[:40]!r} is not a run")
    return text


def read_step(text: str) -> int:
    """Parse a recorded step, or NEWEST. Raises: ValueError."""
    step = int(text) if re.fullmatch(r"-1|\d{1,6}", text, flags=re.ASCII) else -2
    if not NEWEST <= step <= MOST_STEPS:
        raise ValueError(f"{text[:40]!r} is not a step")
    return step


def read_guess(text: str) -> str:
    """Check the user's predicted outcome, or "". Raises: ValueError."""
    if text and text not in OUTCOMES:
        raise ValueError(f"{text[:40]!r} is not an expectation")
    return text


def read_layer(text: str) -> int:
    """Parse a layer, counted from 1. Raises: ValueError."""
    if not re.fullmatch(r"[1-9]", text, flags=re.ASCII):
        raise ValueError(f"{text[:40]!r} is not a layer")
    return int(text)


def read_heads(text: str) -> str:
    """Check the heads switched off in the lines, "0_2". Raises: ValueError."""
    if not re.fullmatch(r"(\d(_\d){0,7})?", text, flags=re.ASCII):
        raise ValueError(f"{text[:40]!r} is not a list of heads")
    return text


def read_pins(text: str) -> str:
    """Check the pinned words of the lines, "q3_k1". Raises: ValueError."""
    if not re.fullmatch(r"([qk]\d{1,2}(_[qk]\d{1,2}){0,63})?", text, flags=re.ASCII):
        raise ValueError(f"{text[:40]!r} is not a list of words")
    return text


def divisors(setting: "TrainingSetting") -> list[int]:
    """The numbers of heads that divide d_model."""
    return [heads for heads in range(1, MOST_HEADS + 1) if setting.d_model % heads == 0]


@dataclass(frozen=True, eq=False)
class TrainingSetting(Setting):
    """Which run is trained and how, and what of which run is shown."""

    PREFIX = "tr"
    TRAINED: ClassVar[tuple[str, ...]] = (
        "task",
        "num_layers",
        "d_model",
        "num_heads",
        "d_ff",
        "norm",
        "dropout",
        "warmup_steps",
        "factor",
        "exponent",
        "batch_size",
        "label_smoothing",
        "steps",
        "seed",
        "positional_encoding",
        "scaled",
        "look_ahead",
        "positions",
        "norm_kind",
        "feed_forward",
        "schedule",
        "weight_decay",
        "context",
        "data",
    )
    """The fields that determine what a run learns."""

    task: str = choice(TASKS, "reverse")
    num_layers: int = number(1, 4, 1, width=104)
    d_model: int = number(8, 128, 32, step=8, width=104)
    num_heads: int = stepped(1, MOST_HEADS, 1, divisors, width=104)
    d_ff: int = number(8, 512, 64, step=16, width=104)
    norm: str = choice(("post", "pre"), "post")
    dropout: float = number(0.0, 0.5, 0.0, step=0.05, width=128)
    warmup_steps: int = number(1, 4000, 200, step=50, width=112)
    factor: float = number(0.01, 20.0, 1.0, step=0.1, width=112, format="%.2f")
    exponent: str = choice(tuple(EXPONENTS), "paper")
    batch_size: int = number(1, 256, 64, step=16, width=128)
    label_smoothing: float = number(0.0, 0.5, 0.0, step=0.05, width=128)
    steps: int = number(1, MOST_STEPS, 500, step=100, width=112)
    seed: int = number(0, 9999, 1, width=104)
    positional_encoding: bool = toggle(True)
    scaled: bool = toggle(True)
    look_ahead: bool = toggle(True)
    positions: str = choice(CHOICES["positions"], "sinusoidal")
    norm_kind: str = choice(CHOICES["norm_kind"], "layer")
    feed_forward: str = choice(CHOICES["feed_forward"], "relu")
    weight_decay: float = number(0.0, 1.0, 0.0, step=0.01, width=128)
    schedule: str = choice(CHOICES["schedule"], "paper")
    context: int = number(8, 128, 32, step=8, width=128)
    temperature: float = number(0.0, 2.0, 0.8, step=0.1, width=128)
    top_p: float = number(0.05, 1.0, 1.0, step=0.05, width=128)
    data: str = picture_field(read_run, str, "")
    written: str = typed(str, longest=LONGEST_INPUT)
    run: str = picture_field(read_run, str, "")
    beside: str = picture_field(read_run, str, "")
    step: int = picture_field(read_step, str, NEWEST, is_view=True)
    expected: str = picture_field(read_guess, str, "", section="expect")
    chart: str = choice(CHARTS, "learning", is_view=True)
    attention: str = choice(KINDS, "cross", is_view=True)
    layer: int = picture_field(read_layer, str, 1, is_view=True)
    lines: bool = toggle(False, is_view=True)
    off: str = picture_field(read_heads, str, "", is_view=True)
    pins: str = picture_field(read_pins, str, "", is_view=True)
    map: bool = toggle(False, is_view=True)
    sweep: str = picture_field(read_sweep, str, USUAL)
    sweep_runs: str = picture_field(read_runs, str, "", is_view=True)

    @property
    def trained(self) -> Mapping[str, Any]:
        """The fields that determine the run."""
        return {name: getattr(self, name) for name in self.TRAINED}

    @property
    def swept(self) -> Mapping[str, Any]:
        """What the runs of the sweep have in common, and how they differ."""
        names = [name for name, _ in axes_of(self.sweep, self.controls())]
        common = {name: value for name, value in self.trained.items() if name not in names}
        return common | {"sweep": self.sweep}

    @property
    def heads(self) -> int:
        """The number of heads, reduced until it divides d_model."""
        return max(one for one in divisors(self) if one <= self.num_heads)

    def reset_dependents(self, before: "TrainingSetting") -> "TrainingSetting":
        """A changed run has not started yet; the one shown before stays for comparison."""
        is_same = self.sweep_runs == before.sweep_runs
        if self.sweep_runs and is_same and self.swept != before.swept:
            return self.with_values(sweep_runs="").reset_dependents(before)
        if self.trained == before.trained:
            return self
        if not self.run or self.run != before.run:
            return self.with_values(expected="") if self.expected == before.expected else self
        beside = "" if self.run == BEGIN else self.run
        return self.with_values(run="", beside=beside, step=NEWEST, expected="", map=False)
