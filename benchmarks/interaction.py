"""How long a person waits for a picture, in a real Chromium, against the plainest Streamlit app.

    python -m benchmarks.interaction [--json] [--samples N]

Floor and workbench take turns: each round takes one sample of everything, in a new random order,
so that a busy machine slows all of them alike. A sample starts at the event's own time stamp and
ends when the code that draws is done, before the browser paints, on both sides. Times in ms.
"""

import argparse
import json
import random
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from benchmarks.browser import launch_options
from benchmarks.server import ROOT, running

STOPWATCH = (ROOT / "benchmarks" / "interaction.js").read_text(encoding="utf-8")
VIEWPORT = {"width": 1280, "height": 900}
WARM_UP = 5
PAUSE_SECONDS = 0.15
LONGEST_SECONDS = 10

ATTENTION = "attention?at_source=random&at_queries=16&at_keys=16&at_d_k=16&at_d_v=16"
ENCODING = "positional_encoding?pe_seq_len={0}&pe_d_model={1}"


@dataclass(frozen=True)
class Measure:
    """What is done on a page, and how long it may take: in ms, and as a share of the floor."""

    name: str
    path: str
    budget: float | None = None
    share: float | None = None
    control: tuple[str, str] | None = None
    """Role and name of the control that keys move; None for the pointer."""
    keys: tuple[str, str] = ("ArrowRight", "ArrowLeft")
    matrix: str = ""
    """The matrix that is pointed at."""
    click: bool = False
    """Whether a cell is clicked, which pins or paints it; otherwise it is hovered over."""
    picture: str = "board"
    app: str = "workbench"


FLOOR = Measure(
    "floor: slider key to st.plotly_chart 50 x 128",
    "",
    control=("slider", "seq_len"),
    picture="plotly",
    app="floor",
)
BARE = Measure(
    "bare: slider key to one matrix view 50 x 128, nothing else",
    "",
    control=("slider", "seq_len"),
    app="bare",
)
SEQ_LEN = ("slider", "Sequence length")
MEASURES = (
    FLOOR,
    BARE,
    Measure(
        "slider key to picture, positional encoding 50 x 128",
        ENCODING.format(50, 128),
        40,
        1 / 3,
        SEQ_LEN,
    ),
    Measure(
        "slider key to picture, positional encoding 512 x 512",
        ENCODING.format(512, 512),
        120,
        control=SEQ_LEN,
    ),
    Measure(
        "key to picture, attention 16 x 16",
        ATTENTION,
        40,
        1 / 3,
        ("spinbutton", "Seed"),
        ("ArrowUp", "ArrowDown"),
    ),
    Measure("hover, positional encoding 50 x 128", ENCODING.format(50, 128), 16, matrix="pe"),
    Measure("hover, 8 linked 16 x 16 matrices", ATTENTION, 16, matrix="weights"),
    Measure("pin, attention 16 x 16", ATTENTION, 16, matrix="weights", click=True),
    Measure(
        "paint, attention 16 x 16", f"{ATTENTION}&at_mask=painted", 16, matrix="mask", click=True
    ),
    Measure(
        "first draw, 12 layers x 12 heads x 64 tokens",
        "",
        300,
        control=("slider", "seed"),
        picture="first",
        app="heads",
    ),
)
FIRST_PICTURE = "first picture after opening the address"
FIRST_PICTURE_BUDGET = 2500
FIRST_PICTURE_SAMPLES = 8


@dataclass
class Subject:
    """An open page on which one measure is taken again and again."""

    measure: Measure
    page: Page
    times: list[float] = field(default_factory=list)

    @classmethod
    def open(cls, measure: Measure, browser: Browser, address: str) -> "Subject":
        page = browser.new_context(viewport=VIEWPORT, locale="en-US").new_page()
        page.set_default_timeout(1000 * 6 * LONGEST_SECONDS)
        page.goto(f"{address}/{measure.path}")
        plotly = measure.picture == "plotly"
        drawn = ".js-plotly-plot image" if plotly else ".board[data-drawn]"
        page.locator(drawn).first.wait_for(state="attached")
        wait_until_idle(page)
        page.evaluate(STOPWATCH)
        page.evaluate("(picture) => stopwatch.watch(picture)", measure.picture)
        return cls(measure, page)

    def sample(self, turn: int) -> float:
        """Do it once; the time from the event to the picture."""
        if self.measure.control is None:
            self._point(turn)
        else:
            role, name = self.measure.control
            self.page.get_by_role(role, name=name).focus()
            time.sleep(PAUSE_SECONDS)
            self.page.evaluate("stopwatch.reset()")
            self.page.keyboard.press(self.measure.keys[turn % 2])
        self.page.wait_for_function(
            "stopwatch.times.picture !== null", polling=20, timeout=1000 * LONGEST_SECONDS
        )
        wait_until_idle(self.page)
        time.sleep(PAUSE_SECONDS)
        times = self.page.evaluate("stopwatch.times")
        return times["picture"] - times["event"]

    def _point(self, turn: int) -> None:
        overlay = self.page.locator(f'figure[data-id="{self.measure.matrix}"] canvas.overlay')
        overlay.scroll_into_view_if_needed()
        x, y = _cell(overlay, 1 + turn % 2, 3)
        if self.measure.click:
            self.page.mouse.move(x, y)
        else:
            self.page.mouse.move(0, 0)
        time.sleep(PAUSE_SECONDS)
        self.page.evaluate("stopwatch.reset()")
        if self.measure.click:
            self.page.mouse.click(x, y)
        else:
            self.page.mouse.move(x, y)


