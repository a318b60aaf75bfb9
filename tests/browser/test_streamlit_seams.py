"""What the room `ui/streamlit` takes for granted of Streamlit, each in a test named after its seam.

Most are asked of an app without a workbench, `seams_app.py`: the room's own modules, in a page of
Streamlit.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from benchmarks.server import running, serving
from tests.browser.seams_app import STARTS
from ui.server.scripts import script_address
from ui.streamlit.seams import BACK_SCRIPT, style_sheet
from ui.words.language import read_words

pytestmark = pytest.mark.thorough

APP = Path(__file__).with_name("seams_app.py")
PAGE, CONTROLS, PHRASES = (
    script_address(f"ui/streamlit/{name}.js") for name in ("streamlit", "controls", "phrases")
)
OPTIONS: dict[str, list[Any]] = {"choice": ["one", "two", "three"], "options": [1, 2, 4, 8]}


@pytest.fixture(scope="module")
def seams() -> Iterator[str]:
    with running(APP) as address:
        yield address


def opened(page: Page, address: str) -> Page:
    """The page of controls, with the room's modules as `room` and `controls`."""
    page.add_init_script(BACK_SCRIPT)
    page.goto(address)
    expect(page.get_by_role("heading", name="Controls")).to_be_visible()
    expect(page.locator("code").last).to_be_visible()
    page.evaluate(
        """async ([room, controls]) => {
            globalThis.room = await import(room);
            globalThis.controls = await import(controls);
        }""",
        [PAGE, CONTROLS],
    )
    return page


@pytest.fixture(scope="module")
def shared(profile, seams: str) -> Iterator[Page]:
    """A page that stays: to load Streamlit's front end takes longer than every test."""
    made = profile("en-US").new_page()
    yield opened(made, seams)
    made.close()


@pytest.fixture
def page(shared: Page) -> Page:
    """The same page with its controls as they start, and without the last test's listeners."""
    shared.evaluate(
        """() => {
            globalThis.ended?.abort();
            globalThis.ended = new AbortController();
            globalThis.noted = undefined;
        }"""
    )
    if not shared.get_by_role("heading", name="Controls").is_visible():
        shared.get_by_role("link", name="Controls").click()
    times = shared.get_by_text(re.compile(r"^Reset \d+ times$"))
    before = int(times.inner_text().split()[1])
    shared.get_by_role("button", name="Reset").click()
    # The values may be as they start already: the count tells that it is this run's answer.
    expect(times).to_have_text(f"Reset {before + 1} times")
    expect_on_server(shared)
    return shared


def expect_on_server(page: Page, **values: object) -> None:
    """Wait until the script has run with these values, and the others as they start.

    Streamlit may lose what is done after the values have come and before the script has ended.
    """
    expect(page.locator("code").last).to_have_text(json.dumps(STARTS | {"noted": []} | values))
    page.wait_for_function("() => !room.isScriptRunning()")


def value_of(page: Page, key: str) -> object:
    expression = "([key, options]) => controls.valueOf(controls.boxOf(key), options)"
    return page.evaluate(expression, [key, OPTIONS.get(key)])


def field(page: Page, key: str):
    return page.locator(f".st-key-{key} input").first


def listen(page: Page, event: str, expression: str) -> None:
    """Note what the room says of the next event, before Streamlit hears of it."""
    page.evaluate(
        f"""() => {{
            globalThis.noted = undefined;
            document.addEventListener("{event}", (event) => {{
                globalThis.noted ??= {{ value: ({expression})(event) }};
            }}, {{ capture: true, signal: ended.signal }});
        }}"""
    )


def noted(page: Page) -> object:
    return page.wait_for_function("() => globalThis.noted").json_value().get("value")


# The page around ours


def test_seam_app_element(page: Page) -> None:
    """It is where Streamlit's theme sets the colour."""
    assert page.evaluate("room.appElement() !== document.body")
    assert page.evaluate("getComputedStyle(room.appElement()).backgroundColor") != (
        "rgba(0, 0, 0, 0)"
    )


def test_seam_is_script_running(page: Page) -> None:
    page.wait_for_function("() => !room.isScriptRunning()")
    page.get_by_role("button", name="Wait").click()
    page.wait_for_function("() => room.isScriptRunning()")
    page.wait_for_function("() => !room.isScriptRunning()")


