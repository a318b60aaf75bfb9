"""One run: its config, its progress and its records."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from transformer_lab.learning import Record, RunConfig, RunState, layer_of, untrained_model
from ui.runs.packing import Layout, PackedRecord, layout_of, pack
from ui.runs.subscribers import Subscribers

if TYPE_CHECKING:
    from distributed import Future

Status = Literal["waiting", "running", "paused", "done", "stopped", "failed"]
FINISHED = ("done", "stopped", "failed")
KEPT_BYTES = 8_000_000
"""Size of the states that a run keeps, from which any step can be recomputed quickly."""
RECORD_BYTES = 4_000
"""Approximate size of a record, without its attention weights."""
BYTES_OF_A_NUMBER = 12
"""Bytes per parameter in a state: a weight and both of its moments, four bytes each."""
BYTES_OF_A_GENERATOR = 2 * 5_056
"""The state of the run's generator, now and at the beginning of its pass through the data."""


@dataclass(frozen=True)
class RunStatus:
    """The status that a page shows of a run."""

    status: Status
    queue_place: int
    """From 1 while it waits, else 0."""
    step: int
    steps: int
    steps_a_second: float
    """Speed of the last slice; 0 before the first."""
    seconds_left: float | None
    """Computing time left, at that speed."""
    error: str
    """Why it was stopped or failed: "" or "left", "time", "died", "slow", "cluster", "fault"."""
    restarts: int
    """How often its worker ended and it continued on another one."""
    is_starting: bool
    """Whether the cluster is being started."""


class Published(NamedTuple):
    """What a waiting request compares, without the engine's lock, to see whether there is news."""

    mark: str = ""
    """A text that changes whenever the run's status changes, apart from its records."""
    step: int = -1
    """The step of the last record."""


@dataclass(eq=False)
class Run:
    """A run in the engine. Changed only with the engine's lock held; records are only added."""

    id: str
    config: RunConfig
    person: str
    last_seen: float
    """When it was last requested."""
    client: str = ""
    """The client that requested it: see `ui.server.client`."""
    size: int = 0
    """Bytes of one of its states."""
    status: Status = "waiting"
    error: str = ""
    requested: Literal["", "pause", "stop"] = ""
    """What was requested while a slice is being computed."""
    until: int | None = None
    """The step to pause at, for one step at a time."""
    future: "Future[Any] | None" = None
    sent_at: float = 0.0
    """When the slice was sent."""
    turn_seconds: float = 0.0
    """Seconds of computing since it was last at the head of the queue."""
    restarts: int = 0
    speed: float = 0.0
    records: list[PackedRecord] = field(default_factory=list)
    states: list[RunState] = field(default_factory=list)
    """In order of steps; the last one is the current state of the run."""
    layout: Layout | None = None
    published: Published = field(default_factory=Published)
    subscribers: Subscribers = field(default_factory=Subscribers)
    """The requests that wait for news of it."""

    @property
    def step(self) -> int:
        return self.states[-1].step if self.states else 0

    @property
    def is_finished(self) -> bool:
        return self.status in FINISHED

    @property
    def is_queued(self) -> bool:
        """Return whether it is being computed or waits for it."""
        return self.status in ("waiting", "running")

    @property
    def is_recorded(self) -> bool:
        """Return whether there is a record of the current step."""
        return bool(self.records) and self.records[-1].step == self.step

    @property
    def held(self) -> int:
        """The approximate size of all of its records and states, in bytes."""
        film = (
            len(self.records) * (len(self.records[0].weights) + RECORD_BYTES) if self.records else 0
        )
        data = self.config.data
        brought = 0 if data is None else len(data.packed)
        return film + len(self.states) * self.size + brought

    @property
    def seconds(self) -> float:
        """Seconds of computing so far."""
        return self.states[-1].seconds if self.states else 0.0

    def packed(self, records: Sequence[Record]) -> tuple[Layout | None, list[PackedRecord]]:
        """Pack the records of a slice. This changes nothing and takes a while: it needs no lock."""
        layout = self.layout
        if layout is None and records:
            layout = layout_of(records[0], _layers(self.config))
        return layout, [pack(record, layout) for record in records if layout is not None]

    def take(self, layout: Layout | None, records: Sequence[PackedRecord], state: RunState) -> None:
        """Add the result of a slice, its records as `packed` returns them."""
        steps, seconds = state.step - self.step, state.seconds - self.seconds
        self.speed = steps / seconds if seconds > 0 else self.speed
        self.turn_seconds += seconds
        known = self.records[-1].step if self.records else -1
        self.layout = layout
        self.records += [record for record in records if record.step > known]
        self._keep(state)

    def state_before(self, step: int) -> RunState | None:
        """Return the last stored state at or before a step; None for the very beginning."""
        return max(
            (state for state in self.states if state.step <= step),
            key=lambda state: state.step,
            default=None,
        )

    def _keep(self, state: RunState) -> None:
        """Add a state; if there are too many, drop every second one, but never the last."""
        self.states.append(state)
        if len(self.states) * self.size > KEPT_BYTES:
            self.states = [*self.states[:-1][1::2], state]

    def thin(self) -> None:
        """Drop all states but the last: earlier steps are then recomputed from the beginning."""
        self.states = self.states[-1:]

    def report(self, place: int, is_starting: bool) -> RunStatus:
        left = (self.config.steps - self.step) / self.speed if self.speed else None
        return RunStatus(
            self.status, place, self.step, self.config.steps, self.speed,
            None if self.is_finished else left, self.error, self.restarts, is_starting,
        )  # fmt: skip

    def publish(self, place: int, is_starting: bool) -> None:
        """Wake the requests that wait for news, if there is any."""
        mark = f"{self.status}-{place}-{is_starting:d}-{self.restarts}"
        new = Published(mark, self.records[-1].step if self.records else -1)
        if new != self.published:
            self.published = new
            self.subscribers.notify()


def _layers(config: RunConfig) -> list[str]:
    names = (name for name, _ in untrained_model(config).named_parameters())
    return list(dict.fromkeys(map(layer_of, names)))


@lru_cache(maxsize=64)
def state_bytes(config: RunConfig) -> int:
    """Return the size of one state of such a run; the same for all that train the same model."""
    numbers = sum(parameter.numel() for parameter in untrained_model(config).parameters())
    return BYTES_OF_A_NUMBER * numbers + BYTES_OF_A_GENERATOR