def _cell(overlay: Locator, row: int, col: int) -> tuple[float, float]:
    box = overlay.bounding_box()
    left, top, width, height = map(float, overlay.get_attribute("data-cells").split())
    return box["x"] + left + (col + 0.5) * width, box["y"] + top + (row + 0.5) * height


def wait_until_idle(page: Page) -> None:
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()


def first_pictures(browser: Browser, address: str) -> Iterator[float]:
    """From opening the address, nothing cached in the browser, to the first picture."""
    for _ in range(FIRST_PICTURE_SAMPLES):
        page = browser.new_context(viewport=VIEWPORT, locale="en-US").new_page()
        page.goto(f"{address}/attention")
        board = page.locator(".board[data-drawn]")
        board.wait_for()
        yield float(board.get_attribute("data-drawn"))
        page.context.close()


def summary(
    name: str, times: Sequence[float], floor: float, budget: float | None, share: float | None
) -> dict:
    median = statistics.median(times)
    ratio = median / floor
    met = (budget is None or median <= budget) and (share is None or ratio <= share)
    return {
        "what": name,
        "median": round(median, 1),
        "p95": round(statistics.quantiles(times, n=20)[-1], 1),
        "share_of_floor": round(ratio, 2),
        "budget": budget,
        "budget_share": share and round(share, 2),
        "met": met,
        "samples": len(times),
    }


def measure(samples: int) -> list[dict]:
    with ExitStack() as stack:
        elsewhere = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        ours = {"PYTHONPATH": str(ROOT)}
        addresses = {
            "floor": running(ROOT / "benchmarks" / "floor_app.py", folder=elsewhere),
            "bare": running(ROOT / "benchmarks" / "bare_app.py", environment=ours),
            "heads": running(ROOT / "benchmarks" / "heads_app.py", environment=ours),
            "workbench": running(),
        }
        addresses = {app: stack.enter_context(server) for app, server in addresses.items()}
        playwright = stack.enter_context(sync_playwright())
        browser = stack.enter_context(playwright.chromium.launch(**launch_options()))
        subjects = [Subject.open(one, browser, addresses[one.app]) for one in MEASURES]
        for turn in range(WARM_UP + samples):
            for subject in random.sample(subjects, len(subjects)):
                taken = subject.sample(turn)
                if turn >= WARM_UP:
                    subject.times.append(taken)
        for subject in subjects:
            subject.page.context.close()
        opened = list(first_pictures(browser, addresses["workbench"]))
    base = statistics.median(subjects[0].times)
    rows = [
        summary(one.measure.name, one.times, base, one.measure.budget, one.measure.share)
        for one in subjects
    ]
    return [*rows, summary(FIRST_PICTURE, opened, base, FIRST_PICTURE_BUDGET, None)]


def table(rows: Sequence[dict]) -> str:
    """The README's own form."""
    lines = [
        "| what | median, ms | p95, ms | against the floor | budget |",
        "| --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        budget = "" if row["budget"] is None else f"{row['budget']:g} ms"
        if row["budget_share"]:
            budget += f" and {row['budget_share']:.2f} x"
        if budget:
            budget += ", met" if row["met"] else ", MISSED"
        figures = f"{row['median']:.1f} | {row['p95']:.1f} | {row['share_of_floor']:.2f} x"
        lines.append(f"| {row['what']} | {figures} | {budget} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print JSON, not a table")
    parser.add_argument("--samples", type=int, default=40, help="samples of each (40)")
    arguments = parser.parse_args()
    rows = measure(arguments.samples)
    print(json.dumps(rows, indent=2) if arguments.json else table(rows))


if __name__ == "__main__":
    main()