def test_seam_is_connected(profile) -> None:
    page = profile("en-US").new_page()
    with serving(APP) as server:
        opened(page, server.address)
        assert page.evaluate("room.isConnected()")
        page.evaluate("() => { room.observeConnection(() => { globalThis.isHeard = true; }); }")
    page.wait_for_function("() => !room.isConnected() && globalThis.isHeard")
    page.close()


def test_seam_scroller(page: Page) -> None:
    page.evaluate("room.scroller().scrollTo({ top: 300, behavior: 'instant' })")
    top = "document.querySelector('h1').getBoundingClientRect().top"
    moved = page.evaluate(top)
    assert page.evaluate("[room.scrolled(), window.scrollY]") == [300, 0]
    page.evaluate("room.scroller().scrollTo({ top: 0, behavior: 'instant' })")
    assert page.evaluate(top) - moved == 300


def test_seam_sidebar_link(page: Page) -> None:
    page.evaluate("globalThis.isSameDocument = true")
    page.evaluate("room.sidebarLink('second').click()")
    expect(page.get_by_role("heading", name="Second")).to_be_visible()
    assert page.evaluate("isSameDocument") and page.url.endswith("/second")
    assert page.evaluate("room.sidebarLink('third')") is None
    # The first page's link has no name.
    assert page.evaluate("new URL(room.sidebarLink('').href).pathname") == "/"


def test_seam_row_of(page: Page) -> None:
    alone, inside = page.get_by_text("Badge", exact=True), page.get_by_text("In a row")
    assert alone.evaluate("(node) => room.rowOf(node) === null")
    assert inside.evaluate("(node) => room.rowOf(node).innerText") == "In a row"


def test_seam_uncover_page(page: Page) -> None:
    sidebar = page.get_by_test_id("stSidebar")
    page.evaluate("room.uncoverPage()")
    expect(sidebar).to_be_in_viewport()
    size = page.viewport_size
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_test_id("stExpandSidebarButton").click()
    expect(sidebar).to_be_in_viewport()
    page.evaluate("room.uncoverPage()")
    expect(sidebar).not_to_be_in_viewport()
    page.set_viewport_size(size)


def test_seam_is_sidebar_open(page: Page) -> None:
    """Streamlit's own buttons fold and unfold it, and the observer hears of both."""
    page.evaluate("room.openSidebar()")
    page.wait_for_function("() => room.isSidebarOpen()")
    page.evaluate(
        """() => {
            globalThis.heard = 0;
            const stop = room.observeSidebar(() => { globalThis.heard += 1; });
            globalThis.ended.signal.addEventListener("abort", stop);
        }"""
    )
    page.get_by_test_id("stSidebar").hover()
    page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click()
    page.wait_for_function("() => !room.isSidebarOpen() && globalThis.heard === 1")
    page.evaluate("room.openSidebar()")
    page.wait_for_function("() => room.isSidebarOpen() && globalThis.heard === 2")


def test_seam_listen_for_back(page: Page) -> None:
    """Streamlit does not hear of what is withheld from it, and takes our own event for it."""
    page.evaluate("room.sidebarLink('second').click()")
    second = page.get_by_role("heading", name="Second")
    expect(second).to_be_visible()
    page.evaluate(
        """() => {
            globalThis.stop = room.listenForBack((event) => event.preventDefault());
        }"""
    )
    page.go_back()
    page.wait_for_function("() => !location.pathname.endsWith('/second')")
    page.wait_for_timeout(300)
    expect(second).to_be_visible()
    page.evaluate("() => { stop(); room.repeatBack(); }")
    expect(page.get_by_role("heading", name="Controls")).to_be_visible()


def test_seam_history(page: Page) -> None:
    """A page is one entry in the browser's history; what is done on it adds none."""
    second = page.get_by_role("heading", name="Second")
    # What was ahead after going back is gone when a page is opened.
    page.evaluate("room.sidebarLink('second').click()")
    expect(second).to_be_visible()
    page.get_by_role("link", name="Controls").click()
    expect_on_server(page)
    before = page.evaluate("history.length")
    page.get_by_text("two", exact=True).click()
    expect_on_server(page, choice="two")
    assert page.evaluate("history.length") == before
    page.evaluate("room.sidebarLink('second').click()")
    expect(second).to_be_visible()
    assert page.evaluate("history.length") == before + 1


