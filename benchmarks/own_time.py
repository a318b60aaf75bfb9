"""Measures the share of an answer's processor time spent in the model's own computations.

The answers are computed again in this process, while a timer samples whether the processor is in
the packages of the model, or something called by them, or elsewhere. Explaining where a number
comes from does not count as the model's computation.
"""

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from ui.answer.page_handler import PageHandler

ROOT = Path(__file__).parents[1]
CORE = tuple(
    f"{ROOT / one}{os.sep}" for one in ("transformer_core", "transformer_lab", "english_korean")
)
EXPLAINING = f"{CORE[0]}explain"
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
    """Return the processor time in the core, in ms per change of one or more request bodies."""
    handler, clock = PageHandler(page, language), _Clock()
    first, *rest = bodies
    for body in first:
        handler.answered(body)
    before = signal.signal(signal.SIGPROF, clock.look)
    signal.setitimer(signal.ITIMER_PROF, LOOK_SECONDS, LOOK_SECONDS)
    start = time.process_time()
    try:
        for change in rest:
            for body in change:
                handler.answered(body)
    finally:
        spent = time.process_time() - start
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return 1000 * spent * clock.inside / max(1, clock.looks) / max(1, len(rest))
