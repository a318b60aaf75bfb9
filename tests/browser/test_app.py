"""The frame of every page: the sidebar, the browser's tab."""

import re
import time

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from ui.answer.parts import encode_frame
from ui.server.scripts import script_address

pytestmark = pytest.mark.thorough

WIDTH_OF_SIDEBAR = 240


# Where the title has stood, from its first picture on.
WATCH_TITLE = """
    window.titleStood = new Set();
    const look = () => {
        const box = document.querySelector("h1")?.getBoundingClientRect();
        if (box?.width) window.titleStood.add(box.left);
        requestAnimationFrame(look);
    };
    look();
"""


def sidebar(page: Page) -> dict[str, float]:
    return page.locator("[data-testid=stSidebar]").bounding_box()


def one_message_at_a_time(page: Page) -> None:
    """On a slow line the page draws each of the server's messages before it gets the next."""

    def pass_on(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: (time.sleep(0.02), socket.send(message)))

    page.route_web_socket("**/_stcore/stream", pass_on)


def test_the_sidebar_has_its_width_on_a_slow_line_too(visit):
    page = visit("learning_rate", prepare=one_message_at_a_time).page
    assert sidebar(page)["width"] == WIDTH_OF_SIDEBAR


def test_the_sidebar_folds_away_and_comes_back(visit):
    page = visit("learning_rate").page
    page.locator("[data-testid=stSidebar]").hover()
    page.locator("[data-testid=stSidebarCollapseButton] button").click()
    page.locator("[data-testid=stSidebar][data-collapsed=true]").wait_for(state="attached")
    page.locator("[data-testid=stExpandSidebarButton]").click()
    page.locator("[data-testid=stSidebar][data-collapsed=false]").wait_for()
    page.wait_for_function(
        """(width) => document.querySelector("[data-testid=stMain]")
            .getBoundingClientRect().left === width""",
        arg=WIDTH_OF_SIDEBAR,
    )


def test_the_title_stands_where_it_first_stood(visit):
    page = visit("masks", prepare=lambda page: page.add_init_script(WATCH_TITLE)).page
    assert page.evaluate("[...window.titleStood]") == [WIDTH_OF_SIDEBAR + 2.25 * 15]


def test_the_tab_follows_to_the_next_page(visit):
    page = visit("masks?lang=en").page
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Learning rate").click()
    expect(page).to_have_title("Learning rate · Attention Workbench")
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Overview").click()
    expect(page).to_have_title("Attention Workbench")


def test_tab_and_document_speak_the_language_that_is_switched_to(visit):
    page = visit("masks?lang=en").page
    expect(page).to_have_title("Masks · Attention Workbench")
    for name, language, title in (("한국어", "ko", "마스크"), ("English", "en", "Masks")):
        page.get_by_test_id("stSidebar").get_by_text(name).click()
        expect(page).to_have_title(f"{title} · Attention Workbench")
        expect(page.locator("html")).to_have_attribute("lang", language)


def test_the_sidebar_leaves_a_phone_to_the_page_which_knows_its_language_too(visit):
    page = visit("masks", locale="ko-KR", width=390, is_loaded=True).page
    page.wait_for_function(
        """() => document.querySelector("[data-testid=stSidebar]")
            .getBoundingClientRect().right <= 0"""
    )
    expect(page.locator("html")).to_have_attribute("lang", "ko")


def test_the_first_page_opens_by_its_name_too(visit):
    page = visit("overview?lang=ko&ys_sentence=the+cat+slept", is_loaded=True).page
    assert page.get_by_test_id("stDialog").count() == 0
    expect(page.locator(".stMain input[type=text]").first).to_have_value("the cat slept")


# Puts the chips into another element, as Streamlit does where it replaces one.
REPLACE = """async ([workbench, sent]) => {
    const { mount } = await import(workbench), root = document.createElement("div");
    root.innerHTML = "<div class='workbench'></div>";
    const old = document.querySelector(".workbench.above");
    old.before(root);
    old.remove();
    mount({ data: new Uint8Array(sent), parentElement: root });
}"""


def test_an_element_that_is_replaced_is_drawn_again(visit):
    page = visit("masks", own_tab=True).page
    place = {"page": "masks", "areas": ["chips"], "expanders": [], "classes": ["above"]}
    page.evaluate(REPLACE, [script_address("ui/shell/workbench.js"), list(encode_frame(place))])
    expect(page.locator(".workbench.above .area-chips .chip").first).to_be_visible()


# Mounts a page whose element is gone, as Streamlit does with one that is left while it loads.
MOUNT_GONE = """async ([workbench, sent]) => {
    const { mount } = await import(workbench), root = document.createElement("div");
    root.innerHTML = "<div class='workbench'></div>";
    mount({ data: new Uint8Array(sent), parentElement: root })();
}"""


def test_a_page_that_is_gone_takes_nothing_from_the_one_that_is_open(visit):
    page = visit("masks", own_tab=True).page
    gone = {"page": "attention", "areas": ["picture"], "expanders": [], "classes": ["main"]}
    workbench = script_address("ui/shell/workbench.js")
    page.evaluate(MOUNT_GONE, [workbench, list(encode_frame(gone))])
    page.locator(".workbench.above .chip").nth(1).click()
    expect(page).to_have_url(re.compile("ma_(?!sentence|target)"))
