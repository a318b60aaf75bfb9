"""Finds texts that overlap, that are cut, and legends unlike what they explain.

`drawn_texts.js` records what is written on canvases and knows every text in sight with its box.
`python -m tests.browser.drawn_texts [page ...]` visits every page in both languages at every size,
and the harder settings, and prints the faults.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

from playwright.sync_api import BrowserContext, Page, sync_playwright

from benchmarks.browser import launch_options
from benchmarks.server import running
from tests.browser.kept_tab import KeptTab
from tests.browser.legends import line_legend_faults, matrix_legend_faults
from tests.browser.matrix_board import wait_until_drawn, wait_until_idle
from tests.browser.one_window import AT_REST, PICTURES, SIDEBAR_GONE
from tests.browser.test_front import LONG
from ui.shell.navigation import FRONT
from ui.words.pages import page_names

RECORDER = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
Size = tuple[int, int]
LAPTOP = (1280, 720)
SIZES = ((1920, 1080), (1440, 900), (1280, 720), (1024, 768), (390, 844))
PHONE = 640
"""In a narrower window, lines that do not fit are swiped."""
PATHS = {page: "" if page == "overview" else page for page in page_names()}
WORDS_25 = " ".join(LONG.split()[:25])
HARD = {
    "overview, 26 words": f"?ys_sentence={quote_plus(LONG)}",
    "encoder_decoder, 6 layers": "encoder_decoder?ed_num_layers=6",
    "masks, 3 ids": "masks?ma_ids=1+2+0",
    "masks, cross-attention": "masks?ma_attention=cross",
    "masks, a norm that leaks": "masks?ma_attention=decoder&ma_compare=norm",
    "masks, recomputed": "masks?ma_attention=decoder&ma_compare=recomputed&ma_target_length=1",
    "masks, 25 words": f"masks?ma_given=sentence&ma_length=25&ma_sentence={quote_plus(WORDS_25)}",
    "multi_head_attention, 16 heads": "multi_head_attention?mh_d_model=64&mh_num_heads=16",
    "your_sentence, 26 words": f"your_sentence?ys_sentence={quote_plus(LONG)}",
    "attention, a sentence": "attention?at_source=sentence",
    "self_attention, 8 heads": "self_attention?sa_view=heads",
}
SCHEMES = {"en": "light", "ko": "dark"}
DISTANCES = (0.15, 0.35, 0.55, 0.8, 1)
"""Between the whole model, 0, and its numbers."""

UNMOVED = """() => document.getAnimations().every(({ playState, effect, timeline }) =>
    playState !== "running" || effect.getComputedTiming().endTime === Infinity
        || timeline !== document.timeline)"""
"""Nothing moves by time: what fades as it is scrolled has another timeline."""


@dataclass(frozen=True)
class Allowed:
    """Faults that are meant: of this kind, where the description and the text match."""

    fault: str
    where: str
    why: str
    text: str = ""
    only_on_phones: bool = False

    def covers(self, fault: dict[str, Any], width: int) -> bool:
        is_here = width <= PHONE or not self.only_on_phones
        is_kind = re.fullmatch(self.fault, fault["fault"]) is not None
        text = f"{fault['where']} | {fault.get('by', '')}"
        fits = re.search(self.where, text) and re.search(self.text, fault["text"])
        return is_here and is_kind and bool(fits)


NUMBER = r"^[−-]?[\d.]+(e[−-]?\d+)?$|^[−-]?∞$"
ALLOWED: tuple[Allowed, ...] = (
    Allowed("scrolled", r"code|pre\b|plain-table|table-frame", "code and tables are scrolled"),
    Allowed("scrolled", "", "what is wider than a phone is swiped", only_on_phones=True),
    Allowed(
        "cut|edge|covered|wiped", "#map stage", "the map's numbers go on beyond its edge", NUMBER
    ),
    Allowed("overlap", r"#map stage \| [−-]?[\d.]+$", "they pass below the names of the rows"),
    Allowed("covered", "map-overview", "the small picture of the whole lies over the map's corner"),
    Allowed("cut", r"\| (Sentence|문장)$", "a long sentence is scrolled in its field", r".{40}"),
    Allowed("ellipsis", "glosses", "the meanings give way to the output, which says them by rows"),
    Allowed("ellipsis", "heading", "the closed sheet has one line", only_on_phones=True),
)


def at_rest(page: Page) -> None:
    """Wait until nothing moves any more, as after the window became another."""
    wait_until_idle(page)
    page.wait_for_function(SIDEBAR_GONE)
    page.wait_for_function(UNMOVED)
    page.evaluate(AT_REST, PICTURES)


def text_faults(page: Page) -> list[dict[str, Any]]:
    """The faults of all texts in sight that are not allowed."""
    found = page.evaluate("window.textFaults()")
    assert found["count"] > 3, "no texts were found"
    size = page.viewport_size
    assert size is not None
    return [
        fault
        for fault in found["faults"]
        if not any(one.covers(fault, size["width"]) for one in ALLOWED)
    ]


def in_words(fault: dict[str, Any]) -> str:
    """One fault on one line."""
    other = f" and “{fault['by']}” {fault['otherBox']}" if fault["fault"] == "overlap" else ""
    by = f" by {fault['by']}" if fault["fault"] != "overlap" and fault.get("by") else ""
    pixels = f", {fault['pixels']} px" if fault.get("pixels") else ""
    return (
        f"{fault['fault']}: “{fault['text']}” {fault['box']} in {fault['where']}{other}{by}{pixels}"
    )


def faults_at(page: Page, size: Size) -> list[str]:
    """The faults of one open page when its window has got this size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    at_rest(page)
    faults = [*map(in_words, text_faults(page))]
    if size == LAPTOP:
        faults += [*matrix_legend_faults(page), *line_legend_faults(page)]
    return [f"{size[0]}x{size[1]} {fault}" for fault in faults]


