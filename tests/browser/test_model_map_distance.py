"""Each distance of the map means something: named blocks, titles that answer, colours."""

import re

import pytest
import torch
from playwright.sync_api import expect

from pages.translator.setting import SentenceSetting
from tests.browser.matrix_board import box_of
from tests.browser.model_map_board import ModelMapBoard

pytestmark = pytest.mark.thorough

ATTENTION = ["Q, K, V projections", "Scores", "Softmax", "Weighted sum", "Output projection"]
SIZES = [(1440, 900), (1280, 720), (390, 844)]
DISTANCES = [0, 0.15, 0.25, 0.35, 0.5, 0.7, 1]
WEIGHTS = "encoder.layers.1.self_attention.weights"
HAS_NUMBER = """
    cell => document.querySelector("[data-workbench=map]").cellValue(cell) !== undefined"""


def at_layer(board, name):
    """Click the title of a layer."""
    title = board.title("layer", name)
    board.page.mouse.click(title["x"] + 5, title["y"] + 5)
    board.settle()


def overlapping(titles):
    """Pairs of titles that are drawn over each other."""

    def is_over(one, other):
        across = one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
        down = one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]
        return across and down

    return [
        (one["text"], other["text"])
        for place, one in enumerate(titles)
        for other in titles[place + 1 :]
        if is_over(one, other)
    ]


def names(board, side):
    """The names of the blocks of a side in sight, in their order."""
    known = [one for one in board.titles("block") if one["side"] == side]
    return list(dict.fromkeys(one["name"] for one in sorted(known, key=lambda one: one["x"])))


def test_the_whole_model_has_no_blocks_and_a_layer_has_them_in_the_order_of_computation(visit):
    page = visit("", width=1920, height=1080, is_still=True).page
    board = ModelMapBoard(page)
    assert board.titles("block") == []
    at_layer(board, "Encoder layer 1")
    found = names(board, "src")
    order = [*ATTENTION, "Add & Norm", "Feed-forward"]
    places = [found.index(name) for name in order if name in found]
    assert len(places) >= 5
    assert places == sorted(places)


def test_pre_norm_begins_with_its_norm_and_says_so_in_its_equations(visit):
    page = visit("encoder_decoder?ed_norm=pre", width=1440, is_still=True).page
    board = ModelMapBoard(page)
    board.fly_to("encoder.layers.0.feed_forward.hidden@0.0", 0.75)
    text = " ".join(one["text"] for one in board.titles("block"))
    assert "ReLU(LayerNorm(x) W₁ + b₁) W₂ + b₂" in text
    assert "Add & Norm" not in text
    found = names(board, "src")
    assert found.index("Norm") < found.index("Feed-forward")


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_no_title_covers_another_or_leaves_the_map(visit, width, height, language):
    page = visit(f"?lang={language}", width=width, height=height, is_still=True).page
    board = ModelMapBoard(page)
    for distance in DISTANCES:
        board.look_at(f"{distance}_0.2_0.3")
        titles, stage = board.titles(), box_of(board.stage)
        assert titles, distance
        assert overlapping(titles) == [], distance
        for one in titles:
            assert one["x"] >= stage["x"], (distance, one)
            assert one["x"] + one["width"] <= stage["x"] + stage["width"] + 1, (distance, one)


def test_near_the_layer_and_the_block_of_what_is_in_sight_stay_written(visit):
    page = visit("", width=1440, is_still=True).page
    board = ModelMapBoard(page)
    board.fly_to("encoder.layers.1.feed_forward.activated@5.300", 1)
    assert board.title("layer", "Encoder layer 2")
    assert board.title("block", "Feed-forward")["text"] == "Feed-forward"


@pytest.mark.parametrize(
    ("address", "layer", "about_layer", "block", "about_block"),
    [
        ("", "Encoder layer 1", "Self-attention, then a feed-forward", "Scores", "S = QKᵀ / √d_k"),
        ("?lang=ko", "인코더 층 1", "피드 포워드 신경망이", "스코어", "S = QKᵀ / √d_k"),
    ],
)
def test_a_title_says_what_it_names_and_leads_to_it(
    visit, address, layer, about_layer, block, about_block
):
    page = visit(address, width=1440, is_still=True).page
    board = ModelMapBoard(page)
    title = board.title("layer", layer)
    page.mouse.move(title["x"] + 5, title["y"] + 5)
    expect(board.readout).to_contain_text(f"{layer}: ")
    expect(board.readout).to_contain_text(about_layer)
    assert board.stage.evaluate("(node) => getComputedStyle(node).cursor") == "pointer"
    at_layer(board, layer)
    far = board.distance()
    assert far > 0.1
    title = board.title("block", block)
    page.mouse.move(title["x"] + 5, title["y"] + 5)
    expect(board.readout).to_contain_text(about_block)
    expect(board.readout).to_contain_text("(4, 7, 7)")
    page.mouse.click(title["x"] + 5, title["y"] + 5)
    board.settle()
    assert board.distance() > far
    assert board.is_in_sight("encoder.layers.0.self_attention.scores@0.0.0")


