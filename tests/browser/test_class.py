"""A class in real windows: the teacher's, a student's, the projector's, in both languages."""

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import APIRequestContext, Page, Playwright, expect

from benchmarks.controls import cell
from tests.browser.axe import found
from tests.browser.matrix_board import wait_until_drawn
from ui.words.language import text_of

EN, KO = (text_of("classroom", language) for language in ("en", "ko"))
HEARD_MS = 500
LESSON = """# Softmax

## Ask

```open
masks
```

```question
ask: What does softmax do?
options:
  - text: It sorts
    why: The order stays.
  - text: It makes shares
    why: They add up to 1.
    right: true
hints: [Add up a row.]
```

```predict
kind: pick
matrix: padding_weights
row: 21
ask: Which key gets the most?
```
"""
Person = Callable[[], APIRequestContext]


def said(key: str, **values: int) -> str:
    return EN(f"classroom.{key}", **values)


def press(page: Page, key: str) -> None:
    page.locator(".class-bar").get_by_role("button", name=said(key), exact=True).click()


@pytest.fixture
def teacher(visit: Any) -> Page:
    """A class that was begun on the page of masks."""
    page: Page = visit("masks", own_tab=True, width=1440).page
    page.locator(".class-open").click()
    page.locator(".class-dialog .primary").click()
    expect(page.locator(".class-people")).to_contain_text(said("count_here", count=0))
    return page


def code_of(teacher: Page) -> str:
    return teacher.locator(".class-bar .class-code-small").inner_text().replace(" ", "")


def seat_of(page: Page) -> str:
    return parse_qs(urlsplit(page.url).query)["class"][0]


@pytest.fixture
def joined(visit: Any, teacher: Page) -> Callable[..., Page]:
    """A student who scanned the code."""

    def join(locale: str = "en-US", **looks: Any) -> Page:
        link = f"join?code={code_of(teacher)}"
        page: Page = visit(link, own_tab=True, is_framed=True, locale=locale, **looks).page
        page.wait_for_url("**/masks?**")
        wait_until_drawn(page)
        expect(page.locator(".class-bar")).to_have_attribute("data-state", "follows")
        return page

    return join


@pytest.fixture
def person(playwright: Playwright, server: str, teacher: Page) -> Iterator[Person]:
    """Somebody in the class with a browser of their own, as the server sees it."""
    people: list[APIRequestContext] = []

    def join() -> APIRequestContext:
        people.append(playwright.request.new_context(base_url=server))
        code = code_of(teacher)
        assert people[-1].post(f"/class/{code}/join", data={}).ok
        assert people[-1].post(f"/class/{code}/here", data={"follows": True}).ok
        return people[-1]

    yield join
    for one in people:
        one.dispose()


def at(page: Page, path: str, **fields: str) -> None:
    """Wait until a window is on a page with these values."""
    page.wait_for_url(re.compile(rf"/{path}\?"))
    for name, value in fields.items():
        page.wait_for_url(re.compile(rf"[?&]{name}={re.escape(value)}(&|$)"))


def test_students_follow_wander_and_come_back(teacher: Page, joined: Any) -> None:
    student = joined("ko-KR", width=390, height=844)
    bar = student.locator(".class-bar")
    expect(bar.locator(".class-state")).to_have_text(KO("classroom.state_follows"))
    expect(teacher.locator(".class-people")).to_contain_text(said("count_follow", count=1))
    student.evaluate("window.isSame = true")

    teacher.get_by_role("button", name="Neighbours only").click()
    student.wait_for_url(re.compile("ma_cells="))
    teacher.locator("[data-testid=stSidebarNav] a", has_text="Learning rate").click()
    at(student, "learning_rate", lang="ko")
    assert student.evaluate("window.isSame"), "nothing was loaded anew"
    expect(bar).to_have_attribute("data-state", "follows")

    # Touching anything: from then on the class goes on without this student.
    student.locator(".area-chips button.chip").last.click()
    expect(bar).to_have_attribute("data-state", "wanders")
    expect(teacher.locator(".class-people")).to_contain_text(said("count_wander", count=1))
    teacher.locator("[data-testid=stSidebarNav] a", has_text="Masks").click()
    at(teacher, "masks")
    student.wait_for_timeout(HEARD_MS)
    at(student, "learning_rate")
    bar.get_by_role("button", name=KO("classroom.back")).click()
    at(student, "masks")
    expect(bar).to_have_attribute("data-state", "follows")


