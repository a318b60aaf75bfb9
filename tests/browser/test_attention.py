"""The attention page under a person's hands."""

import re

import pytest
import torch
from playwright.sync_api import expect

from tests.browser.matrix_board import (
    HIDDEN,
    MatrixBoard,
    arithmetic_title,
    wait_until_drawn,
    wait_until_idle,
)
from tests.browser.model_map_board import choose_preset
from transformer_lab.examples import random_matrix, worked_example
from ui.words.language import read_words


def row(weights: torch.Tensor, index: int) -> dict[tuple[int, int], float]:
    return {(index, col): value for col, value in enumerate(weights[index].tolist())}


def test_hovering_says_the_number_and_tells_the_server_nothing(visit):
    visited = visit("attention")
    weights = MatrixBoard(visited.page, "weights")
    wait_until_idle(visited.page)
    visited.page.wait_for_timeout(300)
    sent_before = len(visited.sent)
    weights.hover(2, 1)
    expect(weights.readout).to_have_text("Weights [ query 2, key 1 ] = 0.5000")
    MatrixBoard(visited.page, "scores").hover(0, 3)
    expect(weights.readout).to_have_text("Scores [ query 0, key 3 ] = 100")
    visited.page.mouse.move(0, 0)
    expect(weights.readout).to_have_text("")
    visited.page.wait_for_timeout(300)
    assert len(visited.sent) == sent_before


def test_a_pin_is_explained_moved_and_released(visit):
    page = visit("attention").page
    weights = MatrixBoard(page, "weights")
    weights.click(2, 1)
    expect(page).to_have_url(re.compile(r"at_pin=weights\.2\.1"))
    expect(arithmetic_title(page)).to_have_text("Weights[ 2, 1 ] = 0.5000")
    expect(weights.live).to_have_text("Weights [ query 2, key 1 ] = 0.5000")

    page.mouse.move(0, 0)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    expect(weights.readout).to_contain_text("Weights [ query 1, key 2 ] = ")
    expect(page).to_have_url(re.compile(r"at_pin=weights\.1\.2"))
    expect(arithmetic_title(page)).to_contain_text("Weights[ 1, 2 ]")

    page.keyboard.press("Escape")
    expect(weights.readout).to_have_text("")
    expect(weights.live).to_have_text("Nothing is pinned.")
    expect(page).not_to_have_url(re.compile("at_pin"))


@pytest.mark.thorough
def test_the_arrow_keys_stop_at_the_edge(visit):
    page = visit("attention?at_pin=weights.0.0").page
    weights = MatrixBoard(page, "weights")
    weights.cells.focus()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    expect(weights.readout).to_contain_text("query 0, key 3")


@pytest.mark.thorough
def test_a_second_click_releases_the_pin(visit):
    page = visit("attention").page
    weights = MatrixBoard(page, "weights")
    weights.click(2, 1)
    expect(page).to_have_url(re.compile(r"at_pin=weights\.2\.1"))
    page.wait_for_timeout(600)
    weights.click(2, 1)
    expect(page).not_to_have_url(re.compile("at_pin"))
    expect(weights.live).to_have_text("Nothing is pinned.")


def test_an_edited_query_changes_the_weights_and_the_output(visit):
    Q, K, V = worked_example("three_queries")
    Q[0, 2] = 0.2
    weights = (Q @ K.T / 3**0.5).softmax(-1)
    page = visit("attention").page
    queries = MatrixBoard(page, "Q")
    queries.click(0, 2)
    expect(queries.editor).to_be_visible()
    page.keyboard.type("0.2")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"at_edits=Q\.0\.2(=|%3D)0\.2"))
    MatrixBoard(page, "weights").expect_values(row(weights, 0))
    MatrixBoard(page, "output").expect_values(row(weights @ V, 0))


def test_a_typed_number_is_clicked_to_type_another_one(visit):
    page = visit("attention").page
    queries = MatrixBoard(page, "Q")
    for number in ("0.2", "0.7"):
        queries.click(0, 2)
        page.keyboard.type(number)
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile(rf"at_edits=Q\.0\.2(=|%3D){number}"))
    queries.click(0, 2)
    page.keyboard.press("Escape")
    queries.click(0, 2)
    expect(queries.editor).to_be_hidden()


