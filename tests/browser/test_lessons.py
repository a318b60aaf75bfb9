"""A lesson beside the pages, under a learner's hands: a file of one's own, so that nothing here
depends on what the shipped lessons say.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import found, too_small
from tests.browser.matrix_board import MatrixBoard
from tests.browser.share_panel import open_panel
from ui.words.language import text_of

pytestmark = pytest.mark.thorough

LESSON = """# One row

Work it out.

```lesson
minutes: 6
goal: work out one row
makes: a row of weights
```

## Look

Read **row 1**.

```open
attention
```

```look
matrix: scores
row: 1
```

```cover
matrices: [weights, output]
```

```do
say: Turn the scaling off.
when:
  - setting: scaling
    is: false
hints:
  - It is a switch.
  - It is to the right of the masks.
show: attention?at_scaling=false
```

## Answer

```question
ask: What does softmax do?
options:
  - text: It sorts
    why: The order stays as it is.
  - text: It makes shares that add up to 1
    why: Each is e to the score, divided by their sum.
    right: true
hints: [Add up a row.]
```

```note
Most say that it sorts.
```

## Elsewhere

```open
masks
```

```looc
matrix: weights
```
"""
TEXT = text_of("attention", "en")
PHONE = {"width": 390, "height": 844}


READ = """# One number

## Read

```open
attention?at_pin=weights.1.2
```

```look
area: arithmetic
```

```question
ask: What is it made of?
options:
  - text: A share
    right: true
```

## Change

```look
area: arithmetic
```

```do
say: Turn the scaling off.
when:
  - setting: scaling
    is: false
hints: [It is a switch.]
show: attention?at_scaling=false
```

## Go on