@pytest.mark.thorough
def test_a_class_is_paused_frozen_gathered_and_ended(teacher: Page, joined: Any) -> None:
    student = joined()
    press(teacher, "pause")
    expect(student.locator(".class-cover")).to_have_text(said("paused"))
    press(teacher, "pause_off")
    expect(student.locator(".class-cover")).to_have_count(0)

    press(teacher, "freeze")
    expect(teacher.get_by_role("button", name=said("freeze_off"))).to_be_visible()
    teacher.locator("[data-testid=stSidebarNav] a", has_text="Learning rate").click()
    at(teacher, "learning_rate")
    student.wait_for_timeout(HEARD_MS)
    at(student, "masks")
    press(teacher, "freeze_off")
    at(student, "learning_rate")

    student.locator("[data-testid=stSidebarNav] a", has_text="Attention").first.click()
    expect(student.locator(".class-bar")).to_have_attribute("data-state", "wanders")
    press(teacher, "gather")
    at(student, "learning_rate")
    expect(student.locator(".class-bar")).to_have_attribute("data-state", "follows")

    press(teacher, "end")
    teacher.locator(".class-dialog .danger").click()
    expect(student.locator(".class-state")).to_have_text(said("state_ended"))
    expect(teacher.locator(".class-people")).to_have_text(said("state_ended"))
    press(student, "close")
    expect(student.locator(".class-bar")).to_have_count(0)
    assert "class=" not in student.url


@pytest.mark.thorough
def test_the_projector_shows_how_to_join_and_then_the_page(teacher: Page, person: Person) -> None:
    with teacher.expect_popup() as opened:
        press(teacher, "projector")
    projector = opened.value
    wait_until_drawn(projector)
    welcome = projector.locator(".class-welcome")
    expect(welcome.locator(".class-code")).to_have_text(re.compile(r"^\w{3} \w{3}$"))
    expect(welcome.locator(".class-qr svg")).to_be_visible()
    person()
    counts = projector.locator(".class-people")
    expect(counts).to_have_text(said("count_here", count=1))
    press(teacher, "show_code_off")
    expect(welcome).to_have_count(0)
    assert seat_of(projector) == f"{code_of(teacher)}.projector"
    assert projector.evaluate("document.documentElement.hasAttribute('data-present')")
    projector.close()


def ask(teacher: Page, way: str = "Pick the largest") -> None:
    """Ask the class about the first picture of the page."""
    teacher.locator("button.predict:visible").first.click()
    ways = teacher.locator(".prediction:visible select[aria-label='How to answer']")
    if ways.count():
        ways.select_option(label=way)
    teacher.locator(".ask-class:visible").click()
    teacher.locator(".class-form").get_by_role("button", name=said("ask_now"), exact=True).click()
    expect(teacher.locator(".class-dialog")).to_have_count(0)


@pytest.mark.thorough
def test_a_class_is_asked_about_a_picture_votes_twice_and_sees_both(
    teacher: Page, joined: Any, person: Person
) -> None:
    """On a page whose row has one largest number: key 21, the second of five."""
    student = joined("ko-KR", width=390, height=844)
    with teacher.expect_popup() as opened:
        press(teacher, "projector")
    projector = opened.value
    wait_until_drawn(projector)
    people, code = [person(), person()], code_of(teacher)

    teacher.locator(".workbench .panel").nth(4).wait_for()
    teacher.locator("[data-testid=stSidebarNav] a", has_text="Self-attention").click()
    at(student, "self_attention")
    wait_until_drawn(teacher)
    ask(teacher)

    # Whoever is asked sees a covered picture, and answers on it.
    expect(student.locator("html")).to_have_attribute("data-covered", "matrix")
    expect(student.locator(".class-question-text")).to_contain_text("which number in row")
    expect(student.locator(".class-time")).to_have_text(re.compile(r"^(1:00|0:5\d)$"))
    expect(projector.locator("html")).to_have_attribute("data-covered", "matrix")
    expect(projector.locator(".class-welcome")).to_have_count(0)
    student.locator(".prediction:visible .answers button").nth(1).click()
    student.locator(".prediction:visible .reveal").click()
    message = student.locator(".prediction:visible .message")
    expect(message).to_have_text(KO("classroom.sent"))
    answered = said("count_answered_of", count=1, all=3)
    expect(projector.locator(".class-people")).to_contain_text(answered)
    for one, option in zip(people, (0, 1), strict=True):
        assert one.post(f"/class/{code}/answer", data={"answer": [option]}).ok
    bars = teacher.locator(".class-results .class-count")
    expect(bars.nth(1)).to_have_text("2")
    # The teacher sees it; nobody else sees anything yet.
    assert projector.locator(".class-results").count() == 0

    press(teacher, "close_question")
    expect(student.locator(".class-message")).to_have_text(KO("classroom.closed_wait"))
    assert people[0].post(f"/class/{code}/answer", data={"answer": [1]}).status == 403
    press(teacher, "show_answers")
    results = projector.locator(".class-results")
    expect(results).to_contain_text(said("answers", count=3))
    assert "right" not in results.inner_text()
    expect(student.locator(".class-results .class-count").nth(1)).to_have_text("2")
    expect(student.locator("html")).to_have_attribute("data-covered", "matrix")

    press(teacher, "vote_again")
    expect(projector.locator(".class-results")).to_have_count(0)
    for one in people:
        assert one.post(f"/class/{code}/answer", data={"answer": [1]}).ok
    press(teacher, "show_right")
    expect(results).to_contain_text(f"{said('vote', number=1)}: {said('answers', count=3)}")
    expect(results).to_contain_text(f"{said('vote', number=2)}: {said('answers', count=2)}")
    expect(results.locator(".class-answer.right")).to_have_count(1)
    expect(student.locator("html")).not_to_have_attribute("data-covered", re.compile(".*"))
    press(teacher, "put_away")
    for page in (student, projector, teacher):
        expect(page.locator(".class-question")).to_be_hidden()
    projector.close()


