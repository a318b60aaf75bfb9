"""The pages whose picture has the window: how much of it, and what lies over it."""

from urllib.parse import quote_plus

import pytest
from playwright.sync_api import Page, expect

from benchmarks.controls import actions_of
from tests.browser.matrix_board import box_of, wait_until_drawn, wait_until_idle
from tests.browser.model_map_board import ModelMapBoard, choose_preset
from tests.browser.one_window import AT_REST, PICTURES, SIDEBAR_GONE
from ui.words.language import text_of

WORDS = text_of("workbench", "en")
LONG = (
    "the old man who lived near the river gave the young girl a small red book because she was"
    " kind and he was happy that day"
)
SENTENCES = {3: "she reads books", 9: "she wore a hat and he wore a dress", 26: LONG}
TWO_THIRDS, HALF = 2 / 3, 1 / 2
SIZES = {
    (1920, 1080): TWO_THIRDS,
    (1440, 900): TWO_THIRDS,
    (1280, 720): TWO_THIRDS,
    (1024, 768): HALF,
    (390, 844): HALF,
}
"""The least share of each window that is map."""
PAGES = {
    **{f"?ys_sentence={quote_plus(one)}": f"{count} words" for count, one in SENTENCES.items()},
    "encoder_decoder?ed_num_layers=6": "six layers",
}
SHARE = """() => {
    const box = document.querySelector("[data-workbench=map] .stage").getBoundingClientRect();
    const high = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
    return (high * Math.min(box.width, innerWidth)) / (innerWidth * innerHeight);
}"""
ON_TOP = """(node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const within = Math.min(left + width / 2, innerWidth - 4);
    return document.elementFromPoint(within, top + height / 2) === node;
}"""


def share_of_window(page: Page) -> float:
    return float(page.evaluate(SHARE))


def is_beside_what_lies_over_the_map(page: Page) -> None:
    """Zoomed out, everything is: the next tokens beside the dock, the last row above the chips."""
    board = ModelMapBoard(page)
    assert board.distance() == 0
    stage, dock, strip = (box_of(page.locator(one)) for one in (".stage", ".sheet", ".area-chips"))
    count = page.evaluate("document.querySelector('[data-workbench=map]').tensorNames().length")
    assert count > 0
    last = board.node.evaluate("(node) => node.nextBox(0)")
    assert last["x"] < dock["x"]
    low = board.node.evaluate("(node, row) => node.wordBox('tgt', row)", board.row_count("tgt") - 1)
    assert stage["y"] < low["y"] < strip["y"]


@pytest.mark.parametrize(
    "address",
    [
        pytest.param(address, marks=[] if name == "9 words" else pytest.mark.thorough, id=name)
        for address, name in PAGES.items()
    ],
)
def test_the_map_has_most_of_the_window_and_nothing_covers_it_or_the_suggestions(visit, address):
    page = visit(address, width=1280, height=720).page
    is_beside_what_lies_over_the_map(page)
    shares, covered = {}, []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wait_until_idle(page)
        page.evaluate(AT_REST, PICTURES)
        shares[width, height] = share_of_window(page)
        page.wait_for_function(SIDEBAR_GONE)
        if not page.locator(".area-chips .chip").first.evaluate(ON_TOP):
            covered.append((width, height))
    assert all(share >= SIZES[size] for size, share in shares.items()), shares
    assert not covered


@pytest.mark.thorough
def test_the_dock_folds_and_stays_folded(visit):
    page = visit("", width=1440).page
    dock, fold = page.locator(".workbench.front > .sheet"), page.locator(".dock-fold")
    expect(dock).to_be_visible()
    board = ModelMapBoard(page)
    before = board.box("encoder.output@0.0")["x"]
    fold.click()
    expect(dock).to_be_hidden()
    expect(fold).to_have_attribute("aria-expanded", "false")
    # The map takes the room.
    assert board.box("encoder.output@0.0")["x"] > before + 20
    page.locator(".map-link:visible").first.click()
    expect(page.locator("[data-workbench=matrix]").first).to_be_visible()
    wait_until_drawn(page)
    page.go_back()
    wait_until_drawn(page)
    expect(dock).to_be_hidden()
    fold.click()
    expect(dock).to_be_visible()


