"""While a lesson asks for something, nothing else on the page tells it: every prediction of every
shipped lesson. The languages, which hide the same, take turns.
"""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import RECORDER
from tests.browser.covered_numbers import Screen
from tests.browser.kept_tab import SEEN
from ui.lesson.lesson import Lesson, Predict
from ui.lesson.library import SHIPPED, lesson_of
from ui.words.language import LANGUAGES, text_of

pytestmark = pytest.mark.thorough

LOCALES = {"en": "en-US", "ko": "ko-KR"}
SETTLED_MS = 400


def lesson(name: str, language: str) -> Lesson:
    found = lesson_of(name, language)
    assert found is not None
    return found


def asked(name: str, language: str) -> dict[int, list[Predict]]:
    """The predictions of each step that has some."""
    steps = enumerate(lesson(name, language).steps, start=1)
    blocks = {
        place: [one for one in step.items if isinstance(one, Predict)] for place, step in steps
    }
    return {place: found for place, found in blocks.items() if found}


NAMES = sorted({path.name.split(".")[0] for path in SHIPPED.glob("*.en.md")})
TURNS = list(LANGUAGES)
WALKS = [
    (name, language)
    for place, name in enumerate(NAMES)
    if asked(name, language := TURNS[place % len(TURNS)])
]


def record(page: Page) -> None:
    page.add_init_script(SEEN)
    page.add_init_script(RECORDER)


def open_bar(page: Page) -> Locator:
    bar = page.locator(".prediction:visible").filter(has=page.locator(".reveal")).first
    expect(bar).to_be_visible(timeout=20_000)
    page.wait_for_timeout(SETTLED_MS)
    return bar


def answer(page: Page, bar: Locator, block: Predict) -> None:
    for field in bar.locator("input[type=text]").all():
        field.fill("0.123")
    if block.kind == "pick":
        bar.locator(".answer button").first.click()
    bar.locator(".reveal").click()


@pytest.mark.parametrize(("name", "language"), WALKS)
def test_what_a_lesson_asks_for_cannot_be_read_elsewhere(
    visit: Any, name: str, language: str
) -> None:
    leaks = []
    for step, blocks in asked(name, language).items():
        path = f"masks?lang={language}&lesson={name}.{step}"
        page = visit(path, locale=LOCALES[language], width=1440, prepare=record).page
        for block in blocks:
            bar = open_bar(page)
            screen = Screen(page)
            assert [one["asks"] for one in screen.covers if one["asks"]] == [block.kind]
            leaks += [f"step {step}: {one}" for one in screen.leaks()]
            hidden = text_of("attention", language)("prediction.predict_arithmetic")
            for box in page.locator("#main .box.arithmetic, .box.arithmetic").all():
                expect(box).to_have_text(hidden)
            if block is not blocks[-1]:
                answer(page, bar, block)
    assert not leaks
