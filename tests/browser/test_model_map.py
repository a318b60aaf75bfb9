"""The model's map: zoomed to its numbers, asked, and followed from a probability to the token."""

import math
import random

import pytest
import torch
from playwright.sync_api import expect

from pages.translator.setting import SentenceSetting
from tests.browser.matrix_board import arithmetic_title, box_of
from tests.browser.model_map_board import ModelMapBoard
from transformer_core.explain.computation import Cell, index_of
from transformer_core.explain.contributions import largest_contributions
from transformer_core.explain.share_rules import distribute_share
from ui.explain.arithmetic.numbers import read_back
from ui.explain.trail import read_cell, write_trail
from ui.words.language import LANGUAGES

CELLS = 200
MOST_STEPS = 120
WITH_THE_MOUSE = 10
"""Steps of the way that are gone in two ways; to its end it is gone by keys."""
ENDS = ("src_embeddings", "tgt_embeddings", "src_positions", "tgt_positions")
PIN = "new URLSearchParams(location.search).get('ys_pin')"


def computation():
    return SentenceSetting().written.computation


def some_cells(tensors, names, count):
    """Cells of tensors that stand on the map, drawn evenly over the tensors."""
    chance = random.Random(4)
    for _ in range(count):
        name = chance.choice(names)
        yield Cell(name, tuple(chance.randrange(size) for size in tensors[name].shape))


def passes_most_on_to(made, cell):
    """The cell in whose term the most of a cell is."""
    alone = torch.zeros(made.tensors[cell.tensor].shape).double()
    alone[cell.index] = 1.0
    parts = distribute_share(made, cell.tensor, alone)
    tensor = max(parts, key=lambda name: parts[name].float().max().item())
    return Cell(tensor, index_of(int(parts[tensor].float().argmax()), parts[tensor].shape))


def first_probability():
    """The cell of the first token that is written."""
    token = int(SentenceSetting().written.translation.tgt_ids[0, 1])
    return Cell("probabilities", (0, token))


def test_cells_of_the_board_are_the_computations(visit):
    board, made = ModelMapBoard(visit("").page), computation()
    names = board.tensor_names()
    assert len(names) > 100
    for cell in some_cells(made.tensors, names, CELLS):
        assert board.value(write_trail([cell])) == made.value(cell), cell


@pytest.mark.thorough
def test_pointing_says_the_number_that_is_drawn_there(visit):
    board, made = ModelMapBoard(visit("", is_still=True).page), computation()
    for cell in some_cells(made.tensors, board.tensor_names(), 8):
        text, value = write_trail([cell]), made.value(cell)
        board.fly_to(text, 1)
        message = board.readout_at(text).rpartition("= ")[2]
        if math.isinf(value) or "hidden" in message:
            assert "hidden" in message and value in (-math.inf, 0.0)
        else:
            assert read_back(message) == pytest.approx(value, abs=6e-5)


def test_the_wheel_goes_from_the_whole_to_numbers_and_back(visit):
    board = ModelMapBoard(visit("", width=1440).page)
    cell = "encoder.layers.1.normed_2@3.20"
    assert board.distance() == 0
    far, (x, y) = board.box(cell)["width"], board.middle(cell)
    board.zoom(10, x, y)
    near = board.box(cell)
    assert board.distance() > 0.9
    assert near["width"] > 34 > 4 > far
    # What was under the pointer is there still, or a few cells beside it.
    assert abs(near["x"] - x) < 4 * near["width"]
    assert abs(near["y"] - y) < 200
    board.zoom(-12, x, y)
    assert board.distance() == 0


@pytest.mark.thorough
def test_a_probability_is_followed_towards_its_token_with_the_mouse(visit):
    """Here the map jumps from cell to cell; by keys, below, it flies."""
    page = visit("", width=1440, is_still=True).page
    board, made = ModelMapBoard(page), computation()
    start = write_trail([first_probability()])
    board.fly_to(start, 1)
    # From afar every cell is in sight, whether the map follows or not.
    assert board.distance() > 0.9
    board.click(start)
    expect(arithmetic_title(page)).to_contain_text("Probabilities[")
    way = [first_probability()]
    while len(way) <= WITH_THE_MOUSE:
        to = passes_most_on_to(made, way[-1])
        page.locator(f'[data-workbench=arithmetic] [data-to="{write_trail([to])}"]').first.click()
        page.wait_for_function(f"to => {PIN} === to", arg=write_trail([to]))
        way.append(to)
        board.expect_in_sight(write_trail([to]))
    # The way that was gone stands in the address, and its crumbs lead back.
    page.locator(".crumbs button").first.click()
    page.wait_for_function(f"to => {PIN} === to", arg=start)


