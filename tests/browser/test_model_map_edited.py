"""The map played, changed by hand, compared, linked to, and read by those who cannot see it."""

import pytest
from playwright.sync_api import expect

from pages.translator.decoding import decode
from pages.translator.setting import SentenceSetting
from tests.browser.matrix_board import box_of, wait_until_drawn, wait_until_idle
from tests.browser.model_map_board import ModelMapBoard
from ui.explain.arithmetic.numbers import read_back

pytestmark = pytest.mark.thorough

PLAYED_MS = 60_000


def test_a_typed_sentence_becomes_the_map(visit):
    page = visit("", width=1440).page
    field = page.get_by_role("textbox", name="English sentence")
    field.fill("the dog saw a bird")
    field.press("Enter")
    written = SentenceSetting(sentence="the dog saw a bird").written
    expect(ModelMapBoard(page).written).to_have_text(written.translation.written)
    board = ModelMapBoard(page)
    cell = "decoder.layers.1.cross_attention.weights@0.2.1"
    value = float(written.computation.tensors[cell.split("@")[0]][0, 2, 1])
    assert board.value(cell) == value


def test_play_shows_nothing_that_is_still_to_come(visit):
    page = visit("", width=1440).page
    board, tokens = ModelMapBoard(page), SentenceSetting().written.tokens
    board.tool("Previous step").click()
    expect(board.written).not_to_contain_text(".")
    for _ in range(2):
        board.tool("Previous step").click()
    shown = len(tokens) - 3
    expect(board.written).to_have_text(" ".join(tokens[:shown]))
    expect(page.locator("[data-workbench=arithmetic]")).to_be_hidden()
    board.tool("Play").click()
    expect(board.tool("Pause")).to_be_visible()
    expect(board.written).to_have_text(
        SentenceSetting().written.translation.written, timeout=PLAYED_MS
    )
    expect(board.tool("Play")).to_be_visible()
    # The last caption stays until something is done.
    expect(page.locator("[data-workbench=arithmetic]")).to_be_hidden()
    page.mouse.move(*board.middle("encoder.output@1.3"))
    expect(page.locator("[data-workbench=arithmetic]")).to_be_visible()


def test_the_start_shows_no_word_of_the_target(visit):
    page = visit("", width=1440).page
    board = ModelMapBoard(page)
    scrubber = board.node.get_by_role("slider")
    scrubber.fill("0")
    expect(board.written).to_have_text("…")
    board.tool("Next step").click()
    assert float(scrubber.input_value()) == 1
    whole = board.drawn_rows()
    assert whole == {"src": True, "tgt": 0}


@pytest.mark.parametrize("is_still", [False, True])
def test_it_plays_once_on_first_sight_unless_motion_is_not_wanted(visit, is_still):
    page = visit(
        "",
        width=1440,
        is_first_sight=True,
        prepare=lambda page: page.emulate_media(
            reduced_motion="reduce" if is_still else "no-preference"
        ),
    ).page
    board = ModelMapBoard(page)
    expect(board.tool("Play" if is_still else "Pause")).to_be_visible()
    if is_still:
        return
    board.tool("Pause").click()
    page.reload()
    wait_until_drawn(page)
    expect(board.tool("Play")).to_be_visible()


def test_a_hidden_word_shows_its_difference_beside_the_old_text(visit):
    page = visit("", width=1440).page
    board = ModelMapBoard(page)
    place = board.node.evaluate("(node) => node.wordBox('src', 5)")
    page.mouse.click(place["x"], place["y"])
    setting = SentenceSetting(hidden=frozenset({5}))
    written, before = setting.written, SentenceSetting().written
    expect(board.written).to_have_text(written.translation.written)
    expect(board.before).to_contain_text(before.translation.written)
    expect(board.tool("Difference")).to_have_attribute("aria-pressed", "true")
    same = setting.written_unedited("translator", written.as_forced())
    cell = "decoder.layers.1.cross_attention.weights@1.3.2"
    name, index = cell.split("@")[0], (1, 3, 2)
    now, then = (one.computation.tensors[name][index] for one in (written, same))
    assert board.value(cell) == pytest.approx(float(now - then), abs=1e-6)
    board.tool("Now").click()
    assert board.value(cell) == float(now)
    board.tool("Unchanged").click()
    assert board.value(cell) == float(then)
    hidden = "decoder.layers.1.cross_attention.weights@1.3.5"
    board.tool("Now").click()
    assert board.value(hidden) == 0


