"""A teacher writes a lesson out of open pages, and a learner takes it: with real files."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import found, too_small

pytestmark = pytest.mark.thorough

BROKEN = "# Broken\n\n```lesson\nminutes: 6\ngoal: a\nmakes: b\n```\n\n## One\n\n```looc\n```\n"
ANSWERS = {
    "~file": {
        "step": 2,
        "answers": {
            "1.0": {"kind": "question", "asked": "Why?", "given": "=1+1", "isRight": False},
            "2.0": {"kind": "question", "asked": "And?", "given": "여덟", "isRight": True},
        },
    }
}


def editor(visit: Any, path: str = "attention", **looks: Any) -> Page:
    page: Page = visit(path, own_tab=True, **looks).page
    # On a telephone the sidebar is folded.
    page.locator(".lesson-opener").dispatch_event("click")
    page.locator(".lesson-foot").get_by_role("button").first.click()
    expect(page.locator(".lesson-editor")).to_be_visible()
    return page


def add(page: Page) -> None:
    count = page.locator(".draft-steps > li").count()
    page.locator(".lesson-editor > .primary").click()
    expect(page.locator(".draft-steps > li")).to_have_count(count + 1)


def titles(page: Page) -> list[str]:
    return page.locator(".step-name .title").all_inner_texts()


def named(page: Page, *names: str) -> None:
    """Steps of the open page with these titles."""
    for name in names:
        add(page)
        page.get_by_label("Title of the step").fill(name)


def saved(page: Page, button: str) -> tuple[str, str]:
    with page.expect_download() as download:
        page.get_by_role("button", name=button, exact=True).click()
    return download.value.suggested_filename, Path(download.value.path()).read_text("utf-8")


def drop(page: Page, name: str, text: str) -> None:
    page.evaluate(
        """([name, text]) => {
            const data = new DataTransfer();
            data.items.add(new File([text], name, { type: "text/markdown" }));
            document.body.dispatchEvent(
                new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        [name, text],
    )


def test_a_lesson_is_written_saved_dropped_and_taken(visit: Any) -> None:
    page = editor(visit, "attention?at_scaling=false&at_pin=weights.0.2")
    page.get_by_label("Title of the lesson").fill("From scores: `weights`")
    page.get_by_label("Goal").fill("read a row: 'all' of it")
    page.get_by_label("Result").fill("a row")
    add(page)
    expect(page.get_by_label("Title of the step")).to_have_value("Attention")
    page.get_by_label("Text").fill("Look at **row 0**.")
    page.get_by_role("button", name="Task").click()
    options = page.get_by_label("What should they reach?").locator("option")
    expect(options.first).to_contain_text("Pinned number: Weights [0, 2] (0.5)")
    page.get_by_label("What should they reach?").select_option("scaling")
    page.get_by_role("button", name="Insert the task").click()
    expect(page.get_by_label("Text")).to_have_value(re.compile("setting: scaling"))
    expect(page.locator(".editor-problems")).to_contain_text("Nothing is wrong")
    name, source = saved(page, "Save as a file")
    assert name == "from_scores_weights.en.md"
    assert source.startswith("# From scores: `weights`\n\n```lesson\nminutes: 8\n")

    page.get_by_role("button", name="All lessons").click()
    drop(page, name, source)
    expect(page.locator(".lesson-title")).to_have_text("From scores: `weights`")
    expect(page.locator(".lesson-wrong")).to_have_count(0)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".prose strong")).to_have_text("row 0")
    block = page.locator(".lesson-block.do")
    block.get_by_role("button", name="Check").click()
    expect(block.locator(".state")).to_have_text("Reached.")
    assert "at_pin=weights.0.2" in page.url and "at_scaling=false" in page.url


