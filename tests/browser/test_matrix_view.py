"""How a matrix is drawn and framed, whatever its numbers are."""

import io
from pathlib import Path

import pytest
from PIL import Image

from tests.browser.matrix_board import MatrixBoard, box_of
from tests.browser.one_window import AT_REST, PICTURES
from tests.browser.share_panel import open_panel, saved, texts

# By how much the ring of the focused canvas reaches out of the box of an ancestor that cuts it off.
CUT_OFF = """(canvas) => {
    const parent = (node) => node.parentElement ?? node.getRootNode().host;
    const ringOf = (node) => {
        const { outlineStyle, outlineWidth, outlineOffset, boxShadow } = getComputedStyle(node);
        if (outlineStyle !== "none") return parseFloat(outlineWidth) + parseFloat(outlineOffset);
        const lengths = boxShadow.replace(/rgb[^)]*[)]/, "").match(/-?[0-9.]+px/g);
        return lengths && !boxShadow.includes("inset") ? parseFloat(lengths[3]) : null;
    };
    let ringed = canvas;
    while (ringed && ringOf(ringed) === null) ringed = parent(ringed);
    if (!ringed) return "no ring";
    const box = ringed.getBoundingClientRect(), reach = ringOf(ringed);
    const cut = [0];
    for (let node = parent(ringed); node && node !== document.body; node = parent(node)) {
        const { overflowX, overflowY } = getComputedStyle(node);
        const outer = node.getBoundingClientRect();
        const clips = { x: overflowX !== "visible", y: overflowY !== "visible" };
        if (clips.x) cut.push(outer.left - box.left + reach, box.right + reach - outer.right);
        if (clips.y) cut.push(outer.top - box.top + reach, box.bottom + reach - outer.bottom);
    }
    return Math.max(...cut);
}"""


@pytest.mark.thorough
@pytest.mark.parametrize("color_scheme", ["light", "dark"])
@pytest.mark.parametrize(("path", "matrix"), [("attention", "weights"), ("masks", "padding")])
def test_the_ring_of_a_focused_matrix_is_seen_whole(visit, color_scheme, path, matrix):
    page = visit(path, color_scheme=color_scheme).page
    cells = MatrixBoard(page, matrix).cells
    page.locator("[data-testid=stMain]").focus()
    page.keyboard.press("Tab")
    cells.focus()
    assert cells.evaluate("(canvas) => canvas.matches(':focus-visible')")
    assert cells.evaluate(CUT_OFF) == 0


# What is cut off, and which matrices lie over one another, by their ids.
CUT_OR_COVERED = """() => {
    const panels = [...document.querySelectorAll("figure[data-workbench=matrix]")].filter(
        (one) => one.checkVisibility()
    );
    const boxOf = (node) => node.getBoundingClientRect();
    const found = [];
    for (const panel of panels) {
        for (const line of panel.querySelectorAll(".name, .note, .bar, .axes")) {
            const cut = line.scrollWidth > line.clientWidth && line.clientWidth > 0;
            const range = document.createRange();
            range.selectNodeContents(line);
            const over = boxOf(range).right > boxOf(panel).right + 0.5;
            if (cut || over) found.push(`${panel.dataset.id}: ${line.textContent}`);
        }
    }
    for (const [place, one] of panels.entries()) {
        for (const other of panels.slice(place + 1)) {
            const [a, b] = [boxOf(one), boxOf(other)];
            const apart = a.right <= b.left + 0.5 || b.right <= a.left + 0.5
                || a.bottom <= b.top + 0.5 || b.bottom <= a.top + 0.5;
            if (!apart) found.push(`${one.dataset.id} over ${other.dataset.id}`);
        }
    }
    return found;
}"""
LONG = "+".join(f"word{number}" for number in range(25))


@pytest.mark.thorough
@pytest.mark.parametrize(
    "path",
    [
        "attention",
        "attention?at_source=sentence",
        "masks?ma_ids=1+2+0",
        f"masks?ma_given=sentence&ma_sentence={LONG}&ma_length=25",
        "multi_head_attention?mh_num_heads=16",
        "multi_head_attention?mh_num_heads=16&mh_step=project_back&mh_off=0",
        "self_attention?sa_view=heads",
    ],
)
def test_no_name_and_no_legend_of_a_matrix_is_cut_or_covered(visit, path):
    page = visit(path).page
    for width, height in ((1280, 720), (1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(AT_REST, PICTURES)
        assert page.evaluate(CUT_OR_COVERED) == [], (width, height)


def colours_of(page, box: dict[str, float], *places: tuple[float, float]) -> list[tuple[int, ...]]:
    """What a person sees at some places of a box, as shares of its width and height."""
    seen = Image.open(io.BytesIO(page.screenshot(clip=box, scale="css"))).convert("RGB")
    across, down = seen.size
    return [seen.getpixel((round(x * (across - 1)), round(y * (down - 1)))) for x, y in places]


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_the_ends_of_the_legend_have_the_colours_of_the_cells(visit, color_scheme):
    page = visit("attention", color_scheme=color_scheme).page
    weights, scores = MatrixBoard(page, "weights"), MatrixBoard(page, "scores")
    assert weights.value(1, 1) == 1
    assert scores.value(0, 2) == 100
    page.mouse.move(0, 0)
    for matrix, cells in (
        (weights, {(1, 0): 0.0, (1, 1): 1.0}),
        (scores, {(0, 0): 0.5, (0, 2): 1}),
    ):
        strip = box_of(matrix.figure.locator(".strip"))
        left, top, width, height = map(float, matrix.cells.get_attribute("data-cells").split())
        canvas = box_of(matrix.cells)
        for (row, col), share in cells.items():
            x, y = canvas["x"] + left + col * width, canvas["y"] + top + row * height
            cell = {"x": x, "y": y, "width": width, "height": height}
            (of_cell,) = colours_of(page, cell, (0.12, 0.2))
            (of_legend,) = colours_of(page, strip, (min(max(share, 0.02), 0.98), 0.5))
            apart = max(abs(a - b) for a, b in zip(of_cell, of_legend, strict=True))
            assert apart <= 12, (row, col, of_cell, of_legend)


def test_the_axes_of_a_matrix_are_named_on_the_page_as_in_the_exported_picture(visit):
    page = visit("attention").page
    on_page = page.locator("figure[data-workbench=matrix] .axes").all_inner_texts()
    assert on_page[:3] == ["query ↓  d_k →", "d_k ↓  key →", "query ↓  key →"]
    open_panel(page, "picture")
    message = texts(Path(saved(page, "SVG").path()).read_bytes())
    assert [text for text in message if "↓" in text] == on_page


def test_cells_are_larger_in_a_large_window(visit):
    page, size = visit("attention").page, {}
    for width, height in ((1280, 720), (1440, 900), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(AT_REST, PICTURES)
        cells = MatrixBoard(page, "weights").cells
        size[width] = float(cells.get_attribute("data-cells").split()[2])
    assert size[1920] >= 1.3 * 40 > size[1280]
    assert size[1920] > size[1440]