@pytest.mark.thorough
def test_a_probability_is_followed_to_its_token_by_keys_alone(visit):
    page = visit(f"?ys_pin={write_trail([first_probability()])}", width=1440).page
    board = ModelMapBoard(page)
    page.locator("[data-workbench=arithmetic] .sum button").first.focus()
    for _ in range(MOST_STEPS):
        before = page.evaluate(PIN)
        if before.split("@")[0] in ENDS:
            break
        page.keyboard.press("Enter")
        page.wait_for_function(f"before => {PIN} !== before", arg=before)
    assert page.evaluate(PIN).split("@")[0] in ENDS
    board.settle()
    assert board.is_in_sight(page.evaluate(PIN))


@pytest.mark.thorough
def test_keys_move_along_the_computation_and_in_and_out(visit):
    page = visit("?ys_pin=encoder.layers.0.self_attention.weights@1.2.3", width=1440).page
    board = ModelMapBoard(page)
    board.stage.focus()
    moves = {
        "ArrowRight": "encoder.layers.0.self_attention.heads@1.2.0",
        "ArrowLeft": "encoder.layers.0.self_attention.weights@1.2.2",
        "ArrowDown": "encoder.layers.0.self_attention.weights@1.3.2",
        "]": "encoder.layers.0.self_attention.weights@2.3.2",
        ".": "encoder.layers.0.self_attention.weights@2.3.3",
        "PageDown": "encoder.layers.1.self_attention.weights@2.3.3",
    }
    for key, to in moves.items():
        page.keyboard.press(key)
        page.wait_for_function(f"to => {PIN} === to", arg=to)
        expect(board.live).to_contain_text("= ")
    page.keyboard.press("Enter")
    board.settle()
    near = board.distance()
    assert near > 0.2
    page.keyboard.press("Escape")
    board.settle()
    assert board.distance() < near
    page.keyboard.press("0")
    board.settle()
    assert board.distance() == 0
    page.keyboard.press("Escape")
    page.wait_for_function(f"() => {PIN} === null")


def shown_copies(edges):
    """Those of the copies that have a column of their own: what leaves a stack."""
    return sum(edge.output.tensor in ("encoder.output", "decoder.output") for edge in edges)


def test_the_way_back_is_lit_and_says_what_it_is(visit):
    page = visit(f"?ys_pin={write_trail([first_probability()])}", width=1440).page
    board = ModelMapBoard(page)
    board.tool("Origins").click()
    expect(board.node.locator(".origins-legend")).to_contain_text("They show what was added up")
    # A copy stands on the map as what it is a copy of.
    edges = largest_contributions(computation(), first_probability())
    kinds = [computation().steps[edge.output.tensor].kind for edge in edges]
    lit = board.node.evaluate("(node) => node.litEdges()")
    assert lit == len(edges) - kinds.count("copy") + shown_copies(edges)


def test_parameters_stand_above_the_step_that_uses_them(visit):
    page = visit("", width=1440).page
    board = ModelMapBoard(page)
    board.tool("Parameters").click()
    board.fly_to("encoder.layers.0.self_attention.queries@0.0.0", 1)
    name = "encoder.layers.0.self_attention.w_q.weight"
    page.wait_for_function(
        "name => document.querySelector('[data-workbench=map]').parameterBox(name)", arg=name
    )
    board.settle()
    box = board.node.evaluate("(node, name) => node.parameterBox(name)", name)
    weight = computation().tensors[name]
    rows, cols = weight.shape
    x = box["x"] + 0.5 * box["width"] / cols
    y = box["y"] + box["height"] - 0.5 * box["height"] / rows
    page.mouse.move(x, y)
    last = f"{rows - 1}, 0"
    expect(board.readout).to_contain_text(f"160 × 160 = 25,600 numbers · w_q.weight[ {last} ] = ")
    value = read_back(board.readout.inner_text().rpartition("= ")[2])
    assert value == pytest.approx(float(weight[-1, 0]), abs=6e-5)
    page.mouse.click(x, y)
    page.wait_for_function(f"to => {PIN} === to", arg=f"{name}@{rows - 1}.0")
    expect(arithmetic_title(page)).to_contain_text("= ")
    assert read_cell(computation(), f"{name}@{rows - 1}.0") is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hint_below_the_map_is_in_the_window(visit, language):
    page = visit(f"?lang={language}", width=1280, height=720, is_still=True).page
    hint = box_of(page.locator(".model-map .readout"))
    assert hint["y"] + hint["height"] <= 720