@pytest.mark.thorough
def test_an_edited_key_stands_where_it_is_shown(visit):
    Q, K, _ = worked_example("three_queries")
    K[3, 2] = 9.5  # shown in row 2, column 3 of K transposed
    page = visit("attention").page
    MatrixBoard(page, "K").click(2, 3)
    page.keyboard.type("9.5")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"at_edits=K\.3\.2"))
    MatrixBoard(page, "weights").expect_values(row((Q @ K.T / 3**0.5).softmax(-1), 0))


@pytest.mark.thorough
def test_a_wrong_edit_says_so_and_changes_nothing(visit):
    page = visit("attention").page
    queries = MatrixBoard(page, "Q")
    queries.click(0, 2)
    page.keyboard.press("Enter")
    queries.editor.fill("abc")
    page.keyboard.press("Enter")
    expect(queries.hint).to_contain_text("“abc” is not a number")
    expect(queries.live).to_contain_text("“abc” is not a number")
    page.keyboard.press("Escape")
    wait_until_idle(page)
    assert "at_edits" not in page.url
    queries.expect_values({(0, 2): 10.0})
    MatrixBoard(page, "weights").expect_values({(0, 2): 0.5, (0, 3): 0.5})


@pytest.mark.thorough
def test_painted_keys_get_no_weight_and_the_others_share_it(visit):
    Q, K = random_matrix(3, 3, seed=11), random_matrix(4, 3, seed=11, stream=1)
    mask = torch.zeros(3, 4, dtype=torch.bool)
    mask[0, 0] = mask[0, 1] = mask[1, 1] = True
    weights = (Q @ K.T / 3**0.5).masked_fill(mask, -torch.inf).softmax(-1)
    page = visit("attention?at_source=random&at_mask=painted").page
    MatrixBoard(page, "mask").drag((0, 0), (0, 1), (1, 1))
    expect(page).to_have_url(re.compile(r"at_cells=0\.0_0\.1_1\.1"))
    shown = {
        (query, key): HIDDEN if mask[query, key] else float(weights[query, key])
        for query in range(3)
        for key in range(4)
    }
    MatrixBoard(page, "weights").expect_values(shown)


@pytest.mark.thorough
def test_painting_over_a_hidden_cell_uncovers_it(visit):
    page = visit("attention?at_source=random&at_mask=painted&at_cells=0.0_0.1").page
    MatrixBoard(page, "mask").drag((0, 0), (0, 1))
    expect(page).not_to_have_url(re.compile("at_cells"))
    assert MatrixBoard(page, "mask").value(0, 0) == "0 (visible)"


def test_a_sentence_names_the_rows(visit):
    page = visit("attention").page
    weights = MatrixBoard(page, "weights")
    choose_preset(page, "From a sentence")
    weights.expect_readout(1, 0, "query cat, key the")
    sentence = page.get_by_role("textbox", name="Sentence")
    sentence.fill("one two three four five")
    sentence.press("Enter")
    weights.expect_readout(4, 1, "query five, key two")


@pytest.mark.thorough
def test_typed_markup_is_shown_as_text_and_runs_nothing(visit):
    words = ["<script>alert(1)</script>", "**bold**", "한국어", "🙂", "مرحبا"]
    opened = visit("attention?at_source=sentence")
    page = opened.page
    sentence = page.get_by_role("textbox", name="Sentence")
    sentence.fill(" ".join(words))
    sentence.press("Enter")
    weights = MatrixBoard(page, "weights")
    for place, word in enumerate(words):
        weights.expect_readout(place, 0, f"query {word}, key {words[0]}")
    weights.click(1, 0)
    expect(arithmetic_title(page)).to_contain_text(f"[ {words[1]}, {words[0]} ]")
    assert page.locator("script", has_text="alert(1)").count() == 0
    assert page.locator("strong, b", has_text="bold").count() == 0
    opened.again()
    expect(arithmetic_title(page)).to_contain_text(f"[ {words[1]}, {words[0]} ]")