def test_the_preview_is_what_learners_see_and_leads_back_to_the_step(visit: Any) -> None:
    page = editor(visit)
    page.get_by_label("Title of the lesson").fill("Mine")
    named(page, "First", "Second")
    # Nothing is said of the lesson yet: what is wrong in that has a step of its own.
    page.get_by_role("button", name="Preview as a learner").click()
    expect(page.locator(".lesson-title")).to_have_text("Mine")
    page.get_by_role("button", name="Begin").click()
    for title in ("First", "Second"):
        page.locator(".lesson-ends .primary").click()
        expect(page.locator(".lesson-title")).to_have_text(title)
    page.get_by_role("button", name="Edit this lesson").click()
    expect(page.get_by_label("Title of the step")).to_have_value("Second")


def test_steps_are_moved_copied_and_removed_by_the_keyboard(visit: Any) -> None:
    page = editor(visit)
    named(page, "A", "B", "C")
    page.locator(".step-name").nth(2).focus()
    page.keyboard.press("Alt+ArrowUp")
    assert titles(page) == ["A", "C", "B"]
    expect(page.locator(".step-name").nth(1)).to_be_focused()
    expect(page.locator(".editor-message")).to_have_text("C is now step 2.")
    page.locator('[data-move="up"]').focus()
    page.keyboard.press("Enter")
    assert titles(page) == ["C", "A", "B"]
    expect(page.locator('[data-move="down"]')).to_be_focused()
    page.get_by_role("button", name="Duplicate").press("Enter")
    assert titles(page) == ["C", "C", "A", "B"]
    page.get_by_label("Title of the step").fill("D")
    page.get_by_role("button", name="Remove").press("Enter")
    assert titles(page) == ["C", "A", "B"]
    expect(page.locator(".editor-message button")).to_be_focused()
    page.keyboard.press("Enter")
    assert titles(page) == ["C", "D", "A", "B"]


def test_steps_are_put_in_order_by_dragging(visit: Any) -> None:
    page = editor(visit)
    named(page, "A", "B", "C")
    page.locator(".step-name").nth(2).click()
    grip, last = page.locator(".grip").first.bounding_box(), page.locator(".grip").nth(2)
    end = last.bounding_box()
    assert grip and end
    page.mouse.move(grip["x"] + 8, grip["y"] + 10)
    page.mouse.down()
    page.mouse.move(end["x"] + 8, end["y"] + end["height"], steps=6)
    expect(page.locator(".drop-after")).to_have_count(1)
    page.mouse.up()
    assert titles(page) == ["B", "C", "A"]


def test_a_draft_is_there_again_after_a_reload(visit: Any) -> None:
    page = editor(visit)
    page.get_by_label("Title of the lesson").fill("Kept")
    named(page, "A")
    page.reload()
    page.locator(".lesson-opener").click()
    page.locator(".lesson-foot").get_by_role("button").first.click()
    expect(page.get_by_label("Title of the lesson")).to_have_value("Kept")
    assert titles(page) == ["A"]


def test_without_storage_it_is_said_and_the_file_is_saved_still(visit: Any) -> None:
    page = editor(visit)
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    page.get_by_label("Title of the lesson").fill("Not kept")
    expect(page.locator(".editor-message")).to_contain_text("cannot keep your draft")
    named(page, "A")
    assert "## A" in saved(page, "Save as a file")[1]


def test_a_broken_file_is_opened_with_its_problem_and_mended(visit: Any) -> None:
    page = editor(visit)
    page.get_by_label("Title of the lesson").fill("Before")
    drop(page, "07_broken.en.md", BROKEN)
    line = BROKEN.splitlines().index("```looc") + 1
    problem = page.locator(".editor-problems li")
    expect(problem).to_contain_text(f"07_broken.en.md, line {line}: There is no block “looc”")
    page.locator(".step-name").click()
    page.get_by_label("Text").fill("Mended.")
    expect(page.locator(".editor-problems")).to_contain_text("Nothing is wrong")
    assert saved(page, "Save as a file")[0] == "07_broken.en.md"


