"""On every page everything is changed, taken along in every way there is, and read back."""

import csv
import io
import re
from base64 import b64encode
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit
from xml.etree import ElementTree

import numpy as np
import pytest
import safetensors.numpy
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.matrix_board import MatrixBoard
from tests.browser.share_panel import drop, open_panel, saved
from tests.pages.answers import Asked
from tests.pages.changed_setting import changed_setting
from transformer_core.version import __version__
from ui.answer.page_handler import PageHandler
from ui.explain.arithmetic.numbers import read_back
from ui.picture.matrix_view.matrix import Matrix, Tiles
from ui.share.link_contents import caption
from ui.share.number_file import read_numbers
from ui.share.setting_file import opened
from ui.state.address import VERSION, State, read_state, unrestored_fields, write_state
from ui.words.language import read_words
from ui.words.pages import page_names

pytestmark = pytest.mark.thorough

LEFT_AS_THEY_ARE = {
    # A run lives as long as its server: tests/browser/test_training.py.
    "training": ("run", "beside"),
    # The quiz gives no tensors away, and its pictures no names: tests/ui/share/test_data.py.
    "mistakes": ("quiz",),
    # Only addresses from before the map have them; what they open is a pin.
    "encoder_decoder": ("head", "block"),
    # A question is answered as the page opens: tests/pages/attention_limits/test_answer.py.
    "attention_limits": ("ask",),
}
"""Fields; and of the models those of Hugging Face, whose files no test has."""
IN_THE_OTHER_LANGUAGE = ("overview", "masks", "training")
"""Pages whose link is opened there in a browser: a map, matrices, curves. Of all pages it is done
without one: tests/ui/share/test_links.py."""
LARGE = 1_000_000
ROUNDED_PAGES = {"overview"}
"""Whose picture would be more than that as a page of its own, were its numbers not rounded: the
map, beside that of another model."""
NOT_RANDOM = {"positional_encoding", "learning_rate", "ablations", "attention_limits"}
"""Pages whose pictures here show no random numbers; those of all others say that they do."""
MOST_DRAWN = 100
"""Numbers of a matrix that all stand in its picture; of more there may be colours alone."""
SHORTENED = 100
"""From here on a cell has room for whole numbers only."""
TEXT = "{http://www.w3.org/2000/svg}text"
NUMBER = re.compile(r"−?\d[\d,]*(\.\d+)?")
DRAWN = "#picture :is(.board[data-drawn], .model-map[data-drawn], .curve-readout, .lines canvas)"
PIXELS = """async ([png, svg, width, height]) => {
    const pixels = async (text, type) => {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        const image = new Image(), canvas = document.createElement("canvas");
        image.src = URL.createObjectURL(new Blob([bytes], { type }));
        await image.decode();
        [canvas.width, canvas.height] = [width, height];
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0, width, height);
        const { data } = context.getImageData(0, 0, width, height);
        return { size: [image.width, image.height], data: new Uint32Array(data.buffer) };
    };
    const [one, other] = [await pixels(png, "image/png"), await pixels(svg, "image/svg+xml")];
    const different = one.data.filter((pixel, place) => pixel !== other.data[place]).length;
    return { size: one.size, colours: new Set(one.data).size, different };
}"""


def everything_changed(page: str) -> Asked:
    """A page with another value in every field that can have one."""
    asked, left = Asked(page), LEFT_AS_THEY_ARE.get(page, ())
    setting = changed_setting(type(asked.setting), asked.text, left)
    start, changed = asked.setting.to_json(), setting.to_json()
    assert {name for name in start if start[name] == changed[name]} == set(left)
    return asked.moved(State(setting))


def read(page: Page, name: str) -> bytes:
    return Path(saved(page, name).path()).read_bytes()


def arrays(npz: bytes) -> dict[str, np.ndarray]:
    return dict(np.load(io.BytesIO(npz), allow_pickle=False))


def assert_same(found: dict[str, np.ndarray], expected: dict[str, np.ndarray]) -> None:
    """The same names, kinds and numbers."""
    assert set(found) == set(expected)
    for name, array in expected.items():
        assert found[name].dtype == array.dtype
        assert np.array_equal(found[name], array, equal_nan=array.dtype.kind == "f"), name