@pytest.mark.thorough
def test_the_map_fills_the_window_by_button_and_key(visit):
    page = visit("", width=1280, height=720).page
    board = ModelMapBoard(page)
    share = share_of_window(page)
    board.tool(WORDS("map.tools.fill")).click()
    filled = share_of_window(page)
    assert filled > share + 0.08
    assert not page.get_by_role("textbox").first.evaluate(ON_TOP)
    board.stage.focus()
    page.keyboard.press("Escape")
    assert share_of_window(page) == share
    page.keyboard.press("f")
    assert share_of_window(page) == filled
    page.keyboard.press("f")
    assert share_of_window(page) == share


def test_the_sidebar_starts_folded_only_where_the_picture_has_the_window(visit):
    page = visit("", width=1280, height=720).page
    unfold = page.get_by_test_id("stExpandSidebarButton")
    expect(unfold).to_be_visible()
    unfold.click()
    page.get_by_test_id("stSidebarNav").get_by_role("link", name=WORDS("pages.masks")).click()
    wait_until_drawn(page)
    wait_until_idle(page)
    expect(unfold).to_have_count(0)


@pytest.mark.parametrize(("path", "typed"), [("", ""), ("masks", "1 x 2")])
def test_what_is_wrong_with_what_was_typed_moves_neither_field_nor_picture(visit, path, typed):
    opened = visit(path, width=1280, height=720)
    opened.expected = "400"
    page = opened.page
    field = page.locator(".stMain").get_by_role("textbox").first
    picture = page.locator(PICTURES).locator("visible=true").first
    before = box_of(field), box_of(picture)["y"]
    field.fill(typed)
    field.press("Enter")
    expect(page.get_by_test_id("stAlert")).to_be_in_viewport()
    wait_until_idle(page)
    assert (box_of(field), box_of(picture)["y"]) == before


@pytest.mark.parametrize(("path", "place"), [("masks", 0), ("masks?ma_attention=cross", 0)])
def test_seam_place_messages(visit, path, place):
    """What is wrong with what was typed is said directly below its field."""
    opened = visit(path, width=1280, height=720)
    opened.expected = "400"
    page = opened.page
    field = page.locator(".stMain").get_by_role("textbox").nth(place)
    field.fill("1 x 2")
    field.press("Enter")
    message = page.locator(".stAlert")
    expect(message).to_be_in_viewport()
    wait_until_idle(page)
    typed, said = box_of(field), box_of(message)
    assert abs(said["x"] - typed["x"]) < 24
    assert 0 <= said["y"] - typed["y"] - typed["height"] < 24


def test_examples_are_chosen_with_the_keyboard_alone(visit):
    page = visit("", width=1280, height=720).page
    menu = page.get_by_role("button", name=WORDS("frame.examples"))
    menu.focus()
    page.keyboard.press("Enter")
    entries = page.get_by_role("menuitemradio")
    expect(entries.first).to_be_focused()
    expect(entries.first).to_have_attribute("aria-checked", "true")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    field = page.get_by_role("textbox", name=text_of("overview", "en")("controls.sentence"))
    expect(field).to_have_value("she wore a hat and he wore a dress")
    expect(menu).to_be_focused()
    watch = page.locator(".area-chips .watch")
    expect(watch).to_have_text(text_of("overview", "en")("watch.senses"))
    page.keyboard.press("Enter")
    expect(entries.nth(1)).to_be_focused()
    page.keyboard.press("Escape")
    expect(entries.first).to_be_hidden()
    expect(menu).to_be_focused()


@pytest.mark.thorough
def test_a_model_that_is_too_large_leaves_the_suggestions_in_the_page(visit):
    page = visit("encoder_decoder", width=1280, height=720).page
    choose_preset(page, "Paper, big")
    expect(page.locator(".area-details")).to_contain_text("too large")
    chips, details = page.locator(".area-chips"), page.locator(".area-details")
    expect(chips).to_be_visible()
    assert box_of(chips)["y"] + box_of(chips)["height"] <= box_of(details)["y"] + 1


@pytest.fixture
def played(visit) -> ModelMapBoard:
    """A map whose playback has just ended."""
    board = ModelMapBoard(visit("", width=1440).page)
    board.tool(WORDS("map.tools.back")).click()
    board.tool(WORDS("map.tools.play")).click()
    expect(board.page.locator(".map-story .title")).to_have_text(WORDS("map.narration.end_title"))
    return board


