"""Schedules as plain values, and those kept for comparison as text."""

import re
from dataclasses import dataclass

from torch import Tensor

from transformer_core import learning_rate, peak_learning_rate
from transformer_core.learning_rate import ScheduleTerms, schedule_terms
from transformer_lab.measures.schedule import schedule_steps

LARGEST_D_MODEL = 8192
LARGEST_WARMUP = 100_000
LEAST_FACTOR, LARGEST_FACTOR = 0.01, 10.0


@dataclass(frozen=True)
class Schedule:
    """The three numbers of a schedule, as plain values."""

    d_model: int
    warmup_steps: int = 4000
    factor: float = 1.0

    @property
    def peak(self) -> float:
        return peak_learning_rate(self.d_model, self.warmup_steps, self.factor)

    def curve(self, number_of_steps: int) -> tuple[Tensor, Tensor]:
        """Steps and rates, (points,) each."""
        steps = schedule_steps(number_of_steps, self.warmup_steps)
        return steps, learning_rate(steps, self.d_model, self.warmup_steps, self.factor)

    def at(self, step: int) -> ScheduleTerms:
        return schedule_terms(step, self.d_model, self.warmup_steps, self.factor)


Kept = dict[int, Schedule]
"""Schedules by slot. The slot sets the colour, which stays when another schedule is removed."""


def _read_one(piece: str) -> tuple[int, Schedule]:
    found = re.fullmatch(
        r"([0-5])\.(\d{1,4})x(\d{1,6})x(\d{1,2}(?:\.\d{1,4})?)", piece, flags=re.ASCII
    )
    if found is None:
        raise ValueError(f"{piece[:40]!r} is not a schedule")
    slot, d_model, warmup_steps, factor = found.groups()
    schedule = Schedule(int(d_model), int(warmup_steps), float(factor))
    sizes_fit = (
        1 <= schedule.d_model <= LARGEST_D_MODEL
        and 1 <= schedule.warmup_steps <= LARGEST_WARMUP
        and LEAST_FACTOR <= schedule.factor <= LARGEST_FACTOR
    )
    if not sizes_fit:
        raise ValueError(f"{piece!r} is out of range")
    return int(slot), schedule


def read_kept(text: str) -> Kept:
    """Parse "0.512x4000x1_2.128x4000x0.5": slot, d_model, warmup_steps, factor.

    Raises: ValueError for any other text, and if a slot or a schedule occurs twice.
    """
    pairs = [_read_one(piece) for piece in text.split("_")] if text else []
    kept = dict(pairs)
    if len(kept) < len(pairs) or len(set(kept.values())) < len(pairs):
        raise ValueError("a slot or a schedule occurs twice")
    return kept


def write_kept(kept: Kept) -> str:
    return "_".join(
        f"{slot}.{one.d_model}x{one.warmup_steps}x{one.factor:.4f}".rstrip("0").rstrip(".")
        for slot, one in sorted(kept.items())
    )