def the_link(page: Page, asked: Asked) -> str:
    """What the panel offers: it opens the same setting in any language."""
    link = page.locator(".share-panel input[readonly]").input_value()
    message = dict(parse_qsl(urlsplit(link).query, keep_blank_values=True))
    assert (message["lang"], message["v"]) == ("en", VERSION)
    cls = asked.handler.page.setting
    for language in ("en", "ko"):
        text = PageHandler(asked.handler.name, language).text
        assert read_state(cls, text, message).setting == asked.setting
        assert unrestored_fields(cls, text, message) == []
    return link


def check_data(page: Page, asked: Asked, matrix: Matrix | None) -> dict[str, np.ndarray]:
    """Everything that the tab of the data saves is what the page's answer says."""
    page.locator(".share-panel [data-tab=data]").click()
    tensors = arrays(read(page, ".npz"))
    text = asked.handler.page.tensors(asked.setting)
    assert text
    assert_same(tensors, {name: tensor.detach().numpy() for name, tensor in text.items()})
    assert_same(safetensors.numpy.load(read(page, ".safetensors")), tensors)
    found = opened(PageHandler("masks", "ko"), read(page, ".json"))
    assert (found["page"], found["lost"]) == (asked.handler.name, [])
    assert found["state"]["setting"] == asked.setting.to_json()
    if matrix is not None:
        page.get_by_label("One matrix").select_option(matrix.name)
        check_csv(read(page, "CSV"), matrix)
    return tensors


def check_csv(content: bytes, matrix: Matrix) -> None:
    header, *rows = csv.reader(io.StringIO(content.decode("utf-8-sig")))
    values = np.asarray(matrix.values, dtype=np.float32)
    assert header[0] == matrix.name
    assert np.array_equal(np.float32([row[1:] for row in rows]), values)
    assert np.array_equal(np.float32(read_numbers("m.csv", content, matrix.id).values), values)


def a_matrix(asked: Asked) -> Matrix | None:
    """One to take along: the smallest."""
    plain = [one for one in asked.matrices.values() if not isinstance(one, Tiles) and one.name]
    finite = [one for one in plain if np.isfinite(np.asarray(one.values, dtype=float)).all()]
    return min(finite, key=lambda one: np.asarray(one.values).size, default=None)


def texts(svg: bytes) -> list[str]:
    """What can be read in a picture."""
    return ["".join(one.itertext()) for one in ElementTree.fromstring(svg).iter(TEXT)]


def shows_random_numbers(asked: Asked) -> bool:
    setting = asked.setting
    if getattr(setting, "is_later", False):
        # Every later way but ALiBi places random vectors, or has a random table.
        return setting.way != "alibi"
    return asked.handler.name not in NOT_RANDOM and not getattr(setting, "is_trained", False)


def check_svg(svg: bytes, asked: Asked, title: str, matrix: Matrix | None = None) -> None:
    """A title, the setting below, and between them what the page's answer says."""
    text = texts(svg)
    whole = " ".join(text)
    assert whole.startswith(title)
    assert caption(asked.handler.name, asked.text, asked.setting) in whole
    assert f"Attention Workbench {__version__}" in whole
    assert ("random numbers, untrained · seed" in whole) == shows_random_numbers(asked)
    assert len(set(text) & set(asked.all_text().splitlines())) >= 3
    if matrix is not None:
        check_numbers(text, matrix)


def check_numbers(text: list[str], matrix: Matrix) -> None:
    """Every number of a matrix stands in its picture, in the digits that are shown; a cell that
    the mask hides has none."""
    values = np.asarray(matrix.values, dtype=float)
    if matrix.hidden is not None:
        values = values[~np.asarray(matrix.hidden)]
    shown = [(read_back(one), len(one.partition(".")[2])) for one in text if NUMBER.fullmatch(one)]
    if values.size > MOST_DRAWN:
        return
    for value in values.flat:
        is_long = abs(value) >= SHORTENED
        exact = ((number, digits) for number, digits in shown if digits or is_long)
        close = (abs(number - value) <= 0.51 * 10**-digits for number, digits in exact)
        assert any(close) or value in [number for number, _ in shown], value


