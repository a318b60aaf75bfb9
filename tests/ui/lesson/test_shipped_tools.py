"""Every shipped lesson can be edited without a change to it, and printed with its pictures."""

from typing import Any

import pytest

from ui.lesson.draft import read_draft, write_draft
from ui.lesson.lesson import Lesson, Open, Prose
from ui.lesson.library import SHIPPED, read_text
from ui.lesson.worksheet import worksheet_of

FILES = sorted(SHIPPED.glob("*.md"))


def steps_of(lesson: Lesson) -> list[tuple[str, Any, list[Any]]]:
    """The steps with their page, wherever its link is, and the other items."""
    steps = []
    for step in lesson.steps:
        items = list(step.items)
        own = next((one for one in items if isinstance(one, Open)), None)
        rest = [one for one in items if one is not own]
        texts = [piece for one in rest if isinstance(one, Prose) for piece in one.tree]
        steps.append((step.title, own, texts + [one for one in rest if not isinstance(one, Prose)]))
    return steps


@pytest.mark.sampled
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_lesson_that_is_edited_and_saved_is_the_same(path: Any) -> None:
    source = path.read_text("utf-8")
    language = path.name.split(".")[1]
    before = read_text(source, "a", path.name, language)
    after = read_text(write_draft(read_draft(source)), "a", path.name, language)
    assert (after.title, after.about, after.intro) == (before.title, before.about, before.intro)
    assert steps_of(after) == steps_of(before)
    assert after.problems == []


@pytest.mark.sampled
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_key_has_every_number_that_is_asked(path: Any) -> None:
    language = path.name.split(".")[1]
    lesson = read_text(path.read_text("utf-8"), "a", path.name, language)
    steps = worksheet_of(lesson, language)["steps"]
    for step in steps:
        for item in step["items"]:
            if item["kind"] == "predict" and item["kind_of"] in ("cell", "row", "pick", "order"):
                assert item["expected"], (step["title"], item["matrix"], item["row"])
