"""The model's map as a person meets it: point at a number, click it, zoom, read what is said."""

import time

from playwright.sync_api import Locator, Page, expect

from tests.browser.matrix_board import PATIENCE_SECONDS, box_of, wait_until_idle


def choose_preset(page: Page, name: str) -> None:
    """Choose one from the menu above the map."""
    page.locator(".menu-button").first.click()
    page.get_by_role("menuitemradio", name=name, exact=True).click()


TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class ModelMapBoard:
    """The map on a page, and the lines around it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.node = page.locator("[data-workbench=map]")
        self.stage = self.node.locator(".stage")
        self.readout = self.node.locator(".readout")
        self.live = self.node.locator(".live")
        self.editor = self.node.locator(".editor")
        self.written = self.node.locator(".written .text")
        self.before = self.node.locator(".foot .before")

    def tool(self, name: str) -> Locator:
        return self.node.get_by_role("button", name=name, exact=True)

    def box(self, cell: str) -> dict[str, float]:
        """Where a cell is in the window."""
        return self.node.evaluate("(node, cell) => node.cellBox(cell)", cell)

    def value(self, cell: str) -> float:
        """The number that is drawn in a cell."""
        drawn = self.node.evaluate("(node, cell) => String(node.cellValue(cell))", cell)
        return float(drawn.replace("Infinity", "inf"))

    def fly_to(self, cell: str, least: float = 0) -> None:
        self.node.evaluate("(node, [cell, least]) => node.flyToCell(cell, least)", [cell, least])
        self.settle()

    def look_at(self, view: str) -> None:
        """Show a part of the map as an address names it: zoom_across_down."""
        self.node.evaluate("(node, view) => node.lookAt(view)", view)

    def row_count(self, side: str) -> int:
        """How many rows a side has."""
        return int(self.node.evaluate("(node, side) => node.rowCount(side)", side))

    def settle(self) -> None:
        """Until the map is at rest: twice the same place, after a flight had the time to begin."""
        self.page.evaluate(TWO_FRAMES)
        last = None
        while (now := self.node.get_attribute("data-camera")) != last:
            last = now
            self.page.wait_for_timeout(120)

    def expect_in_sight(self, cell: str) -> None:
        """The map comes to show a cell, soon."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not self.is_in_sight(cell) and time.monotonic() < end:
            self.page.wait_for_timeout(20)
        assert self.is_in_sight(cell), cell

    def distance(self) -> float:
        """0 shows the whole model, 1 its numbers."""
        return float(self.node.get_attribute("data-camera").split()[0])

    def middle(self, cell: str) -> tuple[float, float]:
        box = self.box(cell)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def readout_at(self, cell: str) -> str:
        """The line that pointing at a cell brings."""
        self.page.mouse.move(1, 1)
        self.page.mouse.move(*self.middle(cell))
        expect(self.readout).to_contain_text("= ")
        return self.readout.inner_text()

    def click(self, cell: str) -> None:
        self.page.mouse.click(*self.middle(cell))
        wait_until_idle(self.page)

    def zoom(self, steps: int, x: float, y: float) -> None:
        """Turn the wheel over a point of the map, which has the focus; forward goes nearer."""
        self.stage.focus()
        self.page.mouse.move(x, y)
        for _ in range(abs(steps)):
            self.page.mouse.wheel(0, -100 if steps > 0 else 100)
        self.settle()

    def tensor_names(self) -> list[str]:
        return self.node.evaluate("(node) => node.tensorNames()")

    def is_in_sight(self, cell: str) -> bool:
        box, stage = self.box(cell), box_of(self.stage)
        return (
            stage["x"] <= box["x"] <= stage["x"] + stage["width"]
            and stage["y"] - 1 <= box["y"] <= stage["y"] + stage["height"]
        )

    def titles(self, kind: str = "") -> list[dict[str, object]]:
        """The titles in sight, each with its text and where it is in the window."""
        made = self.node.evaluate("(node) => node.titleBoxes()")
        stage = box_of(self.stage)
        ends = stage["y"] + stage["height"]
        shown = [one for one in made if stage["y"] <= one["y"] and one["y"] + one["height"] <= ends]
        return [one for one in shown if kind in ("", one["kind"])]

    def title(self, kind: str, name: str) -> dict[str, object]:
        return next(one for one in self.titles(kind) if name in (one["text"], one["name"]))

    def is_in_picture(self, cell: str) -> bool:
        """Whether the whole cell is on the canvas: the last row's may lie below it."""
        return self.node.evaluate(
            """(node, cell) => {
                const edge = node.querySelector("canvas").getBoundingClientRect();
                return node.cellBox(cell).y + 4 < edge.bottom;
            }""",
            cell,
        )

    def drawn_colour(self, cell: str) -> list[int]:
        """The colour of a cell near its corner, where no digit is: red, green, blue."""
        return self.node.evaluate(
            """(node, cell) => {
                const canvas = node.querySelector("canvas"), box = node.cellBox(cell);
                const { left, top, width } = canvas.getBoundingClientRect();
                const ratio = canvas.width / width, at = (value) => Math.round(value * ratio);
                const [x, y] = [at(box.x - left + 4), at(box.y - top + 3)];
                return [...canvas.getContext("2d").getImageData(x, y, 1, 1).data].slice(0, 3);
            }""",
            cell,
        )

    def drawn_rows(self) -> dict[str, object]:
        """Whether anything of the source is drawn, and how many rows of the target are."""
        return self.node.evaluate("(node) => node.rowsInSight()")