def check_png(page: Page, png: bytes, svg: bytes) -> None:
    """The same picture as the SVG, and one with something in it."""
    width, height = map(int, ElementTree.fromstring(svg).attrib["viewBox"].split()[2:])
    files = [b64encode(one).decode() for one in (png, svg)]
    found = page.evaluate(PIXELS, [*files, width, height])
    assert found["size"] == [width, height]
    assert found["colours"] > 10
    assert found["different"] == 0


def check_html(page: Page, html: str, asked: Asked, title: str) -> None:
    """It draws by itself: nothing is asked of anybody."""
    asked_for: list[str] = []
    page.on("request", lambda request: asked_for.append(request.url))
    page.set_content(html)
    expect(page.locator(DRAWN).first).to_be_visible()
    expect(page.locator("h1")).to_have_text(title)
    expect(page.locator("footer")).to_contain_text(
        caption(asked.handler.name, asked.text, asked.setting)
    )
    assert [url for url in asked_for if not url.startswith(("data:", "blob:"))] == []


def check_pictures(page: Page, asked: Asked, matrix: Matrix | None) -> None:
    page.locator(".share-panel [data-tab=picture]").click()
    which = page.locator(".share-panel").get_by_role("combobox", name="Picture")
    name = read_words("en", "workbench")[f"pages.{asked.handler.name}"]
    svg, png, html = read(page, "SVG"), read(page, "PNG 1×"), read(page, "HTML")
    assert len(html) < LARGE
    text = page.locator(".share-panel .message")
    is_rounded = asked.handler.name in ROUNDED_PAGES
    expect(text).to_have_text(re.compile("numbers are rounded" if is_rounded else "^Saved.$"))
    title = ElementTree.fromstring(svg)[0].text
    assert title.startswith(name)
    check_svg(svg, asked, title)
    blank = Visit(page.context.new_page())
    check_png(blank.page, png, svg)
    check_html(blank.page, html.decode(), asked, title)
    assert blank.troubles == []
    blank.page.close()
    if matrix is not None:
        which.select_option(matrix.name)
        check_svg(read(page, "SVG"), asked, f"{name}: {matrix.name}", matrix)


@pytest.mark.parametrize("page", page_names())
def test_everything_on_a_page_is_taken_along_and_read_back(visit, page):
    asked = everything_changed(page)
    here = visit(f"{page}{write_state(asked.state, 'en', asked.text)}").page
    open_panel(here)
    link, matrix = the_link(here, asked), a_matrix(asked)
    check_pictures(here, asked, matrix)
    tensors = check_data(here, asked, matrix)
    if page not in IN_THE_OTHER_LANGUAGE:
        return
    address = urlsplit(link.replace("lang=en", "lang=ko"))
    there = visit(f"{address.path[1:]}?{address.query}", locale="ko-KR").page
    expect(there.locator("html")).to_have_attribute("lang", "ko")
    open_panel(there, "data")
    assert_same(arrays(read(there, ".npz")), tensors)


def test_a_link_keeps_its_language_in_a_browser_of_another_one(visit):
    asked = everything_changed("masks")
    address = write_state(asked.state, "en", asked.text)
    page = visit(f"masks{address}", locale="ko-KR", is_loaded=True).page
    expect(page.locator("html")).to_have_attribute("lang", "en")
    open_panel(page)
    assert the_link(page, asked).endswith(address)


def test_an_edited_matrix_comes_back_from_its_files_after_a_reset(visit):
    asked = Asked("attention", source="random", edits={("K", 0, 1): 1.5, ("Q", 2, 0): -4.25})
    page = visit(f"attention{write_state(asked.state, 'en', asked.text)}").page
    open_panel(page, "data")
    tensors = read(page, ".npz")
    page.get_by_label("One matrix").select_option("Kᵀ")
    keys = read(page, "CSV")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Reset", exact=True).click()
    drop(page, "k.csv", keys, 'figure[data-id="K"] canvas.overlay')
    MatrixBoard(page, "K").expect_values({(1, 0): 1.5})
    drop(page, "all.npz", tensors, 'figure[data-id="Q"] canvas.overlay')
    MatrixBoard(page, "Q").expect_values({(2, 0): -4.25})
    open_panel(page, "data")
    assert_same(arrays(read(page, ".npz")), arrays(tensors))