@pytest.mark.thorough
def test_when_its_time_is_over_a_question_takes_no_answer_and_stays_covered(
    teacher: Page, joined: Any
) -> None:
    student = joined()
    teacher.locator("button.predict:visible").first.click()
    teacher.locator(".ask-class:visible").click()
    form = teacher.locator(".class-form")
    # The shortest time of the form is longer than a test should wait.
    form.locator("option").nth(1).evaluate("one => { one.value = '2'; one.selected = true; }")
    form.get_by_role("button", name=said("ask_now"), exact=True).click()
    expect(student.locator(".prediction:visible .reveal")).to_be_visible()
    expect(student.locator(".class-message")).to_have_text(said("closed_wait"))
    expect(student.locator(".prediction:visible")).to_have_count(0)
    expect(student.locator("html")).to_have_attribute("data-covered", "matrix")
    expect(teacher.get_by_role("button", name=said("vote_again"))).to_be_visible()


@pytest.mark.thorough
def test_a_question_of_ones_own_is_answered_in_the_bar(teacher: Page, joined: Any) -> None:
    student = joined()
    press(teacher, "ask")
    form = teacher.locator(".class-form")
    form.get_by_role("button", name=said("ask_now"), exact=True).click()
    expect(form.locator(".class-wrong")).to_have_text(said("no_question"))
    form.locator("textarea").fill("<b>Which</b> rows add up to 1?")
    form.locator(".class-text").nth(0).fill("<i>Scores</i>")
    form.locator(".class-text").nth(1).fill("Weights")
    form.locator(".class-option-fields input[type=checkbox]").nth(1).check()
    form.get_by_role("button", name=said("ask_now"), exact=True).click()
    # What somebody typed is text.
    expect(student.locator(".class-question-text")).to_have_text("<b>Which</b> rows add up to 1?")
    student.get_by_role("button", name="<i>Scores</i>").click()
    expect(student.locator(".class-message")).to_have_text(said("sent"))
    student.get_by_role("button", name="Weights").click()
    expect(teacher.locator(".class-results")).to_contain_text(said("count_right", count=1, all=1))
    student.reload()
    own = student.get_by_text(said("own_answer", answer="Weights"))
    expect(own).to_be_visible()
    expect(student.locator(".class-message")).to_have_text(said("own_change"))
    expect(student.get_by_role("button", name="Weights")).to_have_attribute("aria-pressed", "true")
    press(teacher, "close_question")
    expect(student.locator(".class-option")).to_have_count(0)
    expect(own).to_be_visible()
    with teacher.expect_download() as saved:
        press(teacher, "more")
        teacher.get_by_role("link", name=said("counts")).click()
    rows = saved.value.path().read_text("utf-8-sig").splitlines()
    assert rows[2].endswith("pick,Weights,1,,")


