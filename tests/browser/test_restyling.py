"""A change in the picture leaves the style of the page around it alone.

A rule like `:root:has(...) h1` would have the whole document styled anew at every change: on every
page that doubled the time from a control to its picture.
"""

import json
from statistics import median

import pytest

from ui.words.pages import page_names

pytestmark = pytest.mark.thorough

PICTURE = ".workbench.main .area:not(:empty)"
TIMELINE = "devtools.timeline,disabled-by-default-devtools.timeline"
CHANGE = """(selector) => {
    const picture = document.querySelector(selector);
    for (let turn = 0; turn < 3; turn++) {
        picture.append(document.createElement("span"));
        getComputedStyle(document.body).color;
        picture.lastChild.remove();
        getComputedStyle(document.body).color;
    }
    return document.querySelectorAll("*").length;
}"""


def restyled(page, change):
    """How many elements a change styles anew in its median step, and what the change returns."""
    session, done = page.context.new_cdp_session(page), []
    session.on("Tracing.tracingComplete", lambda traced: done.append(traced["stream"]))
    session.send("Tracing.start", {"categories": TIMELINE, "transferMode": "ReturnAsStream"})
    try:
        result = change()
    finally:
        session.send("Tracing.end")
        while not done:
            page.wait_for_timeout(20)
    text, is_over = "", False
    while not is_over:
        read = session.send("IO.read", {"handle": done[0]})
        text, is_over = text + read["data"], read["eof"]
    session.detach()
    events = json.loads(text)["traceEvents"]
    steps = [one["args"] for one in events if one["name"] == "UpdateLayoutTree" and "args" in one]
    return median(step.get("elementCount", 0) for step in steps), result


@pytest.mark.parametrize("name", page_names())
def test_a_change_in_the_picture_styles_little_else_anew(visit, name):
    page = visit("" if name == "overview" else name).page
    page.locator(PICTURE).first.wait_for()
    count, elements = restyled(page, lambda: page.evaluate(CHANGE, PICTURE))
    assert 0 < count < elements / 10, (count, elements)