def test_a_column_says_what_it_is(visit):
    page = visit("?ys_view=0.45_0.22_0.3", width=1440, is_still=True).page
    board = ModelMapBoard(page)
    title = board.title("column", "ReLU")
    page.mouse.move(title["x"] + 5, title["y"] + 5)
    expect(board.readout).to_contain_text("ReLU · (7, 800): The d_ff numbers after ReLU")


def test_a_parameter_names_itself_and_shows_all_its_numbers(visit):
    page = visit("", width=1440, is_still=True).page
    board, made = ModelMapBoard(page), SentenceSetting().written.computation
    name = "encoder.layers.0.feed_forward.linear_1.weight"
    values = made.tensors[name].double()
    board.tool("Parameters").click()
    expect(board.node.locator(".tools .total")).to_have_text("2,773,120 in all")
    page.wait_for_function(
        "name => document.querySelector('[data-workbench=map]').parameterBox(name)", arg=name
    )
    box, stage = board.node.evaluate("(n, name) => n.parameterBox(name)", name), box_of(board.stage)
    assert stage["y"] <= box["y"]
    assert box["y"] + box["height"] <= stage["y"] + stage["height"]
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    card = board.node.locator(".parameter-card")
    expect(card).to_contain_text("linear_1.weight")
    rows, cols = values.shape
    expect(card).to_contain_text(f"{rows} × {cols} = {values.numel():,} numbers")
    expect(card.locator("rect")).to_have_count(31)
    counts = card.locator("rect").evaluate_all("(all) => all.map((one) => +one.dataset.count)")
    assert counts == torch.histc(values, 31, values.min(), values.max()).long().tolist()
    within = box_of(card)
    assert stage["x"] <= within["x"]
    assert within["x"] + within["width"] <= stage["x"] + stage["width"]
    page.mouse.move(1, 1)
    expect(card).to_be_hidden()
    board.tool("Parameters").click()
    expect(board.node.locator(".tools .total")).to_be_empty()


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_the_legend_has_the_colours_of_the_cells(visit, color_scheme):
    page = visit("", width=1440, is_still=True, color_scheme=color_scheme).page
    board, made = ModelMapBoard(page), SentenceSetting().written.computation
    hidden = "encoder.layers.0.feed_forward.hidden"
    for name, kind, cells in (
        (hidden, "diverging", ("0.5", "1.7", "2.9")),
        (WEIGHTS, "weights", ("0.0.0", "1.2.3", "2.4.4")),
    ):
        style = "(node) => getComputedStyle(node).backgroundImage"
        gradient = board.node.locator(f".map-legend .swatch.{kind}").evaluate(style)
        stops = [
            [int(n) for n in one.split(",")] for one in re.findall(r"rgb\(([^)]*)\)", gradient)
        ]
        assert len(stops) == 5
        values = made.tensors[name]
        for cell in cells:
            board.fly_to(f"{name}@{cell}", 1)
            page.wait_for_function(HAS_NUMBER, arg=f"{name}@{cell}")
            board.settle()
            value = float(values[tuple(int(at) for at in cell.split("."))])
            share = value if kind == "weights" else (value / float(values.abs().max()) + 1) / 2
            at = share * 4
            low = min(int(at), 3)
            between = zip(stops[low], stops[low + 1], strict=True)
            wanted = [one + (other - one) * (at - low) for one, other in between]
            drawn = board.drawn_colour(f"{name}@{cell}")
            assert drawn == pytest.approx(wanted, abs=3), (name, cell)


# A map that moves by the wheel, and the same part of it at rest: how much is another colour.
MOVED_AND_STILL = """async (count) => {
    const stage = document.querySelector("[data-workbench=map] .stage");
    const canvas = stage.querySelector("canvas"), box = stage.getBoundingClientRect();
    const at = { clientX: box.left + box.width * 0.4, clientY: box.top + box.height * 0.3 };
    const look = { cancelable: true, bubbles: true, deltaY: -16, ...at };
    stage.focus({ preventScroll: true });
    for (let turn = 0; turn < count; turn++) {
        stage.dispatchEvent(new WheelEvent("wheel", look));
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
    }
    const { width, height } = canvas, pen = canvas.getContext("2d");
    const picture = () => pen.getImageData(0, 0, width, height).data;
    const moved = picture();
    await new Promise((done) => setTimeout(done, 500));
    const still = picture(), share = (least) => still.filter(
        (value, at) => Math.abs(value - moved[at]) > least
    ).length / still.length;
    return [share(0), share(40)];
}"""


def test_a_map_that_moves_has_its_lines_where_they_are_at_rest(visit):
    """They are moved as pictures and stroked at rest: not the same, and nearly.

    A map that is drawn more slowly than it takes to rest is always at rest.
    """
    page = visit("", width=1280, height=720).page
    shares = [page.evaluate(MOVED_AND_STILL, 5) for _ in range(4)]
    assert max(other for other, _ in shares) > 0.001
    assert max(unlike for _, unlike in shares) < 0.004, shares
