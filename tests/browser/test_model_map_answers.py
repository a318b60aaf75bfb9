"""The map answers what is pointed at and played, keeps its place, and leaves the page its wheel."""

import pytest
from playwright.sync_api import expect

from pages.translator.setting import SentenceSetting
from tests.browser.matrix_board import arithmetic_title, box_of, wait_until_idle
from tests.browser.model_map_board import ModelMapBoard
from ui.explain.arithmetic.numbers import read_back
from ui.questions.register import question_of

pytestmark = pytest.mark.thorough

PIN = "new URLSearchParams(location.search).get('ys_pin')"
LONG = (
    "The old man who lived in the small house near the river bought a big book because his "
    "daughter wanted to read it in the park yesterday"
)
SIZES = [(1440, 900), (1280, 720)]


HIDDEN = "(new URLSearchParams(location.search).get('ys_hidden') ?? '').split('_')"
LAST_WORD = """(node) => {
    const count = node.rowsInSight().tgt;
    return node.wordBox("tgt", count - 1);
}"""


def word_places(board):
    """How far down each source word is."""
    rows = len(SentenceSetting().written.words)
    place = "(node, rows) => [...Array(rows).keys()].map((row) => node.wordBox('src', row).y)"
    return board.node.evaluate(place, rows)


def readout_of(board):
    return board.readout.inner_text()


@pytest.mark.parametrize(
    ("address", "words"),
    [("", ("Embedding: ", "self-attention: ", "Token 1 of 11")),
     ("?lang=ko", ("임베딩: ", "셀프 어텐션: ", "토큰 11개 중 1번째"))],
)  # fmt: skip
def test_the_line_below_says_what_is_drawn_at_each_step(visit, address, words):
    page = visit(address, width=1440, is_still=True).page
    board = ModelMapBoard(page)
    board.node.get_by_role("slider").fill("0")
    lines = []
    for _ in range(len(SentenceSetting().written.tokens) + 5):
        board.node.locator(".icon.on").click()
        lines.append(readout_of(board))
    assert len({*lines}) == len(lines)
    assert lines[0].startswith(words[0])
    assert words[1] in lines[1]
    assert lines[6].startswith(words[2])
    assert board.live.inner_text() == lines[-1]


def test_the_story_has_the_room_of_the_arithmetic_while_it_plays(visit):
    page = visit("", width=1440, is_still=True).page
    board, story = ModelMapBoard(page), page.locator(".map-story")
    expect(story).to_be_hidden()
    board.tool("Previous step").click()
    expect(story).to_be_visible()
    expect(story).to_contain_text("Step 16 of 17")
    expect(page.locator("[data-workbench=arithmetic]")).to_be_hidden()
    board.tool("Next step").click()
    expect(story).to_be_hidden()


def test_a_line_gives_its_weight_and_its_head_and_is_pinned(visit):
    page = visit("", width=1440, is_still=True).page
    board, made = ModelMapBoard(page), SentenceSetting().written.computation
    name = "decoder.layers.1.cross_attention.weights"
    weights = made.tensors[name]
    head, query, key = 2, 5, 5
    box = board.node.evaluate("(node, cell) => node.lineBox(cell)", f"{name}@{head}.{query}.{key}")
    page.mouse.move(1, 1)
    page.mouse.move(box["x"], box["y"])
    expect(board.readout).to_contain_text("cross-attention · head ")
    assert "[ 어제 (yesterday), book ]" in readout_of(board)
    number = int(readout_of(board).split("head ")[1].split(" ")[0]) - 1
    assert read_back(readout_of(board).rpartition("= ")[2]) == pytest.approx(
        float(weights[number, query, key]), abs=6e-5
    )
    page.mouse.click(box["x"], box["y"])
    page.wait_for_function(f"cell => {PIN} === cell", arg=f"{name}@{number}.{query}.{key}")
    expect(arithmetic_title(page)).to_contain_text(
        f"head {number + 1} · Weights[ 어제 (yesterday), book ]"
    )
    page.mouse.click(box["x"], box["y"])
    page.wait_for_function(f"() => !{PIN}")


def test_a_bar_at_the_end_gives_its_probability_and_is_pinned(visit):
    page = visit("", width=1440, is_still=True).page
    board, written = ModelMapBoard(page), SentenceSetting().written
    row = 4
    token, share = written.chosen(row)
    box = board.node.evaluate("(node, row) => node.nextBox(row)", row)
    page.mouse.move(1, 1)
    page.mouse.move(box["x"], box["y"])
    expect(board.readout).to_contain_text(f"“{token} (yesterday)” {100 * share:.1f}%")
    page.mouse.click(box["x"], box["y"])
    token_id = int(written.translation.tgt_ids[0, row + 1])
    page.wait_for_function(f"cell => {PIN} === cell", arg=f"probabilities@{row}.{token_id}")
    expect(arithmetic_title(page)).to_contain_text(
        f"Probabilities[ -은/는 (TOPIC), {token} (yesterday) ]"
    )


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_word_that_is_hidden_leaves_the_map_in_its_place(visit, width, height):
    page = visit("", width=width, height=height, is_still=True).page
    board = ModelMapBoard(page)
    before, words = box_of(board.stage), word_places(board)
    for row in (5, 1):
        place = board.node.evaluate("(node, row) => node.wordBox('src', row)", row)
        page.mouse.click(place["x"], place["y"])
        expect(board.before).to_contain_text(SentenceSetting().written.translation.written)
        wait_until_idle(page)
        assert box_of(board.stage) == before
        assert word_places(board) == pytest.approx(words)
    page.wait_for_function("() => new URLSearchParams(location.search).get('ys_hidden') === '1_5'")
    assert box_of(board.stage) == before


