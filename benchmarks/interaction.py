"""The time until a picture is drawn, in a real Chromium, against the simplest Streamlit app.

    python -m benchmarks.interaction [--json] [--samples N] [--pages masks,attention]

Every page is opened with its defaults; every control on it is moved back and forth, in a separate
window, and timed until what it changes is drawn: picture and arithmetic, or how much of the
arithmetic is shown. Each alternates with the baseline, so that other load slows both equally, and
no other window is open, because long unused windows are slow. On both sides, a sample starts at the
event's time stamp and ends when the drawing code is done, before the browser paints. Times are in
ms.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

from benchmarks import model_map
from benchmarks.browser import launch_options
from benchmarks.controls import Action, actions_of, cell
from benchmarks.server import ROOT, running
from benchmarks.timings import Measure, slowest_of_each_page, summary, table
from ui.words.pages import page_names

STOPWATCH = (ROOT / "benchmarks" / "interaction.js").read_text(encoding="utf-8")
VIEWPORT = {"width": 1440, "height": 900}
WARM_UP = 3
PAUSE_SECONDS = 0.12
LONGEST_SECONDS = 4
LATEST_CONTROL_MS = 300

THIRD, QUIET_MS = 1 / 3, 40
CURVE_SHARE = 0.4
LOCAL_MS = 16
"""The budget for drawing a hover, a pin or paint, which need no request to the server."""
DRAWN_MAP = "[data-workbench=map][data-drawn]"
ATTENTION = "attention?at_source=random&at_queries=16&at_keys=16&at_d_k=16&at_d_v=16"
LARGE = {
    "positional encoding 512 x 512": (
        "positional_encoding?pe_seq_len=512&pe_d_model=512",
        "Sequence length",
    ),
    "multi-head at the paper's size": (
        "multi_head_attention?mh_d_model=512&mh_num_heads=8",
        "Sentence",
    ),
    "encoder-decoder, 4 layers, d_model 128": (
        "encoder_decoder?ed_num_layers=4&ed_d_model=128&ed_num_heads=4&ed_d_ff=512",
        "Source",
    ),
}
"""Large settings by name, each with the control to move; the budget is the baseline."""


class Opened:
    """A page in a separate window, with a stopwatch in it, which waits for a kind of picture."""

    def __init__(
        self, browser: Browser, address: str, drawn: str, *, picture: str | None = None
    ) -> None:
        self.page = browser.new_context(viewport=VIEWPORT, locale="en-US").new_page()
        # The map plays once, on a user's first visit: prevent that.
        self.page.add_init_script("localStorage.setItem('workbench.map.seen', '1')")
        self.page.set_default_timeout(1000 * 4 * LONGEST_SECONDS)
        self.page.goto(address)
        self.page.locator(drawn).first.wait_for(state="attached")
        wait_until_idle(self.page)
        self.page.evaluate(STOPWATCH)
        if picture is not None:
            self.watch(picture)

    def watch(self, picture: str) -> None:
        self.page.evaluate("(picture) => stopwatch.watch(picture)", picture)

    def timed(self, act: Callable[[int], None], turn: int) -> float:
        """Return the time from the event to the picture, in ms."""
        time.sleep(PAUSE_SECONDS)
        self.page.evaluate("stopwatch.reset()")
        act(turn)
        self.page.wait_for_function(
            "() => stopwatch.times.picture !== null", polling=20, timeout=1000 * LONGEST_SECONDS
        )
        wait_until_idle(self.page)
        time.sleep(PAUSE_SECONDS)
        times = self.page.evaluate("stopwatch.times")
        return float(times["picture"] - times["event"])

    def measure(
        self, name: str, action: Action, budget: float | None = None, share: float | None = None
    ) -> Measure:
        def take(turn: int) -> float:
            action.prepare(turn)
            return self.timed(action.act, turn)

        return Measure(name, take, budget, share, self.close)

    def close(self) -> None:
        self.page.context.close()

    def pointing(self, name: str, matrix: str, *, click: bool) -> Measure:
        """Return a measure of hovering over a matrix, or of clicking on it to pin or paint."""
        overlay = self.page.locator(f'figure[data-id="{matrix}"] canvas.overlay')

        def take(turn: int) -> float:
            overlay.scroll_into_view_if_needed()
            x, y = cell(overlay, 1 + turn % 2, 3)
            self.page.mouse.move(*((x, y) if click else (0, 0)))
            act = self.page.mouse.click if click else self.page.mouse.move
            return self.timed(lambda _: act(x, y), turn)

        return Measure(name, take, LOCAL_MS, close=self.close)


def wait_until_idle(page: Page) -> None:
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()


def moved_by_keys(page: Page, role: str, name: str) -> Action:
    keys = ("ArrowRight", "ArrowLeft") if role == "slider" else ("ArrowUp", "ArrowDown")
    control = page.get_by_role(role, name=name)
    return Action(
        name, lambda turn: control.focus(), lambda turn: page.keyboard.press(keys[turn % 2])
    )


def every_control(browser: Browser, address: str, names: Sequence[str]) -> Iterator[Measure]:
    def opened_at(name: str) -> Opened:
        opened = Opened(browser, f"{address}/{name}", "[data-workbench]")
        if "lesson=" in name:
            opened.page.locator(".lesson-title").wait_for()
        return opened

    for name in names:
        first = opened_at(name)
        # Every time the page opens, wait for the last controls, so that the list is the same.
        first.page.wait_for_timeout(LATEST_CONTROL_MS)
        has_curve = first.page.locator(".workbench.main [data-workbench=curve]").count() > 0
        share = CURVE_SHARE if has_curve else THIRD
        budget = None if has_curve else QUIET_MS
        count = len(list(actions_of(first.page)))
        first.close()
        for place in range(count):
            opened = opened_at(name)
            opened.page.wait_for_timeout(LATEST_CONTROL_MS)
            action = list(actions_of(opened.page))[place]
            opened.watch(action.shows)
            yield opened.measure(f"{name}: {action.name}", action, budget, share)


def large_settings(browser: Browser, address: str) -> Iterator[Measure]:
    for name, (path, control) in LARGE.items():
        opened = Opened(browser, f"{address}/{path}", "[data-workbench]", picture="answer")
        action = next(one for one in actions_of(opened.page) if one.name == control)
        yield opened.measure(name, action, share=1.0)


def in_the_picture(browser: Browser, address: str) -> Iterator[Measure]:
    def board(path: str) -> Opened:
        return Opened(browser, f"{address}/{path}", ".board[data-drawn]", picture="board")

    yield board("positional_encoding").pointing("hover, 50 x 128", "pe", click=False)
    yield board(ATTENTION).pointing("hover, linked 16 x 16 matrices", "weights", click=False)
    yield board(ATTENTION).pointing("pin, drawn", "weights", click=True)
    yield board(f"{ATTENTION}&at_mask=painted").pointing("paint, drawn", "mask", click=True)


def moving_maps(browser: Browser, address: str) -> Iterator[Measure]:
    """Yield measures of the frame times of a map in constant motion."""
    for name, path in model_map.SIZES.items():
        for what, take, budget in (
            ("frame, median", model_map.median_frame, model_map.FRAME_MS),
            ("frame, p95", model_map.late_frame, model_map.LATE_FRAME_MS),
        ):
            opened = Opened(browser, f"{address}/{path}", DRAWN_MAP, picture="answer")
            opened.page.wait_for_timeout(LATEST_CONTROL_MS)

            def taken(
                turn: int, page: Page = opened.page, take: Callable[[Page], float] = take
            ) -> float:
                return take(page)

            label = f"the map moves, {name}: {what}"
            yield Measure(label, taken, budget, close=opened.close)


def new_sentence(browser: Browser, address: str) -> Measure:
    """Return a measure of pressing Enter on a new sentence, minus the model's own time for it."""
    opened, sentences = (
        Opened(browser, address, DRAWN_MAP, picture="answer"),
        model_map.new_sentences(),
    )
    field = opened.page.get_by_role("textbox", name="English sentence")

    def take(turn: int) -> float:
        sentence = next(sentences)
        field.fill(sentence)
        whole = opened.timed(lambda _: opened.page.keyboard.press("Enter"), turn)
        return whole - model_map.own_time(sentence)

    name = "the map: Enter on a new sentence, without the model's own time"
    return Measure(name, take, share=1.0, close=opened.close)


