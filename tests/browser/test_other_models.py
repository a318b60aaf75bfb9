"""A Hugging Face model on the map, followed from a number to a token, and with a head off; and on
Your sentence, read by layer.
"""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from benchmarks.server import running
from tests.browser.model_map_board import ModelMapBoard
from tests.lab.conftest import saved

__all__ = ["saved"]

pytestmark = pytest.mark.thorough

KINDS = ("bert", "gpt2", "marian")
OPENING_MS = 120_000


@pytest.fixture(scope="module")
def models(saved, tmp_path_factory):
    """A server that may open the folders of three tiny models, and where each is."""
    folders = {kind: saved(kind) for kind in KINDS}
    allowed = str(folders["bert"].parent)
    with running(environment={"WORKBENCH_MODEL_FOLDERS": allowed}) as address:
        yield address, folders


@pytest.fixture
def board(models, visit):
    address, folders = models

    def opened(kind, **setting):
        asked = {"v": 4, "lang": "en", "ys_model": "hugging_face", "ys_sentence": "the cat sat"}
        asked |= {"ys_name": folders[kind], **setting}
        # Its controls wait for the model.
        page = visit(f"?{urlencode(asked)}", address=address, own_tab=False, is_framed=True).page
        page.get_by_text(re.compile("same as transformers")).wait_for(timeout=OPENING_MS)
        made = ModelMapBoard(page)
        made.node.wait_for()
        made.settle()
        return made

    return opened


@pytest.mark.parametrize("kind", KINDS)
def test_a_logit_and_a_weight_are_followed(board, kind):
    made = board(kind, ys_target="a dog" if kind == "marian" else "")
    page, box = made.page, made.page.locator("[data-workbench=arithmetic]")
    stack = "encoder" if kind == "bert" else "decoder"
    made.fly_to("logits@1.5")
    page.mouse.click(*made.middle("logits@1.5"))
    expect(box).to_contain_text(re.compile(r"Logits\[ .* \] = "))
    weight = f"{stack}.layers.0.self_attention.weights@0.1.0"
    made.fly_to(weight)
    page.mouse.click(*made.middle(weight))
    expect(box).to_contain_text("head 1 · Weights[")
    expect(box).to_contain_text(f"{made.value(weight):.4f}"[:6])


def test_a_weight_leads_back_to_the_token(board):
    made = board("gpt2")
    box = made.page.locator("[data-workbench=arithmetic]")
    cell = "tgt_embeddings@1.3"
    made.fly_to(cell)
    made.page.mouse.click(*made.middle(cell))
    expect(box).to_contain_text("␣cat")
    expect(box).to_contain_text("goes into")


def test_a_head_is_switched_off(board):
    made = board("bert")
    page = made.page
    cell = "encoder.layers.1.self_attention.projected@0.0"
    before = made.value(cell)
    page.get_by_role("button", name="Switch a head off").click()
    expect(page).to_have_url(re.compile("ys_other_heads=e1.0"))
    changed = (
        "([cell, was]) => document.querySelector('[data-workbench=map]').cellValue(cell) !== was"
    )
    page.wait_for_function(changed, arg=[cell, before])


def test_a_bert_says_nothing_of_next_tokens(board):
    made = board("bert")
    text = made.page.locator("body").inner_text()
    assert "Next token" not in text and "being predicted" not in text
    assert made.row_count("tgt") == 0
    made.page.get_by_role("button", name="Mask the last word").click()
    box = made.page.locator("[data-workbench=arithmetic]")
    expect(box).to_contain_text("[MASK]")
    expect(made.page.get_by_text("Which tokens fit here?")).to_be_visible()


def test_a_decoder_goes_on_with_its_cache_and_the_map_marks_what_is_kept(board):
    made = board("gpt2")
    page, card = made.page, made.page.locator("[data-workbench=cache]")
    rows = made.node.evaluate("(one) => one.rowCount('tgt')")
    page.get_by_role("button", name="KV cache").click()
    expect(card).to_contain_text(f"Token {rows} of {rows}")
    marks = made.node.evaluate("(one) => one.cacheMarks()")
    assert marks["row"] == rows - 1 and {one["rows"] for one in marks["kept"]} == {rows - 1}
    made.fly_to("decoder.layers.0.self_attention.weights@0.1.0")
    page.mouse.click(*made.middle("decoder.layers.0.self_attention.weights@0.1.0"))
    expect(card).to_contain_text(f"Token 2 of {rows}")
    written = page.locator(".area-details button:enabled", has_text=re.compile(r"\d%$"))
    written.first.click()
    grown = f"() => document.querySelector('[data-workbench=map]').rowCount('tgt') > {rows}"
    page.wait_for_function(grown)