def test_the_untrained_model_takes_the_place_of_the_trained_one(visit):
    page = visit("", width=1440).page
    board = ModelMapBoard(page)
    page.get_by_text("Untrained", exact=True).click()
    written = SentenceSetting(model="untrained").written
    expect(board.written).to_have_text(written.translation.written)
    cell = "encoder.layers.0.feed_forward.hidden@3.100"
    assert board.value(cell) == float(
        written.computation.tensors["encoder.layers.0.feed_forward.hidden"][3, 100]
    )


@pytest.mark.parametrize(
    ("language", "side", "row", "text"),
    [("en", "tgt", 3, "학생 (student)"), ("ko", "src", 2, "student (학생)")],
)
def test_words_say_what_they_mean_to_those_who_cannot_read_them(visit, language, side, row, text):
    board = ModelMapBoard(visit(f"?lang={language}", width=1440).page)
    place = board.node.evaluate("(node, [side, row]) => node.wordBox(side, row)", [side, row])
    board.page.mouse.move(place["x"], place["y"])
    expect(board.readout).to_contain_text(text)


def test_what_is_laid_over_the_map_comes_back_with_its_address(visit):
    opened = visit("?ys_hidden=5", width=1440)
    page = opened.page
    board = ModelMapBoard(page)
    for name in ("Origins", "Parameters", "Unchanged"):
        board.tool(name).click()
    page.wait_for_function("() => /ys_view=[^&]*_7(&|$)/.test(location.search)")
    opened.again()
    for name in ("Origins", "Parameters", "Unchanged"):
        expect(board.tool(name)).to_have_attribute("aria-pressed", "true")


def test_trained_stands_against_untrained_with_one_pin(visit):
    page = visit("?ys_pin=encoder.layers.1.normed_2@2.7", width=1440).page
    board = ModelMapBoard(page)
    page.get_by_role("button", name="Compare with untrained").click()
    expect(board.tool("Before training")).to_be_visible()
    assert board.node.locator(".tools").is_visible()
    page.wait_for_function("() => location.search.includes('ys_beside=true')")
    page = visit(
        f"{page.url.split('/', 3)[3]}&ys_pin=encoder.layers.1.normed_2@2.7", width=1440
    ).page
    board = ModelMapBoard(page)
    written = SentenceSetting().written
    same = decode("untrained", SentenceSetting().sentence, frozenset(), written.as_forced())
    value = float(same.computation.tensors["encoder.layers.1.normed_2"][2, 7])
    line = page.locator("[data-workbench=arithmetic] .step", has_text="Before training")
    assert read_back(line.locator(".sum").inner_text().strip()) == pytest.approx(value, abs=6e-5)
    board.tool("Before training").click()
    assert board.value("encoder.layers.1.normed_2@2.7") == value


def test_a_number_set_by_hand_goes_through_everything_and_is_taken_back(visit):
    page = visit("?ys_pin=src_embeddings@1.3", width=1440).page
    board = ModelMapBoard(page)
    before = board.value("encoder.output@1.0")
    board.editor.fill("not a number")
    board.editor.press("Enter")
    expect(board.live).to_contain_text("is not a number")
    board.editor.fill("2,5")
    board.editor.press("Enter")
    # The field keeps what is typed for as long as it is typed in.
    board.stage.focus()
    page.wait_for_function("() => location.search.includes('ys_cells=')")
    # The difference is shown now; the field and the line below still say the number that is set.
    expect(board.readout).to_contain_text("Now 2.5000 · Unchanged")
    expect(board.editor).to_have_value("2.5")
    board.tool("Now").click()
    assert board.value("src_embeddings@1.3") == 2.5
    assert board.value("encoder.output@1.0") != before
    page.get_by_role("button", name="Undo").click()
    expect(board.tool("Difference")).to_be_hidden()
    assert board.value("encoder.output@1.0") == before