def first_pictures(browser: Browser, address: str, names: Sequence[str]) -> Measure:
    """Return a measure from opening the URL, with an empty browser cache, to the first picture."""

    def take(turn: int) -> float:
        page = browser.new_context(viewport=VIEWPORT, locale="en-US").new_page()
        page.goto(f"{address}/{names[turn % len(names)]}")
        drawn = page.locator("[data-workbench][data-drawn]").first
        drawn.wait_for(state="attached")
        at = float(drawn.get_attribute("data-drawn") or "nan")
        page.context.close()
        return at

    return Measure("first picture after opening the address, all pages in turn", take, 2500)


def sampled(one: Measure, floor: Measure, samples: int) -> Measure:
    """Take this many samples, alternating with the baseline, after warming up both."""
    for turn in range(WARM_UP + samples):
        for measure, times in ((floor, one.floor), (one, one.times)):
            try:
                taken = measure.take(turn)
            except TimeoutError:
                one.misses += 1
                continue
            if turn >= WARM_UP:
                times.append(taken)
    one.close()
    return one


def all_measures(
    browser: Browser, address: str, heads_address: str, names: Sequence[str], *, whole: bool
) -> Iterator[Measure]:
    """Yield all measures, each with its window open; `whole` adds everything but the controls."""
    yield from every_control(browser, address, names)
    if not whole:
        return
    yield from large_settings(browser, address)
    yield from in_the_picture(browser, address)
    yield from moving_maps(browser, address)
    yield new_sentence(browser, address)
    heads = Opened(browser, heads_address, ".board[data-drawn]", picture="first")
    first_draw = "first draw, 12 layers x 12 heads x 64 tokens"
    yield heads.measure(first_draw, moved_by_keys(heads.page, "slider", "seed"), budget=300)
    yield first_pictures(browser, address, names)


