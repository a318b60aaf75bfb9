"""A finger on a screen that is touched: it presses, is drawn along, and lifted."""

from collections.abc import Sequence
from itertools import pairwise

from playwright.sync_api import Page

Point = tuple[float, float]


def drawn(page: Page, *points: Point) -> None:
    """Draw a finger along points; a single one is a tap."""
    session = page.context.new_cdp_session(page)

    def send(kind: str, at: Sequence[Point]) -> None:
        touched = [{"x": x, "y": y} for x, y in at]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    send("touchStart", points[:1])
    for (x, y), (to_x, to_y) in pairwise(points):
        for step in range(1, 6):
            send("touchMove", [(x + (to_x - x) * step / 5, y + (to_y - y) * step / 5)])
            page.wait_for_timeout(20)
    send("touchEnd", [])
    session.detach()
