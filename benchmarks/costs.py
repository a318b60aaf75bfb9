"""Prints what each page asks of the server's processor at most, and how that grows with its sizes.

    python -m benchmarks.costs                                  the most that a control asks for
    python -m benchmarks.costs --chart docs/pictures/costs.svg  and the chart of all sizes

Every control is moved to its extremes, by the code that answers a browser. Then the costliest
setting is the start for the next turn, until none costs more: so sizes that multiply are found
together. An answer includes what is requested after it: the areas below the picture.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from benchmarks.costs_chart import Line, chart
from ui.answer.answer import PassingError
from ui.answer.page_handler import PageHandler
from ui.answer.parts import Chips, Part
from ui.state.address import State
from ui.state.control import Choice, Control, Number, PictureField, Stepped, Toggle, Typed
from ui.state.setting import Setting
from ui.words.pages import page_names

BUDGET_SECONDS = 1.0
MOST_TURNS = 5
STARTS = 3
"""Chips from which controls are moved, too: those whose settings cost most."""
GROWS = 1.15
"""How much more a setting has to cost to be the start of another turn."""
WITHOUT_A_MODEL = {"model": ("translator",)}
"""Choices of which the others need a model of somebody else: `benchmarks.pretrained` opens one."""
SIZES = {
    "overview": ("sentence",),
    "attention": ("queries", "keys", "d_k", "d_v"),
    "self_attention": ("sentence",),
    "multi_head_attention": ("sentence", "d_model", "num_heads"),
    "masks": ("length", "target_length"),
    "positional_encoding": ("seq_len", "d_model"),
    "encoder_decoder": ("num_layers", "d_model", "vocab_size", "source"),
    "your_sentence": ("sentence",),
    "attention_limits": ("sentence",),
    "training": ("num_layers", "d_model", "d_ff"),
    "learning_rate": ("steps",),
    "mistakes": ("d_model", "num_layers", "seq_len"),
}
"""What the chart shows of each page."""
SEEDS = (1, 2, 3)
"""The quickest of these counts, where a page has a seed: other programs disturb less."""
NO_SIZES = ("seed", "dropout_seed", "draw")


@dataclass(frozen=True)
class Cost:
    """What a setting of a page costs."""

    page: str
    what: str
    seconds: float


def ladder(low: float, high: float) -> list[float]:
    """Return both ends of a range and the powers of two in it."""
    powers = [2**power for power in range(25) if low < 2**power < high]
    return [low, *powers, high]


def values_of(name: str, control: Control, setting: Setting) -> Sequence[Any]:
    """Return what a control is moved to; nothing for one that is changed in a picture."""
    if isinstance(control, PictureField):
        return ()
    if isinstance(control, Stepped):
        options = list(control.options(setting))
        few = [options[0], options[len(options) // 2], options[-1]]
        return options if len(options) <= 12 else few
    if isinstance(control, Number):
        ends = (control.low, control.high)
        return ends if name in NO_SIZES or not control.is_whole else ladder(*ends)
    if isinstance(control, Choice):
        return WITHOUT_A_MODEL.get(name, tuple(control.options))
    if isinstance(control, Toggle):
        return (True, False)
    return texts_of(control, getattr(setting, name)) if isinstance(control, Typed) else ()


def texts_of(control: Typed, text: str) -> list[str]:
    """Return texts of more and more words or numbers, up to the most that the control takes."""
    words, texts = text.split() or ["the"], []
    for count in (2**power for power in range(8)):
        repeated = " ".join((words * count)[:count])
        try:
            control.read(repeated)
        except ValueError:
            break
        texts.append(repeated)
    return texts


def seconds_of(handler: PageHandler, setting: Setting) -> float:
    """Return the processor time of an answer and of all areas that are requested after it."""
    state: State[Any] = State(setting)
    start = time.process_time()
    handler.encoded(state)
    later = handler.answer(handler.page.normalised(state)).later
    if later:
        handler.encoded(state, list(later))
    return time.process_time() - start


def chips_of(handler: PageHandler, setting: Setting) -> Iterator[tuple[str, Setting]]:
    """Yield what the chips and tabs of a page set."""
    for area in handler.answer(State(setting)).areas.values():
        try:
            parts: Sequence[Part] = area.parts()
        except PassingError:
            continue
        for part in parts:
            for chip in part.chips if isinstance(part, Chips) else ():
                yield f"“{chip.label}”", type(setting).read(chip.setting)


def moves_of(setting: Setting) -> Iterator[tuple[str, Setting]]:
    """Yield every move of one control that the page accepts."""
    for name, control in setting.controls().items():
        for value in values_of(name, control, setting):
            if value == getattr(setting, name):
                continue
            try:
                moved = setting.with_values(**{name: value})
            except ValueError:
                continue
            yield f"{name} = {_shown(value)}", moved


def _shown(value: object) -> str:
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 30 else f"{len(text.split())} words"


def costliest(page: str) -> Cost:
    """Return the costliest setting that moving one control after the other leads to.

    The start is the page as it opens, and what the chips set that cost most.
    """
    handler = PageHandler(page, "en")
    start = handler.page.setting.default(handler.text)
    # What a process loads once is no part of an answer.
    seconds_of(handler, start)
    opened = Cost(page, "as it opens", seconds_of(handler, _other_seed(start)))
    chips = [
        (Cost(page, what, seconds_of(handler, setting)), setting)
        for what, setting in chips_of(handler, start)
    ]
    chips.sort(key=lambda one: one[0].seconds, reverse=True)
    starts = [(opened, start), *chips[:STARTS]]
    return max((climbed(handler, *one) for one in starts), key=lambda one: one.seconds)


def climbed(handler: PageHandler, best: Cost, setting: Setting) -> Cost:
    """Return the costliest setting that is reached from one, each time by the costliest move."""
    for _ in range(MOST_TURNS):
        costs = [(seconds_of(handler, moved), what, moved) for what, moved in moves_of(setting)]
        seconds, what, moved = max(costs, key=lambda one: one[0])
        if seconds < GROWS * best.seconds:
            break
        setting, best = moved, Cost(best.page, f"{best.what}, {what}", seconds)
    return best


def _other_seed(setting: Setting, seed: int = 1) -> Setting:
    is_number = isinstance(setting.controls().get("seed"), Number)
    return setting.with_values(seed=seed) if is_number else setting


def growth(page: str) -> list[Line]:
    """Return the processor time of an answer for each size of a page, all others as it opens."""
    handler = PageHandler(page, "en")
    start = handler.page.setting.default(handler.text)
    seconds_of(handler, start)
    lines = []
    for line, name in enumerate(SIZES.get(page, ())):
        points = []
        for value in values_of(name, start.controls()[name], start):
            size = len(value.split()) if isinstance(value, str) else value
            try:
                moved = start.with_values(**{name: value})
                seeds = {_other_seed(moved, 100 * (line + 1) + seed) for seed in SEEDS}
            except ValueError:
                continue
            # What is cached would cost nothing.
            seconds = [seconds_of(handler, one) for one in seeds if one != start]
            if size > 0 and seconds:
                points.append((float(size), min(seconds)))
        if points:
            lines.append(Line(page, name, tuple(points)))
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pages", default="", help="only these pages: masks,attention")
    parser.add_argument("--chart", type=Path, help="also write the chart, as SVG")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    names = arguments.pages.split(",") if arguments.pages else page_names()
    print("| page | costliest setting found | processor time, s | budget |")
    print("| --- | --- | --- | --- |")
    for name in names:
        found = costliest(name)
        met = "met" if found.seconds <= BUDGET_SECONDS else "MISSED"
        print(f"| {name} | {found.what} | {found.seconds:.2f} | 1 s, {met} |", flush=True)
    if arguments.chart:
        lines = {name: growth(name) for name in names}
        arguments.chart.write_text(chart(lines, BUDGET_SECONDS), encoding="utf-8")


if __name__ == "__main__":
    main()
