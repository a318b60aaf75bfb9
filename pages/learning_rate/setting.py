"""What can be changed on the learning-rate page."""

from dataclasses import dataclass

from pages.learning_rate.schedules import (
    LARGEST_D_MODEL,
    LARGEST_FACTOR,
    LARGEST_FINAL,
    LARGEST_NUMBER_OF_STEPS,
    LARGEST_WARMUP,
    LEAST_FACTOR,
    PAPER,
    SHAPES,
    Kept,
    Schedule,
    read_kept,
    write_kept,
)
from transformer_lab.learning.weight_decay import Rule
from ui.state.setting import Setting, choice, number, picture_field

MOST_KEPT = 6
LEAST_GRADIENT, LARGEST_GRADIENT = 0.001, 100.0
SHOWS = ("rates", "weight")
RULES: tuple[Rule, ...] = ("adam", "l2", "adamw")
UPDATES = 500
"""How many updates of one weight are shown."""

EXAMPLES = {
    "d_model_128": (Schedule(128), 200_000),
    "paper_base": (Schedule(512), 100_000),
    "paper_big": (Schedule(1024), 200_000),
}
"""Presets, with the number of steps over which each is drawn."""


@dataclass(frozen=True, eq=False)
class LearningRateSetting(Setting):
    """One schedule, how it is drawn, and the schedules kept for comparison."""

    PREFIX = "lr"

    d_model: int = number(1, LARGEST_D_MODEL, 512)
    warmup: int = number(1, LARGEST_WARMUP, 4000, step=500, width=140)
    factor: float = number(LEAST_FACTOR, LARGEST_FACTOR, 1.0, step=0.1, format="%.2f")
    steps: int = number(10, LARGEST_NUMBER_OF_STEPS, 100_000, step=10_000, width=150)
    step: int = number(0, LARGEST_NUMBER_OF_STEPS, 20_000, step=1000, width=150)
    shape: str = choice(SHAPES, PAPER)
    total: int = number(1, LARGEST_NUMBER_OF_STEPS, 100_000, step=10_000, width=150)
    decay: int = number(1, LARGEST_NUMBER_OF_STEPS, 20_000, step=5000, width=150)
    final: float = number(0.0, LARGEST_FINAL, 0.0, step=0.05, format="%.2f")
    shows: str = choice(SHOWS, SHOWS[0])
    weight: float = number(-2.0, 2.0, 0.5, step=0.1, format="%.2f")
    gradient: float = number(LEAST_GRADIENT, LARGEST_GRADIENT, 0.1, step=0.01, format="%.3f")
    weight_decay: float = number(0.0, 1.0, 0.1, step=0.05, format="%.2f")
    rule: str = choice(RULES, "adamw")
    update: int = number(1, UPDATES, 100, step=10)
    seed: int = number(0, 9999, 1)
    axes: str = choice(("linear", "logarithmic"), "linear")
    kept: str = picture_field(lambda text: write_kept(read_kept(text)), str, "")

    @property
    def schedule(self) -> Schedule:
        return Schedule(
            self.d_model,
            self.warmup,
            self.factor,
            self.shape,
            self.total,
            self.decay,
            self.final,
        ).reduced

    @property
    def is_of_weight(self) -> bool:
        """True if one weight is shown, and not the rates."""
        return self.shows == "weight"

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
            d_model=one.d_model,
            warmup=one.warmup_steps,
            factor=one.factor,
            steps=steps,
            shape=one.shape,
            shows="rates",
        )

    def since(self, shape: str) -> "LearningRateSetting":
        """A shape since the paper with its defaults, next to the paper's base model."""
        papers = self.of("paper_base").with_values(
            kept="", shows="rates", total=100_000, decay=20_000, final=0.0
        )
        return papers.keeping().with_values(shape=shape)

    def all_shapes(self) -> "LearningRateSetting":
        """The paper's base model, and every other shape next to it."""
        setting = self.since("constant")
        for shape in SHAPES[2:]:
            setting = setting.keeping().with_values(shape=shape)
        return setting

    def decayed(self) -> "LearningRateSetting":
        """One weight under AdamW, with the defaults of everything that it shows."""
        weight = {"weight": 0.5, "gradient": 0.1, "weight_decay": 0.1, "rule": "adamw"}
        places = {"update": 100, "seed": 1, "step": 4000}
        return self.of("paper_base").with_values(shows="weight", **weight, **places)

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
        factor. None if a number would leave its limits, if there is no room for both curves, and
        for another shape than the paper's.
        """
        if self.shape != PAPER:
            return None
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
        is_asked = (
            self.shape == PAPER
            and self.warmup % 4 == 0
            and {shorter, self.with_papers_rate} <= set(self.schedules.values())
        )
        return self.schedule.peak if is_asked else None

    @property
    def with_papers_rate(self) -> Schedule:
        """What `with_initial_rate` is compared with: the same warm-up with 1/√d_model."""
        return Schedule(self.d_model, self.warmup, self.factor / 2)

    def without(self, slot: int) -> "LearningRateSetting":
        others = {other: one for other, one in self.schedules.items() if other != slot}
        return self.with_values(kept=write_kept(others))
