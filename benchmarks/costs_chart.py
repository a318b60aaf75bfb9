"""Draws how the processor time of an answer grows with the sizes of each page, as SVG."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from xml.sax.saxutils import escape

COLUMNS = 3
PANEL_WIDTH, PANEL_HEIGHT = 300, 190
LEFT, RIGHT, TOP, BOTTOM = 44, 92, 26, 26
LEAST_SECONDS, MOST_SECONDS = 0.001, 3.0
MOST_LINES = 4
LABEL_PITCH = 12
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#8a4fb0")
"""Told apart by people who do not see all colours; each line has its name at its end, too."""
STYLE = (
    "text{font:11px system-ui,sans-serif;fill:#33363d}.title{font-weight:600;font-size:12px}"
    ".axis{stroke:#d5d8de}.budget{stroke:#c0392b;stroke-dasharray:4 3}"
)


@dataclass(frozen=True)
class Line:
    """The processor time of a page's answer, in seconds, by one of its sizes."""

    page: str
    size: str
    points: tuple[tuple[float, float], ...]

    @property
    def growth(self) -> float:
        """Return how much more the costliest size takes than the cheapest, in seconds."""
        seconds = [taken for _, taken in self.points]
        return max(seconds) - min(seconds)


def chart(lines: Mapping[str, Sequence[Line]], budget: float) -> str:
    """Return an SVG with a panel for each page that has sizes, on logarithmic axes."""
    shown = {page: ones for page, ones in lines.items() if ones}
    rows = math.ceil(len(shown) / COLUMNS)
    width, height = COLUMNS * PANEL_WIDTH, rows * PANEL_HEIGHT
    panels = []
    for place, (page, ones) in enumerate(shown.items()):
        x, y = place % COLUMNS * PANEL_WIDTH, place // COLUMNS * PANEL_HEIGHT
        most = sorted(ones, key=lambda one: one.growth, reverse=True)[:MOST_LINES]
        panels.append(f'<g transform="translate({x} {y})">{_panel(page, most, budget)}</g>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">'
        "<title>Processor time of an answer by the sizes of each page</title>"
        f"<style>{STYLE}</style>"
        f'<rect width="{width}" height="{height}" fill="#fff"/>{"".join(panels)}</svg>\n'
    )


def _panel(page: str, lines: Sequence[Line], budget: float) -> str:
    sizes = [size for line in lines for size, _ in line.points]
    low, high = min(sizes), max(sizes)
    right, bottom = PANEL_WIDTH - RIGHT, PANEL_HEIGHT - BOTTOM

    def across(size: float) -> float:
        return LEFT + (right - LEFT) * _share(size, low, high)

    drawn = [f'<text class="title" x="{LEFT}" y="16">{escape(page)}</text>']
    for seconds, label in ((0.001, "1 ms"), (0.01, "10 ms"), (0.1, "0.1 s"), (1.0, "1 s")):
        y = _down(seconds)
        kind = "budget" if seconds == budget else "axis"
        drawn.append(f'<path class="{kind}" d="M{LEFT} {y:.1f}H{right}"/>')
        drawn.append(f'<text x="{LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    for size, anchor in ((low, "start"), (high, "end")):
        at = f'x="{across(size):.1f}" y="{bottom + 15}" text-anchor="{anchor}"'
        drawn.append(f"<text {at}>{size:,.0f}</text>")
    names = _spread([_down(line.points[-1][1]) for line in lines])
    for line, colour, y in zip(lines, COLOURS, names, strict=False):
        path = "L".join(f"{across(size):.1f} {_down(taken):.1f}" for size, taken in line.points)
        drawn.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        end = across(line.points[-1][0])
        drawn.append(
            f'<text x="{max(end, right) + 5:.1f}" y="{y + 4:.1f}" style="fill:{colour}">'
            f"{escape(line.size)}</text>"
        )
    return "".join(drawn)


def _share(value: float, low: float, high: float) -> float:
    """Return where a value is on a logarithmic axis, from 0 to 1."""
    value = min(max(value, low), high)
    return math.log(value / low) / math.log(high / low) if high > low else 0.0


def _down(seconds: float) -> float:
    bottom = PANEL_HEIGHT - BOTTOM
    return bottom - (bottom - TOP) * _share(seconds, LEAST_SECONDS, MOST_SECONDS)


def _spread(heights: Sequence[float]) -> list[float]:
    """Return the heights of names, moved apart where they would overlap."""
    order = sorted(range(len(heights)), key=lambda one: heights[one])
    spread = list(heights)
    for before, after in pairwise(order):
        spread[after] = max(spread[after], spread[before] + LABEL_PITCH)
    over = max(spread, default=0.0) - (PANEL_HEIGHT - BOTTOM)
    return [height - max(0.0, over) for height in spread]