def measured(samples: int, names: Sequence[str], *, whole: bool) -> list[Measure]:
    """Return the baseline, with all of its samples, followed by all other measures."""
    with ExitStack() as stack:
        elsewhere = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        floor_app = ROOT / "benchmarks" / "floor_app.py"
        floor_address = stack.enter_context(running(floor_app, folder=elsewhere))
        heads_app = ROOT / "benchmarks" / "heads_app.py"
        ours = {"PYTHONPATH": str(ROOT)}
        heads_address = stack.enter_context(running(heads_app, environment=ours))
        address = stack.enter_context(running())
        playwright = stack.enter_context(sync_playwright())
        browser = stack.enter_context(playwright.chromium.launch(**launch_options()))
        opened = Opened(browser, floor_address, ".js-plotly-plot image", picture="plotly")
        by_key = moved_by_keys(opened.page, "slider", "seq_len")
        floor = opened.measure("baseline: slider key to st.plotly_chart 50 x 128", by_key)
        every = all_measures(browser, address, heads_address, names, whole=whole)
        measures = [sampled(one, floor, samples) for one in every]
        floor.times = [taken for one in measures for taken in one.floor]
        floor.floor = floor.times
    return [floor, *measures]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print JSON, not a table")
    parser.add_argument("--samples", type=int, default=10, help="samples per control (default: 10)")
    parser.add_argument(
        "--all", action="store_true", help="show every control, not only the slowest of each page"
    )
    parser.add_argument(
        "--pages",
        default="",
        help="only the controls of these pages: masks,masks?lesson=03_masks.2",
    )
    arguments = parser.parse_args()
    names = arguments.pages.split(",") if arguments.pages else page_names()
    measures = measured(arguments.samples, names, whole=not arguments.pages)
    rows = [summary(one) for one in measures]
    shown = rows if arguments.all or arguments.pages else slowest_of_each_page(rows)
    print(json.dumps(rows, indent=2) if arguments.json else table(shown))


if __name__ == "__main__":
    main()