@pytest.mark.thorough
def test_a_key_ends_what_the_end_of_playback_shows(played):
    story, arithmetic = (played.page.locator(one) for one in (".map-story", ".area-arithmetic"))
    expect(story).to_be_visible()
    expect(played.readout).to_contain_text(WORDS("map.narration.point_or_try"))
    played.stage.focus()
    played.page.keyboard.press("ArrowRight")
    expect(story).to_be_hidden()
    expect(arithmetic).to_be_visible()


@pytest.mark.thorough
def test_a_step_back_from_the_end_tells_that_step(played):
    played.tool(WORDS("map.tools.back")).click()
    expect(played.readout).not_to_contain_text(WORDS("map.narration.point_or_try"))
    count = WORDS("map.narration.step").split("{number}")[0]
    expect(played.page.locator(".map-story .count")).to_contain_text(count)


@pytest.mark.thorough
def test_a_folded_dock_leaves_the_caption_above_the_suggestions(played):
    played.page.locator(".dock-fold").click()
    story, strip = played.page.locator(".map-story"), played.page.locator(".area-chips")
    expect(story).to_be_visible()
    assert box_of(story)["y"] + box_of(story)["height"] <= box_of(strip)["y"] + 1


def test_an_embedded_picture_has_nothing_over_the_map(visit):
    page = visit("?embed=true&embed_options=picture", width=1440, is_loaded=True).page
    for over in (".sheet", ".dock-fold", ".area-chips"):
        expect(page.locator(over)).to_be_hidden()
    board = ModelMapBoard(page)
    stage, last = box_of(board.stage), board.node.evaluate("(node) => node.nextBox(0)")
    # The last column is within the last fifth of the map: no room is kept for a dock.
    assert last["x"] > stage["x"] + 0.8 * stage["width"]


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["", "encoder_decoder"])
def test_the_benchmark_times_the_presets_in_the_menu_too(visit, name):
    page = visit(name).page
    assert "a preset" in [action.name for action in actions_of(page)]


def test_the_sentence_can_be_read_on_a_phone(visit):
    field = visit("", width=390, height=844).page.get_by_role("textbox")
    assert field.first.bounding_box()["width"] > 200


def test_a_filled_phone_keeps_the_suggestions_clear(visit):
    page = visit("", width=390, height=844).page
    ModelMapBoard(page).tool(WORDS("map.tools.fill")).click()
    assert page.locator(".area-chips .chip").first.evaluate(ON_TOP)


@pytest.mark.thorough
def test_a_window_of_another_size_shows_the_same_part_of_the_map(visit):
    page = visit("", width=1920, height=1080).page
    board, cell = ModelMapBoard(page), "decoder.layers.1.feed_forward.hidden@3.200"
    board.fly_to(cell, 0.8)
    board.expect_in_sight(cell)
    page.set_viewport_size({"width": 1280, "height": 720})
    board.settle()
    assert board.is_in_sight(cell)


def test_what_a_preset_says_leaves_room_for_the_button_that_folds(visit):
    page = visit("encoder_decoder", width=1280, height=720).page
    fold = box_of(page.locator(".dock-fold"))
    end_of_text = """(node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return Math.max(...[...range.getClientRects()].map(({ right }) => right));
    }"""
    choose_preset(page, "Paper, base")
    wait_until_drawn(page)
    note = page.locator(".area-chips .watch")
    expect(note).not_to_be_empty()
    assert note.evaluate(end_of_text) < fold["x"]


@pytest.mark.thorough
def test_the_legend_follows_the_number_of_heads(visit):
    page = visit("encoder_decoder", width=1280, height=720).page
    expect(page.locator(".map-legend .head")).to_have_count(2)
    choose_preset(page, "Paper, base")
    wait_until_drawn(page)
    expect(page.locator(".map-legend .head")).to_have_count(8)


TITLE_AND_BUTTONS = """() => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector("h1"));
    const title = range.getBoundingClientRect();
    const { left } = document.querySelector(".ask-open").getBoundingClientRect();
    return [title.right, title.height, left];
}"""


@pytest.mark.thorough
@pytest.mark.parametrize("path", ["", "encoder_decoder"])
@pytest.mark.parametrize("locale", ["en-US", "ko-KR"])
@pytest.mark.parametrize("width", [360, 390])
def test_on_a_phone_the_title_is_whole_words_beside_the_buttons(visit, path, locale, width):
    page = visit(path, width=width, height=844, locale=locale).page
    right, height, first_button = page.evaluate(TITLE_AND_BUTTONS)
    assert right <= first_button
    assert height < 36, "at most two lines"