def test_another_lesson_takes_the_place_of_the_draft_and_undo_brings_it_back(visit: Any) -> None:
    page = editor(visit)
    page.get_by_label("Title of the lesson").fill("Before")
    drop(page, "07_broken.en.md", BROKEN)
    expect(page.get_by_label("Title of the lesson")).to_have_value("Broken")
    page.locator(".editor-message button").click()
    expect(page.get_by_label("Title of the lesson")).to_have_value("Before")


def test_a_file_that_is_too_long_is_refused_and_the_draft_stays(visit: Any) -> None:
    page = editor(visit)
    page.get_by_label("Title of the lesson").fill("Before")
    drop(page, "a.en.md", "# T\n" + 200_000 * "x")
    expect(page.locator(".editor-message")).to_contain_text("too long")
    expect(page.get_by_label("Title of the lesson")).to_have_value("Before")


def printed(page: Page, name: str) -> Any:
    page.locator(".lesson-teachers summary").click()
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator(".lesson-print .primary")).to_be_enabled(timeout=60_000)
    return page.frame_locator(".lesson-print iframe")


@pytest.mark.parametrize("name", ["Worksheet", "Key to the worksheet"])
def test_a_lesson_is_printed_with_its_pictures(visit: Any, name: str) -> None:
    page = editor(visit)
    page.get_by_label("Title of the lesson").fill("On paper")
    add(page)
    page.get_by_role("button", name="Prediction").click()
    page.get_by_role("button", name="Question").click()
    expect(page.get_by_label("Text")).to_have_value(re.compile("options"))
    page.get_by_role("button", name="Preview as a learner").click()
    paper = printed(page, name)
    image = paper.locator("figure img")
    expect(image).to_have_count(1)
    assert image.evaluate("one => one.complete && one.naturalWidth > 300")
    svg = image.evaluate("one => decodeURIComponent(one.src)")
    assert "Weights" in svg and "could not be drawn" not in paper.locator("body").inner_text()
    expect(paper.locator(".box")).to_have_count(2)
    expect(paper.get_by_text("✓")).to_have_count(0 if name == "Worksheet" else 1)
    page.keyboard.press("Escape")
    expect(page.locator(".lesson-print")).to_have_count(0)


def test_answers_are_saved_printed_and_forgotten(visit: Any) -> None:
    page: Page = visit("masks", own_tab=True).page
    page.evaluate("(all) => localStorage.setItem('workbench.lessons', all)", json.dumps(ANSWERS))
    page.locator(".lesson-opener").click()
    page.get_by_role("button", name="My answers").click()
    expect(page.locator(".answers-of")).to_contain_text("2 answers, 1 of 2 right")
    rows = page.locator(".answers-rows li")
    expect(rows).to_have_count(2)
    expect(rows.last).to_contain_text("여덟")
    name, csv = saved(page, "Save as CSV")
    assert name == "answers.csv" and '"\'=1+1"' in csv and "여덟" in csv
    assert len(json.loads(saved(page, "Save as JSON")[1])["answers"]) == 2
    page.get_by_role("button", name="Print", exact=True).click()
    paper = page.frame_locator(".lesson-print iframe")
    expect(paper.locator("tbody tr")).to_have_count(2)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Forget my answers").click()
    expect(page.locator(".answers-list")).to_contain_text("no answers yet")
    page.locator(".editor-message button").click()
    expect(page.locator(".answers-of")).to_have_count(1)
    page.get_by_role("button", name="Forget my answers").click()
    assert page.evaluate("localStorage.getItem('workbench.lessons')") == "{}"


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1440, "dark")])
def test_the_editor_fits_and_can_be_used_by_everyone(visit: Any, width: int, scheme: str) -> None:
    page = editor(visit, width=width, height=844, color_scheme=scheme)
    add(page)
    page.get_by_role("button", name="Task").click()
    expect(page.locator(".task-form")).to_be_visible()
    panel = page.locator(".lesson-panel").bounding_box()
    assert panel is not None and panel["x"] >= 0 and panel["x"] + panel["width"] <= width
    assert page.locator(".lesson-panel").evaluate("one => one.scrollWidth <= one.clientWidth")
    assert found(page) == []
    assert too_small(page) == []
