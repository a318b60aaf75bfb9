"""What somebody meets who does not see the page, or cannot point well."""

import os
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
STREAMLITS = {"list": ("stSidebarNavItems",), "listitem": ('<li class="st-emotion-cache',)}
"""What axe-core finds in Streamlit's own elements: its rules, with where."""
RUN = """async () => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    const placed = ({ target, html }) => [target.flat().join(" "), html];
    return violations.map(({ id, nodes }) => [id, nodes.map(placed)]);
}"""
HEADINGS = """() => [...document.querySelectorAll(
    ".stMain :is(h1, h2, h3, h4, h5, h6, [role=heading])"
)]
    .filter((one) => one.checkVisibility() && one.textContent.trim())
    .map((one) => [
        Number(one.getAttribute("aria-level") ?? one.tagName[1]), one.textContent.trim()
    ])"""
SMALL = """() => [...document.querySelectorAll(
    ".workbench :is(button, a, input, select, summary, [role=button], [tabindex])"
)].filter((one) => one.checkVisibility({ visibilityProperty: true }))
    // What stands in a line of text, or is Plotly's.
    .filter((one) => !one.closest(".sum, .crumbs, .modebar"))
    .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 100)])
    .filter(([{ width, height }]) => Math.min(width, height) < 24 && width > 1)
    .map(([{ width, height }, html]) => [width, height, html])"""


@cache
def axe_core() -> str:
    if not AXE.is_file():
        (pytest.fail if os.environ.get("REQUIRE_NODE") else pytest.skip)("axe-core is not here")
    return AXE.read_text(encoding="utf-8")


def found(page: Page) -> list[Any]:
    """What axe-core finds, without what is Streamlit's own."""
    # A tab that stays has it from the page before.
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe_core())
    ours = []
    for rule, nodes in page.evaluate(RUN):
        places = STREAMLITS.get(rule, ())
        ours += [
            (rule, target, html[:160])
            for target, html in nodes
            if not any(place in f"{target} {html}" for place in places)
        ]
    return ours


def is_structured(page: Page) -> bool:
    """Whether headings begin with the page's one title, and leave no level out on the way down."""
    levels = [level for level, _ in page.evaluate(HEADINGS)]
    steps = all(low - high <= 1 for high, low in pairwise(levels))
    return levels[0] == 1 and levels.count(1) == 1 and steps


def too_small(page: Page) -> list[Any]:
    """What a finger hardly hits: controls of ours that are less than 24 px wide or high."""
    small: list[Any] = page.evaluate(SMALL)
    return small
