"""Numbers changed by hand: taken back, shown as differences, and held beside others."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.matrix_board import MatrixBoard, arithmetic_title
from transformer_core import attention
from transformer_lab.examples import qkv_from_words, worked_example
from ui.state.cells import write_edits
from ui.words.language import text_of

pytestmark = pytest.mark.thorough

SENTENCE = "attention?at_source=sentence&at_sentence=the+cat+sat&at_d_k=3&at_d_v=2"
WORDS = ("the", "cat", "sat")
TEXT = text_of("attention", "en")
HOLDS = """(edits) => (new URLSearchParams(location.search).get("at_edits") ?? "") === edits"""


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def type_into(page, matrix, row, col, value):
    MatrixBoard(page, matrix).click(row, col)
    page.keyboard.type(value)
    page.keyboard.press("Enter")


def test_an_edited_query_is_detached_and_reattached(visit):
    Q = qkv_from_words(WORDS, 3, 2, 11).Q
    page = visit(SENTENCE).page
    queries = MatrixBoard(page, "Q")
    type_into(page, "Q", 1, 2, "2.5")
    expect(queries.note).to_have_text("by hand, ≠ X·W_Q")
    expect(page.get_by_text("no longer X·W_Q")).to_be_visible()
    button(page, "Restore Q").click()
    expect(queries.note).to_have_text("(3, 3) queries")
    queries.expect_values({(1, 2): float(Q[1, 2])})
    expect(page.get_by_text("no longer X·W_Q")).to_have_count(0)


def test_an_edited_embedding_is_followed_to_the_queries(visit):
    page = visit(SENTENCE).page
    type_into(page, "X", 1, 0, "3")
    expect(page).to_have_url(re.compile(r"at_edits=X\.1\.0(=|%3D)3"))
    MatrixBoard(page, "Q").click(1, 2)
    expect(arithmetic_title(page)).to_contain_text("Q[ cat, 2 ]")
    box = page.locator(".box").first
    expect(box).to_contain_text("3")
    box.get_by_role("button").first.click()
    expect(page).to_have_url(re.compile(r"at_pin=X\.1\.\d+"))


def test_each_change_is_undone_and_redone_with_buttons_and_keys(visit):
    page = visit("attention").page
    weights = MatrixBoard(page, "weights")
    expect(button(page, "Undo")).to_be_disabled()
    Q, K, V = worked_example()
    edits, states = {}, []
    for row, (col, value) in enumerate(((2, 0.2), (1, 0.3), (0, 0.1))):
        states.append((write_edits(edits), float(attention(Q, K, V).weights[row, 1])))
        Q[row, col] = edits["Q", row, col] = value
        type_into(page, "Q", row, col, str(value))
        page.wait_for_function(HOLDS, arg=write_edits(edits))
    states.append((write_edits(edits), float(attention(Q, K, V).weights[0, 1])))

    def expect_state(number):
        held, weight = states[number]
        page.wait_for_function(HOLDS, arg=held)
        weights.expect_values({(number % 3, 1): weight})

    # What is undone is a change that has been answered.
    expect_state(3)
    for number in (2, 1, 0):
        button(page, "Undo").click()
        expect_state(number)
    expect(button(page, "Undo")).to_be_disabled()
    for number in (1, 2, 3):
        button(page, "Redo").click()
        expect_state(number)
    expect(button(page, "Undo")).to_be_enabled()
    MatrixBoard(page, "Q").cells.focus()
    for number in (2, 1):
        page.keyboard.press("Control+z")
        expect_state(number)
    expect(button(page, "Redo")).to_be_enabled()
    page.keyboard.press("Control+Shift+z")
    expect_state(2)
    button(page, "Reset").click()
    expect_state(0)


def test_who_types_takes_back_what_was_typed(visit):
    page = visit("your_sentence").page
    field = page.get_by_role("textbox", name="Sentence")
    opened = page.url
    field.fill("the cat sat")
    field.press("Control+z")
    page.wait_for_timeout(400)
    assert page.url == opened


def test_a_stroke_of_paint_is_undone(visit):
    page = visit("attention?at_source=random&at_mask=painted").page
    MatrixBoard(page, "mask").drag((0, 0), (0, 1))
    expect(page).to_have_url(re.compile(r"at_cells=0\.0_0\.1"))
    expect(button(page, "Undo")).to_be_enabled()
    button(page, "Undo").click()
    expect(page).not_to_have_url(re.compile("at_cells"))
    MatrixBoard(page, "mask").expect_values({(0, 0): "0 (visible)"})


def test_what_changed_shows_the_difference_in_every_matrix(visit):
    Q, K, V = worked_example()
    before = attention(Q, K, V)
    Q[0, 2] = 0.2
    after = attention(Q, K, V)
    page = visit("attention").page
    button(page, "What changed").click()
    expect(page.get_by_text(TEXT("change.nothing_yet"))).to_be_visible()
    button(page, "What changed").click()
    expect(page.get_by_text(TEXT("change.nothing_yet"))).to_have_count(0)
    type_into(page, "Q", 0, 2, "0.2")
    expect(button(page, "Undo")).to_be_enabled()
    button(page, "What changed").click()
    expect(MatrixBoard(page, "Q").note).to_have_text("Δ")
    MatrixBoard(page, "Q").expect_values({(0, 2): -9.8, (1, 1): 0.0})
    MatrixBoard(page, "weights").expect_values(
        {(0, 2): float(after.weights[0, 2] - before.weights[0, 2])}
    )
    MatrixBoard(page, "output").expect_values(
        {(0, 0): float(after.output[0, 0] - before.output[0, 0])}
    )
    expect(MatrixBoard(page, "K").note).to_have_text("Δ = 0")


def test_a_is_held_beside_b_and_one_pin_marks_both(visit):
    Q, K, V = worked_example()
    before = attention(Q, K, V).weights
    Q[0, 2] = 0.2
    after = attention(Q, K, V).weights
    opened = visit("attention")
    page = opened.page
    button(page, "Compare A | B").click()
    expect(page.get_by_text(TEXT("compare.same"))).to_be_visible()
    held, live = MatrixBoard(page, "a_weights"), MatrixBoard(page, "weights")
    type_into(page, "Q", 0, 2, "0.2")
    live.expect_values({(0, 2): float(after[0, 2])})
    held.expect_values({(0, 2): float(before[0, 2])})
    most = float((after - before).abs().max())
    expect(page.get_by_text("Largest difference of a weight")).to_contain_text(f"{most:.4f}")
    live.click(0, 2)
    expect(page).to_have_url(re.compile(r"at_pin=weights\.0\.2"))
    expect(arithmetic_title(page)).to_contain_text(f"Weights[ 0, 2 ] = {after[0, 2]:.4f}")
    page.mouse.move(0, 0)
    assert has_outline(held, 0, 2)
    assert not has_outline(held, 1, 1)
    held.click(0, 2)
    expect(arithmetic_title(page)).to_contain_text("Weights[ 0, 2 ] = 0.5000")
    page.mouse.move(0, 0)
    assert has_outline(live, 0, 2)

    opened.again()
    held.expect_values({(0, 2): float(before[0, 2])})
    live.expect_values({(0, 2): float(after[0, 2])})


def test_a_weight_in_a_small_cell_is_edited_and_taken_back(visit):
    page = visit("multi_head_attention?mh_step=project").page
    weights = MatrixBoard(page, "W_Q")
    before = weights.value(2, 1)
    type_into(page, "W_Q", 2, 1, "1.5")
    expect(page).to_have_url(re.compile(r"mh_edits=W_Q\.2\.1(=|%3D)1\.5"))
    weights.expect_values({(2, 1): 1.5})
    weights.cells.focus()
    page.keyboard.press("Control+z")
    expect(page).not_to_have_url(re.compile("mh_edits"))
    weights.expect_values({(2, 1): before})


def has_outline(matrix: MatrixBoard, row: int, col: int) -> bool:
    """Whether the canvas of selections has anything drawn at the upper edge of a cell."""
    return matrix.cells.evaluate(
        """(canvas, [row, col]) => {
            const [left, top, width, height] = canvas.dataset.cells.split(" ").map(Number);
            const ratio = canvas.width / canvas.clientWidth;
            const x = (left + (col + 0.5) * width) * ratio, y = (top + row * height) * ratio;
            const pixels = canvas.getContext("2d").getImageData(x, y - 3, 1, 7).data;
            return pixels.some((value, place) => place % 4 === 3 && value > 0);
        }""",
        [row, col],
    )
