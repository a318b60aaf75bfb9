"""Measured times with their budgets, and a table of them."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ui.words.pages import page_names


@dataclass
class Measure:
    """Something that is timed repeatedly, with its budget in ms and as a share of the baseline."""

    name: str
    take: Callable[[int], float]
    budget: float | None = None
    share: float | None = None
    close: Callable[[], None] = lambda: None
    times: list[float] = field(default_factory=list)
    floor: list[float] = field(default_factory=list)
    """The times of the baseline, taken in between."""
    misses: int = 0
    """How many times no picture appeared."""


def summary(one: Measure) -> dict:
    median = statistics.median(one.times) if one.times else float("inf")
    ratio = median / statistics.median(one.floor)
    met = (one.budget is None or median <= one.budget) and (one.share is None or ratio <= one.share)
    return {
        "what": one.name,
        "median": round(median, 1),
        "p95": round(statistics.quantiles(one.times, n=20)[-1], 1) if one.times[1:] else median,
        "share_of_floor": round(ratio, 2),
        "budget": one.budget,
        "budget_share": one.share and round(one.share, 2),
        "met": met and not one.misses,
        "misses": one.misses,
        "samples": len(one.times),
    }


def slowest_of_each_page(rows: Sequence[dict]) -> list[dict]:
    """Keep only the slowest control of each page; all other rows are unchanged."""
    pages: dict[str, list[dict]] = {}
    for row in rows:
        page, _, control = row["what"].partition(": ")
        pages.setdefault(page if page in page_names() else row["what"], []).append(row)
    short = []
    for page, of_page in pages.items():
        slowest = max(of_page, key=lambda row: row["median"])
        if page in page_names():
            control = slowest["what"].partition(": ")[2]
            what = f"{page}, slowest of {len(of_page)} controls: {control}"
            misses = sum(row["misses"] for row in of_page)
            met = all(row["met"] for row in of_page)
            slowest = slowest | {"what": what, "misses": misses, "met": met}
        short.append(slowest)
    return short


def table(rows: Sequence[dict]) -> str:
    """Return the table in the form used in docs/performance.md."""
    lines = [
        "| what | median, ms | p95, ms | against the floor | budget |",
        "| --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        budgets = [f"{row['budget']:g} ms"] if row["budget"] else []
        budgets += [f"{row['budget_share']:.2f} x"] if row["budget_share"] else []
        budget = " and ".join(budgets)
        if budget:
            budget += ", met" if row["met"] else ", MISSED"
        if row["misses"]:
            budget += f", {row['misses']} without a picture"
        figures = f"{row['median']:.1f} | {row['p95']:.1f} | {row['share_of_floor']:.2f} x"
        lines.append(f"| {row['what']} | {figures} | {budget} |")
    return "\n".join(lines)
