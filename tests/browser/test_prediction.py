"""Numbers that somebody predicts before they are shown."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import found
from tests.browser.matrix_board import MatrixBoard, arithmetic_title, box_of
from tests.browser.share_panel import by_itself, open_panel, saved, texts
from ui.server.scripts import script_address
from ui.words.language import text_of

pytestmark = pytest.mark.thorough

TEXT = text_of("attention", "en")
KOREAN = text_of("attention", "ko")
START = """async ([shell, tool, request]) => {
    const [{ openStore }, { startPrediction }] = await Promise.all([import(shell), import(tool)]);
    window.predicted = [];
    const control = startPrediction(openStore(), request, {
        revealed: (result) => window.predicted.push(result),
        ended: () => window.predicted.push("ended"),
    });
    window.control = control;
    return control !== null;
}"""


def words(name: str, **params: object) -> str:
    return TEXT(f"prediction.predict_{name}", **params)


class Prediction:
    """The bar of a board, or of curves, as a person uses it."""

    def __init__(self, page: Page, within: str = ".board") -> None:
        self.page = page
        self.place = page.locator(within).filter(has=page.locator(".predict")).first
        self.opener = self.place.locator(".predict")
        self.bar = self.place.locator(".prediction")
        self.message = self.bar.locator(".message")
        self.fields = self.bar.locator("input")

    def open(self, *choices: str) -> None:
        """Open it, and choose by the names of options, in order."""
        self.opener.click()
        expect(self.bar).to_be_visible()
        for choice in choices:
            self.choose(choice)

    def choose(self, name: str) -> None:
        option = self.bar.locator("select", has=self.page.get_by_text(name, exact=True)).first
        option.select_option(name)

    def reveal(self) -> str:
        self.bar.locator(".reveal").click()
        expect(self.bar.locator(".again")).to_be_visible()
        return self.message.inner_text()

    def stop(self) -> None:
        self.bar.locator(".stop").click()
        expect(self.bar).to_be_hidden()


def opened(page: Page, kind: str, matrix: str = "", **more: str) -> Prediction:
    made = Prediction(page)
    made.open(*filter(None, [matrix, words(f"kind_{kind}"), *more.values()]))
    return made


def start(page: Page, **request: object) -> bool:
    """What a lesson does."""
    modules = ("ui/shell/workbench.js", "ui/picture/prediction/predictors.js")
    return page.evaluate(START, [*map(script_address, modules), request])


@pytest.mark.always
def test_a_covered_number_is_nowhere_until_it_is_revealed(visit):
    page = visit("attention").page
    weights = MatrixBoard(page, "weights")
    weights.click(1, 1)
    expect(arithmetic_title(page)).to_contain_text("= 1")
    prediction = Prediction(page)
    prediction.open("query 1", words("cover_all"))
    expect(page.locator(".box.arithmetic")).to_have_text(words("arithmetic"))
    assert weights.readout_text(0, 2) == words("covered")
    weights.cells.press("ArrowRight")
    expect(weights.live).to_contain_text(f"= {words('covered')}")
    weights.board.locator(".as-table").click()
    weights.board.locator(".tables select").select_option("Weights")
    cells = weights.board.locator(".tables td")
    expect(cells.nth(1)).to_have_text(words("covered"))
    expect(cells.filter(has_text=words("covered"))).to_have_count(12)
    prediction.fields.first.fill("0.9")
    assert prediction.reveal() == "You are 0.1 away: you said 0.9, it is 1."
    expect(cells.filter(has_text=words("covered"))).to_have_count(0)
    expect(page.locator(".box.arithmetic .heading")).to_be_visible()


def test_covered_numbers_are_not_saved(visit):
    page = visit("attention").page
    prediction = Prediction(page)
    prediction.open("query 1", words("cover_all"))
    open_panel(page, "data")
    panel = page.locator(".share-panel")
    expect(panel).to_contain_text(TEXT("share.covered"))
    kept = panel.get_by_role("button", name=re.compile(r"^\.npz$|^\.safetensors$|CSV"))
    expect(kept).to_have_count(0)
    page.keyboard.press("Escape")
    prediction.stop()
    open_panel(page, "data")
    expect(kept).to_have_count(3)


def test_a_number_may_have_a_decimal_comma_and_letters_are_refused_in_words(visit):
    page = visit("attention").page
    prediction = opened(page, "cell", "Weights")
    prediction.bar.locator(".reveal").click()
    expect(prediction.message).to_have_text(words("nothing_typed"))
    prediction.fields.first.fill("half")
    prediction.fields.first.press("Enter")
    expect(prediction.message).to_have_text(words("no_number", text="half"))
    expect(prediction.fields.first).to_be_focused()
    prediction.fields.first.fill("0,02")
    prediction.fields.first.press("Enter")
    expect(prediction.message).to_contain_text("you said 0.02")


def test_a_row_of_weights_that_does_not_sum_to_one_is_named_before_it_is_revealed(visit):
    page = visit("attention").page
    prediction = opened(page, "row", "Weights")
    for field, number in zip(prediction.fields.all(), ("0.5", "0.5", "0.5", "0.5"), strict=True):
        field.fill(number)
    expect(prediction.message).to_have_text(words("sum", sum="2"))
    for field, number in zip(prediction.fields.all(), ("0", "0", "0.5", "0.5"), strict=True):
        field.fill(number)
    expect(prediction.message).to_be_empty()
    expect(prediction.bar.locator("select").last).to_have_value("query 0")
    assert prediction.reveal() == words("gap_none", count=4)
    expect(prediction.message).to_have_class(re.compile("right"))


def test_the_largest_is_picked_on_the_picture_or_by_the_keyboard(visit):
    page = visit("attention").page
    prediction = opened(page, "pick", "Weights")
    MatrixBoard(page, "weights").click(0, 1)
    assert re.fullmatch(
        r"You picked key 1 \(.+\); the largest is key 2 \(0\.5\)\.", prediction.reveal()
    )
    prediction.bar.locator(".again").press("Enter")
    key = prediction.bar.locator(".answer .chip", has_text="key 3")
    key.press("Enter")
    expect(key).to_have_attribute("aria-pressed", "true")
    assert prediction.reveal() == words("pick_right", truth="key 3", most="0.5")


def test_keys_are_put_in_order_by_dragging_and_by_the_keyboard(visit):
    page = visit("attention").page
    prediction = opened(page, "order", "Scores")
    entries = prediction.bar.locator(".order-list button")
    assert [one.split("\n")[-1] for one in entries.all_inner_texts()] == [
        f"key {at}" for at in range(4)
    ]
    entries.nth(3).press("Home")
    expect(entries.first).to_contain_text("key 3")
    expect(entries.first).to_be_focused()
    expect(entries.first).to_have_attribute("aria-label", "1 key 3, place 1 of 4")
    last, first = box_of(entries.nth(3)), box_of(entries.first)
    page.mouse.move(last["x"] + 8, last["y"] + 8)
    page.mouse.down()
    page.mouse.move(first["x"] + 8, first["y"] + 8, steps=8)
    page.mouse.up()
    expect(entries.first).to_contain_text("key 2")
    assert prediction.reveal() == words("order_all", count=4)
    expect(prediction.bar.locator("svg.places line.right")).to_have_count(4)


def test_a_mask_is_painted_with_its_weights_covered_too(visit):
    page = visit("masks").page
    prediction = Prediction(page)
    prediction.open("Look-ahead mask")
    mask = MatrixBoard(page, "look_ahead")
    weights = MatrixBoard(page, "look_ahead_weights")
    assert mask.readout_text(0, 1) == weights.readout_text(0, 1) == words("covered")
    mask.drag((0, 1), (0, 2), (0, 3), (0, 4))
    mask.drag((1, 2), (1, 3), (1, 4))
    mask.drag((2, 3), (2, 4))
    expect(prediction.bar.locator(".count")).to_have_text(words("painted", count=9))
    mask.cells.focus()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Space")
    expect(prediction.bar.locator(".count")).to_have_text(words("painted", count=10))
    assert prediction.reveal() == words("mask", right=23, count=25, missed=1, extra=1)
    expect(page).not_to_have_url(re.compile("ma_cells"))


def drag_curve(page: Page, pad: Locator, *heights: float) -> None:
    """Draw through these heights, evenly along the axis; both as shares of the axes."""
    box = box_of(pad)
    for at, height in enumerate(heights):
        x = box["x"] + 2 + (box["width"] - 4) * at / (len(heights) - 1)
        page.mouse.move(x, box["y"] + box["height"] * (1 - height), steps=6)
        if not at:
            page.mouse.down()
    page.mouse.up()


def test_a_curve_is_drawn_and_both_are_shown_with_the_area_between(visit):
    page = visit("learning_rate").page
    curve = page.locator("[data-workbench=curve]")
    expect(page.locator(".legend")).to_contain_text("peak")
    prediction = Prediction(page, ".curves-frame")
    prediction.open()
    expect(page.locator(".box.arithmetic")).to_have_text(words("arithmetic"))
    expect(page.locator(".legend")).not_to_contain_text("peak")
    expect(curve.locator(".js-line")).to_have_count(0)
    assert curve.evaluate(
        "(node) => node.data.every(({ y }) => Array.from(y).every((one) => one === null))"
    )
    prediction.bar.locator(".reveal").click()
    expect(prediction.message).to_have_text(words("nothing_drawn"))
    address = page.url
    drag_curve(page, page.locator(".sketch-pad"), 0.05, 0.5, 0.4, 0.3)
    share = float(re.search(r"([\d.]+)%", prediction.reveal())[1])
    assert 0 < share < 100
    expect(curve.locator(".js-line")).to_have_count(2)
    expect(curve.locator(".js-fill").first).to_be_attached()
    expect(page.locator(".legend")).to_contain_text("peak")
    assert page.url == address, "drawing chooses no step"


def test_a_curve_is_drawn_by_the_keyboard_alone(visit):
    page = visit("learning_rate").page
    prediction = Prediction(page, ".curves-frame")
    prediction.opener.focus()
    page.keyboard.press("Enter")
    pad = page.locator(".sketch-pad")
    expect(pad).to_be_focused()
    for key in ("ArrowUp", "End", "Shift+ArrowDown"):
        page.keyboard.press(key)
    expect(pad).to_have_attribute("aria-valuenow", "42")
    expect(pad).to_have_attribute("aria-valuetext", re.compile(r"^102000: 0\.000\d+$"))
    prediction.reveal()
    expect(prediction.bar.locator(".again")).to_be_focused()
    page.keyboard.press("Escape")
    expect(prediction.bar).to_be_hidden()
    expect(prediction.opener).to_be_focused()


def test_the_choices_of_the_bar_keep_the_keyboards_focus(visit):
    page = visit("attention").page
    prediction = opened(page, "cell", "Weights")
    select = prediction.bar.get_by_label(words("cover"), exact=True)
    select.focus()
    select.select_option(words("cover_all"))
    expect(prediction.bar.get_by_label(words("cover"), exact=True)).to_be_focused()


def test_the_largest_of_many_cells_is_picked_in_korean(visit):
    page = visit("positional_encoding?lang=ko").page
    prediction = Prediction(page)
    prediction.open(KOREAN("prediction.predict_kind_pick"), KOREAN("prediction.predict_cover_all"))
    MatrixBoard(page, "pe").click(3, 2)
    text = prediction.reveal()
    assert text.startswith(("고른 것: ", "맞습니다."))
    assert "1)" in text
    prediction.stop()


def test_a_covered_picture_stays_covered_when_the_setting_changes(visit):
    page = visit("attention").page
    prediction = opened(page, "row", "Weights", cover=words("cover_all"))
    page.get_by_role("button", name="Look-ahead", exact=True).or_(
        page.get_by_role("radio", name="Look-ahead", exact=True)
    ).first.click()
    expect(page).to_have_url(re.compile("mask=look_ahead"))
    weights = MatrixBoard(page, "weights")
    assert weights.readout_text(2, 0) == words("covered")
    prediction.stop()
    assert weights.readout_text(2, 1) != words("covered")


def test_numbers_that_are_drawn_at_random_are_not_asked_for(visit):
    page = visit("attention?at_source=random").page
    prediction = Prediction(page)
    prediction.open()
    names = prediction.bar.locator("select").first.locator("option").all_inner_texts()
    assert names == ["Scores", "Scaled", "Weights", "Output"]


def test_a_picture_is_saved_covered_while_it_is_covered(visit):
    page = visit("attention").page
    opened(page, "row", "Weights", cover=words("cover_all"))
    open_panel(page, "picture")
    page.locator(".share-panel select").first.select_option("Weights")
    written = texts(Path(saved(page, "SVG").path()).read_bytes())
    assert written.count("?") >= 12
    assert not {"0.50", "1.00"} & set(written)
    html = Path(saved(page, "HTML").path()).read_text(encoding="utf-8")
    with by_itself(page, html) as alone:
        alone.locator(".as-table").click()
        cells = alone.locator(".tables tbody td")
        expect(cells.first).to_have_text(words("covered"))
        assert set(cells.all_inner_texts()) == {words("covered")}


def test_predicting_asks_the_server_for_nothing_until_the_revealed_number_is_pinned(visit):
    visited = visit("attention")
    page, asked = visited.page, []
    prediction = Prediction(page)
    page.on("request", lambda one: asked.append(one.url) if one.method == "POST" else None)
    visited.sent.clear()
    prediction.open("Weights", words("kind_row"))
    prediction.fields.first.fill("0.5")
    assert asked == visited.sent == []
    prediction.reveal()
    expect(arithmetic_title(page)).to_contain_text("Weights[ 0, 0 ]")
    prediction.stop()
    assert {url.split("?")[0].rsplit("/", 2)[1] for url in asked} == {"answer"}


def test_a_lesson_asks_for_a_place_by_its_words_and_hears_of_the_end_once(visit):
    page = visit("self_attention").page
    assert not start(page, matrix="scores_of_nobody", kind="cell", row=1, col=1)
    assert not start(page, matrix="weights", kind="cell", row="nobody", col=1)
    assert not start(page, curve="rates", kind="curve")
    assert start(page, matrix="weights", kind="cell", row="help", col="me", within=0.2)
    prediction = Prediction(page)
    prediction.fields.first.fill("0.9")
    prediction.reveal()
    (result,) = page.evaluate("window.predicted")
    assert set(result) == {"isRight", "share", "gap", "text", "yours"}
    assert result["isRight"] == (result["gap"] <= 0.2)
    prediction.stop()
    assert page.evaluate("window.predicted.slice(1)") == ["ended"]


def test_a_lesson_asks_for_a_curve(visit):
    page = visit("learning_rate").page
    assert start(page, curve="rates", kind="curve", within=0.9)
    drag_curve(page, page.locator(".sketch-pad"), 0.5, 0.5)
    page.evaluate("window.control.reveal()")
    page.wait_for_function("window.predicted.length")
    (result,) = page.evaluate("window.predicted")
    assert result["gap"] < 0.9


@pytest.mark.parametrize("kind", ["cell", "row", "pick", "order"])
def test_a_bar_has_names_for_those_who_do_not_see_it(visit, kind):
    page = visit("attention").page
    before = found(page)
    prediction = opened(page, kind, "Weights")
    assert found(page) == before
    if kind in ("cell", "row"):
        prediction.fields.first.fill("0.1")
    elif kind == "pick":
        prediction.bar.locator(".answer .chip").first.click()
    prediction.reveal()
    assert found(page) == before


def test_on_a_phone_the_bar_stands_below_its_matrix(visit):
    page = visit("self_attention", width=390, height=844).page
    prediction = Prediction(page)
    prediction.open(words("kind_pick"))
    bar, matrix = box_of(prediction.bar), box_of(page.locator("[data-id=weights]"))
    assert 0 <= bar["y"] - (matrix["y"] + matrix["height"]) < 60
    assert bar["x"] >= 0
    assert bar["x"] + bar["width"] <= 390
    prediction.bar.locator(".answer .chip").nth(2).click()
    prediction.reveal()


def test_a_number_that_others_follow_from_can_be_changed_while_they_are_covered(visit):
    page = visit("attention").page
    prediction = opened(page, "row", "Weights")
    queries = MatrixBoard(page, "Q")
    queries.click(0, 2)
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("at_edits=Q.0.2=0"))
    expect(prediction.bar.locator(".reveal")).to_be_visible()
