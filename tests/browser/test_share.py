"""What leaves the page by "Share", and comes back."""

import json
import re
import struct
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import torch
from playwright.sync_api import Page, expect

from tests.browser.axe import found, too_small
from tests.browser.matrix_board import MatrixBoard, arithmetic_title
from tests.browser.model_map_board import ModelMapBoard, choose_preset
from tests.browser.share_panel import by_itself, curve_of, drop, open_panel, saved, texts
from transformer_core import learning_rate
from transformer_core.version import __version__

pytestmark = pytest.mark.thorough

# What the browser would print, kept instead of a dialog.
PRINT = """window.print = () => {
    top.printed = {title: document.title, html: document.documentElement.outerHTML};
    dispatchEvent(new Event("afterprint"));
};"""


@pytest.mark.always
def test_the_link_opens_what_is_seen_and_the_file_too(visit):
    page = visit("masks?lang=ko&ma_seed=12").page
    page.locator(".history-bar .share").focus()
    page.keyboard.press("Enter")
    panel = page.locator(".share-panel")
    link = panel.locator("input[readonly]").input_value()
    assert "ma_seed=12" in link and "lang=ko" in link
    expect(panel.locator(".holds")).to_have_text("시드: 12")
    expect(panel.locator(".qr svg path").first).to_be_visible()
    # The server of the tests is this machine's own.
    expect(panel.locator(".long")).to_contain_text("이 컴퓨터에서만 열립니다. 127.0.0.1:")
    file = Path(saved(page, "파일로 저장").path()).read_bytes()
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(page.locator(".history-bar .share")).to_be_focused()
    text = arithmetic_title(page).inner_text()
    page = visit(link.replace("ma_seed=12", "ma_seed=13").split("/", 3)[3]).page
    drop(page, "masks.json", file)
    expect(arithmetic_title(page)).to_have_text(text)
    drop(page, "masks.json", json.dumps({"workbench": "other"}).encode())
    expect(page.locator(".share-message")).to_contain_text("워크벤치의 설정 파일이 아닙니다")
    expect(arithmetic_title(page)).to_have_text(text)


def test_a_link_that_is_not_restored_in_full_says_what_is_missing(visit):
    page = visit("masks?ma_seed=12.5&lang=en").page
    expect(page.get_by_test_id("stAlert")).to_contain_text("Missing: Seed")
    choose_preset(page, "A gap in the middle")
    expect(page.get_by_test_id("stAlert")).to_have_count(0)


def test_a_board_is_saved_with_real_text_and_sharp(visit):
    page = visit("attention?lang=ko&at_mask=look_ahead&at_seed=3").page
    open_panel(page, "picture")
    svg = Path(saved(page, "SVG").path()).read_bytes()
    text = texts(svg)
    assert {"어텐션", "Q", "Kᵀ", "57.74", "0.50"} <= set(text)
    assert any(
        f"시드 3 · 마스크 룩어헤드 · Attention Workbench {__version__}" in one for one in text
    )
    png = Path(saved(page, "PNG 4×").path()).read_bytes()
    sizes = struct.unpack(">II", png[16:24])
    box = ElementTree.fromstring(svg).attrib["viewBox"].split()
    assert list(sizes) == [4 * int(box[2]), 4 * int(box[3])]


def test_a_picture_is_printed_as_one_page_of_its_size(visit):
    page = visit("attention?lang=en", prepare=lambda page: page.add_init_script(PRINT)).page
    title = page.title()
    open_panel(page, "picture")
    for size, width in (("slide", None), ("paper column", 86)):
        page.get_by_label("Size").select_option(size)
        page.locator(".share-panel").get_by_role("button", name="PDF", exact=True).click()
        page.wait_for_function("() => window.printed && !document.querySelector('iframe')")
        assert page.title() == title
        printed = page.evaluate(
            "() => { const { printed } = window; window.printed = null; return printed; }"
        )
        assert printed["title"] == "attention_board"
        check_print(page, printed["html"], width)


def check_print(page: Page, html: str, width: float | None) -> None:
    """What is printed: one sheet of this many millimetres, or as large as the picture."""
    with by_itself(page, html) as alone:
        pdf = alone.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b", pdf)) == 1
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    layout = re.search(r'viewBox="0 0 (\d+) (\d+)"', html)
    assert box and layout
    points, tall = float(box[1]), float(box[2])
    across, down = int(layout[1]), int(layout[2])
    # Chromium prints on sheets of whole points.
    assert points == pytest.approx(width * 72 / 25.4 if width else across * 0.75, abs=1)
    assert tall == pytest.approx(points * down / across, abs=1.5)
    # Words are words, in a font that comes along.
    assert b"/FontFile2" in pdf and b"/ToUnicode" in pdf


def test_a_curve_is_saved_with_its_axes(visit):
    page = visit("learning_rate?lang=en").page
    open_panel(page, "picture")
    svg = Path(saved(page, "SVG").path()).read_bytes()
    assert {"Learning rate", "20,000"} <= set(texts(svg))
    steps, rates = map(torch.tensor, zip(*curve_of(svg), strict=True))
    assert steps.diff().min() >= 0 and steps[-1] == pytest.approx(100_000, rel=1e-3)
    assert rates.tolist() == pytest.approx(learning_rate(steps, 512).tolist(), abs=2e-6)
    html = Path(saved(page, "HTML").path()).read_text(encoding="utf-8")
    assert len(html) < 1_000_000
    with by_itself(page, html) as alone:
        alone.locator("#picture svg").first.focus()
        alone.keyboard.press("ArrowRight")
        expect(alone.locator(".curve-readout strong")).to_have_text("0")