def test_seam_paragraphs(page: Page) -> None:
    texts = page.locator(page.evaluate("room.PARAGRAPHS")).all_inner_texts()
    assert "Badge" in texts


def test_seam_with_last_messages(page: Page) -> None:
    """Of two values in quick succession only the last arrives."""
    page.evaluate(
        """() => {
            setDone([1]);
            setDone([2]);
        }"""
    )
    expect_on_server(page, noted=[2])
    page.evaluate(
        """() => {
            const sent = room.withLastMessages([], 3);
            setDone(sent);
            setDone(room.withLastMessages(sent, 4));
        }"""
    )
    expect_on_server(page, noted=[2, 3, 4])


# Controls


def changed(page: Page, key: str) -> object:
    """Change a control as a user does; return its new value."""
    if key == "choice":
        page.get_by_text("three", exact=True).click()
        return "three"
    if key == "toggle":
        page.locator(".st-key-toggle label").click()
        return True
    if key == "text":
        field(page, key).fill("dog")
        field(page, key).press("Enter")
        return "dog"
    field(page, key).press("ArrowUp")
    return {"slider": 4, "options": 4, "number": 4}[key]


@pytest.mark.parametrize("key", ["choice", "slider", "options", "number", "toggle", "text"])
def test_seam_value_of(page: Page, key: str) -> None:
    assert value_of(page, key) == STARTS[key]
    new = changed(page, key)
    expect_on_server(page, **{key: new})
    assert value_of(page, key) == new


def test_seam_value_of_a_list_is_unknown(page: Page) -> None:
    assert value_of(page, "list") is None


@pytest.mark.parametrize(
    ("key", "pressed", "stepped"),
    [
        ("slider", "ArrowUp", 4),
        ("slider", "ArrowLeft", 2),
        ("options", "ArrowRight", 2),
        ("number", "ArrowUp", 4),
        ("number", "ArrowDown", 2),
    ],
)
def test_seam_stepped_number(page: Page, key: str, pressed: str, stepped: int) -> None:
    """The number to which a key steps a field is known before Streamlit hears of the key."""
    listen(page, "keydown", "controls.steppedNumber")
    field(page, key).press(pressed)
    assert noted(page) == stepped
    expect_on_server(page, **{key: OPTIONS["options"][stepped] if key == "options" else stepped})


def test_seam_pressed_place(page: Page) -> None:
    listen(page, "click", "(event) => controls.pressedPlace(event, controls.boxOf('choice'))")
    page.get_by_text("two", exact=True).click()
    assert noted(page) == 1
    expect_on_server(page, choice="two")


@pytest.mark.parametrize("event", ["pointerdown", "click", "keydown"])
def test_seam_switched(page: Page, event: str) -> None:
    listen(page, event, "(event) => controls.switched(event, controls.boxOf('toggle'))")
    if event == "keydown":
        field(page, "toggle").press(" ")
    else:
        page.locator(".st-key-toggle label").click()
    assert noted(page) is True
    expect_on_server(page, toggle=True)


@pytest.mark.parametrize("event", ["pointerup", "keydown"])
def test_seam_chosen_option(page: Page, event: str) -> None:
    field(page, "list").click()
    expect(page.get_by_role("option", name="three")).to_be_visible()
    if event == "keydown":
        field(page, "list").press("ArrowDown")
    listen(
        page,
        event,
        """(event) => [controls.isOption(event.target),
            controls.chosenOption(event, controls.boxOf('list'))]""",
    )
    if event == "keydown":
        field(page, "list").press("Enter")
        assert noted(page) == [False, "two"]
        expect_on_server(page, list="two")
    else:
        page.get_by_role("option", name="three").click()
        assert noted(page) == [True, "three"]
        expect_on_server(page, list="three")


