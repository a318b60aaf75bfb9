"""What can be read on a screen while numbers are covered."""

import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

from ui.server.scripts import script_address

MODULES = ("ui/shell/workbench.js", "ui/picture/prediction/predictors.js",
           "ui/picture/prediction/places.js", "ui/picture/matrix_view/selection.js")  # fmt: skip
COVERED = """async (modules) => {
    const [{ openStore }, { coversOn }, { coveredCells }, { matricesOf }] =
        await Promise.all(modules.map((one) => import(one)));
    const pictures = openStore().pictures(), plain = (numbers) => Array.from(numbers, Number);
    const boards = pictures.filter(({ kind }) => kind === "board");
    const covers = coversOn(openStore()).map((one) => {
        if (one.kind === "curve") return { kind: "curve", asks: "curve", lines: one.lines };
        const { item, question } = one, cells = coveredCells(item, question);
        const { rowCount, colCount, hidden, scale } = item;
        return { kind: "matrix", asks: one.kept ? "" : question.kind, matrix: item.id,
            numbers: plain(cells.map((index) => item.values[index])),
            mask: scale === "mask" ? [rowCount, colCount, plain(hidden)] : null };
    });
    const drawn = boards.flatMap(({ board }) => matricesOf(board.items)).map((item) => ({
        id: item.id, rows: item.rowCount, cols: item.colCount,
        values: Array.from(item.values, (one) => (Number.isFinite(one) ? one : null)),
        hidden: item.hidden && plain(item.hidden) }));
    const traces = pictures.filter(({ kind }) => kind === "curves")
        .flatMap(({ part }) => part.figure.data.map(({ y }) => Array.from(y ?? [])));
    return { covers, drawn, traces };
}"""
ATTRIBUTES = """() =>
    [...document.querySelectorAll("[title], [aria-label], [aria-valuetext], input")]
    .filter((one) => !one.closest(".lesson-panel, .prediction") && one.checkVisibility())
    .flatMap((one) => ["title", "aria-label", "aria-valuetext", "value"].map((name) => ({
        text: (name === "value" ? one.value : one.getAttribute(name)) ?? "",
        where: `${name} of ${one.tagName} ${one.className}` })))"""
SEEN = """() => {
    const inside = [...document.querySelectorAll(".lesson-panel, .prediction")];
    const boxes = inside.map((one) => one.getBoundingClientRect());
    return window.textsSeen().filter(({ box: [x, y] }) => !boxes.some((one) =>
        x >= one.left - 1 && x < one.right && y >= one.top - 1 && y < one.bottom));
}"""
NUMBER = re.compile(r"[−-]?\d+(?:,\d{3})*(?:\.\d+)?")
CELLS = re.compile(r" base$")
"""Where the numbers of cells are written: they are compared as numbers."""
SHAPE = re.compile(r"\(\d+(, \d+)+\)|\d+ rows and \d+ columns|\d+행 \d+열")


class Screen:
    """One page at a moment in which something is covered."""

    def __init__(self, page: Page) -> None:
        state = page.evaluate(COVERED, [*map(script_address, MODULES)])
        self.covers: list[dict[str, Any]] = state["covers"]
        self.drawn: list[dict[str, Any]] = state["drawn"]
        self.traces: list[list[float | None]] = state["traces"]
        self.texts: list[dict[str, str]] = page.evaluate(SEEN) + page.evaluate(ATTRIBUTES)

    def leaks(self) -> Iterator[str]:
        """Yield where something that is covered can be read."""
        for cover in self.covers:
            if cover["kind"] == "curve":
                yield from self._lines(cover["lines"])
            elif cover["mask"]:
                yield from self._masks(*cover["mask"])
            else:
                numbers = [one for one in cover["numbers"] if one is not None and not is_round(one)]
                yield from self._cells(numbers)
                yield from self._texts(numbers)

    def _cells(self, numbers: list[float]) -> Iterator[str]:
        for item in self.drawn:
            for value in item["values"]:
                if value is not None and any(abs(value - one) < 1e-7 for one in numbers):
                    yield f"{value} in a cell of {item['id']}"

    def _texts(self, numbers: list[float]) -> Iterator[str]:
        for seen in self.texts:
            if CELLS.search(seen["where"]):
                continue
            for text in NUMBER.findall(SHAPE.sub("", seen["text"])):
                if any(is_shown_as(number, text) for number in numbers):
                    yield f"“{seen['text']}” in {seen['where']}"

    def _lines(self, lines: list[list[float | None]]) -> Iterator[str]:
        for line in filter(None, lines):
            if line in self.traces:
                yield "the line itself"
            for item in self.drawn:
                values, cols = item["values"], item["cols"]
                for col in range(cols):
                    if is_line(values[col::cols], line):
                        yield f"column {col} of {item['id']}"

    def _masks(self, rows: int, cols: int, mask: list[int]) -> Iterator[str]:
        for item in self.drawn:
            hidden = item["hidden"]
            if not hidden or item["cols"] != cols or rows not in (1, item["rows"]):
                continue
            size = rows * cols
            if all(hidden[at] for at in range(len(hidden)) if mask[at % size]):
                yield f"the hatching of {item['id']}"


def is_round(number: float) -> bool:
    """Whether many numbers are like this one, written with two digits: 0, 0.5, 1, 10."""
    return abs(2 * number - round(2 * number)) < 0.01


def is_line(values: list[float | None], line: list[float | None]) -> bool:
    """Whether a column is a line, as far as it has numbers."""
    return len(values) == len(line) and all(
        one is not None and other is not None and abs(one - other) < 1e-5
        for one, other in zip(values, line, strict=True)
    )


def is_shown_as(number: float, text: str) -> bool:
    """Whether a text is this number, rounded as it is written, to at least two digits."""
    plain = text.replace("−", "-").replace(",", "")
    digits = len(re.sub(r"[-.]", "", plain).lstrip("0"))
    decimals = len(plain.partition(".")[2])
    return digits >= 2 and abs(round(number, decimals) - float(plain)) < 10**-decimals / 100
