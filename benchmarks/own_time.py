"""The share of an answer's processor time that the model's own computations take.

Answers are made again in this process, and a clock looks now and then where the processor is: in
`transformer_core` or in what it calls, or elsewhere. To explain where a number comes from is not
computation of the model's.
"""

import signal
import time
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

import transformer_core
from ui.answer.trip import Trip

CORE = str(Path(transformer_core.__file__).parent)
EXPLAINING = str(Path(CORE) / "explain")
LOOK_SECONDS = 0.0005


class _Clock:
    def __init__(self) -> None:
        self.looks = self.inside = 0

    def look(self, signal_number: int, frame: FrameType | None) -> None:
        self.looks += 1
        while frame is not None:
            if (file := frame.f_code.co_filename).startswith(CORE):
                self.inside += not file.startswith(EXPLAINING)
                return
            frame = frame.f_back


def own_ms(page: str, language: str, bodies: Sequence[Sequence[bytes]]) -> float:
    """Processor time in the core, in ms a change; each change asks for one or more bodies."""
    trip, clock = Trip(page, language), _Clock()
    first, *rest = bodies
    for body in first:
        trip.answered(body)
    before = signal.signal(signal.SIGPROF, clock.look)
    signal.setitimer(signal.ITIMER_PROF, LOOK_SECONDS, LOOK_SECONDS)
    start = time.process_time()
    try:
        for change in rest:
            for body in change:
                trip.answered(body)
    finally:
        spent = time.process_time() - start
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return 1000 * spent * clock.inside / max(1, clock.looks) / max(1, len(rest))
