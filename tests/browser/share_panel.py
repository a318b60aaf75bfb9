"""The panel of "Share" as a person meets it, and what comes out of it."""

import base64
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from xml.etree import ElementTree

from playwright.sync_api import Download, Page, expect

DROP = """([name, text, where]) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], name));
    const target = document.querySelector(where);
    target.dispatchEvent(new DragEvent("drop", {dataTransfer, bubbles: true, cancelable: true}));
}"""


def open_panel(page: Page, tab: str = "") -> None:
    page.locator(".history-bar .share").click()
    expect(page.locator(".share-panel")).to_be_visible()
    if tab:
        page.locator(f".share-panel [data-tab={tab}]").click()


def saved(page: Page, name: str) -> Download:
    with page.expect_download() as download:
        page.locator(".share-panel").get_by_role("button", name=name, exact=True).click()
    return download.value


@contextmanager
def by_itself(page: Page, html: str) -> Iterator[Page]:
    """A page that was saved, opened beside this one where nothing can be asked of anybody."""
    alone = page.context.new_page()
    try:
        alone.route("**/*", lambda route: route.abort())
        alone.set_content(html)
        yield alone
    finally:
        alone.close()


def drop(page: Page, name: str, content: bytes, where: str = "body") -> None:
    page.evaluate(DROP, [name, base64.b64encode(content).decode(), where])


def texts(svg: bytes) -> list[str]:
    """Every text of a picture, which has to be well-formed."""
    return ["".join(one.itertext()) for one in ElementTree.fromstring(svg).iter() if one.text]


def curve_of(svg: bytes) -> list[tuple[float, float]]:
    """The points of the first curve of a figure, read by the ticks beside its axes."""
    whole = ElementTree.fromstring(svg)
    across, up = (_axis_of(whole, f"{name}tick", place) for place, name in enumerate("xy"))
    plot = next(one for one in whole.iter() if one.get("class") == "xy")
    line = next(one for one in plot.iter() if one.get("class") == "js-line")
    left, top = _translated(plot)
    points = re.findall(r"[ML]([-\d.]+),([-\d.]+)", line.attrib["d"])
    return [(across(left + float(x)), up(top + float(y))) for x, y in points]


def _axis_of(whole: ElementTree.Element, kind: str, place: int) -> Callable[[float], float]:
    """From a place in the picture to the number there, by the first and the last number at an axis,
    where there may be a word, too.
    """
    texts = [
        (_translated(tick[0])[place], "".join(tick.itertext()))
        for tick in whole.iter()
        if tick.get("class") == kind
    ]
    ticks = [(at, read_tick(text)) for at, text in texts if re.search(r"\d", text)]
    (start, low), (end, high) = ticks[0], ticks[-1]
    return lambda at: low + (high - low) * (at - start) / (end - start)


def _translated(element: ElementTree.Element) -> tuple[float, float]:
    x, y = re.findall(r"[-\d.]+", element.attrib["transform"])
    return float(x), float(y)


def read_tick(text: str) -> float:
    """A number beside an axis: 20,000, 50% or 7×10−4; 10−4 with its exponent raised."""
    if text.endswith("%"):
        return float(text[:-1]) / 100
    if text.startswith("10\u200b"):
        text = f"1×{text}"
    plain = text.replace("−", "-").replace(",", "").replace("\u200b", "")
    mantissa, _, exponent = plain.partition("×10")
    return float(mantissa) * 10 ** int(exponent or 0)
