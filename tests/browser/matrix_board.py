"""A matrix on a page as a person meets it: point at a cell, click it, read what is said."""

import re
import time

from playwright.sync_api import Locator, Page, TimeoutError, expect

from ui.explain.arithmetic.numbers import read_back

PATIENCE_SECONDS = 30
HIDDEN = "hidden"
IDLE = """() =>
    Boolean(document.querySelector("[data-testid=stApp][data-test-script-state=notRunning]"))"""
# There is a picture, every board in sight is drawn, and the address says of what.
DRAWN = """() => {
    const isInSight = (selector) => [...document.querySelectorAll(selector)].some((one) => {
        const { width, height } = one.getBoundingClientRect();
        return width && height && one.checkVisibility({ visibilityProperty: true });
    });
    const pictures = [".board", ".model-map", ".sweep"].map((one) => `${one}[data-drawn]`)
        .concat(".js-plotly-plot .main-svg").join();
    const isSaid = new URLSearchParams(location.search).has("v");
    return isSaid && isInSight(pictures) && !isInSight(".board:not([data-drawn])");
}"""

# For whoever reads that a page was not drawn in time.
STANDING = """() => ({
    address: location.href,
    visibility: document.visibilityState,
    script: document.querySelector("[data-testid=stApp]")?.dataset.testScriptState,
    connection: document.querySelector("[data-testid=stApp]")?.dataset.testConnectionState,
    pictures: [...document.querySelectorAll(".board, .model-map, .js-plotly-plot")].map(
        (one) => `${one.className} ${one.dataset.drawn}`
    ),
    text: document.body.innerText.slice(0, 500),
})"""

expect.set_options(timeout=1000 * PATIENCE_SECONDS)


def wait_until_drawn(page: Page) -> None:
    """Until there is a picture, every board in sight is drawn, the address says what is shown,
    and the script is done.

    The browser looks at every frame: a locator is asked again only after half a second.
    """
    try:
        page.wait_for_function(f"() => ({DRAWN})() && ({IDLE})()")
    except TimeoutError as error:
        raise AssertionError(f"not drawn in time: {page.evaluate(STANDING)}") from error


def wait_until_idle(page: Page) -> None:
    page.wait_for_function(IDLE)


def box_of(locator: Locator) -> dict[str, float]:
    """Where something stands: what is drawn anew stands nowhere for a moment."""
    end = time.monotonic() + PATIENCE_SECONDS
    while (box := locator.bounding_box()) is None:
        assert time.monotonic() < end, f"{locator} stands nowhere"
        locator.page.wait_for_timeout(20)
    return box


def arithmetic_title(page: Page) -> Locator:
    """What the arithmetic box says it explains, e.g. "Weights[ 2, 1 ] = 0.5000"."""
    return page.locator(".box .heading code").first


class MatrixBoard:
    """One matrix, found by the id that Python gave it, and the lines of the board it stands on."""

    def __init__(self, page: Page, matrix: str) -> None:
        self.page = page
        self.figure = page.locator(f'figure[data-id="{matrix}"]')
        self.board = page.locator(".board", has=page.locator(f'figure[data-id="{matrix}"]'))
        self.cells = self.figure.locator("canvas.overlay")
        self.note = self.figure.locator(".note")
        self.readout = self.board.locator(".readout")
        self.live = self.board.locator(".live")
        self.editor = self.board.locator(".editor")
        self.hint = self.board.locator(".hint")

    def _place(self, row: int, col: int) -> dict[str, float]:
        left, top, width, height = map(float, self.cells.get_attribute("data-cells").split())
        return {"x": left + (col + 0.5) * width, "y": top + (row + 0.5) * height}

    def hover(self, row: int, col: int) -> None:
        self.cells.hover(position=self._place(row, col))

    def click(self, row: int, col: int) -> None:
        self.cells.click(position=self._place(row, col))

    def drag(self, *cells: tuple[int, int]) -> None:
        """Press on the first cell, move over the others, release on the last."""
        self.hover(*cells[0])
        self.page.mouse.down()
        for row, col in cells[1:]:
            box, place = box_of(self.cells), self._place(row, col)
            self.page.mouse.move(box["x"] + place["x"], box["y"] + place["y"], steps=3)
        self.page.mouse.up()

    def drawn_at(self) -> float:
        return float(self.board.get_attribute("data-drawn"))

    def readout_at(self, row: int, col: int) -> str:
        """The line that hovering a cell brings."""
        self.page.mouse.move(0, 0)
        self.hover(row, col)
        # A board that is drawn anew just now forgets what is hovered: point at it again.
        end = time.monotonic() + PATIENCE_SECONDS
        while not (text := self.readout.inner_text()) and time.monotonic() < end:
            self.page.mouse.move(0, 0)
            self.hover(row, col)
        return text

    def readout_text(self, row: int, col: int) -> str:
        """What hovering a cell says of its value, also where the line is not in sight."""
        self.page.mouse.move(0, 0)
        self.hover(row, col)
        return self.readout.text_content().rpartition("= ")[2]

    def value(self, row: int, col: int) -> float | str:
        """The number that hovering a cell shows, or HIDDEN."""
        text = self.readout_at(row, col).rpartition("= ")[2]
        return read_back(text) if re.fullmatch(r"−?[\d.]+( × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?", text) else text

    def expect_values(self, expected: dict[tuple[int, int], float | str]) -> None:
        """These cells show these numbers, to the four decimals shown, soon."""
        end = time.monotonic() + PATIENCE_SECONDS
        while (wrong := self._wrong(expected)) and time.monotonic() < end:
            self.page.wait_for_timeout(50)
        assert not wrong, wrong

    def expect_readout(self, row: int, col: int, words: str) -> None:
        """Hovering a cell says these words, soon."""
        end = time.monotonic() + PATIENCE_SECONDS
        while words not in (text := self.readout_at(row, col)) and time.monotonic() < end:
            self.page.wait_for_timeout(50)
        assert words in text

    def _wrong(self, expected: dict[tuple[int, int], float | str]) -> str:
        for (row, col), wanted in expected.items():
            seen = self.value(row, col)
            close = (
                seen == wanted
                if isinstance(wanted, str) or isinstance(seen, str)
                else abs(seen - wanted) <= 6e-5 * max(1.0, abs(wanted))
            )
            if not close:
                return f"cell ({row}, {col}) shows {seen}, not {wanted}"
        return ""