@pytest.mark.thorough
def test_an_answer_on_a_picture_is_there_again_after_a_reload(teacher: Page, joined: Any) -> None:
    student = joined("ko-KR", width=390, height=844)
    ask(teacher)
    canvas = student.locator(".prediction:visible")
    expect(student.locator("html")).to_have_attribute("data-covered", "matrix")
    own = student.get_by_text(KO("classroom.own_counts"))
    expect(own).to_be_hidden()
    overlay = student.locator(
        '.workbench.main figure[data-workbench="matrix"] canvas.overlay'
    ).first
    row, col = 0, 2
    student.mouse.click(*cell(overlay, row, col))
    painted = canvas.locator(".count").inner_text()
    canvas.locator(".reveal").click()
    expect(own).to_be_visible()
    student.reload()
    expect(own).to_be_visible()
    expect(canvas.locator(".count")).to_have_text(painted)


@pytest.mark.thorough
def test_the_class_looks_where_the_teacher_looks_on_the_map(teacher: Page, joined: Any) -> None:
    student = joined(width=1280, height=800)
    teacher.locator("[data-testid=stSidebarNav] a", has_text="Overview").click()
    student.locator(".model-map[data-camera]").wait_for()
    teacher.locator(".model-map[data-camera]").wait_for()
    wait_until_drawn(teacher)

    def zoom(page: Page) -> float:
        shown = page.locator(".model-map").get_attribute("data-camera") or ""
        return float(shown.split()[0])

    def zoom_in(page: Page) -> None:
        page.locator(".model-map").get_by_role("button", name="Zoom in").click()

    def same_zoom() -> None:
        camera = student.locator(".model-map[data-camera]")
        expect(camera).to_have_attribute("data-camera", re.compile(rf"^{zoom(teacher):.2f}"))

    zoom_in(teacher)
    expect(teacher.locator(".model-map")).to_have_attribute("data-camera", re.compile(r"^0\.[1-9]"))
    teacher.wait_for_timeout(HEARD_MS)
    same_zoom()
    expect(student.locator(".class-bar")).to_have_attribute("data-state", "follows")

    zoom_in(student)
    student.wait_for_timeout(HEARD_MS)
    mine = zoom(student)
    teacher.locator(".model-map button.whole").click()
    student.wait_for_timeout(2 * HEARD_MS)
    assert zoom(student) == mine != zoom(teacher) == 0
    press(teacher, "gather")
    same_zoom()


@pytest.mark.thorough
def test_where_the_class_is_away_the_page_works_and_the_class_goes_on_when_it_is_back(
    visit: Any, teacher: Page
) -> None:
    def away(page: Page) -> None:
        page.route("**/class/**", lambda route: route.abort())

    one = visit(f"masks?class={code_of(teacher)}", prepare=away)
    one.expected = "net::ERR_FAILED"
    page: Page = one.page
    expect(page.locator(".class-state")).to_have_text(said("state_interrupted"))
    page.get_by_role("button", name="Neighbours only").click()
    page.wait_for_url(re.compile("ma_cells="))
    page.unroute("**/class/**")
    in_class = re.compile("follows|wanders")
    expect(page.locator(".class-bar")).to_have_attribute("data-state", in_class)
    press(teacher, "gather")
    expect(page.locator(".class-bar")).to_have_attribute("data-state", "follows")
    page.wait_for_url(re.compile("^((?!ma_cells).)*$"))


@pytest.mark.thorough
def test_a_teacher_rehearses_alone_as_a_student(teacher: Page) -> None:
    press(teacher, "more")
    with teacher.expect_popup() as opened:
        teacher.get_by_role("button", name=said("rehearse_student")).click()
    student = opened.value
    wait_until_drawn(student)
    expect(student.locator(".class-bar")).to_have_attribute("data-state", "follows")
    expect(teacher.locator(".class-people")).to_contain_text(said("count_here", count=1))
    student.close()


@pytest.mark.thorough
def test_chosen_answers_are_next_to_each_other_and_all_are_read_afterwards(
    teacher: Page, joined: Any, person: Person
) -> None:
    student, people = joined(), [person() for _ in range(3)]
    ask(teacher)
    expect(teacher.locator(".class-question-text")).to_contain_text("which cells are hidden")
    for place, one in enumerate(people):
        assert one.post(f"/class/{code_of(teacher)}/answer", data={"answer": [place]}).ok
    expect(teacher.locator(".class-results")).to_contain_text(said("answers", count=3))
    press(teacher, "close_question")
    press(teacher, "choose")
    thumbnails = teacher.locator(".class-thumbnail")
    expect(thumbnails).to_have_count(3)
    thumbnails.nth(0).click()
    thumbnails.nth(2).click()
    teacher.get_by_role("button", name=said("show_chosen")).click()
    for page in (teacher, student):
        expect(page.locator(".class-chosen figure")).to_have_count(2)
    press(teacher, "put_away")
    press(teacher, "more")
    teacher.get_by_role("button", name=said("history")).click()
    asked = teacher.locator(".class-asked")
    expect(asked.locator("h3")).to_contain_text("1. Padding mask")
    expect(asked.get_by_role("link")).to_have_attribute("href", re.compile(r"/masks\?v="))
    assert not found(teacher)


