"""Schedules on the learning-rate page: the one in the controls and those kept for comparison."""

import re
from dataclasses import dataclass

from torch import Tensor

from transformer_core import learning_rate, peak_learning_rate
from transformer_core.learning_rate import ScheduleTerms, schedule_terms
from transformer_lab.measures.schedule import schedule_steps
from ui.state.setting import Setting, choice, number, picture_field

LARGEST_D_MODEL = 8192
LARGEST_WARMUP = 100_000
LEAST_FACTOR, LARGEST_FACTOR = 0.01, 10.0
LARGEST_NUMBER_OF_STEPS = 200_000
MOST_KEPT = 6


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


EXAMPLES = {
    "d_model_128": (Schedule(128), 200_000),
    "paper_base": (Schedule(512), 100_000),
    "paper_big": (Schedule(1024), 200_000),
}
"""Presets, with the number of steps over which each is drawn."""

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


@dataclass(frozen=True, eq=False)
class LearningRateSetting(Setting):
    """One schedule, how it is drawn, and the schedules kept for comparison."""

    PREFIX = "lr"

    d_model: int = number(1, LARGEST_D_MODEL, 512)
    warmup: int = number(1, LARGEST_WARMUP, 4000, step=500, width=140)
    factor: float = number(LEAST_FACTOR, LARGEST_FACTOR, 1.0, step=0.1, format="%.2f")
    steps: int = number(10, LARGEST_NUMBER_OF_STEPS, 100_000, step=10_000, width=150)
    step: int = number(0, LARGEST_NUMBER_OF_STEPS, 20_000, step=1000, width=150)
    axes: str = choice(("linear", "logarithmic"), "linear")
    kept: str = picture_field(lambda text: write_kept(read_kept(text)), str, "")

    @property
    def schedule(self) -> Schedule:
        return Schedule(self.d_model, self.warmup, self.factor)

    @property
    def schedules(self) -> Kept:
        return read_kept(self.kept)

    @property
    def has_room(self) -> bool:
        """True if the curve can be kept: it is not kept yet, and a slot is free."""
        kept = self.schedules
        return len(kept) < MOST_KEPT and self.schedule not in kept.values()

    @property
    def is_full(self) -> bool:
        """True if the curve is not kept, and no slot is free."""
        kept = self.schedules
        return len(kept) == MOST_KEPT and self.schedule not in kept.values()

    def of(self, name: str) -> "LearningRateSetting":
        """The setting of an example."""
        one, steps = EXAMPLES[name]
        return self.with_values(
            d_model=one.d_model, warmup=one.warmup_steps, factor=one.factor, steps=steps
        )

    def keeping(self) -> "LearningRateSetting":
        """Keep the curve in the first free slot; unchanged if already kept or if none is free."""
        if not self.has_room:
            return self
        kept = self.schedules
        free = next(slot for slot in range(MOST_KEPT) if slot not in kept)
        return self.with_values(kept=write_kept(kept | {free: self.schedule}))

    def with_initial_rate(self) -> "LearningRateSetting | None":
        """Four times the warm-up with the peak held, next to this curve and the paper's own.

        Code that has `init_lr * warmup_steps**0.5` in place of `d_model**-0.5` gives
        factor = init_lr * (d_model * warmup_steps)**0.5, so four times the warm-up doubles the
        factor. None if a number would leave its limits, or if there is no room for both curves.
        """
        longer, doubled = 4 * self.warmup, 2 * self.factor
        if longer > LARGEST_WARMUP or doubled > LARGEST_FACTOR:
            return None
        papers = self.keeping().with_values(warmup=longer)
        both = papers.keeping()
        if not {self.schedule, papers.schedule} <= set(both.schedules.values()):
            return None
        return both.with_values(factor=doubled)

    @property
    def initial_rate(self) -> float | None:
        """The init_lr of `with_initial_rate` while the curve so far and the paper's are kept."""
        shorter = Schedule(self.d_model, self.warmup // 4, self.factor / 2)
        papers = Schedule(self.d_model, self.warmup, self.factor / 2)
        is_asked = self.warmup % 4 == 0 and {shorter, papers} <= set(self.schedules.values())
        return self.schedule.peak if is_asked else None

    def without(self, slot: int) -> "LearningRateSetting":
        others = {other: one for other, one in self.schedules.items() if other != slot}
        return self.with_values(kept=write_kept(others))
