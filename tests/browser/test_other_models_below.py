"""A Hugging Face model on Your sentence: read by layer, and a number of it followed."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from benchmarks.server import running
from tests.lab.conftest import saved

__all__ = ["saved"]

pytestmark = pytest.mark.thorough

OPENING_MS = 120_000


@pytest.fixture(scope="module")
def gpt2(saved):
    """A server that may open the folder of a tiny GPT-2, and where it is."""
    folder = saved("gpt2")
    with running(environment={"WORKBENCH_MODEL_FOLDERS": str(folder.parent)}) as address:
        yield address, folder


def test_a_gpt2_is_read_by_layer(gpt2, visit):
    address, folder = gpt2
    asked = {"v": 4, "lang": "en", "ys_model": "hugging_face", "ys_sentence": "the cat sat"}
    asked |= {"ys_name": folder}
    page = visit(f"your_sentence?{urlencode(asked)}", address=address, is_framed=True).page
    tab = page.get_by_role("button", name="Reading by layer")
    tab.wait_for(timeout=OPENING_MS)
    page.get_by_text("Each row is named after the next token").wait_for(timeout=OPENING_MS)
    tab.click()
    grid = page.locator("[data-workbench=word-grid][data-id=read]")
    grid.wait_for(timeout=OPENING_MS)
    expect(grid.locator("tr")).to_have_count(4)  # its tokens, none, and two layers
    grid.get_by_role("button").nth(1).click()
    box = page.locator("[data-workbench=arithmetic]")
    expect(box).to_contain_text(re.compile(r"Before layer 1 · .*\["))
    expect(page.get_by_text("Before layer 1: what would come next?")).to_be_visible()
    box.get_by_role("button").first.click()
    expect(grid.locator("[aria-pressed=true]")).to_have_count(1)


def test_a_vector_of_a_gpt2_is_put_in_the_place_of_another(gpt2, visit):
    """By default that of the first token that differs; then another one, which undo takes back."""
    address, folder = gpt2
    asked = {"v": 4, "lang": "en", "ys_model": "hugging_face", "ys_sentence": "the cat sat"}
    asked |= {"ys_name": folder, "ys_below": "patching", "ys_other": "the sat cat"}
    page = visit(f"your_sentence?{urlencode(asked)}", address=address, is_framed=True).page
    grid = page.locator("[data-workbench=word-grid][data-id=patch_decoder]")
    grid.wait_for(timeout=OPENING_MS)
    expect(grid.locator("tr")).to_have_count(4)  # its tokens, none, and two layers
    expect(page.get_by_role("textbox", name="Other sentence")).to_have_value("the sat cat")
    counted = page.get_by_text(re.compile(r"\d+ of \d+ vectors can change"))
    before = counted.inner_text()
    place = grid.locator("tr").last.get_by_role("button").last
    place.click()
    expect(counted).not_to_have_text(before)
    expect(counted).to_contain_text("1 of ")  # after the last layer, the last token: itself alone
    expect(page.locator("[data-workbench=word-grid][data-id=patch_said] tr")).to_have_count(3)
    page.keyboard.press("Control+z")
    expect(counted).to_have_text(before)