@pytest.mark.parametrize("key", ["choice", "slider", "options", "number", "toggle", "text"])
def test_seam_create_delay(page: Page, key: str) -> None:
    """A key or a click that is held back reaches Streamlit only when it is repeated."""
    page.evaluate(
        """([key, options]) => {
            const delay = controls.createDelay();
            const value = () => controls.valueOf(controls.boxOf(key), options);
            const keep = (event) => {
                const isLast = event.type === "click" || /Arrow|Enter/.test(event.key);
                if (delay.isAgain() || globalThis.noted || !isLast) return;
                if (!controls.canWait(event) || !controls.isInControl(event.target, key)) return;
                const before = value();
                globalThis.noted = { isKept: false };
                delay.keep(event);
                setTimeout(() => { globalThis.noted.isKept = value() === before; }, 30);
            };
            const how = { capture: true, signal: ended.signal };
            for (const name of ["keydown", "click"]) document.addEventListener(name, keep, how);
        }""",
        [key, OPTIONS.get(key)],
    )
    new = changed(page, key)
    expect_on_server(page, **{key: new})
    assert page.evaluate("noted.isKept")


# Texts, styles, security


def test_seam_phrases(page: Page) -> None:
    """Streamlit's texts are where they are looked for, and come back."""
    english = {
        name.removeprefix("streamlit."): word
        for name, word in read_words("en", "workbench").items()
        if name.startswith("streamlit.")
    }
    words = {word: word.replace(word.split("{")[0], f"~{name} ") for name, word in english.items()}
    field(page, "text").press_sequentially("s")
    page.evaluate(
        """async ([address, text]) => {
            const data = new TextEncoder().encode(text), parentElement = document.body;
            const { default: speak } = await import(address);
            globalThis.stop = speak({ data, parentElement });
        }""",
        [PHRASES, json.dumps({"language": "ko", "words": words})],
    )
    assert page.evaluate("document.documentElement.lang") == "ko"
    expect(page.get_by_test_id("stSidebar")).to_have_attribute("aria-label", "~sidebar ")
    expect(page.get_by_test_id("stSkipToContent")).to_have_text("~skip")
    expect(page.get_by_test_id("InputInstructions").filter(visible=True)).to_have_text("~apply")
    for name in ("increment", "decrement", "collapse"):
        expect(page.locator(f"[aria-label='~{name} ']")).to_have_count(1)
    page.evaluate("stop()")
    field(page, "text").press("Enter")
    expect(page.get_by_test_id("stSidebar")).to_have_attribute("aria-label", english["sidebar"])


TRANSIENT = {"stStatusWidget", "stAlert", "stAlertContainer", "stSelectbox"}
"""While the script runs; where a value is refused. test_room.py looks for them in Streamlit."""
WITH_THE_KINDS = {
    "": "stButtonGroup",
    "masks": "stTextInput",
    "attention": "stCheckbox",
    "positional_encoding": "stSlider",
}
NAMES_IN_DOCUMENT = """() => [...document.querySelectorAll("[data-testid], [class]")].flatMap(
    (one) => [one.dataset.testid, ...one.classList]
)"""


def test_seam_style_sheet(visit) -> None:
    """Every element that the style sheet names is on one of these pages."""
    there: set[str] = set()
    for path, kind in WITH_THE_KINDS.items():
        page = visit(path).page
        # The picture may be drawn before all of Streamlit's controls are.
        expect(page.get_by_test_id(kind).first).to_be_attached()
        there.update(page.evaluate(NAMES_IN_DOCUMENT))
    named = set(re.findall(r"\bst[A-Z]\w*", style_sheet()))
    assert len(named) > 10
    assert named - there - TRANSIENT == set()


def test_seam_inline_scripts(visit) -> None:
    """Streamlit's inline script and the code of its components run, with our policy."""
    opened = visit("masks", is_loaded=True)
    assert opened.page.evaluate("window.prerenderReady") is not None
    assert not opened.troubles


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
def test_seam_every_method(page: Page, seams: str, method: str) -> None:
    """Else Streamlit answers the methods that a function does not take."""
    assert page.request.fetch(f"{seams}/every", method=method).text() == "every"
    if method != "GET":
        answer = page.request.fetch(f"{seams}/only_get", method=method)
        assert "only get" not in answer.text()