def test_two_sentences_are_compared_in_all_their_numbers(board):
    made = board("gpt2", ys_second="the sat cat")
    page, cell = made.page, "decoder.layers.0.self_attention.projected@1.3"
    values = []
    for name in ("Now", "the sat cat", "Difference"):
        page.get_by_role("button", name=name, exact=True).click()
        values.append(made.value(cell))
    assert values[2] == pytest.approx(values[0] - values[1], abs=1e-6) and values[2] != 0
    made.fly_to(cell)
    page.mouse.click(*made.middle(cell))
    box = page.locator("[data-workbench=arithmetic]")
    expect(box).to_contain_text(re.compile(r"the sat cat\s*[−\d]"))
    expect(page.get_by_text("of the probability lies on other tokens")).to_be_visible()


def test_a_gpt2_is_read_by_layer(models, visit):
    address, folders = models
    asked = {"v": 4, "lang": "en", "ys_model": "hugging_face", "ys_sentence": "the cat sat"}
    asked |= {"ys_name": folders["gpt2"]}
    here = {"address": address, "own_tab": False, "is_framed": True}
    page = visit(f"your_sentence?{urlencode(asked)}", **here).page
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


def test_a_vector_of_a_gpt2_is_put_in_the_place_of_another(models, visit):
    """By default that of the first token that differs; then another one, which undo takes back."""
    address, folders = models
    asked = {"v": 4, "lang": "en", "ys_model": "hugging_face", "ys_sentence": "the cat sat"}
    asked |= {"ys_name": folders["gpt2"], "ys_below": "patching", "ys_other": "the sat cat"}
    here = {"address": address, "own_tab": False, "is_framed": True}
    page = visit(f"your_sentence?{urlencode(asked)}", **here).page
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
    page.get_by_role("button", name="Explain its number").click()
    cell = grid.locator("tr").last.get_by_role("button").last
    expect(cell).to_have_accessible_name(re.compile("Explain this number"))
    cell.click()
    box = page.locator("[data-workbench=arithmetic]")
    expect(box).to_contain_text(re.compile(r"moved · Layer 2 .* = [\d.]+"))
    expect(page).to_have_url(re.compile("ys_pin=patch_decoder.2."))
    expect(counted).to_have_text(before)
    box.get_by_role("button", name=re.compile("distance from before")).first.click()
    expect(box).to_contain_text("distance from before · Layer 2")
    expect(grid.locator(".pinned")).to_have_count(1)


def test_heads_are_summed_up_with_the_models_own_numbers(models, visit):
    address, folders = models
    asked = {"v": 4, "lang": "en", "ys_model": "hugging_face", "ys_sentence": "the cat sat"}
    asked |= {"ys_name": folders["gpt2"], "ys_combination": "gradient"}
    here = {"address": address, "own_tab": False, "is_framed": True}
    page = visit(f"your_sentence?{urlencode(asked)}", **here).page
    box = page.locator("[data-workbench=arithmetic]")
    expect(box).to_contain_text("2 heads, gradient × weight[", timeout=OPENING_MS)
    expect(box).to_contain_text("Weight times gradient")
    expect(page.get_by_text("for the logit of the token in the row’s name")).to_be_visible()
    box.get_by_role("button", name=re.compile(r"head 1 · Weights\[")).first.click()
    expect(box).to_contain_text(re.compile(r"head 1 · Weights\[ .* \] = 0\.\d+"))


def test_a_token_is_found_and_pinned_with_its_neighbours(board):
    page = board("gpt2").page
    page.get_by_role("textbox", name="Find a token").fill("cat")
    page.keyboard.press("Enter")
    found = page.locator("[data-workbench=next-words][data-id=found]")
    expect(found).to_contain_text("Tokens with “cat”")
    found.get_by_role("button").last.click()
    expect(page).to_have_url(re.compile(r"ys_pin=probabilities(@|%40)4\."))
    box = page.locator("[data-workbench=arithmetic]")
    expect(box).to_contain_text(re.compile(r"Softmax\[ .*cat \] = "))
    around = page.locator("[data-workbench=next-words][data-id=around]")
    expect(around.locator(".chosen")).to_contain_text("cat")