@contextmanager
def recording_tab(context: BrowserContext, scheme: str = "light") -> Iterator[KeptTab]:
    """A tab in which everything that is written on canvases is known."""
    page = context.new_page()
    page.add_init_script(RECORDER)
    page.emulate_media(reduced_motion="reduce", color_scheme=scheme)
    try:
        yield KeptTab(page)
    finally:
        page.close()


def open_at(tab: KeptTab, server: str, path: str, size: Size) -> Page:
    """Open an address in a window of this size, and wait for its pictures."""
    tab.page.set_viewport_size({"width": size[0], "height": size[1]})
    tab.open(server, path, is_loaded=False)
    wait_until_drawn(tab.page)
    return tab.page


def page_faults(tab: KeptTab, server: str, path: str, sizes: Sequence[Size]) -> list[str]:
    """The faults of a page; a map that has the window starts elsewhere on a phone."""
    is_front = path.partition("?")[0] in FRONT
    wide = [size for size in sizes if size[0] > PHONE or not is_front]
    found = []
    for group in filter(None, (wide, [size for size in sizes if size not in wide])):
        page = open_at(tab, server, path, group[0])
        found += [fault for size in group for fault in faults_at(page, size)]
        tab.leave()
    return found


def main() -> None:
    """Print the faults of every page and hard setting, in both languages and at every size."""
    chosen = tuple(sys.argv[1:])
    with sync_playwright() as playwright, running() as server:
        browser = playwright.chromium.launch(**launch_options(may_be_shell=True))
        for language, scheme in SCHEMES.items():
            with recording_tab(browser.new_context(locale=language), scheme) as tab:
                for name, path in {**PATHS, **HARD}.items():
                    if not chosen or name.startswith(chosen):
                        print(f"## {name} ({language})", flush=True)
                        for fault in page_faults(tab, server, path, SIZES):
                            print(f"  {fault}", flush=True)


if __name__ == "__main__":
    main()