def test_a_file_dropped_on_a_matrix_puts_its_numbers_there(visit):
    page = visit("attention?lang=en").page
    q = MatrixBoard(page, "Q")
    drop(page, "q.csv", b"1,2,3\n4,5,6", 'figure[data-id="Q"] canvas.overlay')
    expect(page.locator(".share-message")).to_have_text("Loaded.")
    expect(q.note).to_have_text("(2, 3) queries")
    drop(page, "q.csv", b"1,2,3\n4,nan,6", 'figure[data-id="Q"] canvas.overlay')
    expect(page.locator(".share-message")).to_contain_text("Row 2, number 2")
    drop(page, "w.csv", b"1", 'figure[data-id="weights"] canvas.overlay')
    expect(page.locator(".share-message")).to_contain_text("is computed from other matrices")
    page.locator('[data-move="undo"]').click()
    expect(q.note).to_have_text("(3, 3) queries")


def test_every_number_is_saved_and_a_matrix_loads_back(visit):
    page = visit("attention?lang=en&at_source=random").page
    open_panel(page, "data")
    tensors = np.load(saved(page, ".npz").path(), allow_pickle=False)
    assert tensors["weights"].shape == (3, 4)
    page.get_by_label("One matrix").select_option("Kᵀ")
    file = Path(saved(page, "CSV").path())
    page.get_by_label("Numbers from a file").select_option("Kᵀ")
    page.locator("[data-file=load]").set_input_files(
        {"name": "k.csv", "mimeType": "text/csv", "buffer": file.read_bytes()}
    )
    expect(page.locator(".share-panel .message")).to_have_text("Loaded.")


def test_a_saved_page_can_be_pointed_at_without_a_server(visit):
    page = visit("attention?lang=en&at_pin=weights.1.1").page
    open_panel(page, "picture")
    html = Path(saved(page, "HTML").path()).read_text(encoding="utf-8")
    assert len(html) < 1_000_000
    with by_itself(page, html) as alone:
        weights = MatrixBoard(alone, "weights")
        expect(weights.readout).to_have_text("Weights [ query 1, key 1 ] = 1")
        weights.cells.focus()
        alone.keyboard.press("ArrowUp")
        expect(weights.readout).to_contain_text("query 0, key 1")
        assert weights.editor.is_hidden()


def test_a_map_of_many_numbers_is_saved_small_with_its_numbers_rounded(visit):
    sentence = "The+old+woman+who+lives+next+door+has+two+cats"
    page = visit(f"?lang=en&ys_sentence={sentence}&ys_beside=true", width=1440).page
    cells = [f"{name}@3.{place}" for name in ("encoder.layers.0.feed_forward.activated",
             "encoder.layers.1.normed_2") for place in range(12)]  # fmt: skip
    board = ModelMapBoard(page)
    board.tool("Now").click()
    exact = {cell: board.value(cell) for cell in cells}
    open_panel(page, "picture")
    html = Path(saved(page, "HTML").path()).read_text(encoding="utf-8")
    assert len(html.encode()) < 1_000_000
    text = page.locator(".share-panel .message")
    expect(text).to_contain_text("rounded (at most ")
    rounded = re.search(r"at most (\d) significant digits", text.inner_text())
    with by_itself(page, html) as alone:
        board = ModelMapBoard(alone)
        expect(alone.locator("footer")).to_contain_text(rounded[0])
        expect(board.node).to_have_attribute("data-drawn", re.compile("."))
        # Nothing is offered that only a server can do
        expect(alone.locator("main")).not_to_contain_text("hide it")
        board.tool("Now").click()
        for cell, value in exact.items():
            assert board.value(cell) == pytest.approx(float(f"{value:.{rounded[1]}g}"), rel=1e-6), (
                cell
            )
        board.fly_to(cells[-1], 8)
        assert "LayerNorm[ who, 11 ] = " in board.readout_at(cells[-1])


@pytest.mark.parametrize(
    ("locale", "color_scheme", "width"), [("en-US", "light", 1280), ("ko-KR", "dark", 390)]
)
def test_the_panel_is_open_to_everybody(visit, locale, color_scheme, width):
    page = visit("attention", locale=locale, color_scheme=color_scheme, width=width).page
    page.locator(".history-bar .share").focus()
    page.keyboard.press("Enter")
    panel = page.locator(".share-panel")
    expect(panel).to_be_visible()
    tabs = panel.get_by_role("tab")
    tabs.first.focus()
    for place in range(3):
        expect(tabs.nth(place)).to_be_focused()
        expect(tabs.nth(place)).to_have_attribute("aria-selected", "true")
        assert not found(page)
        assert not too_small(page)
        box, body = panel.bounding_box(), panel.locator(".tab-body").bounding_box()
        assert box and body and body["width"] <= box["width"] <= width
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
