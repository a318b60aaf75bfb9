"""Where am I: the path over the map, and the small picture of the whole."""

import pytest
from playwright.sync_api import expect

from tests.browser.matrix_board import box_of, wait_until_idle
from tests.browser.model_map_board import ModelMapBoard
from ui.words.language import text_of

pytestmark = pytest.mark.thorough

WEIGHT = "decoder.layers.1.cross_attention.weights@1.2.3"


def path_of(board):
    """The parts of the path, from the whole model inwards."""
    return board.node.locator(".map-path .place").all_inner_texts()


def press(board, name):
    board.node.locator(".map-path").get_by_role("button", name=name, exact=True).click()
    board.settle()


def overlap(one, other):
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across > 0 and down > 0


@pytest.mark.parametrize("locale", ["en-US", "ko-KR"])
def test_each_part_of_the_path_leads_to_what_it_names(visit, locale):
    page = visit("", width=1280, height=720, locale=locale).page
    words, board = text_of("workbench", locale[:2]), ModelMapBoard(page)
    expect(board.node.locator(".map-path")).to_be_hidden()
    board.fly_to(WEIGHT)
    board.click(WEIGHT)
    expect(board.node.locator(".map-path .place")).to_have_count(6)
    whole, layer, attention, column, head, row = path_of(board)
    assert whole == words("map.tools.whole")
    assert layer == words("map.titles.decoder", number=2)
    assert attention == words("map.parts.cross_attention")
    assert column == words("map.tensors.weights")
    assert head == words("map.head", number=2)
    assert row.strip()
    press(board, attention)
    distance = board.distance()
    board.expect_in_sight(WEIGHT)
    press(board, layer)
    assert 0 < board.distance() < distance
    press(board, head)
    assert board.distance() > distance
    board.expect_in_sight(WEIGHT)
    press(board, whole)
    assert board.distance() == 0
    expect(board.node.locator(".map-path")).to_be_hidden()


def test_the_path_covers_no_title_and_leaves_the_legend_in_sight(visit):
    board = ModelMapBoard(visit("", width=1280, height=720).page)
    for least in [0.05, 0.2, 0.6, 1]:
        board.fly_to("encoder.layers.0.self_attention.weights@0.1.1", least)
        path = box_of(board.node.locator(".map-path"))
        assert not [one["text"] for one in board.titles() if overlap(one, path)]
        expect(board.node.locator(".map-legend")).to_be_visible()
        last = box_of(board.node.locator(".map-path .place").last)
        assert not overlap(last, box_of(board.node.locator(".map-legend")))


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_picture_of_the_whole_shows_what_is_in_sight_and_brings_what_is_pressed(visit, size):
    board = ModelMapBoard(visit("", width=size[0], height=size[1]).page)
    overview = board.node.locator(".map-overview")
    board.fly_to("encoder.layers.0.self_attention.weights@0.1.1", 0.6)
    whole, frame = box_of(overview), box_of(overview.locator(".in-sight"))
    # Where the window is narrow, it covers nothing of the map.
    assert overlap(whole, box_of(board.stage)) == (size[0] > 640)
    assert overlap(frame, whole)
    assert frame["x"] + frame["width"] / 2 < whole["x"] + whole["width"] / 3
    assert frame["width"] < whole["width"] / 3
    # Its end, at the decoder's height, has the next tokens.
    x, y = whole["x"] + whole["width"] - 4, whole["y"] + whole["height"] * 0.75
    board.page.mouse.click(x, y)
    board.settle()
    wait_until_idle(board.page)
    assert path_of(board)[1] == text_of("workbench", "en")("map.titles.softmax")
    box, stage = board.node.evaluate("(node) => node.nextBox(2)"), box_of(board.stage)
    assert stage["x"] < box["x"] < stage["x"] + stage["width"]
    # What is next is never covered.
    covered = box_of(overview)
    is_over = overlap(covered, box_of(board.stage))
    assert not is_over or covered["x"] + covered["width"] < box["x"]


def test_the_picture_of_the_whole_is_drawn(visit):
    board = ModelMapBoard(visit("", width=1280, height=720).page)
    expect(board.node.locator(".map-overview")).to_be_hidden()
    board.fly_to("encoder.layers.0.self_attention.weights@0.1.1", 0.6)
    colours = """(canvas) => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size;
    }"""
    canvas = board.node.locator(".map-overview canvas")
    board.page.wait_for_timeout(300)
    assert canvas.evaluate(colours) > 100
