"""One run: what was asked for, how far it has come, what there is to see of it."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from distributed import Future

from transformer_core.learning import Record, RunConfig, RunState, layer_of, untrained_model
from ui.runs.packing import Layout, PackedRecord, layout_of, pack

Status = Literal["waiting", "running", "paused", "done", "stopped", "failed"]
FINISHED = ("done", "stopped", "failed")
KEPT_BYTES = 8_000_000
"""Of the states that a run keeps, from which every step is computed again in a moment."""
RECORD_BYTES = 4_000
"""Of a record, about, beside its weights of attention."""
BYTES_OF_A_NUMBER = 12
"""In a state: a weight and both of its moments, four bytes each."""


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
    client: str = ""
    """From where it was asked for: see `ui.shell.client`."""
    size: int = 0
    """Of one of its states, in bytes."""
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
    def is_in_line(self) -> bool:
        """It is computed, or waits for it."""
        return self.status in ("waiting", "running")

    @property
    def is_recorded(self) -> bool:
        """There is a record of where it stands."""
        return bool(self.records) and self.records[-1].step == self.step

    @property
    def held(self) -> int:
        """Bytes, about, of all that it has recorded and of its states."""
        film = (
            len(self.records) * (len(self.records[0].weights) + RECORD_BYTES) if self.records else 0
        )
        return film + len(self.states) * self.size

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
        if len(self.states) * self.size > KEPT_BYTES:
            self.states = [*self.states[:-1][1::2], state]

    def thin(self) -> None:
        """Do without all states but the last: a step before it is computed from the beginning."""
        self.states = self.states[-1:]

    def standing(self, place: int, is_starting: bool) -> RunStanding:
        left = (self.config.steps - self.step) / self.speed if self.speed else None
        return RunStanding(
            self.status, place, self.step, self.config.steps, self.speed,
            None if self.is_finished else left, self.error, self.moved, is_starting,
        )  # fmt: skip


def _layers(config: RunConfig) -> list[str]:
    names = (name for name, _ in untrained_model(config).named_parameters())
    return list(dict.fromkeys(map(layer_of, names)))


@lru_cache(maxsize=64)
def state_bytes(config: RunConfig) -> int:
    """Of one state of such a run; the same for all that train one model."""
    numbers = sum(parameter.numel() for parameter in untrained_model(config).parameters())
    return BYTES_OF_A_NUMBER * numbers
