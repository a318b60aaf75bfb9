"""Schedules as plain values, and those kept for comparison as text."""

import re
from dataclasses import dataclass, replace
from typing import cast

import torch
from torch import Tensor

from transformer_core import learning_rate, peak_learning_rate
from transformer_core.variants.schedules import Plan, Shape, planned_rate
from transformer_lab.measures.schedule import schedule_steps

LARGEST_D_MODEL = 8192
LARGEST_WARMUP = 100_000
LEAST_FACTOR, LARGEST_FACTOR = 0.01, 10.0
LARGEST_NUMBER_OF_STEPS = 200_000
LARGEST_FINAL = 0.9
PAPER = "paper"
LETTERS = {"constant": "k", "linear": "l", "cosine": "c", "stable_decay": "s"}
"""In a link, each way down that is not the paper's."""
SHAPES = (PAPER, *LETTERS)


@dataclass(frozen=True)
class Schedule:
    """The numbers of a schedule, as plain values. All shapes rise to the paper's peak.

    What a shape does not use has its default here, so that equal curves are equal schedules.
    """

    d_model: int
    warmup_steps: int = 4000
    factor: float = 1.0
    shape: str = PAPER
    total_steps: int = 1
    decay_steps: int = 1
    final: float = 0.0

    @property
    def reduced(self) -> "Schedule":
        """The same schedule without the numbers that its shape does not use."""
        kept = replace(self, total_steps=1, decay_steps=1, final=0.0)
        if not self.falls_to_an_end:
            return kept
        kept = replace(kept, total_steps=self.total_steps, final=self.final)
        is_late = self.shape == "stable_decay"
        return replace(kept, decay_steps=self.decay_steps) if is_late else kept

    @property
    def peak(self) -> float:
        return peak_learning_rate(self.d_model, self.warmup_steps, self.factor)

    @property
    def is_papers(self) -> bool:
        return self.shape == PAPER

    @property
    def falls_to_an_end(self) -> bool:
        """True if the rate depends on how long the training is."""
        return self.shape not in (PAPER, "constant")

    @property
    def plan(self) -> Plan:
        """The schedule, if it is not the paper's, as the core has it."""
        return Plan(
            cast(Shape, self.shape),
            self.peak,
            self.warmup_steps,
            self.total_steps,
            self.decay_steps,
            self.final,
        )

    def rates(self, steps: Tensor) -> Tensor:
        """The rate of each step, float32 in the shape of `steps`."""
        if self.is_papers:
            return learning_rate(steps, self.d_model, self.warmup_steps, self.factor)
        return planned_rate(steps, self.plan)

    def curve(self, number_of_steps: int) -> tuple[Tensor, Tensor]:
        """Steps and rates, (points,) each, no corner left out."""
        corners = (self.plan.start, self.total_steps) if self.falls_to_an_end else ()
        steps = schedule_steps(number_of_steps, self.warmup_steps, *corners)
        return steps, self.rates(steps)

    def rate(self, step: int) -> float:
        return self.rates(torch.tensor(step)).item()


Kept = dict[int, Schedule]
"""Schedules by slot. The slot sets the colour, which stays when another schedule is removed."""
SHARE = r"(\d{1,2}(?:\.\d{1,4})?)"
PAPERS = rf"([0-5])\.(\d{{1,4}})x(\d{{1,6}})x{SHARE}"
PIECE = re.compile(
    rf"{PAPERS}(?:x([{''.join(LETTERS.values())}])(\d{{1,6}})x(\d{{1,6}})x{SHARE})?", re.ASCII
)


def _read_one(piece: str) -> tuple[int, Schedule]:
    found = PIECE.fullmatch(piece)
    if found is None:
        raise ValueError(f"{piece[:40]!r} is not a schedule")
    slot, d_model, warmup_steps, factor, letter, total_steps, decay_steps, final = found.groups()
    schedule = Schedule(int(d_model), int(warmup_steps), float(factor))
    if letter is not None:
        shape = next(shape for shape, one in LETTERS.items() if one == letter)
        ends = {"total_steps": int(total_steps), "decay_steps": int(decay_steps)}
        schedule = replace(schedule, shape=shape, final=float(final), **ends)
    if not _sizes_fit(schedule) or schedule != schedule.reduced:
        raise ValueError(f"{piece!r} is out of range")
    return int(slot), schedule


def _sizes_fit(schedule: Schedule) -> bool:
    return (
        1 <= schedule.d_model <= LARGEST_D_MODEL
        and 1 <= schedule.warmup_steps <= LARGEST_WARMUP
        and LEAST_FACTOR <= schedule.factor <= LARGEST_FACTOR
        and 1 <= schedule.total_steps <= LARGEST_NUMBER_OF_STEPS
        and 1 <= schedule.decay_steps <= LARGEST_NUMBER_OF_STEPS
        and 0 <= schedule.final <= LARGEST_FINAL
    )


def read_kept(text: str) -> Kept:
    """Parse "0.512x4000x1_2.128x4000x0.5xc100000x1x0.1": slot, d_model, warmup_steps, factor, and
    for a shape that is not the paper's its letter with total_steps, decay_steps and final.

    Raises: ValueError for any other text, and if a slot or a schedule occurs twice.
    """
    pairs = [_read_one(piece) for piece in text.split("_")] if text else []
    kept = dict(pairs)
    if len(kept) < len(pairs) or len(set(kept.values())) < len(pairs):
        raise ValueError("a slot or a schedule occurs twice")
    return kept


def write_kept(kept: Kept) -> str:
    return "_".join(f"{slot}.{_written(one)}" for slot, one in sorted(kept.items()))


def _written(one: Schedule) -> str:
    papers = f"{one.d_model}x{one.warmup_steps}x{_short(one.factor)}"
    if one.is_papers:
        return papers
    ends = f"{one.total_steps}x{one.decay_steps}x{_short(one.final)}"
    return f"{papers}x{LETTERS[one.shape]}{ends}"


def _short(number: float) -> str:
    return f"{number:.4f}".rstrip("0").rstrip(".")