def test_the_rows_fit_the_window_again_when_the_pointer_has_left_the_map(visit):
    page = visit("", width=1280, height=720, is_still=True).page
    board = ModelMapBoard(page)
    words, stage = word_places(board), box_of(board.stage)
    for row in (5, 2):
        place = board.node.evaluate("(node, row) => node.wordBox('src', row)", row)
        page.mouse.click(place["x"], place["y"])
        page.wait_for_function(f"row => {HIDDEN}.includes(String(row))", arg=row)
        wait_until_idle(page)
    assert word_places(board) == pytest.approx(words)
    page.mouse.move(1, 1)
    board.settle()
    assert word_places(board) != pytest.approx(words)
    last = board.node.evaluate(LAST_WORD)
    assert last["y"] < stage["y"] + stage["height"]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_whole_model_is_in_the_window_however_long_the_sentence(visit, width, height):
    address = f"?ys_sentence={LONG.replace(' ', '+')}"
    page = visit(address, width=width, height=height, is_still=True).page
    board = ModelMapBoard(page)
    assert board.distance() == 0
    stage, last = box_of(board.stage), len(SentenceSetting(sentence=LONG).written.tokens) - 1
    for side, row in (("src", 0), ("src", 26), ("tgt", last)):
        place = board.node.evaluate("(node, at) => node.wordBox(...at)", [side, row])
        assert stage["y"] < place["y"] < stage["y"] + stage["height"], (side, row)


def test_the_wheel_is_the_pages_until_somebody_is_at_the_map(visit):
    page = visit("", width=1440, height=900, is_still=True).page
    board, top = ModelMapBoard(page), "document.querySelector('.stMain').scrollTop"
    stage = box_of(board.stage)
    page.mouse.move(stage["x"] + 500, stage["y"] + 200)
    page.mouse.wheel(0, 200)
    page.wait_for_function(f"() => {top} > 0")
    page.mouse.wheel(0, -400)
    page.wait_for_function(f"() => {top} === 0")
    assert board.distance() == 0
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    board.settle()
    near = board.distance()
    assert near > 0
    board.stage.focus()
    page.mouse.wheel(0, -100)
    board.settle()
    assert board.distance() > near


def test_the_note_is_that_of_the_last_press_and_goes_with_what_it_was_of(visit):
    page = visit("", width=1440, is_still=True).page
    notes = page.locator(".area-chips .watch:not(:empty)")
    hide, head = (
        page.get_by_role("button", name=name)
        for name in ("Hide the next-to-last word", "Switch off the sharpest head")
    )
    expect(notes).to_have_count(1)
    hide.click()
    expect(notes).to_contain_text("Padding takes its place")
    wait_until_idle(page)
    head.click()
    expect(notes).to_contain_text("of layer 2 looks most sharply")
    expect(notes).to_have_count(1)
    wait_until_idle(page)
    page.get_by_role("button", name="Reset").last.click()
    expect(notes).to_contain_text("One row per word")


def test_a_link_takes_the_sentence_along_and_the_session_too(visit):
    page = visit("", width=1440, is_still=True).page
    field = page.get_by_role("textbox", name="English sentence")
    field.fill("the dog saw a bird")
    field.press("Enter")
    expect(ModelMapBoard(page).written).to_contain_text("새")
    wait_until_idle(page)
    page.locator(".map-link", has_text="Self-attention").click()
    expect(page.get_by_role("textbox")).to_have_value("the dog saw a bird")
    wait_until_idle(page)
    page.locator("[data-testid=stSidebarNav] a", has_text="Overview").click()
    expect(page.get_by_role("textbox", name="English sentence")).to_have_value("the dog saw a bird")


def test_other_peoples_models_are_offered_beside_ours(visit):
    page = visit("", width=1440, is_still=True).page
    expect(page.get_by_text("Untrained", exact=True)).to_be_visible()
    expect(page.get_by_text("Hugging Face", exact=True)).to_be_visible()


def test_a_link_into_playback_tells_of_its_step_in_place_of_the_arithmetic(visit):
    page = visit(question_of("step_by_step").address("en")).page
    story = page.locator(".sheet > .map-story")
    expect(story.locator(".title")).to_contain_text("Token 2 of")
    expect(story.locator(".text")).to_contain_text("with a probability of")
    expect(story).to_be_visible()
