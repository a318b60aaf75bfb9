"""How much of a number is shown: chosen once, by mouse or keyboard, for all pages."""

from playwright.sync_api import Page, expect

from tests.browser.matrix_board import arithmetic_title, wait_until_drawn

LEVEL = ".box.arithmetic .levels"
SENTENCE = ".box.arithmetic .sentence"
EQUATION = ".box.arithmetic .working .sum"


def choose(page: Page, level: str) -> None:
    page.locator(LEVEL).get_by_role("radio", name=level, exact=True).check()


def shown(page: Page) -> list[bool]:
    """Whether the sentence, the picture, the equation and the named numbers are in sight."""
    named = page.locator(".box.arithmetic .working .at-all").first
    parts = [page.locator(one).first for one in (SENTENCE, ".box.arithmetic .bars", EQUATION)]
    return [one.is_visible() for one in (*parts, named)]


def test_each_level_shows_more_than_the_one_before_it(visit):
    page = visit("attention?at_source=random").page
    expect(page.locator(SENTENCE)).to_be_visible()
    seen = {}
    for level in ("Idea", "Numbers", "All"):
        choose(page, level)
        seen[level] = shown(page)
    assert seen["Idea"][:3] == [True, True, False]
    assert seen["Numbers"][:3] == [True, True, True]
    assert seen["All"][:3] == [True, True, True]


def test_a_level_is_kept_for_another_number_another_page_and_a_reload(visit):
    opened = visit("attention")
    page = opened.page
    choose(page, "Idea")
    page.locator('[data-workbench="matrix"] canvas.overlay').first.click(
        position={"x": 60, "y": 60}
    )
    expect(page.locator(EQUATION).first).to_be_hidden()
    page.get_by_role("link", name="Learning rate", exact=True).click()
    expect(arithmetic_title(page)).to_contain_text("learning rate[")
    wait_until_drawn(page)
    expect(page.locator(EQUATION).first).to_be_hidden()
    expect(page.locator(SENTENCE)).to_be_visible()
    expect(page.locator(LEVEL).get_by_role("radio", name="Idea")).to_be_checked()


def test_the_arrow_keys_choose_a_level_and_the_focus_stays_there(visit):
    page = visit("attention").page
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    group = page.get_by_role("radiogroup", name="How much to show")
    group.get_by_role("radio", name="All").focus()
    page.keyboard.press("ArrowLeft")
    expect(group.get_by_role("radio", name="Numbers")).to_be_checked()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(EQUATION).first).to_be_hidden()
    expect(group.get_by_role("radio", name="Idea")).to_be_focused()
    assert not [url for url in asked if "/answer/" in url]


def test_on_a_phone_the_closed_sheet_shows_the_number_and_its_levels(visit):
    page = visit("attention", width=390, height=844).page
    title = arithmetic_title(page).bounding_box()
    level = page.locator(LEVEL).bounding_box()
    assert title is not None and level is not None
    assert title["y"] < 844 and abs(title["y"] - level["y"]) < 12
    assert level["x"] + level["width"] <= 390
