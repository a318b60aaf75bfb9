"""Compares the colours of legends with the colours of what they explain, as they are on screen."""

import io
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.model_map_board import ModelMapBoard

READERS = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
STEEPEST = 500
"""How much a channel changes over the length of a legend, at most."""
Colour = tuple[int, ...]


def read(page: Page, reader: str, *given: object) -> Any:
    """What one of the functions in `legends.js` finds on a page."""
    return page.evaluate(
        f"([reader, given]) => ({READERS})[reader](...given)", [reader, list(given)]
    )


def picture_of(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def ground_of(picture: Image.Image, box: list[float]) -> Colour:
    """The colour of most of a cell: neither letters nor an outline."""
    left, top, width, height = box
    inset = min(3.0, width / 4, height / 4)
    area = (left + inset, top + inset, left + width - inset, top + height - inset)
    colours = picture.crop(tuple(map(round, area))).getcolors(1 << 14)
    return max(colours)[1]


def on_bar(picture: Image.Image, bar: list[float], share: float) -> Colour:
    """The colour of a legend at a share of its length."""
    left, top, length, thick = bar
    along = left + 1 + max(0.0, min(1.0, share)) * (length - 3)
    return picture.getpixel((round(along), round(top + thick / 2)))


def number_in(text: str) -> float:
    return float(text.replace("−", "-"))


def are_alike(one: Colour, other: Colour, slack: float) -> bool:
    return all(abs(a - b) <= slack for a, b in zip(one, other, strict=True))


def unlike(picture: Image.Image, legend: dict[str, Any]) -> list[str]:
    """The cells whose colour is not the one that the legend has for their number."""
    low, high = map(number_in, legend["ends"])
    found = []
    for cell in legend["cells"]:
        value, digits = number_in(cell["text"]), len(cell["text"].partition(".")[2])
        text = on_bar(picture, legend["bar"], (value - low) / (high - low))
        shown = ground_of(picture, cell["box"])
        slack = 6 + STEEPEST * (0.5 * 10**-digits / abs(high - low) + 1.5 / legend["bar"][2])
        if not are_alike(text, shown, slack):
            found.append(f"legend of {legend['id']}: {text} at {value}, but its cell is {shown}")
    return found


def pointed_at(page: Page, legend: dict[str, Any]) -> list[dict[str, Any]]:
    """The cells without written numbers, with the numbers that pointing at them brings."""
    found = []
    for cell in legend["pointed"]:
        left, top, width, height = cell["box"]
        page.mouse.move(left + width / 2, top + height / 2)
        readout = page.locator(".board", has=page.locator(f'[data-id="{legend["id"]}"]')).locator(
            ".readout"
        )
        text = readout.inner_text().rpartition("= ")[2]
        if text.replace("−", "").replace(".", "").isdigit():
            found.append({**cell, "text": text})
    page.mouse.move(1, 1)
    return found


def matrix_legend_faults(page: Page) -> list[str]:
    """The cells in sight that are unlike the legends of their matrices."""
    page.mouse.move(1, 1)
    legends = read(page, "bars")
    # Of small cells, an outline leaves nothing to be seen.
    read(page, "showOutlines", False)
    picture = picture_of(page)
    read(page, "showOutlines", True)
    for legend in legends:
        legend["cells"] += pointed_at(page, legend)
    return [one for legend in legends for one in unlike(picture, legend)]


def line_legend_faults(page: Page) -> list[str]:
    unmatched = [*read(page, "unmatchedLines"), *read(page, "unmatchedHeads")]
    return [f"no line has the colour of the legend, {one}" for one in unmatched]


def map_legend_faults(page: Page) -> list[str]:
    """Extreme cells of the map that are unlike the ends of its legend; the map stays near one."""
    board = ModelMapBoard(page)
    expect(page.locator(".map-legend")).to_be_visible()
    bars, picture, found, drawn = read(page, "mapLegend"), picture_of(page), [], 0
    names = board.tensor_names()
    grid = next(name for name in names if name.endswith(".weights"))
    vector = next(name for name in names if name.endswith(".output"))
    for name, scale in ((vector, "diverging"), (grid, "weights")):
        extremes = read(page, "extremes", *[name, 2]) or read(page, "extremes", *[name, 3])
        assert extremes, name
        limit = max(abs(one["value"]) for one in extremes) if scale == "diverging" else 1
        for one in extremes:
            board.fly_to(one["cell"], 1)
            if not board.is_in_picture(one["cell"]):
                continue
            drawn += 1
            share = (one["value"] / limit + 1) / 2 if scale == "diverging" else one["value"]
            text, shown = (
                on_bar(picture, bars[scale], share),
                tuple(board.drawn_colour(one["cell"])),
            )
            if not are_alike(text, shown, 6 + STEEPEST * 1.5 / bars[scale][2]):
                found.append(
                    f"legend of the map: {text} at {one['value']:.2f}, but {one['cell']} is {shown}"
                )
    assert drawn >= 3
    return found
