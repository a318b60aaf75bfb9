"""One run: what was asked for, how far it has come, what there is to see of it."""

from dataclasses import dataclass, field
from typing import Any, Literal

from distributed import Future

from transformer_core.learning import Record, RunConfig, RunState, layer_of, untrained_model
from ui.runs.packing import Layout, PackedRecord, layout_of, pack

Status = Literal["waiting", "running", "paused", "done", "stopped", "failed"]
FINISHED = ("done", "stopped", "failed")
KEPT_BYTES = 16_000_000
"""Of the states that a run keeps, from which every step is computed again in a moment."""


@dataclass(frozen=True)
class RunStanding:
    """What a page says about a run."""

    status: Status
    place_in_line: int
    """From 1 while it waits, else 0."""
    step: int
    steps: int
    steps_a_second: float
    """Of the last slice; 0 before it."""
    seconds_left: float | None
    """Of computing, at that speed."""
    error: str
    """Why it was stopped or failed: "" or "left", "time", "died", "slow", "cluster", "fault"."""
    moved: int
    """How often its worker ended and it went on elsewhere."""
    is_starting: bool
    """The cluster is being started."""


@dataclass(eq=False)
class Run:
    """A run as the engine keeps it. Changed only under the engine's lock."""

    id: str
    config: RunConfig
    person: str
    seen: float
    """When somebody last asked for it."""
    status: Status = "waiting"
    error: str = ""
    wanted: Literal["", "pause", "stop"] = ""
    """What was asked for while a slice is computed."""
    until: int | None = None
    """The step to stop at, for one step at a time."""
    future: "Future[Any] | None" = None
    sent: float = 0.0
    """When the slice was sent."""
    turn: float = 0.0
    """Seconds of computing since it was last at the head of the line."""
    moved: int = 0
    speed: float = 0.0
    records: list[PackedRecord] = field(default_factory=list)
    states: list[RunState] = field(default_factory=list)
    """Rising by step; the last is where the run stands."""
    layout: Layout | None = None

    @property
    def step(self) -> int:
        return self.states[-1].step if self.states else 0

    @property
    def is_finished(self) -> bool:
        return self.status in FINISHED

    @property
    def seconds(self) -> float:
        """Of computing so far."""
        return self.states[-1].seconds if self.states else 0.0

    def take(self, records: tuple[Record, ...], state: RunState) -> None:
        """What a slice has brought."""
        steps, seconds = state.step - self.step, state.seconds - self.seconds
        self.speed = steps / seconds if seconds > 0 else self.speed
        self.turn += seconds
        known = self.records[-1].step if self.records else -1
        for record in records:
            if record.step > known:
                self.layout = self.layout or layout_of(record, _layers(self.config))
                self.records.append(pack(record, self.layout))
        self._keep(state)

    def state_before(self, step: int) -> RunState | None:
        """The last kept state at or before a step; None for the very beginning."""
        return max(
            (state for state in self.states if state.step <= step),
            key=lambda state: state.step,
            default=None,
        )

    def _keep(self, state: RunState) -> None:
        """Add a state; of too many every second one goes, but never the last."""
        self.states.append(state)
        if len(self.states) * _size(state) > KEPT_BYTES:
            self.states = [*self.states[:-1][1::2], state]

    def standing(self, place: int, is_starting: bool) -> RunStanding:
        left = (self.config.steps - self.step) / self.speed if self.speed else None
        return RunStanding(
            self.status, place, self.step, self.config.steps, self.speed,
            None if self.is_finished else left, self.error, self.moved, is_starting,
        )  # fmt: skip


def _layers(config: RunConfig) -> list[str]:
    names = (name for name, _ in untrained_model(config).named_parameters())
    return list(dict.fromkeys(map(layer_of, names)))


def _size(state: RunState) -> int:
    numbers = sum(tensor.numel() for tensor in state.weights.values())
    return 12 * numbers  # weights and both moments, four bytes each