@pytest.mark.thorough
def test_a_question_of_a_lesson_is_asked_to_the_class(teacher: Page, joined: Any) -> None:
    student = joined()
    teacher.locator(".lesson-opener").click()
    file = {"name": "own.en.md", "mimeType": "text/markdown", "buffer": LESSON.encode()}
    teacher.locator(".lesson-foot input[type=file]").set_input_files([file])
    teacher.locator(".lesson-ends .primary").click()
    block = teacher.locator(".lesson-block.question")
    block.get_by_role("button", name="Ask the class").click()
    form = teacher.locator(".class-form")
    expect(form.locator("textarea")).to_have_value("What does softmax do?")
    form.get_by_role("button", name=said("ask_now"), exact=True).click()
    student.get_by_role("button", name="It makes shares").click()
    expect(teacher.locator(".class-results")).to_contain_text(said("count_right", count=1, all=1))
    # What the lesson asks to predict is asked in its own words.
    teacher.locator(".ask-class:visible").click()
    expect(form.locator("textarea")).to_have_value("Which key gets the most?")
    form.get_by_role("button", name=said("ask_now"), exact=True).click()
    expect(student.locator(".class-question-text")).to_have_text("Which key gets the most?")
    expect(student.locator("html")).to_have_attribute("data-covered", "matrix")


@pytest.mark.thorough
def test_a_link_to_the_teachers_window_leads_nothing_without_the_key(
    teacher: Page, playwright: Playwright, server: str, person: Person
) -> None:
    stranger, code = person(), code_of(teacher)
    assert not stranger.post(f"/class/{code}/join", data={}).json()["leads"]
    assert stranger.get(f"/class/{code}/events?role=teacher").status == 403
    assert stranger.post(f"/class/{code}/lead", data={"link": "/attention"}).status == 403


@pytest.mark.thorough
def test_another_computer_leads_with_the_teachers_link_and_follows_without_its_key(
    visit: Any, teacher: Page
) -> None:
    press(teacher, "more")
    link = teacher.get_by_label(said("link_teacher")).input_value()
    code, (address, key) = code_of(teacher), link.split("#")
    assert address.endswith(f"/join?code={code}") and key.startswith("teacher.")
    # What another computer does not have.
    teacher.context.clear_cookies(name=f"workbench_teacher_{code}")
    page: Page = visit(f"masks?class={code}.teacher", own_tab=True).page
    expect(page.locator(".class-state")).to_have_text(said("state_follows"))
    assert seat_of(page) == code
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_url(f"**class={code}.teacher**")
    wait_until_drawn(page)
    press(page, "pause")
    expect(page.get_by_role("button", name=said("pause_off"))).to_be_visible()


@pytest.mark.thorough
def test_a_code_is_typed_in_small_letters_and_a_wrong_one_is_said_to_be(
    visit: Any, teacher: Page
) -> None:
    page: Page = visit("join?lang=ko", own_tab=True, is_framed=True, width=390).page
    assert not found(page)
    field, message = page.locator("input"), page.locator("#message")
    field.fill("abc")
    page.locator("button").click()
    expect(message).to_have_text(KO("join.wrong"))
    code = code_of(teacher).lower()
    field.fill(f"{code[:3]} {code[3:]}")
    field.press("Enter")
    page.wait_for_url("**/masks?**class=**")
    wait_until_drawn(page)
    assert parse_qs(urlsplit(page.url).query)["lang"] == ["ko"]


@pytest.mark.thorough
def test_the_bars_and_dialogs_are_readable_by_all(teacher: Page, joined: Any) -> None:
    student = joined()
    assert not found(student) and not found(teacher)
    press(teacher, "more")
    assert not found(teacher)
    for page in (student, teacher):
        for one in page.locator(".class-bar button, .class-dialog button").all():
            box = one.bounding_box()
            assert box and min(box["width"], box["height"]) >= 24
