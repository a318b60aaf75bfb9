"""How a matrix is drawn and framed, whatever its numbers are."""

import pytest

from tests.browser.matrix_board import MatrixBoard

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