@pytest.mark.thorough
def test_an_output_number_is_followed_to_its_query_and_back_by_a_breadcrumb(visit):
    opened = visit("attention")
    page = opened.page
    title, box = arithmetic_title(page), page.locator(".box").first
    readout, crumbs = MatrixBoard(page, "weights").readout, box.locator(".crumbs button")
    MatrixBoard(page, "output").click(1, 0)
    expect(title).to_contain_text("Output[ 1, 0 ]")
    page.mouse.move(0, 0)
    seen = []
    for name in ("Weights", "Scaled", "Scores", "Q"):
        seen.append(title.inner_text())
        box.locator(".sum button").first.click()
        expect(title).to_contain_text(f"{name}[ 1, ")
        expect(readout).to_contain_text(f"{name} [ query 1, ")
    expect(crumbs).to_have_count(len(seen))
    expect(page).to_have_url(re.compile(r"at_pin=Q\.1\.\d"))
    expect(page).to_have_url(re.compile(r"at_trail=output@1\.0~weights@1\.\d~.*~Q@1\.\d"))

    crumbs.nth(1).click()
    expect(title).to_have_text(seen[1])
    expect(readout).to_contain_text("Weights [ query 1, ")
    expect(page).to_have_url(re.compile(r"at_pin=weights\.1\.\d"))
    opened.again()
    expect(title).to_have_text(seen[1])
    expect(crumbs).to_have_text(seen[0].partition(" = ")[0])


def test_another_language_keeps_the_state(visit):
    page = visit("attention?at_scaling=false&at_pin=weights.2.1").page
    expect(page.locator("h1")).to_have_text(read_words("en", "attention")["title"])
    page.get_by_text("한국어").click()
    expect(page.locator("h1")).to_have_text(read_words("ko", "attention")["title"])
    expect(page).to_have_url(re.compile("lang=ko"))
    expect(page).to_have_url(re.compile("at_scaling=false"))
    expect(page).to_have_url(re.compile(r"at_pin=weights\.2\.1"))
    expect(arithmetic_title(page)).to_contain_text("[ 2, 1 ] = 0.5000")
    expect(page.get_by_role("switch").or_(page.locator("input[type=checkbox]"))).not_to_be_checked()


@pytest.mark.thorough
def test_the_address_holds_all_that_was_changed(visit):
    visited = visit("attention?at_source=random")
    page = visited.page
    page.get_by_role("button", name="More").click()
    queries = page.get_by_label("Queries", exact=True)
    queries.fill("5")
    queries.press("Enter")
    expect(page).to_have_url(re.compile("at_queries=5"))
    page.keyboard.press("Escape")
    page.get_by_text("Scale by 1/√d_k").click()
    expect(page).to_have_url(re.compile("at_scaling=false"))
    MatrixBoard(page, "Q").click(4, 2)
    page.keyboard.type("-1.25")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("at_edits"))
    page.get_by_text("Painted", exact=True).click()
    MatrixBoard(page, "mask").drag((4, 3))
    expect(page).to_have_url(re.compile(r"at_cells=4\.3"))
    MatrixBoard(page, "weights").click(4, 1)
    expect(arithmetic_title(page)).to_contain_text("Weights[ 4, 1 ]")
    expect(page).to_have_url(re.compile(r"at_pin=weights\.4\.1"))
    before = seen(page)

    for come_back in (page.reload, visited.again):
        come_back()
        wait_until_drawn(page)
        expect(arithmetic_title(page)).to_contain_text("Weights[ 4, 1 ]")
        assert seen(page) == before


def seen(page) -> dict[str, object]:
    """What a person would compare: numbers of each step, the controls, what is explained."""
    weights = MatrixBoard(page, "weights")
    return {
        "Q": MatrixBoard(page, "Q").value(4, 2),
        "weights": [weights.value(4, key) for key in range(4)],
        "output": MatrixBoard(page, "output").value(4, 1),
        "mask": page.get_by_role("radio", checked=True).all_inner_texts(),
        "scaled": page.locator("label:has-text('Scale by') input").is_checked(),
        "explained": arithmetic_title(page).inner_text(),
    }