def test_a_parameter_is_set_by_hand(visit):
    pin = "decoder.layers.0.feed_forward.linear_1.weight@9.4"
    page = visit(f"?ys_pin={pin}", width=1440).page
    board = ModelMapBoard(page)
    weight = SentenceSetting().written.computation.tensors[pin.split("@")[0]]
    expect(board.readout).to_contain_text("[ 9, 4 ] = ")
    assert float(board.editor.input_value()) == pytest.approx(float(weight[9, 4]), rel=1e-6)
    board.editor.fill("-3")
    board.editor.press("Enter")
    expect(board.readout).to_contain_text("[ 9, 4 ] = −3")
    changed = board.value("decoder.layers.0.feed_forward.hidden@2.9")
    assert changed != 0
    assert board.value("decoder.layers.0.feed_forward.hidden@2.8") == 0


def test_a_link_brings_back_sentence_place_pin_and_setting(visit):
    page = visit("?ys_sentence=the+cat+slept&ys_hidden=1", width=1440).page
    board = ModelMapBoard(page)
    cell = "encoder.layers.0.self_attention.weights@1.2.0"
    board.fly_to(cell, 0.6)
    board.click(cell)
    page.wait_for_function("() => /ys_view=0\\.\\d/.test(location.search)")
    page.wait_for_function("() => location.search.includes('ys_pin=encoder')")
    link, distance, box = page.url, board.distance(), board.box(cell)
    again = ModelMapBoard(visit(link.split("/", 3)[3], width=1440).page)
    again.settle()
    assert again.distance() == pytest.approx(distance, abs=2e-3)
    assert again.box(cell)["x"] == pytest.approx(box["x"], abs=3)
    assert again.box(cell)["y"] == pytest.approx(box["y"], abs=3)
    assert (
        again.page.get_by_role("textbox", name="English sentence").input_value() == "the cat slept"
    )
    expect(again.readout).to_contain_text("Weights[ slept, the ]")


def test_links_lead_to_the_pages_with_the_same_sentence(visit):
    page = visit("?ys_sentence=the+cat+slept", width=1440).page
    page.locator(".map-link", has_text="Your sentence").click()
    expect(page.locator("h1")).to_have_text("Your sentence")
    wait_until_idle(page)
    assert page.get_by_role("textbox", name="English sentence").input_value() == "the cat slept"


def test_every_step_is_in_a_list_and_each_is_a_table(visit):
    page = visit("", width=1440).page
    board = ModelMapBoard(page)
    board.node.get_by_text("All steps as a list").click()
    steps = board.node.locator(".outline .steps button")
    expect(steps).to_have_count(len(board.tensor_names()))
    steps.filter(has_text="Weights (4, 7, 7)").first.click()
    table = board.node.locator(".outline table")
    expect(table.locator("caption")).to_contain_text("self-attention · Weights · head 1")
    weights = SentenceSetting().written.computation.tensors[
        "encoder.layers.0.self_attention.weights"
    ]
    row = table.locator("tbody tr").nth(3)
    assert row.locator("th").inner_text() == "bought"
    for key in range(7):
        value = read_back(row.locator("td").nth(key).inner_text())
        assert value == pytest.approx(float(weights[0, 3, key]), abs=6e-5)


def test_a_phone_shows_one_layer_and_goes_nearer_with_two_fingers(visit):
    page = visit("", width=390, height=844).page
    board = ModelMapBoard(page)
    board.settle()
    distance = board.distance()
    assert 0.1 < distance < 0.6
    board.stage.evaluate("(stage) => stage.scrollIntoView()")
    box = box_of(board.stage)
    session = page.context.new_cdp_session(page)
    middle = (box["x"] + 200, box["y"] + 200)

    def fingers(kind: str, apart: float) -> None:
        points = [
            {"x": middle[0] + side * apart, "y": middle[1], "id": number}
            for number, side in enumerate((-1, 1))
        ]
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [] if kind == "touchEnd" else points},
        )

    fingers("touchStart", 30)
    for apart in (45, 60, 75, 90):
        fingers("touchMove", apart)
    fingers("touchEnd", 90)
    board.settle()
    assert board.distance() > distance + 0.1