```look
matrix: scores
```
"""


def begun(visit: Any, path: str = "masks", lesson: str = LESSON, **looks: Any) -> Page:
    """The first screen of the lesson, opened as a file."""
    page: Page = visit(path, own_tab=True, **looks).page
    # On a telephone the sidebar is folded.
    page.locator(".lesson-opener").dispatch_event("click")
    expect(page.locator(".lesson-title")).to_have_text("Choose a lesson")
    file = {"name": "own.en.md", "mimeType": "text/markdown", "buffer": lesson.encode()}
    page.locator(".lesson-foot input[type=file]").set_input_files([file])
    expect(page.locator(".lesson-title")).to_have_text(lesson.splitlines()[0].removeprefix("# "))
    return page


def at_step(page: Page, step: int) -> None:
    expect(page.locator(".lesson-head .meta")).to_have_text(f"Step {step} of 3")


def next_step(page: Page) -> None:
    page.locator(".lesson-ends .primary").click()


@pytest.fixture
def first_step(visit: Any) -> Page:
    page = begun(visit)
    page.get_by_role("button", name="Begin").click()
    at_step(page, 1)
    expect(page.get_by_role("heading", name="Attention", exact=True)).to_be_visible()
    expect(page.locator("[data-workbench=matrix][data-id=scores]")).to_be_visible()
    return page


def test_a_wrong_block_is_named_with_its_line_and_the_rest_can_be_taken(visit: Any) -> None:
    page = begun(visit)
    line = LESSON.splitlines().index("```looc") + 1
    wrong = page.locator(".lesson-wrong li")
    expect(wrong).to_contain_text(f"own.en.md, line {line}: There is no block “looc”")
    expect(page.get_by_role("button", name="Begin")).to_be_enabled()


def test_a_step_opens_its_page_and_rings_what_it_speaks_of(first_step: Page) -> None:
    page = first_step
    ring = page.locator(".lesson-ring")
    expect(ring).to_be_visible()
    matrix = page.locator("[data-id=scores] canvas.overlay").bounding_box()
    box = ring.bounding_box()
    assert box is not None and matrix is not None
    assert (
        matrix["y"] - 6 < box["y"] < box["y"] + box["height"] < matrix["y"] + matrix["height"] + 6
    )
    assert "lesson=~file.1" in page.url
    page.get_by_role("heading", name="Attention", exact=True).click()
    expect(ring).to_have_class("lesson-ring touched")


def test_what_a_step_keeps_covered_is_seen_only_after_it(first_step: Page) -> None:
    page, covered = first_step, TEXT("prediction.predict_covered")
    weights, scores = MatrixBoard(page, "weights"), MatrixBoard(page, "scores")
    weights.expect_readout(1, 1, covered)
    MatrixBoard(page, "output").expect_readout(0, 0, covered)
    weights.click(1, 1)
    arithmetic = page.locator(".box.arithmetic")
    expect(arithmetic).to_have_text(TEXT("prediction.predict_arithmetic"))
    scores.click(1, 1)
    expect(arithmetic).to_contain_text("= 100")
    open_panel(page, "data")
    expect(page.locator(".share-panel")).to_contain_text(TEXT("share.covered"))
    page.keyboard.press("Escape")
    next_step(page)
    at_step(page, 2)
    assert weights.value(1, 1) == 1
    page.locator(".lesson-ends").get_by_role("button", name="Back").click()
    weights.expect_readout(1, 1, covered)
    page.get_by_role("button", name="Close lessons").click()
    assert weights.value(1, 1) == 1


def test_what_is_asked_is_checked_on_the_learners_own_setting(first_step: Page) -> None:
    page = first_step
    block = page.locator(".lesson-block.do")
    block.get_by_role("button", name="Check").click()
    expect(block.locator(".state")).to_contain_text("Not yet")
    expect(block.locator(".hint-line")).to_have_text(["It is a switch."])
    page.locator(".st-key-at_scaling label").first.click()
    expect(block.locator(".state")).to_have_text("Reached.")
    page.locator(".st-key-at_scaling label").first.click()
    expect(block.locator(".state")).to_have_text("Reached.")


def test_what_was_chosen_on_the_page_is_among_the_answers(first_step: Page) -> None:
    page = first_step
    page.locator(".st-key-at_scaling label").first.click()
    expect(page.locator(".lesson-block.do .state")).to_have_text("Reached.")
    page.locator(".lesson-head").get_by_role("button", name="Close lessons").click()
    page.locator(".lesson-opener").dispatch_event("click")
    page.get_by_role("button", name="My answers").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as JSON").click()
    (answer,) = json.loads(Path(saved.value.path()).read_text("utf-8"))["answers"]
    assert (answer["given"], answer["isRight"]) == ("Scale by 1/√d_k: off", True)


def test_the_last_hint_shows_it(first_step: Page) -> None:
    page = first_step
    block = page.locator(".lesson-block.do")
    for name in ("Hint", "Another hint", "Show me"):
        block.get_by_role("button", name=name).click()
    expect(block.locator(".state")).to_have_text("Reached.")
    assert "at_scaling=" in page.url


def test_a_wrong_answer_says_why_and_loses_nothing(first_step: Page) -> None:
    page = first_step
    next_step(page)
    block = page.locator(".lesson-block.question")
    block.get_by_text("It sorts").click()
    expect(block.locator(".why")).to_contain_text("Not quite. The order stays")
    expect(block.locator(".hint-line")).to_have_text(["Add up a row."])
    block.get_by_text("shares").click()
    expect(block.locator(".why")).to_contain_text("Right. Each is e")
    page.reload()
    at_step(page, 2)
    expect(page.locator(".lesson-block.question .why")).to_contain_text("Right.")
    expect(page.locator(".lesson-note")).to_be_hidden()


def test_wandering_off_is_fine_and_one_press_brings_back(first_step: Page) -> None:
    page = first_step
    away = page.locator(".lesson-away")
    expect(away).to_be_hidden()
    page.locator(".corridor .onward").click()
    expect(away).to_be_visible()
    at_step(page, 1)
    expect(page).to_have_url(re.compile(r"lesson=~file\.1"))
    away.get_by_role("button").click()
    expect(page.get_by_role("heading", name="Attention", exact=True)).to_be_visible()
    expect(away).to_be_hidden()


def test_the_navigation_gives_way_and_comes_back(first_step: Page) -> None:
    page = first_step
    expect(page.get_by_test_id("stSidebarNav")).to_be_hidden()
    page.get_by_role("button", name="Close lessons").click()
    expect(page.get_by_test_id("stSidebarNav")).to_be_visible()
    expect(page.locator(".lesson-ring")).to_have_count(0)
    assert "lesson=" not in page.url


@pytest.mark.always
def test_a_lesson_is_taken_by_the_keyboard_alone(visit: Any) -> None:
    page = begun(visit)
    for _ in range(3):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Begin":
            break
    else:
        page.get_by_role("button", name="Begin").focus()
    page.keyboard.press("Enter")
    for step in (1, 2, 3):
        at_step(page, step)
        expect(page.locator(".lesson-title")).to_be_focused()
        while not page.evaluate("document.activeElement.matches('.lesson-ends .primary')"):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    expect(page.locator(".lesson-title")).to_have_text("Finished: One row")
    expect(page.locator(".lesson-made")).to_contain_text("a row of weights")


@pytest.mark.parametrize("width", [360, 390, 1097, 1440])
def test_page_and_lesson_are_both_usable_in_every_window(visit: Any, width: int) -> None:
    page = begun(visit, width=width, height=844)
    page.get_by_role("button", name="Begin").click()
    at_step(page, 1)
    expect(page.locator("[data-workbench=matrix][data-id=scores]")).to_be_visible()
    panel = page.locator(".lesson-panel").bounding_box()
    assert panel is not None and panel["x"] >= 0 and panel["x"] + panel["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width < 769:
        assert panel["height"] < 0.5 * 844
        page.get_by_role("button", name="Fold the lesson").click()
        bar = page.locator(".lesson-folded")
        expect(bar).to_be_visible()
        bar.click()
        at_step(page, 1)
    assert found(page) == []
    assert too_small(page) == []


def test_on_a_telephone_the_arithmetic_that_a_step_speaks_of_lies_above_the_lesson(
    visit: Any,
) -> None:
    page = begun(visit, lesson=READ, **PHONE)
    page.get_by_role("button", name="Begin").click()
    sheet, ring, panel = (
        page.locator(name) for name in (".sheet", ".lesson-ring", ".lesson-panel")
    )
    # What is to be read is opened, in sight above the lesson, and ringed.
    expect(sheet).to_have_class(re.compile("open"))
    expect(ring).to_be_visible()
    expect(ring).to_have_js_property("hidden", value=False)
    page.wait_for_function(
        """() => {
            const box = (name) => document.querySelector(name)?.getBoundingClientRect();
            const [ring, sheet, panel] = [".lesson-ring", ".sheet", ".lesson-panel"].map(box);
            return ring && sheet && ring.height > 100
                && ring.top >= sheet.top && sheet.bottom <= panel.top + 1;
        }"""
    )
    # Where something is to be changed, the picture is not covered; the number's name stays.
    next_step(page)
    expect(sheet).not_to_have_class(re.compile("open"))
    expect(sheet.locator(".heading code")).to_be_visible()
    page.locator(".sheet .handle").click()
    expect(sheet).to_have_class(re.compile("open"))
    page.locator(".sheet .handle").click()
    next_step(page)
    expect(sheet).not_to_be_visible()
    expect(panel).to_be_visible()


def test_the_teachers_notes_are_shown_where_they_are_asked_for(visit: Any) -> None:
    page = begun(visit)
    page.get_by_role("button", name="All lessons").click()
    page.get_by_label("Show notes for teachers").check()
    file = {"name": "own.en.md", "mimeType": "text/markdown", "buffer": LESSON.encode()}
    page.locator(".lesson-foot input[type=file]").set_input_files([file])
    page.get_by_role("button", name="Begin").click()
    next_step(page)
    expect(page.locator(".lesson-note")).to_contain_text("Most say that it sorts.")


def test_a_lesson_that_is_not_there_says_so(visit: Any) -> None:
    page = visit("masks?lesson=no_such.2", own_tab=True).page
    expect(page.locator(".lesson-wrong")).to_contain_text("There is no lesson “no_such” here.")
    expect(page.locator("[data-workbench=matrix]").first).to_be_visible()


def test_a_file_that_is_dropped_on_the_page_is_opened(visit: Any, tmp_path: Path) -> None:
    page = visit("masks", own_tab=True).page
    expect(page.locator(".lesson-opener")).to_have_text("Lessons")
    page.evaluate(
        """(text) => {
            const data = new DataTransfer();
            data.items.add(new File([text], "own.en.md", { type: "text/markdown" }));
            document.body.dispatchEvent(
                new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        LESSON,
    )
    expect(page.locator(".lesson-title")).to_have_text("One row")
