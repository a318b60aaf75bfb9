"""Every shipped lesson, taken to its end by the keyboard, with wrong answers first: hints come, and
nothing is lost; while the lesson asks for something, nothing else on the page tells it. Each is
taken in both languages; the windows take turns.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import RECORDER
from tests.browser.covered_numbers import Screen
from tests.browser.matrix_board import wait_until_drawn
from ui.lesson.lesson import Do, Predict, Question
from ui.lesson.library import SHIPPED, lesson_of
from ui.words.language import LANGUAGES, text_of

pytestmark = pytest.mark.thorough

NAMES = sorted({path.name.split(".")[0] for path in SHIPPED.glob("*.en.md")})
WINDOWS = ({"width": 1440, "height": 900}, {"width": 1097, "height": 800},
           {"width": 390, "height": 844})  # fmt: skip
WALKS = [
    (name, language, WINDOWS[(place + turn) % len(WINDOWS)])
    for place, name in enumerate(NAMES)
    for turn, language in enumerate(LANGUAGES)
]
LOCALES = {"en": "en-US", "ko": "ko-KR"}
PATIENCE_MS = 20_000
SETTLED_MS = 250


def press(page: Page, what: Locator, key: str = "Enter") -> None:
    what.focus()
    page.keyboard.press(key)


class Walk:
    """One learner in one lesson."""

    def __init__(self, page: Page, name: str, language: str) -> None:
        self.page = page
        found = lesson_of(name, language)
        assert found is not None
        self.lesson, self.say = found, text_of("lesson", language)
        self.covered = text_of("attention", language)("prediction.predict_arithmetic")
        self.leaks: list[str] = []

    def button(self, name: str, inside: Locator | None = None) -> Locator:
        where = inside or self.page.locator(".lesson-panel")
        return where.get_by_role("button", name=self.say(f"lesson.{name}"), exact=True)

    def take(self) -> None:
        for number, step in enumerate(self.lesson.steps, start=1):
            meta = self.say("lesson.step", step=number, count=len(self.lesson.steps))
            expect(self.page.locator(".lesson-head .meta")).to_have_text(meta)
            expect(self.page.locator(".lesson-title")).to_be_focused()
            expect(self.page.locator(".lesson-away")).to_be_hidden()
            blocks = [one for one in step.items if type(one) in TAKEN]
            for place, block in enumerate(blocks):
                node = self.page.locator(".lesson-block").nth(place)
                TAKEN[type(block)](self, node, block)
            is_last = number == len(self.lesson.steps)
            press(self.page, self.button("done" if is_last else "next"))
        made = self.lesson.about and self.lesson.about.makes
        expect(self.page.locator(".lesson-made")).to_contain_text(str(made))

    def choose(self, node: Locator, block: Question) -> None:
        if not block.options:
            node.locator("textarea").fill("0")
            press(self.page, self.button("compare", node))
            expect(node.locator(".expected")).not_to_be_empty()
            return
        order = sorted(range(len(block.options)), key=lambda place: block.options[place].right)
        hints = 0
        for place in order:
            option = block.options[place]
            press(self.page, node.locator("input").nth(place), "Space")
            kind = "right" if option.right else "wrong"
            expect(node.locator(f".why.{kind}")).not_to_be_empty()
            hints = min(len(block.hints), hints + (not option.right))
            expect(node.locator(".hint-line")).to_have_count(hints)
            if option.right:
                break

    def predict(self, node: Locator, block: Predict) -> None:
        unanswered = self.page.locator(".reveal")
        bar = self.page.locator(".prediction:visible").filter(has=unanswered).first
        expect(bar).to_be_visible(timeout=PATIENCE_MS)
        self.look_elsewhere(block)
        answer = bar.locator("input")
        for place in range(answer.count() if block.kind in ("cell", "row") else 0):
            answer.nth(place).fill("0.123")
        if block.kind == "pick":
            press(self.page, bar.locator(".answers button, .answer button").first)
        if block.kind == "curve":
            sketch = self.page.locator(".sketch-pad").first
            for key in ("ArrowUp", "ArrowRight", "ArrowUp", "ArrowRight"):
                press(self.page, sketch, key)
        press(self.page, bar.locator(".reveal"))
        expect(node.locator(".why")).not_to_be_empty()

    def look_elsewhere(self, block: Predict) -> None:
        """Read all that the page says while it is asked for what this block covers."""
        wait_until_drawn(self.page)
        self.page.wait_for_timeout(SETTLED_MS)
        screen = Screen(self.page)
        assert [one["asks"] for one in screen.covers if one["asks"]] == [block.kind]
        self.leaks += [f"{block.kind}: {one}" for one in screen.leaks()]
        for box in self.page.locator(".box.arithmetic").all():
            expect(box).to_have_text(self.covered)

    def reach(self, node: Locator, block: Do) -> None:
        if not block.show:
            return
        press(self.page, self.button("check", node))
        not_yet = self.say("lesson.not_reached").replace(":", ".").split(".")[0]
        expect(node.locator(".state")).to_contain_text(not_yet)
        for name in ("hint", "suggestion")[: len(block.hints)]:
            offered = self.button(name, node)
            # A hint came by itself where the check was not fulfilled.
            if offered.is_visible():
                press(self.page, offered)
        expect(node.locator(".hint-line")).to_have_count(len(block.hints))
        press(self.page, self.button("show", node))
        expect(node.locator(".state")).to_have_text(self.say("lesson.reached"), timeout=PATIENCE_MS)


TAKEN: dict[type, Callable[[Walk, Locator, Any], None]] = {
    Question: Walk.choose,
    Predict: Walk.predict,
    Do: Walk.reach,
}


@pytest.mark.parametrize(
    ("name", "language", "window"),
    WALKS,
    ids=[f"{name}-{language}-{window['width']}" for name, language, window in WALKS],
)
def test_a_lesson_can_be_taken_to_its_end(
    visit: Any, name: str, language: str, window: dict[str, int]
) -> None:
    path = f"masks?lang={language}&lesson={name}.1"
    recorded = {"prepare": lambda page: page.add_init_script(RECORDER)}
    page = visit(path, own_tab=True, locale=LOCALES[language], **recorded, **window).page
    walk = Walk(page, name, language)
    walk.take()
    assert not walk.leaks
